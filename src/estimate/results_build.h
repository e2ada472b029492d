/* A snapshot from the records that there are: what jobs call. */
#ifndef LOGVAR_ESTIMATE_RESULTS_BUILD_H
#define LOGVAR_ESTIMATE_RESULTS_BUILD_H

#include "estimate/memo.h"
#include "estimate/plan.h"
#include "estimate/records.h"
#include "estimate/results.h"

/* views[plan.n_cells]: of each cell a contiguous prefix, possibly empty; only read during the call.
 * study is the plan's own, of which the snapshot takes a reference. failure: NULL, or one sentence.
 * memo: what the figures of earlier snapshots were, to be read and added to; or NULL.
 * One reference for the caller. Safe in any thread, with a memo in one at a time. */
struct snapshot *results_build(struct study *study, const struct plan *plan,
                               const struct records_view *views, unsigned long generation,
                               const char *failure, struct memo *memo);

#endif
