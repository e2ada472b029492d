#include "study/past_outcome.h"

#include <math.h>

/* Where the last value stands that the candidate looks at, on which axis; NaN if there is none. */
static double last_look(const struct candidate_spec *spec, const struct window_series *series,
                        const struct run_length *length, enum log_axis *axis)
{
    size_t n = series->n_points;
    *axis = series->axis;
    if (spec->kind == SPEC_POSITION) {
        *axis = spec->axis;
        return spec->position;
    }
    if (spec->kind == SPEC_SUMMARY && spec->n_prefix && spec->n_prefix < n)
        n = spec->n_prefix;
    double end = spec->kind == SPEC_FRACTION
                     ? window_fraction_end(spec->position, series->axis, length)
                     : INFINITY;
    while (n && series->positions[n - 1] > end)
        n--;
    return n ? series->positions[n - 1] : NAN;
}

static bool is_past(const struct candidate_spec *spec, const struct run_data *run,
                    const struct window_series *series)
{
    enum log_axis axis;
    if (!series || isnan(run->outcome_position))
        return false;
    double last = last_look(spec, series, &run->length, &axis), place = run->outcome_position;
    if (axis != run->outcome_axis) {
        last /= run->length.full[axis];
        place /= run->length.full[run->outcome_axis];
    }
    return last >= place;
}

size_t past_outcome(const struct candidate_spec *spec, const struct run_data *const *runs,
                    const struct window_series *const *series, size_t n_runs)
{
    size_t n = 0;
    for (size_t r = 0; r < n_runs; r++)
        n += is_past(spec, runs[r], series[r]);
    return n;
}
