/* Vectors of LANES_WIDTH doubles in one C source, compiled once for each instruction set.
 *
 * A lane is a candidate or a training fold of its own: no sum ever runs across lanes, only + - * /,
 * square roots (all correctly rounded) and selections are used, and nothing is contracted, so every
 * width gives the same bits. LANES_WIDTH is set by the file that includes the kernels. */
#ifndef LOGVAR_ENGINE_LANES_H
#define LOGVAR_ENGINE_LANES_H

#include <stddef.h>
#include <stdint.h>

#if defined __x86_64__
#include <immintrin.h>
#endif

enum { W = LANES_WIDTH };

typedef double vec
    __attribute__((vector_size(LANES_WIDTH * 8), aligned(LANES_WIDTH * 8), may_alias));
typedef int64_t mask __attribute__((vector_size(LANES_WIDTH * 8), aligned(LANES_WIDTH * 8)));

/* Loops over arrays of accumulators must be unrolled, or the accumulators live in memory. */
#if defined __clang__
#define LANES_UNROLL _Pragma("clang loop unroll(full)")
#else
#define LANES_UNROLL _Pragma("GCC unroll 16")
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE vec vec_load(const double *p)
{
    return *(const vec *)p;
}

INLINE void vec_store(double *p, vec v)
{
    *(vec *)p = v;
}

/* Spelled out, because compilers see a broadcast in this form only. */
INLINE vec vec_all(double x)
{
#if LANES_WIDTH == 8
    return (vec){x, x, x, x, x, x, x, x};
#elif LANES_WIDTH == 4
    return (vec){x, x, x, x};
#else
    return (vec){x, x};
#endif
}

INLINE vec vec_select(mask condition, vec yes, vec no)
{
    return (vec)(((mask)yes & condition) | ((mask)no & ~condition));
}

INLINE vec vec_keep(mask condition, vec yes)
{
    return (vec)((mask)yes & condition);
}

INLINE vec vec_abs(vec v)
{
    return (vec)((mask)v & INT64_MAX);
}

INLINE vec vec_larger(vec a, vec b)
{
    return vec_select(a > b, a, b);
}

INLINE vec vec_sqrt(vec v)
{
#if defined __x86_64__ && LANES_WIDTH == 8
    return (vec)_mm512_sqrt_pd((__m512d)v);
#elif defined __x86_64__ && LANES_WIDTH == 4
    return (vec)_mm256_sqrt_pd((__m256d)v);
#elif defined __x86_64__ && LANES_WIDTH == 2
    return (vec)_mm_sqrt_pd((__m128d)v);
#else
    for (int l = 0; l < W; l++)
        v[l] = __builtin_sqrt(v[l]);
    return v;
#endif
}

#endif
