/* The natural logarithm and exponential from + - * / alone, so that no figure depends on the C library
 * or the compiler; within one unit of the last place. The lanes' versions (average_lanes.h) take the same
 * steps and give the same bits. Formulas and coefficients: FreeBSD's e_log.c and e_exp.c (Sun
 * Microsystems, 1993, freely given).
 *
 * elementary_log: x positive, finite and not subnormal. elementary_exp: x at most 0; below -700 it is 0. */
#ifndef LOGVAR_ENGINE_ELEMENTARY_H
#define LOGVAR_ENGINE_ELEMENTARY_H

#include <stdint.h>
#include <string.h>

#define ELEMENTARY_LN2_HIGH 6.93147180369123816490e-01
#define ELEMENTARY_LN2_LOW 1.90821492927058770002e-10
#define ELEMENTARY_LOWEST (-700.0)

/* log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R), s = f / (2 + f), R a polynomial in s^2. */
#define ELEMENTARY_LOG_R(z)                                                                        \
    ((z) * (6.666666666666735130e-01 +                                                             \
            (z) * (3.999999999940941908e-01 +                                                      \
                   (z) * (2.857142874366239149e-01 +                                               \
                          (z) * (2.222219843214978396e-01 +                                        \
                                 (z) * (1.818357216161805012e-01 +                                 \
                                        (z) * (1.531383769920937332e-01 +                          \
                                               (z)*1.479819860511658591e-01)))))))

/* exp(r) = 1 + r + r c / (2 - c), c = r - r^2 P(r^2). */
#define ELEMENTARY_EXP_P(z)                                                                        \
    ((z) * (1.66666666666666019037e-01 +                                                           \
            (z) * (-2.77777777770155933842e-03 +                                                   \
                   (z) * (6.61375632143793436117e-05 +                                             \
                          (z) * (-1.65339022054652515390e-06 + (z)*4.13813679705723846039e-08)))))

/* The bits of sqrt(1/2): what is above counts as the next power of two, so that 1 + f lies between
 * sqrt(1/2) and sqrt(2). */
#define ELEMENTARY_HALF_ROOT INT64_C(0x3FE6A09E667F3BCD)
#define ELEMENTARY_MANTISSA INT64_C(0x000FFFFFFFFFFFFF)
/* Added to a small whole number it leaves that number in the last bits. */
#define ELEMENTARY_WHOLE 0x1.8p52

static inline double elementary_log(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t moved = bits - ELEMENTARY_HALF_ROOT, exponent = moved >> 52;
    bits -= exponent * (ELEMENTARY_MANTISSA + 1);
    memcpy(&x, &bits, sizeof x);
    double k = (double)exponent, f = x - 1, s = f / (2 + f), half = 0.5 * f * f;
    double z = s * s, r = ELEMENTARY_LOG_R(z);
    return k * ELEMENTARY_LN2_HIGH - ((half - (s * (half + r) + k * ELEMENTARY_LN2_LOW)) - f);
}

static inline double elementary_exp(double x)
{
    if (!(x >= ELEMENTARY_LOWEST))
        return 0;
    double shifted = x * 1.44269504088896338700 + ELEMENTARY_WHOLE, k = shifted - ELEMENTARY_WHOLE;
    double high = x - k * ELEMENTARY_LN2_HIGH, low = k * ELEMENTARY_LN2_LOW, r = high - low;
    double z = r * r, c = r - ELEMENTARY_EXP_P(z);
    double y = 1 - ((low - r * c / (2 - c)) - high);
    int64_t bits;
    memcpy(&bits, &y, sizeof bits);
    bits += (int64_t)k * (ELEMENTARY_MANTISSA + 1);
    memcpy(&y, &bits, sizeof y);
    return y;
}

#endif
