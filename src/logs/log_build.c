/* From columns as they were filled to ordered series. */
#include "logs/log_builder.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct diag_place whole_file(const struct log_builder *b)
{
    return (struct diag_place){.file = b->path};
}

static void shift_epochs(struct log_builder *b)
{
    double least = INFINITY;
    for (size_t r = 0; r < b->n_rows; r++) {
        double epoch = b->epochs[r];
        if (epoch != floor(epoch) && !isnan(epoch))
            b->keep_epochs = true;
        least = fmin(least, epoch);
    }
    if (least != 0 || b->keep_epochs)
        return;
    b->shifted_epochs = true;
    for (size_t r = 0; r < b->n_rows; r++)
        b->epochs[r] += 1;
    diags_add(b->diags, DIAG_NOTE, whole_file(b),
              "epochs are counted from 0: shifted by one, to the end of each");
}

/* The rows that count move up; where each went is written down. */
static void drop_rows(struct log_builder *b, const bool *kept, uint32_t *numbers)
{
    size_t n = 0;
    for (size_t r = 0; r < b->n_rows; r++) {
        numbers[r] = (uint32_t)n;
        b->steps[n] = b->steps[r];
        b->epochs[n] = b->epochs[r];
        n += kept[r];
    }
    b->n_rows = n;
}

static void drop_values(struct builder_column *column, const bool *kept, const uint32_t *numbers)
{
    size_t n = 0;
    for (size_t i = 0; i < column->n; i++) {
        column->values[n] = column->values[i];
        uint32_t row = column->rows[i];
        column->rows[n] = numbers[row];
        n += kept[row];
    }
    column->n = n;
    if (column->nan_end)
        column->nan_end = kept[column->nan_end - 1] ? (size_t)numbers[column->nan_end - 1] + 1 : 0;
}

/* Leaves out the rows of runs that do not count. */
static void choose_rows(struct log_builder *b)
{
    size_t n_before = b->n_rows;
    bool *kept = mem_array(b->n_rows, sizeof *kept);
    memset(kept, true, b->n_rows * sizeof *kept);
    builder_choose_rows(b, kept);
    uint32_t *numbers = mem_array(b->n_rows, sizeof *numbers);
    drop_rows(b, kept, numbers);
    for (size_t m = 0; b->n_rows < n_before && m < b->n_metrics; m++)
        drop_values(&b->columns[m], kept, numbers);
    free(numbers);
    free(kept);
}

/* Whether the axis stands at every point, never falls, and moves at most points. */
static bool orders(const struct log_series *series, enum log_axis axis)
{
    size_t n_moves = 1;
    double last = -INFINITY;
    for (size_t i = 0; i < series->n_points; i++) {
        double at = log_position(series, i, axis);
        if (!(at >= last))
            return false;
        n_moves += i > 0 && at > last;
        last = at;
    }
    return n_moves * 2 > series->n_points;
}

static enum log_axis finest_axis(const struct log_series *series)
{
    return orders(series, LOG_AXIS_STEP)    ? LOG_AXIS_STEP
           : orders(series, LOG_AXIS_EPOCH) ? LOG_AXIS_EPOCH
                                            : LOG_AXIS_INDEX;
}

/* Of points at one position the last stays. Returns how many went. */
static size_t drop_repeats(struct log_series *series, struct builder_column *column)
{
    size_t n = 0;
    double last = NAN;
    for (size_t i = 0; i < column->n; i++) {
        double at = log_position(series, i, series->axis);
        n += at != last;
        last = at;
        column->values[n - 1] = column->values[i];
        column->rows[n - 1] = column->rows[i];
    }
    series->n_points = n;
    return column->n - n;
}

/* The largest, NaN if there is none. */
static double last_of(const double *x, size_t n)
{
    double last = NAN;
    for (size_t i = 0; i < n; i++)
        last = x[i] > last || isnan(last) ? x[i] : last;
    return last;
}

static void take_rows(struct log_builder *b, struct log *log)
{
    log->n_rows = b->n_rows;
    log->last_step = last_of(b->steps, b->n_rows);
    log->last_epoch = last_of(b->epochs, b->n_rows);
    log->rows = (struct log_rows){b->n_rows, b->steps, b->epochs, NULL};
    arena_own(&b->arena, b->steps);
    arena_own(&b->arena, b->epochs);
    b->steps = b->epochs = NULL;
}

/* The column becomes the series. */
static struct log_series take_column(struct log_builder *b, size_t m, struct log *log)
{
    struct builder_column *column = &b->columns[m];
    struct log_series series = {b->names[m],
                                column->n,
                                column->values,
                                column->rows,
                                &log->rows,
                                LOG_AXIS_INDEX,
                                column->nan_end > column->rows[column->n - 1] &&
                                    column->n_nan > column->n_nan_between};
    arena_own(&b->arena, column->values);
    arena_own(&b->arena, column->rows);
    column->values = NULL;
    column->rows = NULL;
    return series;
}

static void make_series(struct log_builder *b, enum log_axis strict, struct log *log)
{
    size_t n_repeats = 0;
    log->series = arena_alloc(&b->arena, b->n_metrics + 1, sizeof *log->series);
    for (size_t m = 0; m < b->n_metrics; m++) {
        struct builder_column column = b->columns[m];
        if (!column.n && column.nan_end)
            log_add_unused(b, b->names[m], LOG_NAN_THROUGHOUT);
        if (!column.n)
            continue;
        struct log_series *series = &log->series[log->n_series++];
        *series = take_column(b, m, log);
        series->axis = strict;
        if (strict != LOG_AXIS_INDEX)
            continue;
        series->axis = finest_axis(series);
        n_repeats += drop_repeats(series, &column);
    }
    if (n_repeats)
        diags_add(b->diags, DIAG_NOTE, whole_file(b),
                  "values at a step that comes again: %zu; the last one counts", n_repeats);
}

static void copy_unused(struct log_builder *b, struct log *log)
{
    log->n_unused = b->n_unused;
    log->unused = arena_alloc(&b->arena, b->n_unused + 1, sizeof *log->unused);
    if (b->n_unused)
        memcpy(log->unused, b->unused, b->n_unused * sizeof *log->unused);
}

struct log *log_build(struct log_builder *b)
{
    if (b->n_skipped > LOG_NAMED_LINES)
        diags_add(b->diags, DIAG_WARNING, whole_file(b), "%zu lines skipped in all", b->n_skipped);
    if (!b->n_values) {
        diags_add(b->diags, DIAG_ERROR, whole_file(b), "no metric with a number in it");
        return NULL;
    }
    builder_count_steps_on(b);
    enum log_axis strict = builder_strict_axis(b);
    if (strict == LOG_AXIS_INDEX)
        choose_rows(b);
    if (strict == LOG_AXIS_INDEX)
        builder_part_epochs(b);
    shift_epochs(b);
    struct log *log = mem_zeroed(1, sizeof *log);
    take_rows(b, log);
    make_series(b, strict, log);
    copy_unused(b, log);
    log->epochs_shifted = b->shifted_epochs;
    log->epochs_kept = b->keep_epochs;
    log->aborted = b->aborted;
    log->arena = b->arena;
    arena_init(&b->arena);
    return log;
}
