/* Means and variances of arrays, in two passes: the mean first, then sums of squared deviations
 * with the rounding of the mean taken out again (Chan, Golub and LeVeque 1983, their two-pass
 * formula with correction). Every sum is four interleaved ones (elements 0, 4, 8, …; 1, 5, 9, …),
 * joined at the end: a fixed order whatever the machine. n = 0 gives NaN. */
#ifndef LOGVAR_STATS_MOMENTS_H
#define LOGVAR_STATS_MOMENTS_H

#include <stddef.h>

double moments_mean(const double *x, size_t n);
/* Sample variance and sd, n - 1 in the denominator; NaN below two values. */
double moments_variance(const double *x, size_t n);
double moments_sd(const double *x, size_t n);
/* Sample covariance; NaN below two values. */
double moments_covariance(const double *x, const double *y, size_t n);
/* Squared Pearson correlation; NaN where either does not vary. */
double moments_rho2(const double *x, const double *y, size_t n);

#endif
