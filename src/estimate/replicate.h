/* Replicates: draws the fold plans of a stretch of a lane, has them cross-fitted in one batch, and
 * turns what comes back into records.
 *
 * A replicate's stream is keyed by (seed, arm, analysis and size, number), so its records depend on
 * nothing else: not on the batch, the thread, or what else is computed next to it. */
#ifndef LOGVAR_ESTIMATE_REPLICATE_H
#define LOGVAR_ESTIMATE_REPLICATE_H

#include "engine/crossfit.h"
#include "estimate/plan.h"
#include "estimate/records.h"

#include <stddef.h>

enum { REPLICATE_BATCH_MAX = 128 };

/* What a set of cells of one lane needs of a design. */
struct design_key {
    uint64_t arm, families, n_statistic, statistic[REQUEST_STATISTIC_MAX];
};
/* cells: n indices into plan.cells, ascending, all of the lane. */
struct design_key replicate_design_key(const struct plan *plan, const size_t *cells, size_t n);
struct design *replicate_design_new(const struct plan *plan, const struct design_key *key);

/* One thread's scratch. The design of the last run must stay alive until replicate_forget or
 * replicate_worker_free. */
struct replicate_worker;
struct replicate_worker *replicate_worker_new(void);
void replicate_worker_free(struct replicate_worker *worker);
void replicate_worker_forget(struct replicate_worker *worker);

/* Replicates first .. first + n - 1 (n <= REPLICATE_BATCH_MAX) of the lane for these cells. NULL, or
 * one sentence on what the engine broke (then there are no records). */
const char *replicate_run(struct replicate_worker *worker, const struct plan *plan,
                          const struct lane *lane, const size_t *cells, size_t n_cells,
                          const struct design *design, size_t first, size_t n);
/* Records of the last run's cell number i, n replicates from index 0; valid until the next run. */
const struct records *replicate_records(const struct replicate_worker *worker, size_t i);

#endif
