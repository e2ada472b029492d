/* Two-phase means and differences: the mean over partitions of the means, the median of the variances. */
#include "estimate/build.h"
#include "estimate/pairs.h"
#include "estimate/twophase.h"
#include "stats/moments.h"
#include "stats/quantile.h"

#include <math.h>

static struct two_phase nothing(enum estimate_status status)
{
    return (struct two_phase){NAN, NAN, pair_no_interval(status), NAN};
}

/* A mean, or one side of a difference, from finished runs alone. */
static struct twophase_estimate raw_side(const struct build *build, size_t i)
{
    const struct arm *arm = build_arm(build, i);
    double n = (double)arm->n_runs;
    return (struct twophase_estimate){ESTIMATE_OK, moments_mean(arm->y, arm->n_runs),
                                      build->raw_variance[i] / n, n - 1};
}

static struct twophase_estimate two_phase_side(struct build *build, size_t i, size_t adjuster)
{
    const struct plan *plan = build->plan;
    const struct arm *arm = build_arm(build, i);
    struct twophase_estimate none = {twophase_guard(arm, NULL), NAN, NAN, NAN};
    if (plan->twophase_lane[i] == PLAN_NONE)
        return none;
    const struct lane *lane = &plan->lanes[plan->twophase_lane[i]];
    size_t cell = adjuster == PLAN_NONE ? lane->declared_cell : plan_adjuster_cell(lane, adjuster);
    size_t n_done = build_done(build, lane, cell, lane->n_wanted), n = 0;
    const struct records *records = build->views[cell].records;
    enum estimate_status failure = ESTIMATE_OK;
    double sum = 0;
    for (size_t r = 0; r < n_done; r++) {
        if (records->status[r] != ESTIMATE_OK) {
            failure = failure == ESTIMATE_OK ? (enum estimate_status)records->status[r] : failure;
            continue;
        }
        sum += records->second[r];
        build->scratch[n++] = records->value[r];
    }
    none.status = build_status(n_done, n, failure);
    if (none.status != ESTIMATE_OK)
        return none;
    return (struct twophase_estimate){ESTIMATE_OK, sum / (double)n,
                                      quantile_quartiles(build->scratch, n).median,
                                      (double)(arm->n_runs - 1)};
}

static bool declares(const struct arm *arm)
{
    return arm->unfinished.random && arm->unfinished.n;
}

static struct two_phase finish(const struct build *build, double estimate, double variance,
                               double df, double raw_half_width)
{
    struct two_phase out = {
        estimate, variance,
        pair_interval_of(estimate, variance, df, build->plan->request.settings.level), NAN};
    if (out.interval.status != ESTIMATE_OK)
        return nothing(out.interval.status);
    out.narrower_percent = 100 * (1 - out.interval.half_width / raw_half_width);
    return out;
}

static struct interval raw_mean(const struct build *build, size_t i)
{
    struct twophase_estimate side = raw_side(build, i);
    struct interval interval =
        pair_interval_of(side.mean, side.variance, side.df, build->plan->request.settings.level);
    interval.p = NAN;
    return interval;
}

struct two_phase build_two_phase_mean(struct build *build, size_t i, size_t adjuster)
{
    if (!declares(build_arm(build, i)))
        return nothing(ESTIMATE_TOO_FEW_RUNS);
    struct twophase_estimate side = two_phase_side(build, i, adjuster);
    if (side.status != ESTIMATE_OK)
        return nothing(side.status);
    struct interval raw = raw_mean(build, i);
    struct two_phase out = finish(build, side.mean, side.variance, side.df, raw.half_width);
    out.interval.p = NAN;
    return out;
}

void build_unfinished(struct build *build, size_t i, struct unfinished_result *out)
{
    const struct arm *arm = build_arm(build, i);
    size_t n = arm->unfinished.n, lane = build->plan->twophase_lane[i];
    *out = (struct unfinished_result){.declared = declares(arm),
                                      .status = ESTIMATE_TOO_FEW_RUNS,
                                      .n = n,
                                      .lambda = (double)n / (double)(n + arm->n_runs),
                                      .guard_p = NAN,
                                      .raw = raw_mean(build, i),
                                      .declared_statistic = nothing(ESTIMATE_TOO_FEW_RUNS)};
    if (!out->declared)
        return;
    out->status = twophase_guard(arm, &out->guard_p);
    out->n_splits = lane == PLAN_NONE ? 0 : build->plan->lanes[lane].n_wanted;
    out->declared_statistic = build_two_phase_mean(build, i, PLAN_NONE);
}

/* V = V_A + V_B,  df = V^2 / (V_A^2/(n_A - 1) + V_B^2/(n_B - 1)) */
struct two_phase build_two_phase_pair(struct build *build, size_t a, size_t b, size_t adjuster,
                                      const struct interval *raw)
{
    bool any = declares(build_arm(build, a)) || declares(build_arm(build, b));
    if (!any)
        return nothing(ESTIMATE_TOO_FEW_RUNS);
    struct twophase_estimate left =
        declares(build_arm(build, a)) ? two_phase_side(build, a, adjuster) : raw_side(build, a);
    struct twophase_estimate right =
        declares(build_arm(build, b)) ? two_phase_side(build, b, adjuster) : raw_side(build, b);
    if (left.status != ESTIMATE_OK || right.status != ESTIMATE_OK)
        return nothing(left.status != ESTIMATE_OK ? left.status : right.status);
    double variance = left.variance + right.variance;
    double df =
        variance * variance /
        (left.variance * left.variance / left.df + right.variance * right.variance / right.df);
    return finish(build, left.mean - right.mean, variance, df, raw->half_width);
}
