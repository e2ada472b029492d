#include "study/candidate.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t prefix_lengths[] = {10, 50, 100, 200, 500, 1000};

static void add(struct spec_list *list, struct candidate_spec spec)
{
    list->items = mem_grow(list->items, list->n_items, &list->capacity, sizeof *list->items);
    list->items[list->n_items++] = spec;
}

/* Sorted sets of positions; out may hold at most `max`, more are counted only. */
static size_t unite(const double *a, size_t n_a, const double *b, size_t n_b, double *out,
                    size_t max)
{
    size_t i = 0, j = 0, n = 0;
    while ((i < n_a || j < n_b) && n <= max) {
        double next = j == n_b || (i < n_a && a[i] <= b[j]) ? a[i] : b[j];
        i += i < n_a && a[i] == next;
        j += j < n_b && b[j] == next;
        if (n < max)
            out[n] = next;
        n++;
    }
    return n;
}

static size_t intersect(double *a, size_t n_a, const double *b, size_t n_b)
{
    size_t n = 0;
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        if (a[i] == b[j])
            a[n++] = a[i++];
        else if (a[i] < b[j])
            i++;
        else
            j++;
    }
    return n;
}

/* A series on the axis that most runs have (the first such in a draw), or NULL. */
static const struct window_series *typical_series(const struct window_series *const *series,
                                                  size_t n_runs)
{
    const struct window_series *first[3] = {NULL, NULL, NULL}, *typical = NULL;
    size_t counts[3] = {0}, most = 0;
    for (size_t i = 0; i < n_runs; i++) {
        if (!series[i] || !series[i]->n_points)
            continue;
        enum log_axis axis = series[i]->axis;
        counts[axis]++;
        first[axis] = first[axis] ? first[axis] : series[i];
    }
    for (size_t axis = 0; axis < 3; axis++)
        if (counts[axis] > most) {
            most = counts[axis];
            typical = first[axis];
        }
    return typical;
}

/* Up to SNAPSHOTS_MAX positions, each logged by some run; SNAPSHOTS_MAX + 1 if there are more. */
static size_t all_positions(const struct window_series *const *series, size_t n_runs,
                            enum log_axis axis, double *positions)
{
    double old[SNAPSHOTS_MAX];
    size_t n = 0;
    for (size_t i = 0; i < n_runs && n <= SNAPSHOTS_MAX; i++) {
        if (!series[i] || series[i]->axis != axis)
            continue;
        memcpy(old, positions, n * sizeof *old);
        n = unite(old, n, series[i]->positions, series[i]->n_points, positions, SNAPSHOTS_MAX);
    }
    return n;
}

/* The positions that every run logged, newly allocated. */
static double *common_positions(const struct window_series *const *series, size_t n_runs,
                                const struct window_series *first, size_t *n_common)
{
    double *common = mem_array(first->n_points + 1, sizeof *common);
    memcpy(common, first->positions, first->n_points * sizeof *common);
    size_t n = first->n_points;
    for (size_t i = 0; i < n_runs; i++)
        n = series[i] && series[i]->axis == first->axis
                ? intersect(common, n, series[i]->positions, series[i]->n_points)
                : 0;
    *n_common = n;
    return common;
}

static void add_snapshots(const struct window_series *const *series, size_t n_runs,
                          const struct window_series *first, struct spec_list *list)
{
    double positions[SNAPSHOTS_MAX];
    struct candidate_spec spec = {.kind = SPEC_POSITION, .axis = first->axis};
    size_t n = all_positions(series, n_runs, first->axis, positions);
    if (n <= SNAPSHOTS_MAX) {
        for (size_t i = 0; i < n; i++) {
            spec.position = positions[i];
            add(list, spec);
        }
        return;
    }
    double *common = common_positions(series, n_runs, first, &n);
    size_t n_grid = n < SNAPSHOTS_MAX ? n : SNAPSHOTS_MAX;
    for (size_t k = 1; k <= n_grid; k++) {
        spec.position = common[k * n / n_grid - 1];
        add(list, spec);
    }
    list->no_common_position = n == 0;
    free(common);
}

/* Statistics that one point does not have. */
static bool needs_two_points(enum statistic statistic)
{
    return statistic == STATISTIC_SD || statistic == STATISTIC_SLOPE ||
           statistic == STATISTIC_CHANGE;
}

