/* Eigenvalues and vectors of a symmetric matrix of any size, through GSL. */
#ifndef LOGVAR_STATS_EIGEN_H
#define LOGVAR_STATS_EIGEN_H

#include <stddef.h>

struct eigen_workspace;
/* For matrices of up to n_max rows. */
struct eigen_workspace *eigen_workspace_new(size_t n_max);
void eigen_workspace_free(struct eigen_workspace *workspace);

/* a: n x n, only its lower triangle is read, all of it is overwritten. values[n]: largest first.
 * vectors[n * n]: vector k in elements k * n .. k * n + n - 1, of length one. */
void eigen_symmetric(size_t n, double *a, double *values, double *vectors,
                     struct eigen_workspace *workspace);

#endif
