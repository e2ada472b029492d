/* From the stream of rows and values to ordered series. */
#include "ingest/log_builder.h"

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
        double epoch = b->rows[r].epoch;
        if (epoch != floor(epoch) && !isnan(epoch))
            b->keep_epochs = true;
        least = fmin(least, epoch);
    }
    if (least != 0 || b->keep_epochs)
        return;
    b->shifted_epochs = true;
    for (size_t r = 0; r < b->n_rows; r++)
        b->rows[r].epoch += 1;
    diags_add(b->diags, DIAG_NOTE, whole_file(b),
              "epochs are counted from 0: shifted by one, to the end of each");
}

/* Gives every series its slice of one array; returns the number of points. */
static size_t count_points(const struct log_builder *b, const bool *kept, size_t *n_points)
{
    size_t n = 0;
    for (size_t r = 0; r < b->n_rows; r++) {
        size_t end = r + 1 < b->n_rows ? b->rows[r + 1].first_value : b->n_values;
        for (size_t v = b->rows[r].first_value; kept[r] && v < end; v++, n++)
            n_points[b->values[v].metric]++;
    }
    return n;
}

/* The slice of one series while it is filled. */
struct slice {
    struct log_point *first, *end;
};

/* A row may hold a metric twice (a repeated key): the last one counts. */
static void place_point(struct slice *slice, struct log_point point)
{
    if (slice->end > slice->first && slice->end[-1].index == point.index)
        slice->end--;
    *slice->end++ = point;
}

static void place_points(const struct log_builder *b, const bool *kept, struct log *log,
                         struct slice *slices)
{
    for (size_t r = 0; r < b->n_rows; r++) {
        if (!kept[r])
            continue;
        const struct builder_row *row = &b->rows[r];
        size_t end = r + 1 < b->n_rows ? row[1].first_value : b->n_values;
        struct log_point point = {row->step, row->epoch, (double)log->n_rows, 0};
        for (size_t v = row->first_value; v < end; v++) {
            point.value = b->values[v].value;
            place_point(&slices[b->values[v].metric], point);
        }
        log->n_rows++;
        log->last_step =
            row->step > log->last_step || isnan(log->last_step) ? row->step : log->last_step;
        log->last_epoch =
            row->epoch > log->last_epoch || isnan(log->last_epoch) ? row->epoch : log->last_epoch;
    }
}

/* Whether the axis stands at every point, never falls, and moves at most points. */
static bool orders(const struct log_series *series, enum log_axis axis)
{
    size_t n_moves = 1;
    double last = -INFINITY;
    for (size_t i = 0; i < series->n_points; i++) {
        double at = log_position(&series->points[i], axis);
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
static size_t drop_repeats(struct log_series *series, struct log_point *points)
{
    size_t n = 0;
    for (size_t i = 0; i < series->n_points; i++) {
        n += n > 0 &&
             log_position(&points[i], series->axis) != log_position(&points[n - 1], series->axis);
        if (!n)
            n = 1;
        points[n - 1] = points[i];
    }
    size_t n_dropped = series->n_points - n;
    series->n_points = n;
    return n_dropped;
}

static void make_series(struct log_builder *b, const bool *kept, enum log_axis strict,
                        struct log *log)
{
    size_t *n_points = mem_zeroed(b->n_metrics + 1, sizeof *n_points);
    size_t n = count_points(b, kept, n_points), n_repeats = 0;
    struct log_point *points = arena_alloc_unset(&b->arena, n + 1, sizeof *points);
    struct slice *slices = mem_array(b->n_metrics + 1, sizeof *slices);
    for (size_t m = 0; m < b->n_metrics; points += n_points[m++])
        slices[m] = (struct slice){points, points};
    place_points(b, kept, log, slices);
    log->series = arena_alloc(&b->arena, b->n_metrics + 1, sizeof *log->series);
    for (size_t m = 0; m < b->n_metrics; m++) {
        if (!n_points[m])
            continue;
        struct log_series *series = &log->series[log->n_series++];
        *series = (struct log_series){b->names[m], (size_t)(slices[m].end - slices[m].first),
                                      slices[m].first, strict};
        if (strict == LOG_AXIS_INDEX) {
            series->axis = finest_axis(series);
            n_repeats += drop_repeats(series, slices[m].first);
        }
    }
    if (n_repeats)
        diags_add(b->diags, DIAG_NOTE, whole_file(b),
                  "%zu values stand at a step that comes again; the last one counts", n_repeats);
    free(n_points);
    free(slices);
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
    bool *kept = mem_array(b->n_rows, sizeof *kept);
    memset(kept, true, b->n_rows * sizeof *kept);
    if (strict == LOG_AXIS_INDEX)
        builder_choose_rows(b, kept);
    shift_epochs(b);
    struct log *log = mem_zeroed(1, sizeof *log);
    log->last_step = log->last_epoch = NAN;
    make_series(b, kept, strict, log);
    copy_unused(b, log);
    log->epochs_shifted = b->shifted_epochs;
    log->epochs_kept = b->keep_epochs;
    log->aborted = b->aborted;
    log->arena = b->arena;
    arena_init(&b->arena);
    free(kept);
    return log;
}
