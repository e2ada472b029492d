/* Keyed random streams.
 *
 * A stream is a function of its key alone: (seed, arm, analysis, draw). So a replicate is the same
 * whatever the number of threads, the order of work, or which other analyses run; asking for more
 * replicates only adds. The generator is xoshiro256** (Blackman and Vigna 2021), its state filled
 * by SplitMix64 from the mixed key. Bounded integers are unbiased (Lemire 2019). */
#ifndef LOGVAR_BASE_RNG_H
#define LOGVAR_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

struct rng_key {
    uint64_t seed;
    uint64_t arm; /* rng_name() of the arm's full name, so that ticking others changes nothing */
    uint64_t analysis; /* which analysis, and its size where it has one */
    uint64_t draw;     /* replicate number, from 0 */
};

uint64_t rng_name(const char *name);
void rng_init(struct rng *rng, struct rng_key key);
uint64_t rng_next(struct rng *rng);
/* Uniform on 0 .. n-1, n >= 1. */
uint32_t rng_below(struct rng *rng, uint32_t n);
/* Uniform on [0, 1), 53 bits. */
double rng_uniform(struct rng *rng);
/* Standard normal (Marsaglia's polar method; libm's log only). */
double rng_normal(struct rng *rng);
/* n of them at once, for simulations that need millions: a ziggurat of 256 layers (Marsaglia and
 * Tsang 2000), its layer and its value from different bits of one number (Doornik 2005). Another
 * sequence than n calls of rng_normal. */
void rng_normals(struct rng *rng, size_t n, double *out);
/* A uniform random permutation of items[0..n) in place (Fisher and Yates, from the end). */
void rng_shuffle(struct rng *rng, uint32_t *items, size_t n);

#endif
