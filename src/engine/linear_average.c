/* The closed-form Bayesian average (METHOD: "Average"), the plain way: models one by one, in two passes,
 * since weights are known only relative to the largest. Formulas and priors: reference/valid.py. */
#include "engine/linear_internal.h"

#include "engine/average.h"
#include "engine/elementary.h"
#include "stats/ols.h"

#include <math.h>
#include <string.h>

enum { N_TAUS = 4 };
static const double taus[N_TAUS] = {.1, .3, 1, 3};
/* Prior weights, shared out evenly among the models of a kind and their taus. */
static const double prior_nothing = .35, prior_declared = .20, prior_single = .15,
                    prior_component = .12, prior_family = .10, prior_all = .08;

struct averaging {
    const struct linear_problem *problem;
    struct linear_workspace *w;
    double *slopes;
    double yy, nu;
    double largest; /* log weight, of the first pass */
    double total;   /* weight relative to it, of the second */
    bool adding;
};

/* Takes note of the weight of a model (average.h has its number); in the second pass what its slopes are
 * to be multiplied by. */
static double weigh(struct averaging *a, size_t model, double log_weight)
{
    if (!a->adding) {
        a->largest = fmax(a->largest, log_weight);
        return 0;
    }
    double weight = elementary_exp(log_weight - a->largest);
    a->total += weight;
    if (a->w->explained)
        a->w->explained[model] += weight;
    return weight;
}

/* Least squares under Zellner's prior, g = tau (n - 1), q covariates that explain r2 of y:
 *     log w = log prior - q/2 log(1 + g) - nu log(1 - r2 g/(1 + g)),  slopes times g/(1 + g)
 * Returns the sum over taus of weight g/(1 + g). */
static double zellner(struct averaging *a, size_t model, double prior, double q, double r2)
{
    double sum = 0;
    r2 = fmin(r2, 1 - 1e-12);
    for (size_t t = 0; t < N_TAUS; t++) {
        double g = taus[t] * (double)(a->problem->n - 1), keep = g / (1 + g);
        double log_weight = elementary_log(prior / N_TAUS) - q / 2 * elementary_log(1 + g) -
                            a->nu * elementary_log(1 - r2 * keep);
        sum += keep * weigh(a, model, log_weight);
    }
    return sum;
}

static void singles(struct averaging *a)
{
    const struct linear_problem *p = a->problem;
    for (size_t c = 0; c < p->n_columns; c++) {
        const double *z = p->z + c * p->n;
        double zz = linear_dot(z, z, p->n), zy = linear_dot(z, p->y, p->n);
        if (zz > 0)
            a->slopes[c] += zy / zz *
                            zellner(a, average_single(p->n_families, c),
                                    prior_single / (double)p->n_columns, 1, zy * zy / (zz * a->yy));
    }
}

static enum estimate_status declared(struct averaging *a)
{
    const struct linear_problem *p = a->problem;
    struct linear_workspace *w = a->w;
    double residual;
    memcpy(w->regressors, p->statistic, p->n_statistic * p->n * sizeof *w->regressors);
    memcpy(w->lines[0], p->y, p->n * sizeof *w->lines[0]);
    enum ols_outcome outcome =
        ols_fit(p->n, p->n_statistic, w->regressors, w->lines[0], w->theta, &residual, NULL);
    if (outcome == OLS_NOT_FINITE)
        return ESTIMATE_NOT_FINITE;
    if (outcome != OLS_OK)
        return ESTIMATE_OK; /* there is no such model here */
    double sum =
        zellner(a, AVERAGE_DECLARED, prior_declared, (double)p->n_statistic, 1 - residual / a->yy);
    for (size_t q = 0; q < p->n_statistic; q++)
        a->slopes[p->n_columns + q] += w->theta[q] * sum;
    return ESTIMATE_OK;
}

/* The first component's scores are sqrt(value) u, its direction Z'u / sqrt(value): y has the slope
 * u'y / sqrt(value) on it. */
