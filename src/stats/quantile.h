/* Quantiles by linear interpolation of order statistics: position (n - 1) q from 0, numpy's
 * default, type 7 of Hyndman and Fan (1996). Values must not be NaN. Pure functions. */
#ifndef LOGVAR_STATS_QUANTILE_H
#define LOGVAR_STATS_QUANTILE_H

#include <stddef.h>

/* q in [0, 1]; NaN for n == 0. */
double quantile_sorted(const double *ascending, size_t n, double q);
/* The same for n_q ascending q at once, of values in any order, which are rearranged; expected time
 * linear in n. */
void quantile_select(double *values, size_t n, const double *q, size_t n_q, double *out);

struct quartiles {
    double q25, median, q75;
};
struct quartiles quantile_quartiles(double *values, size_t n);

#endif
