#include "logs/log_builder.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNUSED_MAX = 1000 };

struct log_builder *log_builder_new(const char *path, struct diags *diags)
{
    struct log_builder *b = mem_zeroed(1, sizeof *b);
    arena_init(&b->arena);
    b->path = arena_strdup(&b->arena, path);
    b->diags = diags;
    name_table_init(&b->numbers);
    return b;
}

void log_builder_free(struct log_builder *b)
{
    if (!b)
        return;
    arena_done(&b->arena);
    free(b->steps);
    free(b->epochs);
    free(b->lines);
    for (size_t m = 0; m < b->n_metrics; m++) {
        free(b->columns[m].values);
        free(b->columns[m].rows);
    }
    free(b->columns);
    free(b->names);
    name_table_done(&b->numbers);
    free(b->breaks);
    free(b->unused);
    free(b);
}

void log_set_ignored(struct log_builder *b, size_t n_globs, const char *const *globs)
{
    b->n_ignored = n_globs;
    b->ignored = globs;
}

static void resize_rows(struct log_builder *b, size_t capacity)
{
    b->steps = mem_resize(b->steps, capacity, sizeof *b->steps);
    b->epochs = mem_resize(b->epochs, capacity, sizeof *b->epochs);
    b->lines = mem_resize(b->lines, capacity, sizeof *b->lines);
    b->rows_capacity = capacity;
}

static void resize_column(struct builder_column *column, size_t capacity)
{
    column->values = mem_resize(column->values, capacity, sizeof *column->values);
    column->rows = mem_resize(column->rows, capacity, sizeof *column->rows);
    mem_prefer_huge_pages(column->values, capacity * sizeof *column->values);
    column->capacity = capacity;
}

void log_expect(struct log_builder *b, size_t n_rows, size_t n_values)
{
    if (b->n_rows || !n_rows || n_rows > LOG_POINTS_MAX || n_values > LOG_POINTS_MAX)
        return;
    resize_rows(b, n_rows);
    b->n_expected = n_values;
}

void log_keep_epochs(struct log_builder *b)
{
    b->keep_epochs = true;
}

static bool is_ignored(const struct log_builder *b, const char *name)
{
    for (size_t i = 0; i < b->n_ignored; i++)
        if (text_glob(b->ignored[i], name))
            return true;
    return false;
}

static size_t add_metric(struct log_builder *b, const char *name, size_t length)
{
    if (b->n_metrics == LOG_METRICS_MAX) {
        if (!b->too_many_metrics)
            diags_add(b->diags, DIAG_ERROR, (struct diag_place){.file = b->path},
                      "more than %d metrics in one log", LOG_METRICS_MAX);
        b->too_many_metrics = true;
        return LOG_NO_METRIC;
    }
    b->names = mem_grow(b->names, b->n_metrics, &b->names_capacity, sizeof *b->names);
    b->names[b->n_metrics] = name;
    b->columns = mem_grow(b->columns, b->n_metrics, &b->columns_capacity, sizeof *b->columns);
    b->columns[b->n_metrics] = (struct builder_column){0};
    name_table_add(&b->numbers, name, length, b->n_metrics);
    return b->n_metrics++;
}

size_t log_metric(struct log_builder *b, const char *name, size_t length)
{
    /* A NUL byte would end the name early and make two names one. */
    length = strnlen(name, length);
    size_t known = name_table_find(&b->numbers, name, length);
    if (known != NAME_UNKNOWN)
        return known;
    char *copy = arena_strndup(&b->arena, name, length);
    if (is_ignored(b, copy)) {
        log_add_unused(b, copy, "ignored as asked");
        return LOG_NO_METRIC;
    }
    return add_metric(b, copy, length);
}

static void refuse(struct log_builder *b, const char *what)
{
    if (!b->too_many)
        diags_add(b->diags, DIAG_ERROR, (struct diag_place){.file = b->path},
                  "more than %d %s in one log; what follows is not read", LOG_POINTS_MAX, what);
    b->too_many = true;
}

void log_row(struct log_builder *b, double step, double epoch, size_t line)
{
    if (b->n_rows == LOG_POINTS_MAX)
        refuse(b, "rows");
    if (b->too_many)
        return;
    if (b->n_rows == b->rows_capacity)
        resize_rows(b, b->n_rows < 16 ? 16 : 2 * b->n_rows);
    b->steps[b->n_rows] = step;
    b->epochs[b->n_rows] = epoch;
    b->lines[b->n_rows++] = (uint32_t)line; /* READER_FILE_MAX_MIB keeps it within 32 bits */
}

