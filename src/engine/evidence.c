#include "engine/evidence.h"

#include "base/mem.h"
#include "engine/elementary.h"

#include <math.h>
#include <stdlib.h>

enum { TAUS = EVIDENCE_TAUS };

const double evidence_taus[EVIDENCE_TAUS] = {0.1, 0.3, 1, 3};

/* The prior of each kind of model, of all of its kind together. */
#define PRIOR_NOTHING 0.35
#define PRIOR_DECLARED 0.20
#define PRIOR_SINGLE 0.15
#define PRIOR_COMPONENT 0.12
#define PRIOR_FAMILY 0.10
#define PRIOR_ALL 0.08
void evidence_init(struct evidence *e, size_t n_families)
{
    *e = (struct evidence){.n_families = n_families};
    e->component = mem_zeroed(n_families, sizeof *e->component);
    e->ridge = mem_zeroed(n_families + 1, sizeof *e->ridge);
    e->component_weight = mem_zeroed(n_families * TAUS, sizeof *e->component_weight);
    e->ridge_weight = mem_zeroed((n_families + 1) * TAUS, sizeof *e->ridge_weight);
}

void evidence_done(struct evidence *e)
{
    free(e->component);
    free(e->ridge);
    free(e->component_weight);
    free(e->ridge_weight);
}

/* log(prior) - q/2 log(1 + g) - (n - 1)/2 log(1 - r^2 g/(1 + g)). */
static double log_regression(const struct evidence *e, double prior, size_t q, double rho2, int t)
{
    double g = evidence_taus[t] * (double)(e->n_train - 1);
    double rest = 1 - fmin(rho2, EVIDENCE_LARGEST) * e->keep[t];
    return elementary_log(prior / TAUS) - 0.5 * (double)q * elementary_log(1 + g) -
           0.5 * (double)(e->n_train - 1) * elementary_log(rest);
}

/* log(prior) - 1/2 log det(1 + tau K) - (n - 1)/2 log(y'(1 + tau K)^-1 y / y'y). */
static double log_ridge(const struct evidence *e, double prior, const struct evidence_ridge *ridge,
                        int t)
{
    return elementary_log(prior / TAUS) - 0.5 * ridge->log_det[t] -
           0.5 * (double)(e->n_train - 1) * elementary_log(ridge->fit[t]);
}

static void log_weights(struct evidence *e, int t)
{
    double families = (double)e->n_families;
    e->declared_weight[t] = e->declared < 0
                                ? -INFINITY
                                : log_regression(e, PRIOR_DECLARED, e->n_declared, e->declared, t);
    e->single_weight[t] =
        e->single < 0 ? -INFINITY
                      : log_regression(e, PRIOR_SINGLE / (double)e->n_candidates, 1, e->single, t);
    for (size_t f = 0; f < e->n_families; f++) {
        e->component_weight[f * TAUS + (size_t)t] =
            e->component[f] < 0
                ? -INFINITY
                : log_regression(e, PRIOR_COMPONENT / families, 1, e->component[f], t);
        e->ridge_weight[f * TAUS + (size_t)t] =
            log_ridge(e, PRIOR_FAMILY / families, &e->ridge[f], t);
    }
    e->ridge_weight[e->n_families * TAUS + (size_t)t] =
        e->n_families ? log_ridge(e, PRIOR_ALL, &e->ridge[e->n_families], t) : -INFINITY;
}

/* Calls `visit` on every weight. */
static void each_weight(struct evidence *e, void (*visit)(double *weight, double *with),
                        double *with)
{
    visit(&e->nothing, with);
    for (size_t t = 0; t < TAUS; t++) {
        visit(&e->declared_weight[t], with);
        visit(&e->single_weight[t], with);
    }
    for (size_t i = 0; i < e->n_families * TAUS; i++)
        visit(&e->component_weight[i], with);
    for (size_t i = 0; i < (e->n_families + 1) * TAUS; i++)
        visit(&e->ridge_weight[i], with);
}

static void find_largest(double *weight, double *largest)
{
    if (*weight > *largest)
        *largest = *weight;
}

static void take_exponential(double *weight, double *largest)
{
    *weight = elementary_exp(*weight - *largest);
}

static void multiply(double *weight, double *factor)
{
    *weight *= *factor;
}

void evidence_weigh(struct evidence *e)
{
    double largest = -INFINITY;
    for (int t = 0; t < TAUS; t++) {
        double g = evidence_taus[t] * (double)(e->n_train - 1);
        e->keep[t] = g / (1 + g);
        e->single_rest[t] = 1 - fmin(e->single, EVIDENCE_LARGEST) * e->keep[t];
    }
    e->nothing = elementary_log(PRIOR_NOTHING);
    for (int t = 0; t < TAUS; t++)
        log_weights(e, t);
    each_weight(e, find_largest, &largest);
    each_weight(e, take_exponential, &largest);
}

double evidence_sum(const double weight[EVIDENCE_TAUS])
{
    return (weight[0] + weight[1]) + (weight[2] + weight[3]);
}

double evidence_kept(const struct evidence *e, const double weight[EVIDENCE_TAUS])
{
    return (weight[0] * e->keep[0] + weight[1] * e->keep[1]) +
           (weight[2] * e->keep[2] + weight[3] * e->keep[3]);
}

double evidence_normalise(struct evidence *e, double singles)
{
    double sum = e->nothing + evidence_sum(e->declared_weight) + singles;
    for (size_t f = 0; f < e->n_families; f++)
        sum += evidence_sum(e->component_weight + f * TAUS);
    for (size_t f = 0; f <= e->n_families; f++)
        sum += evidence_sum(e->ridge_weight + f * TAUS);
    double factor = 1 / sum;
    each_weight(e, multiply, &factor);
    return factor;
}
