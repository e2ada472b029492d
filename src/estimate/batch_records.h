/* From the results of one batch of the engine to the records of a cell, with the engine's contract
 * checked on the way: a figure that cannot be never becomes a record. */
#ifndef LOGVAR_ESTIMATE_BATCH_RECORDS_H
#define LOGVAR_ESTIMATE_BATCH_RECORDS_H

#include "engine/crossfit.h"
#include "estimate/records.h"

#include <stdbool.h>
#include <stddef.h>

/* What came back, and of which shape; for the null, plans 2 i and 2 i + 1 are the halves of replicate
 * i. */
struct finished_batch {
    struct crossfit_results results;
    size_t n_runs, n_folds, n_adjusters, n_candidates;
    size_t n_families;
    const size_t *families; /* of the design, in the order of the results */
};

/* Replicates 0 .. n - 1 of the cell with this key into `to`; adjuster: the cell's place among the
 * adjusters of the batch. False if the engine broke its contract. */
bool batch_keep(const struct finished_batch *batch, const struct cell_key *key, size_t adjuster,
                size_t n, struct records *to);

#endif
