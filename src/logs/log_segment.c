/* Resumed and second runs: which rows of a file belong to the run that counts. */
#include "logs/log_builder.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* How far a metric went, and in which segment (number + 1; 0 = not yet seen). */
struct segment_progress {
    double step, epoch;
    size_t segment;
};

struct segment {
    size_t first_row, end_row;
    double reach; /* furthest step, else epoch, else number of rows */
    double least_step, least_epoch;
};

struct segments {
    struct segment *items;
    size_t n_items, capacity;
};

/* Where a row stands. */
struct place {
    double step, epoch;
};

static struct place place_of(const struct log_builder *b, size_t row)
{
    return (struct place){b->steps[row], b->epochs[row]};
}

/* The metrics that have a value in each row: the columns, turned. */
struct row_metrics {
    size_t *first; /* of each row in `metrics`, and where the last one ends */
    uint32_t *metrics;
};

static struct row_metrics turn_columns(const struct log_builder *b)
{
    struct row_metrics turned = {mem_zeroed(b->n_rows + 2, sizeof *turned.first),
                                 mem_array(b->n_values, sizeof *turned.metrics)};
    size_t *next = turned.first + 1; /* one row on, so that filling moves each to its start */
    for (size_t m = 0; m < b->n_metrics; m++)
        for (size_t i = 0; i < b->columns[m].n; i++)
            next[b->columns[m].rows[i] + 1]++;
    for (size_t r = 0; r < b->n_rows; r++)
        next[r + 1] += next[r];
    for (size_t m = 0; m < b->n_metrics; m++)
        for (size_t i = 0; i < b->columns[m].n; i++)
            turned.metrics[next[b->columns[m].rows[i]]++] = (uint32_t)m;
    return turned;
}

static void row_metrics_done(struct row_metrics *turned)
{
    free(turned->first);
    free(turned->metrics);
}

/* Steps that fall exactly where the epoch rises are batch numbers, not a restart. */
void builder_count_steps_on(struct log_builder *b)
{
    size_t n_rises = 0, n_restarts = 0;
    double last_step = NAN, last_epoch = NAN, first_epoch = INFINITY;
    double least_step = INFINITY, most_step = -INFINITY;
    for (size_t i = 0; i < b->n_rows; i++) {
        struct place row = place_of(b, i);
        if (isnan(row.step) || isnan(row.epoch))
            continue;
        n_rises += row.epoch > last_epoch;
        n_restarts += row.epoch > last_epoch && row.step < last_step;
        last_step = row.step, last_epoch = row.epoch;
        first_epoch = row.epoch < first_epoch ? row.epoch : first_epoch;
        least_step = row.step < least_step ? row.step : least_step;
        most_step = row.step > most_step ? row.step : most_step;
    }
    if (!n_restarts || n_restarts * 2 < n_rises || !isfinite(most_step))
        return;
    double per_epoch = least_step == 0 ? most_step + 1 : most_step;
    for (size_t i = 0; i < b->n_rows; i++)
        if (!isnan(b->epochs[i]))
            b->steps[i] += (b->epochs[i] - first_epoch) * per_epoch;
    diags_add(b->diags, DIAG_NOTE, (struct diag_place){.file = b->path},
              "the step begins again in every epoch: counted on, %.17g steps an epoch", per_epoch);
}

enum log_axis builder_strict_axis(const struct log_builder *b)
{
    bool steps = true, epochs = true;
    double step = -INFINITY, epoch = -INFINITY;
    for (size_t i = 0; i < b->n_rows && (steps || epochs); i++) {
        struct place row = place_of(b, i);
        steps = steps && row.step > step;
        epochs = epochs && isnan(row.step) && row.epoch > epoch;
        step = row.step, epoch = row.epoch;
    }
    return b->n_breaks ? LOG_AXIS_INDEX
           : steps     ? LOG_AXIS_STEP
           : epochs    ? LOG_AXIS_EPOCH
                       : LOG_AXIS_INDEX;
}

static bool same_place(struct place a, struct place b)
{
    return a.step == b.step || (isnan(a.step) && isnan(b.step) && a.epoch == b.epoch);
}

static bool falls_back(struct place row, const struct segment_progress *last)
{
    if (!isnan(row.step) && !isnan(last->step))
        return row.step < last->step;
    return row.epoch < last->epoch; /* false where one of them is not known */
}

static bool row_falls_back(const struct log_builder *b, const struct row_metrics *in, size_t row,
                           size_t segment, const struct segment_progress *progress)
{
    for (size_t v = in->first[row]; v < in->first[row + 1]; v++) {
        const struct segment_progress *last = &progress[in->metrics[v]];
        if (last->segment == segment && falls_back(place_of(b, row), last))
            return true;
    }
    return false;
}

