/* Replicates of a two-phase lane: fold plans in, records of mean and variance out (replicate.c calls it,
 * nobody else). */
#ifndef LOGVAR_ESTIMATE_REPLICATE_TWOPHASE_H
#define LOGVAR_ESTIMATE_REPLICATE_TWOPHASE_H

#include "engine/crossfit.h"
#include "estimate/plan.h"
#include "estimate/records.h"

#include <stdint.h>

/* Replicates plans[0 .. n - 1], numbered numbers[], of the cell with this key into `records` (n of
 * capacity). The declared statistic goes leave-one-out where the folds are not given. */
void replicate_twophase(const struct arm *arm, const struct cell_key *key,
                        const struct fold_plan *plans, const uint64_t *numbers, size_t n,
                        uint64_t seed, struct records *records);

#endif
