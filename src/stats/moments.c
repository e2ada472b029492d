#include "stats/moments.h"

#include <math.h>

double moments_mean(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : NAN;
}

static double sum_products(const double *x, const double *y, size_t n)
{
    double mean_x = moments_mean(x, n), mean_y = moments_mean(y, n);
    double sum = 0, rest_x = 0, rest_y = 0;
    for (size_t i = 0; i < n; i++) {
        double dx = x[i] - mean_x, dy = y[i] - mean_y;
        sum += dx * dy;
        rest_x += dx;
        rest_y += dy;
    }
    return sum - rest_x * rest_y / (double)n;
}

double moments_variance(const double *x, size_t n)
{
    return moments_covariance(x, x, n);
}

double moments_sd(const double *x, size_t n)
{
    return sqrt(moments_variance(x, n));
}

double moments_covariance(const double *x, const double *y, size_t n)
{
    return n < 2 ? NAN : sum_products(x, y, n) / (double)(n - 1);
}

double moments_rho2(const double *x, const double *y, size_t n)
{
    double sxy = moments_covariance(x, y, n);
    double scale = moments_covariance(x, x, n) * moments_covariance(y, y, n);
    return scale > 0 ? sxy * sxy / scale : NAN;
}
