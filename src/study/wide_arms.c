/* Arms from wide files, one column per run. Files of the same arm and group are further metrics of the
 * same runs, joined by the run's name. */
#include "study/sources.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "logs/log.h"
#include "study/column_match.h"
#include "study/table_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct wide_run {
    const char *id;
    size_t n_logs, capacity;
    struct log **logs; /* one per file */
    struct diags diags;
};

struct wide_arm {
    const char *group, *name;
    struct manifest_place place;
    size_t n_runs, capacity;
    struct wide_run *runs;
    struct names ids;
};

struct wide_arms {
    struct wide_arm *items;
    size_t n_items, capacity;
};

static struct wide_arm *arm_of(struct wide_arms *arms, const struct manifest_wide *wide)
{
    for (size_t i = 0; i < arms->n_items; i++)
        if (!strcmp(arms->items[i].name, wide->arm) && !strcmp(arms->items[i].group, wide->group))
            return &arms->items[i];
    arms->items = mem_grow(arms->items, arms->n_items, &arms->capacity, sizeof *arms->items);
    struct wide_arm *arm = &arms->items[arms->n_items++];
    *arm = (struct wide_arm){.group = wide->group, .name = wide->arm, .place = wide->place};
    return arm;
}

static struct wide_run *run_of(struct wide_arm *arm, const char *id)
{
    size_t i = names_add(&arm->ids, id, arm->n_runs);
    if (i == arm->n_runs) {
        arm->runs = mem_grow(arm->runs, arm->n_runs, &arm->capacity, sizeof *arm->runs);
        arm->runs[arm->n_runs++] = (struct wide_run){.id = id};
    }
    return &arm->runs[i];
}

static double number_at(const struct table_row *row, size_t column)
{
    double value = NAN;
    if (column < row->n_cells)
        num_read(row->cells[column].text, row->cells[column].length, &value);
    return value;
}

static struct log *column_log(const struct manifest_wide *wide, const struct data_table *table,
                              size_t index, size_t column, struct diags *diags)
{
    struct log_builder *builder = log_builder_new(wide->file, diags);
    size_t metric = log_metric(builder, wide->metric, strlen(wide->metric));
    bool by_epoch = strcasestr(table->names[index], "epoch") != NULL;
    for (size_t r = 0; r < table->n_rows; r++) {
        const struct table_row *row = &table->rows[r];
        double position = number_at(row, index), value = number_at(row, column);
        if (isnan(value))
            continue; /* this run has no point here; its neighbours' steps are not its own */
        log_row(builder, by_epoch ? NAN : position, by_epoch ? position : NAN, row->line);
        log_value(builder, metric, value);
    }
    struct log *log = log_build(builder);
    log_builder_free(builder);
    return log;
}

static void take_column(const struct manifest_wide *wide, const struct data_table *table,
                        size_t index, size_t column, struct wide_arm *arm, const char *id)
{
    struct wide_run *run = run_of(arm, id);
    struct log *log = column_log(wide, table, index, column, &run->diags);
    if (!log)
        return;
    run->logs = mem_grow(run->logs, run->n_logs, &run->capacity, sizeof *run->logs);
    run->logs[run->n_logs++] = log;
}

static void tell_others(struct study_draft *draft, const struct manifest_wide *wide, size_t n_runs,
                        size_t n_others, const char *first)
{
    struct diag_place place = {.file = wide->file};
    if (!n_runs)
        diags_add(draft->diags, DIAG_ERROR,
                  (struct diag_place){draft->study->path, wide->place.line, wide->place.column},
                  "no column of '%s' matches '%s'", wide->file, wide->runs);
    else if (n_others == 1)
        diags_add(draft->diags, DIAG_NOTE, place, "column '%s' is not a run", first);
    else if (n_others)
        diags_add(draft->diags, DIAG_NOTE, place, "%zu columns are not runs, the first is '%s'",
                  n_others, first);
}