static void add_summaries(const struct window_series *const *series, size_t n_runs,
                          const struct window_series *first, struct spec_list *list)
{
    size_t longest = 0;
    for (size_t i = 0; i < n_runs; i++)
        if (series[i] && series[i]->n_points > longest)
            longest = series[i]->n_points;
    struct candidate_spec spec = {.kind = SPEC_SUMMARY};
    for (int statistic = 0; statistic < N_STATISTICS; statistic++) {
        spec.statistic = (enum statistic)statistic;
        if (longest < 2 && needs_two_points(spec.statistic))
            continue;
        size_t n_lengths = sizeof prefix_lengths / sizeof *prefix_lengths;
        for (size_t i = 0; first->axis != LOG_AXIS_EPOCH && i < n_lengths; i++) {
            spec.n_prefix = prefix_lengths[i];
            if (spec.n_prefix < longest)
                add(list, spec);
        }
        spec.n_prefix = 0;
        add(list, spec);
    }
}

void candidate_specs(const struct window_series *const *series, size_t n_runs,
                     const struct family_match *match, struct spec_list *list)
{
    *list = (struct spec_list){0};
    const struct window_series *first = typical_series(series, n_runs);
    if (!first)
        return;
    if (match->snapshots) {
        add_snapshots(series, n_runs, first, list);
        add(list, (struct candidate_spec){.kind = SPEC_END});
    }
    if (match->summaries)
        add_summaries(series, n_runs, first, list);
}

/* How many of the positions are at or before `limit`. */
static size_t n_until(const struct window_series *series, double limit)
{
    size_t low = 0, high = series->n_points;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (series->positions[middle] <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double last_until(const struct window_series *series, double limit)
{
    size_t n = n_until(series, limit);
    return n ? series->values[n - 1] : NAN;
}

/* The last point at this position of the axis that the series does not go by. */
static double at_other_position(const struct window_series *series, double position)
{
    for (size_t i = series->n_points; i-- > 0;)
        if (series->other_positions[i] == position)
            return series->values[i];
    return NAN;
}

static double at_position(const struct candidate_spec *spec, const struct window_series *series,
                          const struct run_length *length)
{
    if (spec->axis != series->axis && series->other_positions && spec->axis == series->other_axis)
        return at_other_position(series, spec->position);
    if (spec->axis !=
        series->axis) /* a declared epoch of a series by steps: its share of training */
        return last_until(series, window_fraction_end(spec->position / length->full[spec->axis],
                                                      series->axis, length));
    size_t n = n_until(series, spec->position);
    return n && series->positions[n - 1] == spec->position ? series->values[n - 1] : NAN;
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double sd_of(const double *x, size_t n)
{
    if (n < 2)
        return NAN;
    double mean = mean_of(x, n), sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sqrt(sum / (double)(n - 1));
}

/* Least squares against 0, 1, … n-1, whose centred sum of squares is n (n^2 - 1) / 12. */
static double slope_of(const double *x, size_t n)
{
    if (n < 2)
        return NAN;
    double mean = mean_of(x, n), middle = (double)(n - 1) / 2, sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += ((double)i - middle) * (x[i] - mean);
    return sum * 12 / ((double)n * ((double)n * (double)n - 1));
}

static double extreme_of(const double *x, size_t n, bool largest)
{
    double best = x[0];
    for (size_t i = 1; i < n; i++)
        if (largest ? x[i] > best : x[i] < best)
            best = x[i];
    return best;
}

static double summary_of(enum statistic statistic, const double *x, size_t n)
{
    switch (statistic) {
    case STATISTIC_MEAN:
        return mean_of(x, n);
    case STATISTIC_SD:
        return sd_of(x, n);
    case STATISTIC_MIN:
        return extreme_of(x, n, false);
    case STATISTIC_MAX:
        return extreme_of(x, n, true);
    case STATISTIC_SLOPE:
        return slope_of(x, n);
    case STATISTIC_FIRST:
        return x[0];
    case STATISTIC_LAST:
        return x[n - 1];
    case STATISTIC_CHANGE:
        return n < 2 ? NAN : x[n - 1] - x[0];
    case N_STATISTICS:
        break;
    }
    return NAN;
}

static double summary(const struct candidate_spec *spec, const struct window_series *series)
{
    size_t n = spec->n_prefix ? spec->n_prefix : series->n_points;
    if (!n || n > series->n_points)
        return NAN;
    double value = summary_of(spec->statistic, series->values, n);
    /* NaN out of numbers that are there comes of an infinite one: not missing, but not finite. */
    return isnan(value) && !(needs_two_points(spec->statistic) && n < 2) ? INFINITY : value;
}

double candidate_value(const struct candidate_spec *spec, const struct window_series *series,
                       const struct run_length *length)
{
    if (!series)
        return NAN;
    switch (spec->kind) {
    case SPEC_POSITION:
        return at_position(spec, series, length);
    case SPEC_FRACTION:
        return last_until(series, window_fraction_end(spec->position, series->axis, length));
    case SPEC_END:
        return series->n_points ? series->values[series->n_points - 1] : NAN;
    case SPEC_SUMMARY:
        break;
    }
    return summary(spec, series);
}
