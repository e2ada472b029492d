/* Random numbers: one independent stream for each purpose of each run.
 *
 * A stream is named by the run's seed, the arm and a purpose, so that e.g. a change of the
 * augmentation leaves the initial weights and the order of the data as they were, and two arms with
 * the same seed share nothing.  The generator is SplitMix64 (Steele, Lea and Flood, "Fast
 * splittable pseudorandom number generators", 2014): a counter and a mixing function.
 */
#ifndef TRAINER_RNG_H
#define TRAINER_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* The stream (seed, arm, purpose); equal names give equal streams. */
struct rng rng_stream(uint64_t seed, const char *arm, const char *purpose);

uint64_t rng_next(struct rng *rng);
double rng_uniform(struct rng *rng);             /* in [0, 1) */
uint32_t rng_below(struct rng *rng, uint32_t n); /* 0 .. n-1 */
double rng_normal(struct rng *rng);              /* mean 0, sd 1 */
double rng_beta(struct rng *rng, double a);      /* Beta(a, a), 0 < a <= 1 */
void rng_shuffle(struct rng *rng, size_t n, uint32_t *items);

#endif
