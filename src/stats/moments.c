#include "stats/moments.h"

#include <math.h>
#include <string.h>

/* Four sums side by side: they do not wait for each other, and compilers make vectors of them. */
typedef double four __attribute__((vector_size(4 * sizeof(double))));
enum { ABREAST = 4 };

static inline four load(const double *x)
{
    four v;
    memcpy(&v, x, sizeof v);
    return v;
}

static inline double joined(four sums)
{
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* mean = (1/n) sum x_i */
double moments_mean(const double *x, size_t n)
{
    four sums = {0};
    size_t i = 0;
    for (; i + ABREAST <= n; i += ABREAST)
        sums += load(x + i);
    double sum = joined(sums);
    for (; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : NAN;
}

/* Sum of (x - mean)(y - mean), what rounding left in the means taken out. */
static inline double sum_products(const double *x, double mean_x, const double *y, double mean_y,
                                  size_t n)
{
    four sums = {0}, rests_x = {0}, rests_y = {0};
    size_t i = 0;
    for (; i + ABREAST <= n; i += ABREAST) {
        four dx = load(x + i) - mean_x, dy = load(y + i) - mean_y;
        sums += dx * dy;
        rests_x += dx;
        rests_y += dy;
    }
    double sum = joined(sums), rest_x = joined(rests_x), rest_y = joined(rests_y);
    for (; i < n; i++) {
        double dx = x[i] - mean_x, dy = y[i] - mean_y;
        sum += dx * dy;
        rest_x += dx;
        rest_y += dy;
    }
    return sum - rest_x * rest_y / (double)n;
}

/* s^2 = 1/(n - 1) sum (x_i - mean)^2 */
double moments_variance(const double *x, size_t n)
{
    if (n < 2)
        return NAN;
    double mean = moments_mean(x, n);
    return sum_products(x, mean, x, mean, n) / (double)(n - 1);
}

double moments_sd(const double *x, size_t n)
{
    return sqrt(moments_variance(x, n));
}

/* s_xy = 1/(n - 1) sum (x_i - mean x)(y_i - mean y) */
double moments_covariance(const double *x, const double *y, size_t n)
{
    if (n < 2)
        return NAN;
    return sum_products(x, moments_mean(x, n), y, moments_mean(y, n), n) / (double)(n - 1);
}

/* rho^2 = s_xy^2 / (s_x^2 s_y^2) */
double moments_rho2(const double *x, const double *y, size_t n)
{
    double sxy = moments_covariance(x, y, n);
    double scale = moments_variance(x, n) * moments_variance(y, n);
    return scale > 0 ? sxy * sxy / scale : NAN;
}
