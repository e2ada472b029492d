#include "estimate/contrast.h"

#include "base/mem.h"
#include "estimate/pairs.h"
#include "stats/moments.h"
#include "stats/ols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double *column(struct contrast_side side, size_t j)
{
    return side.arm->x + side.statistic[j] * side.arm->n_runs;
}

static enum estimate_status usable(struct contrast_side a, struct contrast_side b)
{
    if (a.n_statistic == 0 || a.n_statistic != b.n_statistic)
        return ESTIMATE_NO_STATISTIC;
    for (size_t j = 0; j < a.n_statistic; j++)
        if (a.statistic[j] == ARM_NO_CANDIDATE || b.statistic[j] == ARM_NO_CANDIDATE)
            return ESTIMATE_NO_STATISTIC;
    return ESTIMATE_OK;
}

static enum estimate_status ols_status(enum ols_outcome outcome)
{
    static const enum estimate_status statuses[] = {[OLS_OK] = ESTIMATE_OK,
                                                    [OLS_TOO_FEW_ROWS] = ESTIMATE_TOO_FEW_RUNS,
                                                    [OLS_RANK_DEFICIENT] = ESTIMATE_RANK_DEFICIENT,
                                                    [OLS_NOT_FINITE] = ESTIMATE_NOT_FINITE};
    return statuses[outcome];
}

/* x - mean x and y - mean y: rows `at` and on of a stacked, column-major x [stride rows] and y: the arm's, centred in the arm. */
static void stack(struct contrast_side side, double *x, double *y, size_t stride, size_t at)
{
    size_t n = side.arm->n_runs;
    double y_mean = moments_mean(side.arm->y, n);
    for (size_t i = 0; i < n; i++)
        y[at + i] = side.arm->y[i] - y_mean;
    for (size_t j = 0; j < side.n_statistic; j++) {
        double x_mean = moments_mean(column(side, j), n);
        for (size_t i = 0; i < n; i++)
            x[j * stride + at + i] = column(side, j)[i] - x_mean;
    }
}

/* theta over one side, or over both (b given); residual_ss may be NULL. */
static enum estimate_status fit(struct contrast_side a, const struct contrast_side *b,
                                double *theta, double *residual_ss)
{
    size_t n = a.arm->n_runs + (b ? b->arm->n_runs : 0), q = a.n_statistic;
    double *x = mem_array(n * q, sizeof *x), *y = mem_array(n, sizeof *y);
    stack(a, x, y, n, 0);
    if (b)
        stack(*b, x, y, n, a.arm->n_runs);
    enum estimate_status status = ols_status(ols_fit(n, q, x, y, theta, residual_ss, NULL));
    free(x);
    free(y);
    return status;
}

/* Mean and sample variance of y - theta'x. */
static void adjusted_moments(struct contrast_side side, const double *theta, double *mean,
                             double *variance)
{
    size_t n = side.arm->n_runs;
    double *z = mem_array(n, sizeof *z);
    memcpy(z, side.arm->y, n * sizeof *z);
    for (size_t j = 0; j < side.n_statistic; j++)
        for (size_t i = 0; i < n; i++)
            z[i] -= theta[j] * column(side, j)[i];
    *mean = moments_mean(z, n);
    *variance = moments_variance(z, n);
    free(z);
}

static struct pair_contrast failed(enum estimate_status status)
{
    return (struct pair_contrast){status, NAN, NAN, NAN};
}

static struct pair_contrast contrast(struct contrast_side a, struct contrast_side b,
                                     const double mean[2], const double variance[2], double level)
{
    struct pair_side left = {mean[0], variance[0], a.arm->n_runs};
    struct pair_side right = {mean[1], variance[1], b.arm->n_runs};
    struct interval interval = pair_interval(left, right, level);
    if (interval.status != ESTIMATE_OK)
        return failed(interval.status);
    double raw = moments_mean(a.arm->y, a.arm->n_runs) - moments_mean(b.arm->y, b.arm->n_runs);
    double difference = mean[0] - mean[1];
    return (struct pair_contrast){ESTIMATE_OK, difference, interval.half_width, difference - raw};
}

/* One theta for both arms: the difference of the means of y - theta'x. */
struct pair_contrast contrast_pooled(struct contrast_side a, struct contrast_side b, double level)
{
    double theta[REQUEST_STATISTIC_MAX], mean[2], variance[2];
    enum estimate_status status = usable(a, b);
    if (status == ESTIMATE_OK)
        status = fit(a, &b, theta, NULL);
    if (status != ESTIMATE_OK)
        return failed(status);
    adjusted_moments(a, theta, &mean[0], &variance[0]);
    adjusted_moments(b, theta, &mean[1], &variance[1]);
    return contrast(a, b, mean, variance, level);
}

/* mean_a y - theta_a' (mean_a x - mean x), mean_a x - mean x = n_b/(n_a + n_b) (mean_a x - mean_b x): the arm's
 * mean outcome predicted at the mean of x over both arms. */
static double mean_at_centre(struct contrast_side side, struct contrast_side other,
                             const double *theta)
{
    size_t n = side.arm->n_runs, n_other = other.arm->n_runs;
    double mean = moments_mean(side.arm->y, n), share = (double)n_other / (double)(n + n_other);
    for (size_t j = 0; j < side.n_statistic; j++)
        mean -= theta[j] * share *
                (moments_mean(column(side, j), n) - moments_mean(column(other, j), n_other));
    return mean;
}

/* A theta for each arm; variances are residual_ss/(n - 1 - q). */
struct pair_contrast contrast_lin(struct contrast_side a, struct contrast_side b, double level)
{
    double theta_a[REQUEST_STATISTIC_MAX], theta_b[REQUEST_STATISTIC_MAX], variance[2];
    enum estimate_status status = usable(a, b);
    if (status == ESTIMATE_OK)
        status = fit(a, NULL, theta_a, &variance[0]);
    if (status == ESTIMATE_OK)
        status = fit(b, NULL, theta_b, &variance[1]);
    if (status != ESTIMATE_OK)
        return failed(status);
    variance[0] /= (double)(a.arm->n_runs - 1 - a.n_statistic);
    variance[1] /= (double)(b.arm->n_runs - 1 - b.n_statistic);
    const double mean[2] = {mean_at_centre(a, b, theta_a), mean_at_centre(b, a, theta_b)};
    return contrast(a, b, mean, variance, level);
}
