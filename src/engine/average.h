/* Average, a closed-form Bayesian average over models of the outcome (METHOD: "Average"; linear_average.c
 * has the formulas): what its weights are called, and the plain way through linear.h, one fold at a
 * time, for runs in folds. */
#ifndef LOGVAR_ENGINE_AVERAGE_H
#define LOGVAR_ENGINE_AVERAGE_H

#include "engine/linear.h"
#include "engine/split.h"

/* Statistics of held-out runs are held within the training range plus so many sd. */
#define AVERAGE_REACH 1.0

/* Where the weights of a training fold stand, in one array: */
enum average_model {
    AVERAGE_NOTHING,
    AVERAGE_DECLARED, /* the declared statistic */
    AVERAGE_ALL,      /* ridge on all candidates */
    AVERAGE_FIRST /* then [families] first components, [families] ridges, [columns] candidates */
};
static inline size_t average_component(size_t family)
{
    return AVERAGE_FIRST + family;
}
static inline size_t average_ridge(size_t n_families, size_t family)
{
    return AVERAGE_FIRST + n_families + family;
}
static inline size_t average_single(size_t n_families, size_t column)
{
    return AVERAGE_FIRST + 2 * n_families + column;
}
static inline size_t average_models(size_t n_families, size_t n_columns)
{
    return average_single(n_families, n_columns);
}

struct average_workspace;
struct average_workspace *average_workspace_new(const struct design *design, size_t n_runs);
void average_workspace_free(struct average_workspace *workspace);

/* Fills the held-out part of adjusted[n]. weights and leaders, as average_explain, may be NULL. */
enum estimate_status average_adjust(const struct design *design, const struct split *split,
                                    size_t fold, struct average_workspace *workspace,
                                    double *adjusted, float *weights, uint32_t *leaders);

/* What is kept of the weights of a fold, models[average_models()], as crossfit_results has it.
 * candidate: [n_columns] of the arm. */
void average_explain(size_t n_families, size_t n_columns, const uint32_t *candidate,
                     const double *models, float *weights, uint32_t *leaders);

#endif
