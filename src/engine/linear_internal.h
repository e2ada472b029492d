/* What the files of linear.h share. */
#ifndef LOGVAR_ENGINE_LINEAR_INTERNAL_H
#define LOGVAR_ENGINE_LINEAR_INTERNAL_H

#include "engine/linear.h"
#include "stats/eigen.h"

struct linear_data {
    const struct arm *arm;
    const struct unfinished_runs *extra;
    size_t n_rows; /* finished runs, then extra rows */
    size_t n_columns, n_families, n_statistic;
    size_t *column;   /* [n_columns + n_statistic] candidates */
    size_t *family;   /* [n_families + 1] */
    double *x;        /* [n_columns + n_statistic][n_rows] */
    double *least_sd; /* [n_columns + n_statistic] 1e-3 of the sd over all rows */
    bool no_statistic, statistic_unfinished;
};

/* Of one family, or (number n_families) of all columns. */
struct linear_space {
    bool known;
    double *values;  /* [n] of Z Z', largest first */
    double *vectors; /* [n][n] */
};

struct linear_workspace {
    size_t n_max, n_rows, n_columns, n_statistic, n_families;
    double *z; /* [n_columns + n_statistic][n_max] of the training runs */
    double *mean, *inverse_sd, *low, *high; /* [n_columns + n_statistic] */
    double *y;                              /* [n_max] */
    double *slopes, *sum;                   /* [n_columns + n_statistic] */
    double *gram;                           /* [n_max][n_max] */
    double *lines[6];                       /* [n_max] */
    double *regressors, *theta, *inverse;   /* of least squares, [q_max][n_max], [q_max] */
    size_t q_max;
    uint32_t *train;             /* [n_max] rows */
    uint32_t *order;             /* [n_max] */
    struct linear_space *spaces; /* [n_families + 1] */
    struct eigen_workspace *eigen;
    double *explained; /* of average, where wanted: [average_models()] weights; else NULL */
};

struct linear_workspace *linear_workspace_sized(size_t n_columns, size_t n_statistic,
                                                size_t n_families, size_t n_runs);

/* The decomposition of Z Z' over the columns of one family (n_families: of all). */
const struct linear_space *linear_space(const struct linear_problem *problem,
                                        struct linear_workspace *workspace, size_t family);
/* slopes[j] += factor * sum_i z_ij alpha_i over the columns from .. to - 1. */
void linear_add_dual(const struct linear_problem *problem, size_t from, size_t to, double factor,
                     const double *alpha, double *slopes);
/* Columns that are eligible among from .. to - 1. */
size_t linear_n_eligible(const struct linear_problem *problem, size_t from, size_t to);
double linear_dot(const double *a, const double *b, size_t n);

#endif