static void take_columns(struct study_draft *draft, const struct manifest_wide *wide,
                         const struct data_table *table, size_t index, struct wide_arm *arm)
{
    size_t n_runs = 0, n_others = 0;
    const char *first_other = NULL;
    for (size_t c = 0; c < table->n_columns; c++) {
        size_t from, length;
        if (c == index)
            continue;
        if (!column_match(wide->runs, table->names[c], &from, &length)) {
            first_other = first_other ? first_other : table->names[c];
            n_others++;
            continue;
        }
        n_runs++;
        take_column(wide, table, index, c, arm,
                    arena_strndup(&draft->study->arena, table->names[c] + from, length));
    }
    tell_others(draft, wide, n_runs, n_others, first_other);
}

static void take_file(struct study_draft *draft, const struct manifest_wide *wide,
                      struct wide_arm *arm)
{
    struct table_file file;
    if (!table_file_open(wide->file, draft->manifest->top.log.reader.delimiter, &file,
                         draft->diags))
        return;
    const struct data_table *table = &file.table;
    size_t index = wide->index ? table_column(table, wide->index) : 0;
    if (index < table->n_columns)
        take_columns(draft, wide, table, index, arm);
    else
        diags_add(draft->diags, DIAG_ERROR,
                  (struct diag_place){draft->study->path, wide->place.line, wide->place.column},
                  "'%s' has no column '%s'", wide->file, wide->index ? wide->index : "");
    table_file_close(&file);
}

static void take_run(const struct manifest_arm *settings, struct wide_run *run,
                     struct run_data *data)
{
    const struct manifest_exclusion *exclusion = run_exclusion(settings, run->id);
    if (!exclusion && run->n_logs) {
        struct log *log = log_join(run->logs, NULL, run->n_logs);
        run->n_logs = 0;
        run_data_take(settings, log, NULL, data);
        log_free(log);
    } else if (exclusion) {
        run_data_exclude(exclusion, data);
    } else {
        run_data_fail(data, "holds no number");
    }
    run_data_add_diags(data, &run->diags);
}

static void add_arms(struct study_draft *draft, struct wide_arms *from)
{
    struct arm_runs *arms = mem_zeroed(from->n_items + 1, sizeof *arms);
    for (size_t a = 0; a < from->n_items; a++) {
        struct wide_arm *wide = &from->items[a];
        arms[a] = (struct arm_runs){.settings =
                                        manifest_settings(draft->manifest, wide->name, wide->group),
                                    .group = wide->group,
                                    .name = wide->name,
                                    .place = wide->place,
                                    .n_runs = wide->n_runs};
        arms[a].ids = mem_array(wide->n_runs + 1, sizeof *arms[a].ids);
        arms[a].runs = mem_zeroed(wide->n_runs + 1, sizeof *arms[a].runs);
        for (size_t r = 0; r < wide->n_runs; r++) {
            arms[a].ids[r] = wide->runs[r].id;
            arms[a].runs[r].keeps_traces = draft->traces;
            take_run(arms[a].settings, &wide->runs[r], &arms[a].runs[r]);
        }
    }
    runs_add_arms(draft, arms, from->n_items);
    arm_runs_free(arms, from->n_items);
}

static void release(struct wide_arms *arms)
{
    for (size_t a = 0; a < arms->n_items; a++) {
        struct wide_arm *arm = &arms->items[a];
        for (size_t r = 0; r < arm->n_runs; r++) {
            for (size_t i = 0; i < arm->runs[r].n_logs; i++)
                log_free(arm->runs[r].logs[i]);
            free(arm->runs[r].logs);
            diags_done(&arm->runs[r].diags);
        }
        free(arm->runs);
        names_done(&arm->ids);
    }
    free(arms->items);
}

bool wide_add_arms(struct study_draft *draft, const struct study_load_options *options)
{
    struct wide_arms arms = {0};
    const struct manifest *manifest = draft->manifest;
    size_t n_before = draft->diags->n_errors;
    bool go_on = true;
    for (size_t i = 0; i < manifest->n_wide && go_on; i++) {
        take_file(draft, &manifest->wide[i], arm_of(&arms, &manifest->wide[i]));
        go_on = !options->progress || options->progress(options->user, i + 1, manifest->n_wide);
    }
    if (go_on && draft->diags->n_errors == n_before)
        add_arms(draft, &arms);
    release(&arms);
    return go_on;
}
