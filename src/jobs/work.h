/* Work: one request being computed. Which replicates of which cells come next is decided here; the
 * figures do not depend on it.
 *
 * The owner's mutex is held around every call. */
#ifndef LOGVAR_JOBS_WORK_H
#define LOGVAR_JOBS_WORK_H

#include "estimate/plan.h"
#include "jobs/share.h"
#include "jobs/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What to do first. On the screen a little of everything comes before more of anything: a first few
 * replicates of the whole table, then twice as many, the table ahead of the rest. A report needs all
 * of it and goes lane by lane, which reuses each thread's workspace; a share of a report has its own
 * order. */
enum work_order { WORK_BREADTH_FIRST, WORK_LANE_BY_LANE, WORK_SHARE };

enum { WORK_FIRST_BATCH = 4 };

struct work {
    size_t n_references;
    unsigned long generation;
    struct study *study; /* a reference */
    struct plan *plan;   /* owned */
    enum work_order order;
    struct cell **cells; /* [plan.n_cells], pinned */
    size_t *n_issued;    /* [plan.n_cells]: replicates done or given to a thread */
    double *cost_ms;     /* [plan.n_lanes]: of one replicate, as last seen; 0 = unknown */
    bool *blocked;       /* [plan.n_lanes]: its design is being built */
    const char *failure; /* a sentence; stops the work */
    struct share share;  /* for WORK_SHARE */
    size_t n_shared, n_shared_wanted; /* its replicates done, times cells */
    size_t n_returned, returned_capacity;
    struct share_task *returned;
};

struct work *work_new(struct store *store, struct study *study, struct plan *plan,
                      enum work_order order, unsigned long generation);
/* Only share `index` of `count` of the work is to be done. */
void work_set_share(struct work *work, size_t index, size_t count);
void work_ref(struct work *work);
/* Unpins the cells with the last reference. */
void work_unref(struct store *store, struct work *work);

/* Some replicates of some cells of one lane. */
struct task {
    size_t lane, first, n;
    size_t n_cells;
    size_t *cells; /* owned by the thread's task, room for the largest lane */
    size_t capacity;
};
/* False if there is nothing left to hand out. */
bool work_next(struct work *work, struct task *task);
/* The task was not done: its replicates are to be handed out again. */
void work_return(struct work *work, const struct task *task);
/* The task was done, and took so long. */
void work_done(struct work *work, const struct task *task, double milliseconds);

bool work_finished(const struct work *work);
/* Every cell over splits has its first batch. */
bool work_table_begun(const struct work *work);
void work_progress(const struct work *work, size_t *n_done, size_t *n_wanted);

#endif
