/* Simulated studies with known truth, for tests, benchmarks and teaching.
 *
 * Every arm draws, run by run, one latent factor L_g a family and makes
 *     x_j = sqrt(c) L_g + sqrt(1 - c) e_j        (family g of candidate j, correlation c within it)
 *     y   = mean + effect * arm + sd * (sqrt(rho2) S + sqrt(1 - rho2) e)
 * with everything standard normal; S, where the signal is, has unit variance:
 *     SIGNAL_NONE      rho2 counts as 0
 *     SIGNAL_ONE       S = x_1, the first candidate (the declared statistic)
 *     SIGNAL_DIFFUSE   S = L_1, the latent factor of the first family: its candidates each carry a
 *                      share c of it
 *     SIGNAL_SPREAD    S = (L_1 + L_2 + L_3) / sqrt(3) (as many as there are families)
 * A run's draws are keyed by (seed, arm, repeat, run), its outcome's own noise and latent factors apart
 * from its candidates: more runs, candidates or families only add, and whoever moves rho2 or the
 * effect sees the same runs move.
 * Candidates differ in scale and offset, as real ones do; both are functions of their number. */
#ifndef LOGVAR_SIMULATE_SIMULATE_H
#define LOGVAR_SIMULATE_SIMULATE_H

#include "study/study.h"

#include <stddef.h>
#include <stdint.h>

enum signal_place { SIGNAL_NONE, SIGNAL_ONE, SIGNAL_DIFFUSE, SIGNAL_SPREAD };

/* Which runs are finished: the first ones (so that chance decides), or those whose declared statistic,
 * or whose outcome, is the largest, as when what looks bad is stopped. */
enum signal_stop { STOP_RANDOM, STOP_LOG, STOP_OUTCOME };

struct simulation {
    size_t n_arms, n_runs; /* >= 1, >= 2; runs with an outcome, an arm */
    size_t n_unfinished;   /* an arm: runs more that were stopped at the window's end */
    enum signal_stop stop;
    size_t n_candidates,
        n_families;     /* an arm; families 1 .. STUDY_FAMILIES_MAX, of nearly equal size */
    double rho2;        /* share of the outcome's variance that S explains, 0 .. 1 */
    double correlation; /* c, 0 .. 1 */
    enum signal_place signal;
    double effect;   /* difference between arm i + 1 and arm i, in sd */
    double mean, sd; /* of the first arm's outcome */
    uint64_t seed;
    uint64_t repeat; /* number of the repetition: another study from the same truth */
};

/* 2 arms, 50 runs, 400 candidates in 5 families, rho2 0.25 in one candidate, correlation 0.5. */
struct simulation simulation_defaults(void);

/* A new study (one reference). All parameters must be in range. */
struct study *simulate_study(const struct simulation *simulation);
/* Draws outcomes and candidates again, in place, from another truth or for another repetition: what a
 * fresh study would hold, without its names and allocations. Arms, runs, candidates and families must
 * be as many as when the study was made; nobody else may hold or read it. */
void simulate_again(struct study *study, const struct simulation *simulation);

/* The share of the outcome's variance that the declared statistic (the first candidate) explains in
 * the whole population: what adjusting by it could remove if theta were known. */
double simulation_statistic_rho2(const struct simulation *simulation);

#endif
