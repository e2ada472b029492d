#include "stats/welch.h"

#include <math.h>

/* SE^2 = s_a^2/n_a + s_b^2/n_b,
 * df = SE^4 / ((s_a^2/n_a)^2/(n_a - 1) + (s_b^2/n_b)^2/(n_b - 1))   (METHOD.md, "Pairs of arms") */
struct welch welch_error(double variance_a, size_t n_a, double variance_b, size_t n_b)
{
    double a = variance_a / (double)n_a, b = variance_b / (double)n_b, sum = a + b;
    /* As shares of the sum: the squares of tiny variances would underflow. */
    double share_a = a / sum, share_b = b / sum;
    return (struct welch){sqrt(sum), 1 / (share_a * share_a / (double)(n_a - 1) +
                                          share_b * share_b / (double)(n_b - 1))};
}