/* The first growth takes what log_expect foresaw, later ones double. */
static void grow_column(struct log_builder *b, struct builder_column *column)
{
    size_t capacity = column->n ? 2 * column->n : 16;
    if (!column->n && b->n_expected >= b->rows_capacity && b->rows_capacity > capacity) {
        capacity = b->rows_capacity;
        b->n_expected -= capacity;
    }
    resize_column(column, capacity);
}

static void note_nan(struct builder_column *column, uint32_t row)
{
    column->nan_end = (size_t)row + 1;
    column->n_nan++;
}

static void end_nan(struct builder_column *column)
{
    if (column->n && column->n_nan > column->n_nan_between)
        column->n_nan_between = column->n_nan;
    column->n_nan = 0;
}

/* Returns how many values more there are: none where the row had one of the metric. */
static inline size_t add_value(struct log_builder *b, struct builder_column *column, uint32_t row,
                               double value)
{
    size_t n = column->n;
    if (n && column->rows[n - 1] == row) {
        column->values[n - 1] = value;
        return 0;
    }
    if (column->n_nan)
        end_nan(column);
    if (n == column->capacity)
        grow_column(b, column);
    column->values[n] = value;
    column->rows[n] = row;
    column->n = n + 1;
    return 1;
}

void log_values(struct log_builder *b, size_t n, const size_t *metrics, const double *values)
{
    if (b->n_values + n > LOG_POINTS_MAX)
        refuse(b, "values");
    if (b->too_many || !b->n_rows)
        return;
    struct builder_column *columns = b->columns;
    uint32_t row = (uint32_t)(b->n_rows - 1);
    size_t n_new = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(values[i]) && metrics[i] != LOG_NO_METRIC)
            n_new += add_value(b, &columns[metrics[i]], row, values[i]);
        else if (metrics[i] < b->n_metrics && num_is_written_nan(values[i]))
            note_nan(&columns[metrics[i]], row);
    b->n_values += n_new;
}

void log_value(struct log_builder *b, size_t metric, double value)
{
    log_values(b, 1, &metric, &value);
}

void log_new_segment(struct log_builder *b, size_t line)
{
    (void)line; /* the row that follows knows its own */
    b->breaks = mem_grow(b->breaks, b->n_breaks, &b->breaks_capacity, sizeof *b->breaks);
    b->breaks[b->n_breaks++] = b->n_rows;
}

void log_set_aborted(struct log_builder *b, const char *reason)
{
    if (!b->aborted)
        b->aborted = arena_strdup(&b->arena, reason);
}

void log_skip_line(struct log_builder *b, size_t line, size_t column, const char *reason)
{
    /* log_build says how many there were in all. */
    if (b->n_skipped++ < LOG_NAMED_LINES)
        diags_add(b->diags, DIAG_WARNING, (struct diag_place){b->path, line, column},
                  "line skipped: %s", reason);
}

void log_skip_truncated(struct log_builder *b, size_t line)
{
    diags_add(b->diags, DIAG_NOTE, (struct diag_place){b->path, line, 0},
              "the last line is incomplete; skipped");
}

void log_add_unused(struct log_builder *b, const char *name, const char *reason)
{
    if (b->n_unused == UNUSED_MAX)
        return;
    b->unused = mem_grow(b->unused, b->n_unused, &b->unused_capacity, sizeof *b->unused);
    b->unused[b->n_unused++] = (struct log_unused){arena_strdup(&b->arena, name), reason};
}

void log_free(struct log *log)
{
    if (!log)
        return;
    struct arena arena = log->arena;
    arena_done(&arena);
    free(log);
}

bool log_same_rows(const struct log_series *a, const struct log_series *b, size_t n)
{
    return a->at == b->at && n <= a->n_points && n <= b->n_points &&
           !memcmp(a->rows, b->rows, n * sizeof *a->rows);
}

const struct log_series *log_find(const struct log *log, const char *metric)
{
    for (size_t i = 0; i < log->n_series; i++)
        if (!strcmp(log->series[i].metric, metric))
            return &log->series[i];
    return NULL;
}