static void component(struct averaging *a, size_t family)
{
    const struct linear_problem *p = a->problem;
    const struct linear_space *space = linear_space(p, a->w, family);
    if (!(space->values[0] > 0))
        return;
    double uy = linear_dot(space->vectors, p->y, p->n);
    double sum = zellner(a, average_component(family), prior_component / (double)p->n_families, 1,
                         uy * uy / a->yy);
    if (sum > 0)
        linear_add_dual(p, p->family[family], p->family[family + 1], sum * uy / space->values[0],
                        space->vectors, a->slopes);
}

/* Ridge over the columns from .. to - 1, K = Z Z' / p with eigenvalues d and vectors U, u = U'y:
 *     log w = log prior - 1/2 sum log(1 + tau d) - nu log(sum u^2/(1 + tau d) / y'y)
 *     slopes = tau Z' U (u / (1 + tau d)) / p */
static void ridge(struct averaging *a, size_t family, size_t from, size_t to, double prior)
{
    const struct linear_problem *p = a->problem;
    const struct linear_space *space = linear_space(p, a->w, family);
    size_t model =
        family < p->n_families ? average_ridge(p->n_families, family) : (size_t)AVERAGE_ALL;
    double *rotated = a->w->lines[1], *alpha = a->w->lines[2], size = (double)(to - from);
    for (size_t m = 0; m < p->n; m++)
        rotated[m] = linear_dot(space->vectors + m * p->n, p->y, p->n);
    memset(alpha, 0, p->n * sizeof *alpha);
    for (size_t t = 0; t < N_TAUS; t++) {
        double determinant = 0, square = 0;
        for (size_t m = 0; m < p->n; m++) {
            double d = 1 + taus[t] * space->values[m] / size;
            determinant += elementary_log(d);
            square += rotated[m] * rotated[m] / d;
        }
        double weight = weigh(a, model,
                              elementary_log(prior / N_TAUS) - determinant / 2 -
                                  a->nu * elementary_log(square / a->yy));
        for (size_t m = 0; weight > 0 && m < p->n; m++) {
            double part = weight * taus[t] * rotated[m] / (1 + taus[t] * space->values[m] / size);
            for (size_t i = 0; i < p->n; i++)
                alpha[i] += part * space->vectors[m * p->n + i];
        }
    }
    if (a->adding)
        linear_add_dual(p, from, to, 1 / size, alpha, a->slopes);
}

static enum estimate_status all_models(struct averaging *a)
{
    const struct linear_problem *p = a->problem;
    weigh(a, AVERAGE_NOTHING, elementary_log(prior_nothing));
    singles(a);
    enum estimate_status status = p->n_statistic ? declared(a) : ESTIMATE_OK;
    for (size_t f = 0; f < p->n_families; f++) {
        component(a, f);
        ridge(a, f, p->family[f], p->family[f + 1], prior_family / (double)p->n_families);
    }
    if (p->n_columns)
        ridge(a, p->n_families, 0, p->n_columns, prior_all);
    return status;
}

enum estimate_status linear_average(const struct linear_problem *problem, unsigned k,
                                    struct linear_workspace *w, double *slopes)
{
    (void)k;
    size_t n_slopes = problem->n_columns + problem->n_statistic;
    size_t n_models = average_models(problem->n_families, problem->n_columns);
    struct averaging a = {.problem = problem,
                          .w = w,
                          .slopes = slopes,
                          .yy = linear_dot(problem->y, problem->y, problem->n),
                          .nu = (double)(problem->n - 1) / 2,
                          .largest = -INFINITY};
    if (w->explained) {
        memset(w->explained, 0, n_models * sizeof *w->explained);
        w->explained[AVERAGE_NOTHING] = 1;
    }
    if (!(a.yy > 0))
        return ESTIMATE_OK; /* nothing varies: nothing is learnt */
    enum estimate_status status = all_models(&a);
    if (status != ESTIMATE_OK)
        return status;
    memset(slopes, 0, n_slopes * sizeof *slopes); /* the first pass added nothing but zeros */
    a.adding = true;
    if (w->explained)
        w->explained[AVERAGE_NOTHING] = 0;
    all_models(&a);
    for (size_t c = 0; c < n_slopes; c++)
        slopes[c] /= a.total;
    for (size_t m = 0; w->explained && m < n_models; m++)
        w->explained[m] /= a.total;
    return ESTIMATE_OK;
}
