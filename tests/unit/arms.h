/* Arms for tests of estimate: read from a table, or made up from a seed. */
#ifndef LOGVAR_TESTS_ARMS_H
#define LOGVAR_TESTS_ARMS_H

#include "study/study.h"

/* A CSV with columns run, fold, outcome and "family:name" for every candidate; families in order of
 * first appearance. */
struct arm *arm_from_table(const char *path);

/* n runs, n_families families of p candidates each: noise, plus a factor per family that the outcome
 * follows with weight `signal`. */
struct arm *arm_made_up(uint64_t seed, size_t n, size_t n_families, size_t p, double signal);
/* An arm with room for these sizes, all zero; the caller fills x and y. */
struct arm *arm_blank(size_t n, size_t n_families, size_t p);
void arm_discard(struct arm *arm);

#endif
