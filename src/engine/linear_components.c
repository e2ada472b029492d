/* Fits on principal components, and ridge: both from decompositions of the products between runs. */
#include "engine/linear_internal.h"

#include "engine/components.h"
#include "engine/ridge.h"
#include "engine/split.h"
#include "stats/ols.h"

#include <math.h>
#include <string.h>

/* Components of a family as COMPONENTS_RANK_SHARE allows, at most k. */
static size_t n_components(const struct linear_problem *problem, size_t family, unsigned k,
                           const struct linear_space *space)
{
    size_t n_eligible =
        linear_n_eligible(problem, problem->family[family], problem->family[family + 1]);
    size_t found = 0;
    while (found < k && found < n_eligible && found + 1 < problem->n &&
           space->values[found] > COMPONENTS_RANK_SHARE * space->values[0])
        found++;
    return found;
}

/* Positive-part James-Stein: max(0, 1 - 2 / t^2). */
static double shrunk_factor(double theta, double variance)
{
    double square = theta * theta, error = 2 * variance;
    return square > error ? 1 - error / square : 0;
}

/* Slopes of component c of a family, on whose scores (eigenvector u, length 1) y has slope theta: a run's
 * score is z' Z' u / value. */
static enum estimate_status fit(const struct linear_problem *problem, unsigned k, bool shrunk,
                                struct linear_workspace *w, double *slopes)
{
    size_t n = problem->n, q = 0;
    double residual;
    for (size_t f = 0; f < problem->n_families; f++) {
        const struct linear_space *space = linear_space(problem, w, f);
        for (size_t c = 0; c < n_components(problem, f, k, space); c++)
            memcpy(w->regressors + q++ * n, space->vectors + c * n, n * sizeof *w->regressors);
    }
    if (!q)
        return ESTIMATE_NO_CANDIDATES;
    memcpy(w->lines[0], problem->y, n * sizeof *w->lines[0]);
    enum ols_outcome outcome =
        ols_fit(n, q, w->regressors, w->lines[0], w->theta, &residual, shrunk ? w->inverse : NULL);
    if (outcome != OLS_OK)
        return split_status(outcome);
    size_t i = 0;
    for (size_t f = 0; f < problem->n_families; f++) {
        const struct linear_space *space = linear_space(problem, w, f);
        for (size_t c = 0; c < n_components(problem, f, k, space); c++, i++) {
            double theta = w->theta[i];
            if (shrunk)
                theta *= shrunk_factor(theta, w->inverse[i] * residual / (double)(n - 1 - q));
            linear_add_dual(problem, problem->family[f], problem->family[f + 1],
                            theta / space->values[c], space->vectors + c * n, slopes);
        }
    }
    return ESTIMATE_OK;
}

enum estimate_status linear_components(const struct linear_problem *problem, unsigned k,
                                       struct linear_workspace *w, double *slopes)
{
    return fit(problem, k, false, w, slopes);
}

enum estimate_status linear_components_shrunk(const struct linear_problem *problem, unsigned k,
                                              struct linear_workspace *w, double *slopes)
{
    return fit(problem, k, true, w, slopes);
}

/* ---- ridge (engine/ridge.h has the formulas), K = Z Z' / p ---- */

enum { ROTATED, ERRORS, FIT, LEVERAGE, ALPHA }; /* lines of the workspace */

static double leave_one_out(size_t n, const double *y, double penalty, double p,
                            const struct linear_space *space, struct linear_workspace *w)
{
    double sum = 0;
    memset(w->lines[FIT], 0, n * sizeof *w->lines[FIT]);
    memset(w->lines[LEVERAGE], 0, n * sizeof *w->lines[LEVERAGE]);
    for (size_t m = 0; m < n; m++) {
        double kept = space->values[m] / p / (space->values[m] / p + penalty);
        const double *u = space->vectors + m * n;
        for (size_t i = 0; i < n; i++) {
            w->lines[FIT][i] += kept * w->lines[ROTATED][m] * u[i];
            w->lines[LEVERAGE][i] += kept * (u[i] * u[i]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        double error = (y[i] - w->lines[FIT][i]) / (1 - w->lines[LEVERAGE][i] - 1 / (double)n);
        w->lines[ERRORS][i] = error;
        sum += error * error;
    }
    return sum;
}

static double clipped_slope(size_t n, const double *y, const double *errors)
{
    double product = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        double predicted = y[i] - errors[i];
        product += predicted * y[i];
        square += predicted * predicted;
    }
    return square > 0 ? fmin(1, fmax(0, product / square)) : 0;
}

static void dual(size_t n, double penalty, double p, double slope, const struct linear_space *space,
                 struct linear_workspace *w)
{
    memset(w->lines[ALPHA], 0, n * sizeof *w->lines[ALPHA]);
    for (size_t m = 0; m < n; m++) {
        double part = slope * w->lines[ROTATED][m] / (space->values[m] / p + penalty);
        for (size_t i = 0; i < n; i++)
            w->lines[ALPHA][i] += part * space->vectors[m * n + i];
    }
}

enum estimate_status linear_ridge(const struct linear_problem *problem, unsigned k,
                                  struct linear_workspace *w, double *slopes)
{
    (void)k;
    size_t n = problem->n, n_eligible = linear_n_eligible(problem, 0, problem->n_columns);
    if (!n_eligible)
        return ESTIMATE_NO_CANDIDATES;
    double p = (double)n_eligible;
    const struct linear_space *space = linear_space(problem, w, problem->n_families);
    /* Without adjustment: the mean of the others. */
    double least = linear_dot(problem->y, problem->y, n) * pow((double)n / (double)(n - 1), 2);
    bool found = false;
    for (size_t m = 0; m < n; m++)
        w->lines[ROTATED][m] = linear_dot(space->vectors + m * n, problem->y, n);
    for (size_t i = RIDGE_PENALTIES; i-- > 0;) {
        double sum = leave_one_out(n, problem->y, ridge_penalty(i), p, space, w);
        if (!(sum < least))
            continue;
        least = sum;
        found = true;
        dual(n, ridge_penalty(i), p, clipped_slope(n, problem->y, w->lines[ERRORS]), space, w);
    }
    if (found)
        linear_add_dual(problem, 0, problem->n_columns, 1 / p, w->lines[ALPHA], slopes);
    return ESTIMATE_OK;
}
