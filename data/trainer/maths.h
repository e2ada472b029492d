/* Elementary functions of our own.
 *
 * The C library's exp, log and cos differ in the last digit from version to version, and after a
 * few thousand training steps the last digit has become a different run.  These use only operations
 * that IEEE 754 rounds exactly (+ - * / and powers of two), so they agree everywhere.  They are
 * accurate to about 1e-15 relative, which is more than training needs.
 */
#ifndef TRAINER_MATHS_H
#define TRAINER_MATHS_H

#include <stddef.h>
#include <stdint.h>

#include "real.h"

double maths_exp(double x);           /* 0 below -700, limited above 700 */
double maths_log(double x);           /* natural logarithm, x > 0 and normal */
double maths_cos_turns(double turns); /* cos(2 pi turns) */

/* The sum of squares, added up in eight interleaved partial sums (in double, fixed order). */
double maths_sum_squares(const real *x, size_t n);

#ifdef TRAINER_DOUBLE
typedef int64_t real_bits;
enum {
    REAL_EXPONENT_SHIFT = 52,
    REAL_EXPONENT_BIAS = 1023,
    REAL_EXP_LIMIT = 700,
    REAL_EXP_TERMS = 13
};
#else
typedef int32_t real_bits;
enum {
    REAL_EXPONENT_SHIFT = 23,
    REAL_EXPONENT_BIAS = 127,
    REAL_EXP_LIMIT = 87,
    REAL_EXP_TERMS = 7
};
#endif

/* exp in the networks' own precision, without branches so that a loop over it can be vectorised.
 * x = n log 2 + r with |r| <= log(2)/2; the series gives exp(r), the exponent bits give 2^n. */
static inline real maths_exp_real(real x)
{
    /* clang-format off */
    static const real inverse_factorial[14] = {
        1, 1, (real)(1.0 / 2), (real)(1.0 / 6), (real)(1.0 / 24), (real)(1.0 / 120),
        (real)(1.0 / 720), (real)(1.0 / 5040), (real)(1.0 / 40320), (real)(1.0 / 362880),
        (real)(1.0 / 3628800), (real)(1.0 / 39916800.), (real)(1.0 / 479001600.),
        (real)(1.0 / 6227020800.)};
    /* clang-format on */
    union {
        real_bits bits;
        real value;
    } power;
    const real limit = REAL_EXP_LIMIT;
    x = x < -limit ? -limit : x;
    x = x > limit ? limit : x;
    const real_bits n =
        (real_bits)(x * (real)1.4426950408889634 + (real)1024.5) - 1024; /* rounds to nearest */
    const real r = (x - (real)n * (real)0.693359375) + (real)n * (real)2.1219444005469058e-4;
    real sum = inverse_factorial[REAL_EXP_TERMS];
    for (int i = REAL_EXP_TERMS - 1; i >= 0; i--)
        sum = sum * r + inverse_factorial[i];
    power.bits = (n + REAL_EXPONENT_BIAS) << REAL_EXPONENT_SHIFT;
    return sum * power.value;
}

#endif
