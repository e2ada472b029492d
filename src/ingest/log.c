#include "ingest/log_builder.h"

#include "base/mem.h"
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
    free(b->rows);
    free(b->values);
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

void log_expect(struct log_builder *b, size_t n_rows, size_t n_values)
{
    if (b->n_rows || b->n_values || !n_rows || n_values > LOG_POINTS_MAX)
        return;
    b->rows = mem_resize(b->rows, n_rows, sizeof *b->rows);
    b->rows_capacity = n_rows;
    b->values = mem_resize(b->values, n_values + 1, sizeof *b->values);
    b->values_capacity = n_values + 1;
    mem_prefer_huge_pages(b->values, n_values * sizeof *b->values);
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

void log_row(struct log_builder *b, double step, double epoch, size_t line)
{
    if (b->n_rows == b->rows_capacity)
        b->rows = mem_grow(b->rows, b->n_rows, &b->rows_capacity, sizeof *b->rows);
    b->rows[b->n_rows++] = (struct builder_row){step, epoch, line, b->n_values};
}

static void refuse_points(struct log_builder *b)
{
    if (!b->too_many_points)
        diags_add(b->diags, DIAG_ERROR, (struct diag_place){.file = b->path},
                  "more than %d values in one log; what follows is not read", LOG_POINTS_MAX);
    b->too_many_points = true;
}

/* Makes room for n more; false past the limit. */
static bool reserve(struct log_builder *b, size_t n)
{
    if (b->n_values + n > LOG_POINTS_MAX) {
        refuse_points(b);
        return false;
    }
    while (b->n_values + n > b->values_capacity)
        b->values = mem_grow(b->values, b->values_capacity, &b->values_capacity, sizeof *b->values);
    return b->n_rows > 0;
}

void log_values(struct log_builder *b, size_t n, const size_t *metrics, const double *values)
{
    if (!reserve(b, n))
        return;
    struct builder_value *to = b->values + b->n_values;
    for (size_t i = 0; i < n; i++) {
        if (isnan(values[i]) || metrics[i] == LOG_NO_METRIC)
            continue;
        *to++ = (struct builder_value){values[i], (uint32_t)metrics[i]};
    }
    b->n_values = (size_t)(to - b->values);
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
              "the last line is not whole; skipped");
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

const struct log_series *log_find(const struct log *log, const char *metric)
{
    for (size_t i = 0; i < log->n_series; i++)
        if (!strcmp(log->series[i].metric, metric))
            return &log->series[i];
    return NULL;
}
