/* Small least squares with intercept: y on q covariates over n rows.
 *
 * Columns are centred, then made triangular by Householder reflections (Golub and Van Loan, 5.2);
 * the rank is ours to check, because nothing else would: a column of which less than OLS_RANK_TOLERANCE
 * of its length is left after the earlier columns are taken out counts as collinear. */
#ifndef LOGVAR_STATS_OLS_H
#define LOGVAR_STATS_OLS_H

#include <stddef.h>

#define OLS_RANK_TOLERANCE 1e-8

enum ols_outcome {
    OLS_OK,
    OLS_TOO_FEW_ROWS,   /* n - 1 - q < 1: no degree of freedom is left */
    OLS_RANK_DEFICIENT, /* a column is constant or collinear with those before it */
    OLS_NOT_FINITE
};

/* a: column-major, column j at a + j * n, and y: both centred and overwritten. theta[q]: slopes.
 * residual_ss (may be NULL): residual sum of squares, on n - 1 - q degrees of freedom.
 * inverse_diagonal[q] (may be NULL): diagonal of the inverse of the centred columns' products, so
 * that the variance of slope j is residual_ss / (n - 1 - q) * inverse_diagonal[j]. */
enum ols_outcome ols_fit(size_t n, size_t q, double *a, double *y, double *theta,
                         double *residual_ss, double *inverse_diagonal);

#endif
