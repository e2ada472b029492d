/* Scales: from data to places on paper, and where ticks belong. Pure functions. */
#ifndef LOGVAR_FIGURE_SCALE_H
#define LOGVAR_FIGURE_SCALE_H

#include <stdbool.h>
#include <stddef.h>

/* Of data. Empty until something finite is included. */
struct extent {
    double low, high;
};
#define EXTENT_EMPTY ((struct extent){INFINITY, -INFINITY})
void extent_include(struct extent *extent, double value); /* what is not finite is passed over */
/* Widened on both sides by a share of its length; an empty or single one is made drawable. */
struct extent extent_padded(struct extent extent, double share);

struct scale {
    struct extent extent;
    double from, to;  /* places of low and high, in points */
    bool logarithmic; /* then low > 0 */
};
double scale_place(const struct scale *scale, double value); /* NaN for NaN */

enum { SCALE_TICKS_MAX = 32 };
/* Round numbers (1, 2, 2.5 or 5 times a power of ten apart) inside the extent, at most `most`
 * (2 .. SCALE_TICKS_MAX), ascending. *decimals: how many they need. */
size_t scale_ticks(struct extent extent, size_t most, double ticks[SCALE_TICKS_MAX], int *decimals);

#endif
