/* Resumed and second runs: which rows of a file belong to the run that counts. */
#include "ingest/log_builder.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* How far a metric went, and in which segment (number + 1; 0 = not yet seen). */
struct progress {
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

static size_t end_value(const struct log_builder *b, size_t row)
{
    return row + 1 < b->n_rows ? b->rows[row + 1].first_value : b->n_values;
}

/* Steps that fall exactly where the epoch rises are batch numbers, not a restart. */
void builder_count_steps_on(struct log_builder *b)
{
    size_t n_rises = 0, n_restarts = 0;
    double last_step = NAN, last_epoch = NAN, first_epoch = INFINITY;
    double least_step = INFINITY, most_step = -INFINITY;
    for (size_t i = 0; i < b->n_rows; i++) {
        const struct builder_row *row = &b->rows[i];
        if (isnan(row->step) || isnan(row->epoch))
            continue;
        n_rises += row->epoch > last_epoch;
        n_restarts += row->epoch > last_epoch && row->step < last_step;
        last_step = row->step, last_epoch = row->epoch;
        first_epoch = row->epoch < first_epoch ? row->epoch : first_epoch;
        least_step = row->step < least_step ? row->step : least_step;
        most_step = row->step > most_step ? row->step : most_step;
    }
    if (!n_restarts || n_restarts * 2 < n_rises || !isfinite(most_step))
        return;
    double per_epoch = least_step == 0 ? most_step + 1 : most_step;
    for (size_t i = 0; i < b->n_rows; i++)
        if (!isnan(b->rows[i].epoch))
            b->rows[i].step += (b->rows[i].epoch - first_epoch) * per_epoch;
    diags_add(b->diags, DIAG_NOTE, (struct diag_place){.file = b->path},
              "the step begins again in every epoch: counted on, %.17g steps an epoch", per_epoch);
}

enum log_axis builder_strict_axis(const struct log_builder *b)
{
    bool steps = true, epochs = true;
    double step = -INFINITY, epoch = -INFINITY;
    for (size_t i = 0; i < b->n_rows && (steps || epochs); i++) {
        const struct builder_row *row = &b->rows[i];
        steps = steps && row->step > step;
        epochs = epochs && isnan(row->step) && row->epoch > epoch;
        step = row->step, epoch = row->epoch;
    }
    return b->n_breaks ? LOG_AXIS_INDEX
           : steps     ? LOG_AXIS_STEP
           : epochs    ? LOG_AXIS_EPOCH
                       : LOG_AXIS_INDEX;
}

static bool same_place(const struct builder_row *a, const struct builder_row *b)
{
    return a->step == b->step || (isnan(a->step) && isnan(b->step) && a->epoch == b->epoch);
}

static bool falls_back(const struct builder_row *row, const struct progress *last)
{
    if (!isnan(row->step) && !isnan(last->step))
        return row->step < last->step;
    return row->epoch < last->epoch; /* false where one of them is not known */
}

static bool row_falls_back(const struct log_builder *b, size_t row, size_t segment,
                           const struct progress *progress)
{
    for (size_t v = b->rows[row].first_value; v < end_value(b, row); v++) {
        const struct progress *last = &progress[b->values[v].metric];
        if (last->segment == segment && falls_back(&b->rows[row], last))
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
    while (start > least && same_place(&b->rows[start - 1], &b->rows[row]))
        start--;
    return start;
}

static void find_segments(const struct log_builder *b, struct segments *segments)
{
    struct progress *progress = mem_zeroed(b->n_metrics + 1, sizeof *progress);
    size_t n_breaks = 0;
    begin_segment(segments, 0);
    for (size_t r = 0; r < b->n_rows; r++) {
        bool announced = false;
        for (; n_breaks < b->n_breaks && b->breaks[n_breaks] <= r; n_breaks++)
            announced = b->breaks[n_breaks] == r && r > 0;
        if (announced) {
            begin_segment(segments, r);
        } else if (row_falls_back(b, r, segments->n_items, progress)) {
            r = segment_start(b, segments, r);
            begin_segment(segments, r);
        }
        for (size_t v = b->rows[r].first_value; v < end_value(b, r); v++)
            progress[b->values[v].metric] =
                (struct progress){b->rows[r].step, b->rows[r].epoch, segments->n_items};
    }
    segments->items[segments->n_items - 1].end_row = b->n_rows;
    free(progress);
}

static void measure_segment(const struct log_builder *b, struct segment *segment)
{
    double step = -INFINITY, epoch = -INFINITY;
    segment->least_step = segment->least_epoch = INFINITY;
    for (size_t r = segment->first_row; r < segment->end_row; r++) {
        step = fmax(step, b->rows[r].step), epoch = fmax(epoch, b->rows[r].epoch);
        segment->least_step = fmin(segment->least_step, b->rows[r].step);
        segment->least_epoch = fmin(segment->least_epoch, b->rows[r].epoch);
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

static bool is_before(const struct builder_row *row, double step, double epoch)
{
    if (!isnan(row->step))
        return row->step < step && isfinite(step);
    return row->epoch < epoch && isfinite(epoch);
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
            kept[r] = i == best || is_before(&b->rows[r], step, epoch);
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
                  (struct diag_place){b->path, b->rows[segments.items[1].first_row].line, 0},
                  "a resumed or second run begins here (%zu in all); the last one that reaches "
                  "the end counts, and of the others %zu of %zu rows are left out",
                  segments.n_items - 1, b->n_rows - n_kept, b->n_rows);
    free(segments.items);
}
