#include "rng.h"

#include <math.h>

#include "maths.h"

static const uint64_t golden = 0x9e3779b97f4a7c15u; /* 2^64 divided by the golden ratio */

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t mix_text(uint64_t state, const char *text)
{
    for (; *text; text++)
        state = mix((state ^ (unsigned char)*text) + golden);
    return mix(state + golden);
}

struct rng rng_stream(uint64_t seed, const char *arm, const char *purpose)
{
    return (struct rng){mix_text(mix_text(mix(seed + golden), arm), purpose)};
}

uint64_t rng_next(struct rng *rng)
{
    rng->state += golden;
    return mix(rng->state);
}

double rng_uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    return (uint32_t)(rng_uniform(rng) * n);
}

/* Box and Muller; 1 - u keeps zero away from the logarithm. */
double rng_normal(struct rng *rng)
{
    const double radius = sqrt(-2 * maths_log(1 - rng_uniform(rng)));
    return radius * maths_cos_turns(rng_uniform(rng));
}

static double power(double u, double exponent)
{
    return u > 0 ? maths_exp(exponent * maths_log(u)) : 0;
}

/* Jöhnk 1964: u^(1/a) / (u^(1/a) + v^(1/a)), given that the sum is at most 1. */
double rng_beta(struct rng *rng, double a)
{
    for (;;) {
        const double u = power(rng_uniform(rng), 1 / a), v = power(rng_uniform(rng), 1 / a);
        if (u + v > 0 && u + v <= 1)
            return u / (u + v);
    }
}

void rng_shuffle(struct rng *rng, size_t n, uint32_t *items)
{
    for (size_t i = n; i > 1; i--) {
        const uint32_t j = rng_below(rng, (uint32_t)i), kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}
