#include "estimate/twophase.h"

#include "stats/moments.h"
#include "stats/student.h"
#include "stats/welch.h"

#include <math.h>
#include <string.h>

size_t twophase_splits(size_t n_finished)
{
    return n_finished > TWOPHASE_LARGE ? TWOPHASE_SPLITS_LARGE : TWOPHASE_SPLITS;
}

/* fbar = sum over k of (n_k/n) f_{-k}, run by run */
static void average_fold(const struct fold_plan *plan, size_t n_extra, const double *extra,
                         double *fbar)
{
    memset(fbar, 0, n_extra * sizeof *fbar);
    for (size_t k = 0; k < plan->n_folds; k++) {
        size_t n_k = 0;
        for (size_t i = 0; i < plan->n_runs; i++)
            n_k += plan->fold[i] == k;
        for (size_t u = 0; u < n_extra; u++)
            fbar[u] += (double)n_k / (double)plan->n_runs * extra[k * n_extra + u];
    }
}

/* V = s^2(r)/n + lambda^2 s^2_U(fbar)/(N - n) */
struct twophase_estimate twophase_mean(const struct fold_plan *plan, const double *y,
                                       const double *held_out, size_t n_extra, const double *extra,
                                       double *scratch)
{
    size_t n = plan->n_runs;
    double lambda = (double)n_extra / (double)(n + n_extra);
    double *rectified = scratch, *fbar = scratch + n;
    for (size_t i = 0; i < n; i++) {
        double mean = moments_mean(extra + plan->fold[i] * n_extra, n_extra);
        rectified[i] = y[i] - lambda * (held_out[i] - mean);
    }
    average_fold(plan, n_extra, extra, fbar);
    struct twophase_estimate out = {ESTIMATE_OK, moments_mean(rectified, n), NAN, (double)(n - 1)};
    out.variance = moments_variance(rectified, n) / (double)n +
                   lambda * lambda * moments_variance(fbar, n_extra) / (double)n_extra;
    if (!isfinite(out.mean) || !isfinite(out.variance))
        out = (struct twophase_estimate){ESTIMATE_NOT_FINITE, NAN, NAN, NAN};
    else if (!(out.variance > 0))
        out = (struct twophase_estimate){ESTIMATE_NO_VARIANCE, NAN, NAN, NAN};
    return out;
}

/* Welch's test of one candidate between finished and unfinished runs; false where a value is missing. */
static bool guard_p(const struct arm *arm, size_t candidate, double *p)
{
    const struct unfinished_runs *extra = &arm->unfinished;
    const double *x = arm->x + candidate * arm->n_runs, *u = extra->x + candidate * extra->n;
    for (size_t i = 0; i < extra->n; i++)
        if (!isfinite(u[i]))
            return false;
    struct welch error = welch_error(moments_variance(x, arm->n_runs), arm->n_runs,
                                     moments_variance(u, extra->n), extra->n);
    double difference = moments_mean(x, arm->n_runs) - moments_mean(u, extra->n);
    *p = error.se > 0 ? student_two_sided_p(difference / error.se, error.df) : 1;
    return true;
}

enum estimate_status twophase_guard(const struct arm *arm, double *p)
{
    double unused, one, *least = p ? p : &unused;
    *least = NAN;
    if (arm->n_runs < TWOPHASE_FINISHED_MIN)
        return ESTIMATE_FEW_FINISHED;
    if (!arm->unfinished.random || arm->unfinished.n < 2)
        return ESTIMATE_TOO_FEW_RUNS;
    if (!arm->n_statistic)
        return ESTIMATE_NO_STATISTIC;
    for (size_t q = 0; q < arm->n_statistic; q++) {
        if (arm->statistic_candidate[q] >= arm->n_candidates)
            return ESTIMATE_NO_STATISTIC;
        if (!guard_p(arm, arm->statistic_candidate[q], &one))
            return ESTIMATE_STATISTIC_UNFINISHED;
        *least = fmin(*least, one); /* the first NaN gives way */
    }
    *least = fmin(1, *least * (double)arm->n_statistic); /* Bonferroni */
    return *least < TWOPHASE_GUARD_LEVEL ? ESTIMATE_SELECTIVE : ESTIMATE_OK;
}

/* V/V_raw is about 1 - lambda (rho^2 - (1 - rho^2)/(n - 3)) */
double twophase_expected_ratio(double rho2, size_t n_finished, size_t n_unfinished)
{
    double n = (double)n_finished, lambda = (double)n_unfinished / (n + (double)n_unfinished);
    if (n_finished < 4)
        return NAN;
    double gain = rho2 - (1 - rho2) / (n - 3);
    return gain > 0 ? 1 - lambda * gain : 1;
}

/* df = V^2 / (V_A^2/df_A + V_B^2/df_B),  V = V_A + V_B */
double twophase_pair_df(struct twophase_estimate a, struct twophase_estimate b)
{
    double both = a.variance + b.variance;
    return both * both / (a.variance * a.variance / a.df + b.variance * b.variance / b.df);
}
