/* Fits on one candidate or on the declared statistic. */
#include "engine/linear_internal.h"

#include "engine/design.h"
#include "engine/search.h"
#include "engine/split.h"
#include "stats/ols.h"

#include <math.h>
#include <string.h>

/* Least squares on the statistic; factor(F) multiplies the slopes, F the regression's F statistic. */
static enum estimate_status fit_statistic(const struct linear_problem *problem, bool shrunk,
                                          struct linear_workspace *w, double *slopes)
{
    size_t n = problem->n, q = problem->n_statistic;
    double residual, total = linear_dot(problem->y, problem->y, n);
    memcpy(w->regressors, problem->statistic, q * n * sizeof *w->regressors);
    memcpy(w->lines[0], problem->y, n * sizeof *w->lines[0]);
    enum ols_outcome outcome = ols_fit(n, q, w->regressors, w->lines[0], w->theta, &residual, NULL);
    if (outcome != OLS_OK)
        return split_status(outcome);
    /* max(0, 1 - 1/F), F = ((total - residual) / q) / (residual / (n - 1 - q)) */
    double error = residual / (double)(n - 1 - q), explained = (total - residual) / (double)q;
    double factor = !shrunk ? 1 : explained > error ? 1 - error / explained : 0;
    for (size_t j = 0; j < q; j++)
        slopes[problem->n_columns + j] = factor * w->theta[j];
    return ESTIMATE_OK;
}

enum estimate_status linear_fixed(const struct linear_problem *problem, unsigned k,
                                  struct linear_workspace *w, double *slopes)
{
    (void)k;
    return fit_statistic(problem, false, w, slopes);
}

enum estimate_status linear_fixed_shrunk(const struct linear_problem *problem, unsigned k,
                                         struct linear_workspace *w, double *slopes)
{
    (void)k;
    return fit_statistic(problem, true, w, slopes);
}

/* The first column whose squared correlation with y is the largest; n_columns if none is eligible. */
static size_t largest(const struct linear_problem *problem, const double *y, double *rho2)
{
    size_t n = problem->n, winner = problem->n_columns;
    double yy = linear_dot(y, y, n);
    *rho2 = -1;
    for (size_t c = 0; c < problem->n_columns; c++) {
        const double *z = problem->z + c * n;
        double zz = linear_dot(z, z, n), zy = linear_dot(z, y, n);
        double square = zz > 0 ? (yy > 0 ? zy * zy / (zz * yy) : 0) : NAN;
        if (square > *rho2 + DESIGN_TIE * fmax(*rho2, 0)) {
            *rho2 = square;
            winner = c;
        }
    }
    return winner;
}

/* The mean over permutations of y of the largest squared correlation. */
static double noise(const struct linear_problem *problem, struct linear_workspace *w)
{
    struct rng rng;
    double sum = 0;
    rng_init(&rng, (struct rng_key){problem->stream[0], rng_name("two-phase"),
                                    rng_name("best-shrunk"), problem->stream[1]});
    for (size_t i = 0; i < problem->n; i++)
        w->order[i] = (uint32_t)i;
    for (size_t p = 0; p < SEARCH_PERMUTATIONS; p++) {
        double rho2;
        rng_shuffle(&rng, w->order, problem->n);
        for (size_t i = 0; i < problem->n; i++)
            w->lines[0][i] = problem->y[w->order[i]];
        largest(problem, w->lines[0], &rho2);
        sum += fmax(rho2, 0);
    }
    return sum / SEARCH_PERMUTATIONS;
}

static enum estimate_status fit_best(const struct linear_problem *problem, bool shrunk,
                                     struct linear_workspace *w, double *slopes)
{
    double rho2;
    size_t winner = largest(problem, problem->y, &rho2);
    if (winner == problem->n_columns)
        return ESTIMATE_NO_CANDIDATES;
    const double *z = problem->z + winner * problem->n;
    double theta = linear_dot(z, problem->y, problem->n) / linear_dot(z, z, problem->n);
    slopes[winner] = theta * (shrunk ? search_factor(rho2, noise(problem, w)) : 1);
    return ESTIMATE_OK;
}

enum estimate_status linear_best(const struct linear_problem *problem, unsigned k,
                                 struct linear_workspace *w, double *slopes)
{
    (void)k;
    return fit_best(problem, false, w, slopes);
}

enum estimate_status linear_best_shrunk(const struct linear_problem *problem, unsigned k,
                                        struct linear_workspace *w, double *slopes)
{
    (void)k;
    return fit_best(problem, true, w, slopes);
}
