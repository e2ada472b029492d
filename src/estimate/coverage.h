/* Coverage that drawing without replacement alone brings about (METHOD.md, "Diagnostics"). */
#ifndef LOGVAR_ESTIMATE_COVERAGE_H
#define LOGVAR_ESTIMATE_COVERAGE_H

#include <stddef.h>

/* Half-width of the t interval of a mean of n >= 2 values with this sample variance. */
double coverage_half_width(double variance, size_t n, double level);
/* Share of draws of n of a pool's n_pool runs whose t interval covers the pool's mean, in normal
 * theory: the factor sqrt(1 - n/n_pool) on the error of the mean lifts it above the level. */
double coverage_expected(size_t n, size_t n_pool, double level);

#endif
