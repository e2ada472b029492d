/* Arms from a table with one row per point: each run's rows are its log. */
#include "study/sources.h"

#include "base/mem.h"
#include "logs/log.h"
#include "study/table_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct long_row {
    size_t row;
    double position;
};

struct long_run {
    const char *id;
    size_t n_rows, capacity;
    struct long_row *rows;
};

struct long_arm {
    const char *group, *name;
    size_t n_runs, capacity;
    struct long_run *runs;
    struct names ids;
};

struct long_arms {
    size_t n_items, capacity;
    struct long_arm *items;
    struct names labels;
};

static struct long_arm *arm_of(const struct table_source *source, struct long_arms *arms,
                               size_t row)
{
    const char *name = table_source_text(source, row, source->arm, "all");
    const char *group = table_source_text(source, row, source->group, "");
    const char *label = arena_printf(&source->draft->study->arena, "%s\037%s", group, name);
    size_t i = names_add(&arms->labels, label, arms->n_items);
    if (i == arms->n_items) {
        arms->items = mem_grow(arms->items, arms->n_items, &arms->capacity, sizeof *arms->items);
        arms->items[arms->n_items++] = (struct long_arm){.group = group, .name = name};
    }
    return &arms->items[i];
}

static struct long_run *run_of(struct long_arm *arm, const char *id)
{
    size_t i = names_add(&arm->ids, id, arm->n_runs);
    if (i == arm->n_runs) {
        arm->runs = mem_grow(arm->runs, arm->n_runs, &arm->capacity, sizeof *arm->runs);
        arm->runs[arm->n_runs++] = (struct long_run){.id = id};
    }
    return &arm->runs[i];
}

static double axis_at(const struct table_source *source, size_t row, size_t column)
{
    double value = NAN;
    if (column != NO_COLUMN && table_source_number(source, row, column, &value) != NUM_FINITE)
        return NAN;
    return value;
}

static void sort_rows(const struct table_source *source, struct long_arms *arms)
{
    for (size_t row = 0; row < source->table->n_rows; row++) {
        struct long_arm *arm = arm_of(source, arms, row);
        struct long_run *run = run_of(arm, table_source_text(source, row, source->run, ""));
        double position = axis_at(source, row, source->step);
        if (isnan(position))
            position = axis_at(source, row, source->epoch);
        run->rows = mem_grow(run->rows, run->n_rows, &run->capacity, sizeof *run->rows);
        run->rows[run->n_rows++] = (struct long_row){row, isnan(position) ? INFINITY : position};
    }
}

/* A table need not be in order of time. Rows without a time (a final test) come last. */
static int by_position(const void *a, const void *b)
{
    const struct long_row *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool is_value_column(const struct table_source *source, size_t column)
{
    return column != source->arm && column != source->group && column != source->run &&
           column != source->step && column != source->epoch;
}

/* Columns with words in them, in any row of the table, are not metrics. */
static bool *text_columns(const struct table_source *source)
{
    bool *text = mem_zeroed(source->table->n_columns + 1, sizeof *text);
    double value;
    for (size_t row = 0; row < source->table->n_rows; row++)
        for (size_t c = 0; c < source->table->n_columns; c++)
            text[c] = text[c] || table_source_number(source, row, c, &value) == NUM_TEXT;
    return text;
}

static void add_values(const struct table_source *source, const bool *text,
                       struct log_builder *builder, const size_t *metrics, size_t row)
{
    double value;
    for (size_t c = 0; c < source->table->n_columns; c++)
        if (is_value_column(source, c) && !text[c] &&
            table_source_number(source, row, c, &value) != NUM_MISSING)
            log_value(builder, metrics[c], value);
}

static struct log *run_log(const struct table_source *source, const bool *text,
                           struct long_run *run, struct diags *diags)
{
    size_t n_columns = source->table->n_columns;
    size_t *metrics = mem_array(n_columns + 1, sizeof *metrics);
    struct log_builder *builder = log_builder_new(source->what->file, diags);
    for (size_t c = 0; c < n_columns; c++) {
        const char *name = source->table->names[c];
        if (is_value_column(source, c) && text[c])
            log_add_unused(builder, name, "text");
        else if (is_value_column(source, c))
            metrics[c] = log_metric(builder, name, strlen(name));
    }
    qsort(run->rows, run->n_rows, sizeof *run->rows, by_position);
    for (size_t i = 0; i < run->n_rows; i++) {
        size_t row = run->rows[i].row;
        log_row(builder, axis_at(source, row, source->step), axis_at(source, row, source->epoch),
                source->table->rows[row].line);
        add_values(source, text, builder, metrics, row);
    }
    struct log *log = log_build(builder);
    log_builder_free(builder);
    free(metrics);
    return log;
}

static void take_run(const struct table_source *source, const struct manifest_arm *settings,
                     const bool *text, struct long_run *run, struct run_data *data)
{
    const struct manifest_exclusion *exclusion = run_exclusion(settings, run->id);
    struct diags diags;
    diags_init(&diags);
    struct log *log = exclusion ? NULL : run_log(source, text, run, &diags);
    if (exclusion)
        run_data_exclude(exclusion, data);
    else if (log)
        run_data_take(settings, log, NULL, data);
    else
        run_data_fail(data, "holds no number");
    log_free(log);
    run_data_add_diags(data, &diags);
}

static void take_arm(const struct table_source *source, const bool *text, struct long_arm *from,
                     struct arm_runs *to)
{
    *to = (struct arm_runs){.settings =
                                manifest_settings(source->draft->manifest, from->name, from->group),
                            .group = from->group,
                            .name = from->name,
                            .place = source->what->place,
                            .n_runs = from->n_runs};
    to->ids = mem_array(from->n_runs + 1, sizeof *to->ids);
    to->runs = mem_zeroed(from->n_runs + 1, sizeof *to->runs);
    for (size_t r = 0; r < from->n_runs; r++) {
        to->ids[r] = from->runs[r].id;
        to->runs[r].keeps_traces = source->draft->traces;
        take_run(source, to->settings, text, &from->runs[r], &to->runs[r]);
    }
}

static void release(struct long_arms *arms)
{
    for (size_t a = 0; a < arms->n_items; a++) {
        for (size_t r = 0; r < arms->items[a].n_runs; r++)
            free(arms->items[a].runs[r].rows);
        free(arms->items[a].runs);
        names_done(&arms->items[a].ids);
    }
    free(arms->items);
    names_done(&arms->labels);
}

void long_table_add_arms(struct table_source *source)
{
    struct long_arms from = {0};
    sort_rows(source, &from);
    bool *text = text_columns(source);
    struct arm_runs *arms = mem_zeroed(from.n_items + 1, sizeof *arms);
    for (size_t a = 0; a < from.n_items; a++)
        take_arm(source, text, &from.items[a], &arms[a]);
    runs_add_arms(source->draft, arms, from.n_items);
    arm_runs_free(arms, from.n_items);
    release(&from);
    free(text);
}
