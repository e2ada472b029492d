/* One replicate made ready for fitting: its runs sorted by fold, so that a fold's held-out runs are
 * one stretch [start[f], start[f + 1]) and its training runs are everything else. Arrays of one
 * value per run stand in this order everywhere inside estimate. */
#ifndef LOGVAR_ENGINE_SPLIT_H
#define LOGVAR_ENGINE_SPLIT_H

#include "engine/design.h"
#include "engine/kernels.h"
#include "stats/ols.h"

struct split {
    size_t n, n_folds;
    uint32_t *run;      /* [n] index in the arm */
    uint32_t *position; /* [n] place in the plan */
    uint32_t *start;    /* [n_folds + 1] */
    double *y;          /* [n] outcome, as in design */
};

/* The arrays are the caller's, large enough for the plan. Runs keep their order within a fold. */
void split_prepare(struct split *split, const struct design *design, const struct fold_plan *plan);

static inline size_t split_n_train(const struct split *split, size_t fold)
{
    return split->n - (split->start[fold + 1] - split->start[fold]);
}

/* What kernels want of the training folds; folds[n_folds + 1], the last one all runs. */
void split_kernel_folds(const struct split *split, struct kernel_fold *folds);

enum estimate_status split_status(enum ols_outcome outcome);

/* Over the training runs of a fold: the mean, and the sum of squares about it. */
double split_train_mean(const struct split *split, size_t fold, const double *x);
double split_train_square(const struct split *split, size_t fold, const double *x);

/* Least squares of y on one covariate x[n] in a fold's training runs, theta times `factor`; fills
 * the held-out part of adjusted[n] with y - factor theta (x - mean). floor: smallest eligible
 * variance of x. */
enum estimate_status split_adjust_single(const struct split *split, size_t fold, const double *x,
                                         double floor, double factor, double *adjusted);

/* The same in every fold that holds runs out, by sums over folds taken away from the totals (and the
 * way above where that would cost digits). */
enum estimate_status split_adjust_folds(const struct split *split, const double *x, double floor,
                                        double *adjusted);

/* The same in one fold on q covariates, column-major x[q][n]; work: (q + 1) * n + q doubles. */
enum estimate_status split_adjust_vector(const struct split *split, size_t fold, size_t q,
                                         const double *x, const double *floor, double *work,
                                         double *adjusted);

#endif
