#include "estimate/calibration.h"

#include "stats/student.h"

#include <math.h>

/* sqrt(target (1 - target)/n) */
double calibration_se(double target, size_t n)
{
    return sqrt(target * (1 - target) / (double)n);
}

int calibration_side(double share, double target, double se)
{
    double margin = 2 * se;
    return share > target + margin ? 1 : share < target - margin ? -1 : 0;
}

/* 2 F_t(-t* sqrt(1 - VR)) = P(|T| > t* sqrt(1 - VR)) */
double calibration_expected_rejection(double vr, size_t n_half, double level)
{
    double df = 2 * ((double)n_half - 1);
    if (!(vr <= 1) || n_half < 2)
        return NAN;
    return student_two_sided_p(student_quantile(0.5 + level / 2, df) * sqrt(1 - vr), df);
}

int null_side(const struct null_row *row, double level)
{
    if (!row || row->status != ESTIMATE_OK)
        return 0;
    return calibration_side(row->adjusted_rejection, 1 - level,
                            calibration_se(1 - level, row->n_ok));
}

int coverage_side(const struct coverage_row *row, double level)
{
    if (row->status != ESTIMATE_OK || row->n == row->arm->n_runs)
        return 0;
    return calibration_side(row->corrected_adjusted, level, calibration_se(level, row->n_ok));
}

const struct null_row *snapshot_null(const struct snapshot *snapshot, const struct arm *arm,
                                     struct adjuster adjuster)
{
    for (size_t i = 0; i < snapshot->n_null; i++)
        if (snapshot->null[i].arm == arm && adjuster_equal(snapshot->null[i].adjuster, adjuster))
            return &snapshot->null[i];
    return NULL;
}

/* s^2/n */
static double variance_of_mean(const struct arm *arm)
{
    return arm->y_sd * arm->y_sd / (double)arm->n_runs;
}

struct pair_null snapshot_pair_null(const struct snapshot *snapshot, const struct pair_result *pair,
                                    struct adjuster adjuster)
{
    const struct null_row *a = snapshot_null(snapshot, pair->a, adjuster);
    const struct null_row *b = snapshot_null(snapshot, pair->b, adjuster);
    double share = variance_of_mean(pair->a) + variance_of_mean(pair->b);
    if (!a || !b || a->status != ESTIMATE_OK || b->status != ESTIMATE_OK || !(share > 0))
        return (struct pair_null){.a = NAN,
                                  .b = NAN,
                                  .both = NAN,
                                  .expected_a = NAN,
                                  .expected_b = NAN,
                                  .expected_both = NAN};
    double target = 1 - snapshot->request.settings.level;
    share = variance_of_mean(pair->a) / share;
    struct pair_null null = {.known = true,
                             .a = a->adjusted_rejection,
                             .b = b->adjusted_rejection,
                             .expected_a = a->expected_rejection,
                             .expected_b = b->expected_rejection};
    null.expected_both = share * null.expected_a + (1 - share) * null.expected_b;
    null.both = share * null.a + (1 - share) * null.b;
    double se = hypot(share * calibration_se(target, a->n_ok),
                      (1 - share) * calibration_se(target, b->n_ok));
    null.too_narrow = calibration_side(null.both, target, se) > 0;
    return null;
}
