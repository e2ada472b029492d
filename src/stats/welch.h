/* Welch's comparison of two means with unequal variances (Welch 1947), degrees of freedom by
 * Satterthwaite. Variances are sample variances; each side has at least two values. */
#ifndef LOGVAR_STATS_WELCH_H
#define LOGVAR_STATS_WELCH_H

#include <stddef.h>

struct welch {
    double se; /* sqrt(variance_a / n_a + variance_b / n_b) */
    double df; /* NaN where neither side varies */
};

struct welch welch_error(double variance_a, size_t n_a, double variance_b, size_t n_b);

#endif
