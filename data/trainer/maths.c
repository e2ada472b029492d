#include "maths.h"

#include <math.h>
#include <string.h>

/* log 2 in two parts: the product of the first with a small integer is exact. */
static const double log2_high = 0.693359375, log2_low = -2.1219444005469058277e-4;

/* 1/0!, 1/1!, 1/2! … */
enum { N_TERMS = 15 };
/* clang-format off */
static const double inverse_factorial[N_TERMS] = {
    1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
    1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800., 1.0 / 479001600., 1.0 / 6227020800.,
    1.0 / 87178291200.};
/* clang-format on */

/* x 2^n for a normal result: n is added to the exponent bits. */
static double times_power_of_two(double x, int n)
{
    const uint64_t bits = (uint64_t)(n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return x * power;
}

double maths_exp(double x)
{
    if (x < -700)
        return 0;
    if (x > 700)
        x = 700;
    const double n = floor(x * 1.4426950408889634 + 0.5);
    const double r = (x - n * log2_high) - n * log2_low;
    double sum = inverse_factorial[N_TERMS - 1];
    for (int i = N_TERMS - 2; i >= 0; i--)
        sum = sum * r + inverse_factorial[i];
    return times_power_of_two(sum, (int)n);
}

/* x = m 2^e with m near 1; log m = 2 (z + z^3/3 + z^5/5 …), z = (m - 1)/(m + 1). */
double maths_log(double x)
{
    int e;
    double m = frexp(x, &e);
    if (m < 0.70710678118654752) {
        m *= 2;
        e--;
    }
    const double z = (m - 1) / (m + 1), z2 = z * z;
    double sum = 0;
    for (int i = 23; i >= 1; i -= 2)
        sum = sum * z2 + 1.0 / i;
    return 2 * z * sum + e * log2_low + e * log2_high;
}

/* Folded into the first quarter turn, then Taylor's series. */
double maths_cos_turns(double turns)
{
    double t = turns - floor(turns), sign = 1;
    if (t > 0.5)
        t = 1 - t;
    if (t > 0.25) {
        t = 0.5 - t;
        sign = -1;
    }
    const double angle = 6.283185307179586 * t, square = angle * angle;
    double sum = 1;
    for (int i = 24; i >= 2; i -= 2)
        sum = 1 - sum * square / (i * (i - 1));
    return sign * sum;
}

double maths_sum_squares(const real *x, size_t n)
{
    enum { LANES = 8 };
    double lane[LANES] = {0}, total = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += (double)x[i + j] * (double)x[i + j];
    for (; i < n; i++)
        total += (double)x[i] * (double)x[i];
    for (size_t j = 0; j < LANES; j++)
        total += lane[j];
    return total;
}
