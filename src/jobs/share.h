/* Dividing a plan: its replicates in a fixed order of tasks, of which share I of N (I from 0) has
 * every N-th. The same for everybody, so that shares computed anywhere fit together. */
#ifndef LOGVAR_JOBS_SHARE_H
#define LOGVAR_JOBS_SHARE_H

#include "estimate/plan.h"

#include <stdbool.h>
#include <stddef.h>

enum { SHARE_BATCH = 64 }; /* replicates of all cells of one lane */

struct share {
    const struct plan *plan;
    size_t index, count;
    size_t lane, first, number; /* the next task of all, and its number */
};

struct share_task {
    size_t lane, first, n;
};

struct share share_init(const struct plan *plan, size_t index, size_t count);
/* The share's next task; false at the end. */
bool share_next(struct share *share, struct share_task *task);
/* Replicates, times cells, of the whole share. */
size_t share_total(const struct plan *plan, size_t index, size_t count);

#endif