static void begin_segment(struct segments *segments, size_t row)
{
    if (segments->n_items)
        segments->items[segments->n_items - 1].end_row = row;
    segments->items =
        mem_grow(segments->items, segments->n_items, &segments->capacity, sizeof *segments->items);
    segments->items[segments->n_items++] = (struct segment){.first_row = row};
}

/* Rows just before that stand at the same place were written by the resumed run as well. */
static size_t segment_start(const struct log_builder *b, const struct segments *segments,
                            size_t row)
{
    size_t least = segments->items[segments->n_items - 1].first_row + 1, start = row;
    while (start > least && same_place(place_of(b, start - 1), place_of(b, row)))
        start--;
    return start;
}

static void find_segments(const struct log_builder *b, struct segments *segments)
{
    struct segment_progress *progress = mem_zeroed(b->n_metrics + 1, sizeof *progress);
    struct row_metrics in = turn_columns(b);
    size_t n_breaks = 0;
    begin_segment(segments, 0);
    for (size_t r = 0; r < b->n_rows; r++) {
        bool announced = false;
        for (; n_breaks < b->n_breaks && b->breaks[n_breaks] <= r; n_breaks++)
            announced = b->breaks[n_breaks] == r && r > 0;
        if (announced) {
            begin_segment(segments, r);
        } else if (row_falls_back(b, &in, r, segments->n_items, progress)) {
            r = segment_start(b, segments, r);
            begin_segment(segments, r);
        }
        for (size_t v = in.first[r]; v < in.first[r + 1]; v++)
            progress[in.metrics[v]] =
                (struct segment_progress){b->steps[r], b->epochs[r], segments->n_items};
    }
    segments->items[segments->n_items - 1].end_row = b->n_rows;
    row_metrics_done(&in);
    free(progress);
}

static void measure_segment(const struct log_builder *b, struct segment *segment)
{
    double step = -INFINITY, epoch = -INFINITY;
    segment->least_step = segment->least_epoch = INFINITY;
    for (size_t r = segment->first_row; r < segment->end_row; r++) {
        step = fmax(step, b->steps[r]), epoch = fmax(epoch, b->epochs[r]);
        segment->least_step = fmin(segment->least_step, b->steps[r]);
        segment->least_epoch = fmin(segment->least_epoch, b->epochs[r]);
    }
    segment->reach = isfinite(step)    ? step
                     : isfinite(epoch) ? epoch
                                       : (double)(segment->end_row - segment->first_row);
}

static size_t winner(const struct segments *segments)
{
    size_t best = 0;
    for (size_t i = 1; i < segments->n_items; i++)
        if (segments->items[i].reach >= segments->items[best].reach)
            best = i;
    return best;
}

static bool is_before(struct place row, double step, double epoch)
{
    if (!isnan(row.step))
        return row.step < step && isfinite(step);
    return row.epoch < epoch && isfinite(epoch);
}

/* The winner's rows, and from earlier segments what lies before the place where it took up. */
static size_t keep_rows(const struct log_builder *b, const struct segments *segments, size_t best,
                        bool *kept)
{
    size_t n_kept = 0;
    double step = INFINITY, epoch = INFINITY;
    for (size_t r = segments->items[best].end_row; r < b->n_rows; r++)
        kept[r] = false;
    for (size_t i = best + 1; i-- > 0;) {
        const struct segment *segment = &segments->items[i];
        for (size_t r = segment->first_row; r < segment->end_row; r++) {
            kept[r] = i == best || is_before(place_of(b, r), step, epoch);
            n_kept += kept[r];
        }
        step = fmin(step, segment->least_step), epoch = fmin(epoch, segment->least_epoch);
    }
    return n_kept;
}

void builder_choose_rows(struct log_builder *b, bool *kept)
{
    struct segments segments = {0};
    find_segments(b, &segments);
    for (size_t i = 0; i < segments.n_items; i++)
        measure_segment(b, &segments.items[i]);
    size_t best = winner(&segments), n_kept = keep_rows(b, &segments, best, kept);
    if (segments.n_items > 1)
        diags_add(b->diags, DIAG_NOTE,
                  (struct diag_place){b->path, b->lines[segments.items[1].first_row], 0},
                  "a resumed or second run begins here (%zu in all); the last one that reaches "
                  "the end counts, and of the others %zu of %zu rows are left out",
                  segments.n_items - 1, b->n_rows - n_kept, b->n_rows);
    free(segments.items);
}
