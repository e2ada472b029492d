/* Variance reduction per arm and adjuster, over splits. */
#include "base/mem.h"
#include "estimate/build.h"
#include "engine/crossfit.h"
#include "stats/moments.h"
#include "stats/ols.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_share(const void *a, const void *b)
{
    const struct pick *x = a, *y = b;
    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

/* Shares of all training folds of the splits that have a figure. */
static void count_picks(struct build *build, const struct records *records, size_t n_done,
                        size_t n_candidates, struct vr_summary *out)
{
    size_t *counts = mem_zeroed(n_candidates, sizeof *counts), n_folds = 0, n_picked = 0;
    for (size_t i = 0; i < n_done; i++)
        for (size_t f = 0; f < records->n_folds && records->status[i] == ESTIMATE_OK; f++) {
            uint32_t pick = records->picks[i * records->n_folds + f];
            n_folds++;
            if (pick != CROSSFIT_NO_PICK)
                n_picked += counts[pick]++ == 0;
        }
    struct pick *picks = build_alloc(build, n_picked, sizeof *picks);
    for (size_t j = 0; j < n_candidates; j++)
        if (counts[j])
            picks[out->n_picks++] = (struct pick){j, (double)counts[j] / (double)n_folds};
    qsort(picks, n_picked, sizeof *picks, by_share);
    out->picks = picks;
    free(counts);
}

static double share_negative(const double *vr, size_t n)
{
    size_t n_negative = 0;
    for (size_t i = 0; i < n; i++)
        n_negative += vr[i] < 0;
    return (double)n_negative / (double)n;
}

static struct vr_summary no_figures(size_t n_wanted)
{
    return (struct vr_summary){.status = ESTIMATE_PENDING,
                               .n_wanted = n_wanted,
                               .mean = NAN,
                               .median = NAN,
                               .q25 = NAN,
                               .q75 = NAN,
                               .se = NAN,
                               .negative_share = NAN,
                               .adjusted_sd = NAN,
                               .effective_runs = NAN};
}

static double median_variance(struct build *build, const struct records *records, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (records->status[i] == ESTIMATE_OK)
            build->scratch[kept++] = records->value[i];
    return quantile_quartiles(build->scratch, kept).median;
}

/* VR_r = 1 - Var(adj_r)/Var(y) of split r: mean, sd/sqrt(R), quartiles; n/(1 - median VR)   (METHOD.md, "Figures of
 * an arm") */
/* The one candidate that is the statistic in use. */
static size_t sole_statistic(const struct build *build, const struct arm *arm)
{
    size_t statistic[REQUEST_STATISTIC_MAX];
    size_t n = plan_statistic(&build->plan->request, arm, statistic);
    return n == 1 ? statistic[0] : ARM_NO_CANDIDATE;
}

static void summarise(struct build *build, const struct lane *lane, size_t cell,
                      double raw_variance, double *median_var, struct vr_summary *out)
{
    const struct records *records = build->views[cell].records;
    const struct arm *arm = &build->plan->study->arms[lane->arm];
    enum estimate_status failure;
    *out = no_figures(lane->n_wanted);
    out->n_done = build_done(build, lane, cell, lane->n_wanted);
    double *vr = build_alloc(build, out->n_done, sizeof *vr);
    size_t n_ok =
        build_vr(records, (struct raw_source){NULL, raw_variance}, out->n_done, vr, &failure);
    out->vr = vr;
    out->n_failed = out->n_done - n_ok;
    out->status = build_status(out->n_done, n_ok, failure);
    if (records->n_folds)
        count_picks(build, records, out->n_done, arm->n_candidates, out);
    if (records->n_fold_weights)
        build_weights(build, records, arm, build->plan->cells[cell].families,
                      sole_statistic(build, arm), out);
    if (out->status != ESTIMATE_OK)
        return;
    *median_var = median_variance(build, records, out->n_done);
    memcpy(build->scratch, vr, out->n_done * sizeof *vr);
    build_compact(build->scratch, out->n_done);
    out->mean = moments_mean(build->scratch, n_ok);
    out->se = n_ok < 2 ? NAN : moments_sd(build->scratch, n_ok) / sqrt((double)n_ok);
    out->negative_share = share_negative(build->scratch, n_ok);
    struct quartiles q = quantile_quartiles(build->scratch, n_ok);
    out->q25 = q.q25;
    out->median = q.median;
    out->q75 = q.q75;
    out->adjusted_sd = sqrt(*median_var);
    out->effective_runs = (double)arm->n_runs / (1 - out->median);
}

/* Squared (multiple) correlation of the outcome with the statistic over all runs. */
static double statistic_rho2(const struct arm *arm, const size_t *statistic, size_t q)
{
    size_t n = arm->n_runs;
    double theta[REQUEST_STATISTIC_MAX], residual, rho2 = NAN;
    for (size_t j = 0; j < q; j++)
        if (statistic[j] == ARM_NO_CANDIDATE)
            return NAN;
    if (q == 0)
        return NAN;
    if (q == 1)
        return moments_rho2(arm->x + statistic[0] * n, arm->y, n);
    double *x = mem_array(n * q, sizeof *x), *y = mem_array(n, sizeof *y), total = 0;
    for (size_t j = 0; j <= q; j++) {
        const double *from = j < q ? arm->x + statistic[j] * n : arm->y;
        double *to = j < q ? x + j * n : y, mean = moments_mean(from, n);
        for (size_t i = 0; i < n; i++)
            to[i] = from[i] - mean;
    }
    for (size_t i = 0; i < n; i++)
        total += y[i] * y[i];
    if (ols_fit(n, q, x, y, theta, &residual, NULL) == OLS_OK && total > 0)
        rho2 = 1 - residual / total;
    free(x);
    free(y);
    return rho2;
}

/* Runs at which rho^2 = q/n_train, n_train the runs of the other folds. */
static double break_even(double rho2, size_t q, size_t n_runs, size_t folds)
{
    double n_train = (double)q / rho2;
    if (!(rho2 > 0))
        return NAN;
    return folds == n_runs ? n_train + 1 : n_train * (double)folds / (double)(folds - 1);
}

static void name_statistic(struct build *build, const struct arm *arm, size_t folds,
                           struct adjuster_result *out)
{
    const struct request *request = &build->plan->request;
    size_t *statistic = build_alloc(build, REQUEST_STATISTIC_MAX, sizeof *statistic);
    out->n_statistic = plan_statistic(request, arm, statistic);
    const char **names = build_alloc(build, out->n_statistic, sizeof *names);
    for (size_t i = 0; i < out->n_statistic; i++)
        names[i] = request->n_statistic
                       ? arena_strdup(&build->snapshot->arena, request->statistic[i])
                       : arm->statistic[i];
    out->statistic = statistic;
    out->statistic_names = names;
    out->rho2 = statistic_rho2(arm, statistic, out->n_statistic);
    out->break_even_runs = break_even(out->rho2, out->n_statistic, arm->n_runs, folds);
}

static void build_adjuster(struct build *build, size_t i, const struct lane *lane, size_t a,
                           struct adjuster_result *out)
{
    const struct request *request = &build->plan->request;
    *out = (struct adjuster_result){.adjuster = request->adjusters[a],
                                    .exploratory = build_exploratory(build, request->adjusters[a]),
                                    .rho2 = NAN,
                                    .break_even_runs = NAN};
    const struct adjuster_traits *traits = adjuster_traits(out->adjuster.kind);
    if (traits->uses_statistic)
        name_statistic(build, build_arm(build, i), lane->n_folds, out);
    if (traits->uses_families) /* the statistic is only a part of it */
        out->rho2 = out->break_even_runs = NAN;
    summarise(build, lane, plan_adjuster_cell(lane, a), build->raw_variance[i],
              &build->median_variance[i * request->n_adjusters + a], &out->vr);
    out->two_phase = build_two_phase_mean(build, i, a);
}

void build_arms(struct build *build)
{
    const struct plan *plan = build->plan;
    bool wanted = plan_wants(plan, SECTION_ARMS) || plan_wants(plan, SECTION_PAIRS) ||
                  plan_wants(plan, SECTION_MORE);
    size_t n_adjusters = wanted ? plan->request.n_adjusters : 0;
    struct arm_result *arms = build_alloc(build, plan->request.n_arms, sizeof *arms);
    for (size_t i = 0; i < plan->request.n_arms; i++) {
        const struct arm *arm = build_arm(build, i);
        arms[i] = (struct arm_result){.arm = arm};
        build->raw_variance[i] = moments_variance(arm->y, arm->n_runs);
        if (plan->splits_lane[i] == PLAN_NONE)
            continue;
        const struct lane *lane = &plan->lanes[plan->splits_lane[i]];
        struct adjuster_result *results = build_alloc(build, n_adjusters, sizeof *results);
        arms[i].folds = lane->n_folds;
        arms[i].given_folds = lane->given_folds;
        arms[i].n_splits = lane->n_wanted;
        build_unfinished(build, i, &arms[i].unfinished);
        arms[i].n_adjusters = n_adjusters;
        arms[i].adjusters = results;
        for (size_t a = 0; a < n_adjusters; a++)
            build_adjuster(build, i, lane, a, &results[a]);
    }
    build->snapshot->n_arms = plan->request.n_arms;
    build->snapshot->arms = arms;
}
