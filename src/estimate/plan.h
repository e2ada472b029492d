/* The plan: what has to be computed for a request, listed once and the same for everybody.
 *
 * A *cell* is the replicate records of one arm, analysis, size and adjuster (or family) and of
 * whatever else they depend on, all of which stands in its key: two requests that share a key share
 * the records. A *lane* is the cells of one arm, analysis and size: they use the same fold plans,
 * so one batch serves all of them.
 *
 *   analysis   a replicate is                            cells of the lane
 *   splits     all runs, one random partition            adjusters, then families
 *   draws      n runs drawn, one random partition        raw, then adjusters
 *   null       two halves of the runs, one partition of  raw, then adjusters
 *              each
 *   two-phase  all runs, one random partition            adjusters, then what is declared
 *
 * Budget curves, pair budgets and coverage all read the draws; budgets use the first of them.
 *
 * A plan is immutable. It borrows the study. */
#ifndef LOGVAR_ESTIMATE_PLAN_H
#define LOGVAR_ESTIMATE_PLAN_H

#include "estimate/exploratory.h"
#include "estimate/request.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* These numbers key the random streams: changing one changes every figure. */
enum analysis { ANALYSIS_SPLITS = 1, ANALYSIS_DRAWS = 2, ANALYSIS_NULL = 3, ANALYSIS_TWOPHASE = 4 };

/* All members are 64 bits wide, so that keys are compared as bytes. */
struct cell_key {
    uint64_t arm; /* index in the study */
    uint64_t analysis;
    uint64_t n_runs; /* a fold plan uses; for null, of one half */
    uint64_t n_folds, given_folds;
    uint64_t seed;
    uint64_t kind, k;   /* the adjuster; ADJUSTER_RAW also for families */
    uint64_t families;  /* those with candidates in this arm; 0 where nothing depends on them */
    uint64_t is_family; /* records of the one family in `families` */
    uint64_t n_statistic, statistic[REQUEST_STATISTIC_MAX]; /* 0 where nothing depends on it */
};
bool cell_key_equal(const struct cell_key *a, const struct cell_key *b);
uint64_t cell_key_hash(const struct cell_key *key);

struct lane {
    size_t arm; /* index in the study */
    enum analysis analysis;
    size_t n_runs, n_folds; /* of one fold plan */
    bool given_folds;
    size_t n_wanted; /* replicates */
    size_t first_cell, n_cells;
    size_t declared_cell; /* two-phase: the statistic that the manifest declares */
    uint64_t stream;      /* analysis and size, as they key the random stream */
};

#define PLAN_NONE ((size_t)-1)

struct plan {
    const struct study *study;
    struct request request; /* a copy */
    struct exploratory_history history;
    size_t n_lanes;
    struct lane *lanes;
    size_t n_cells;
    struct cell_key *cells;
    /* Lanes by position of the arm in the request; PLAN_NONE where not asked for or impossible. */
    size_t *splits_lane, *null_lane; /* [request.n_arms] */
    size_t *twophase_lane;           /* [request.n_arms] */
    size_t *draws_lane;              /* [request.n_arms * REQUEST_BUDGETS_MAX] */
    size_t *n_budgets;               /* [request.n_arms] */
    size_t (*budgets)[REQUEST_BUDGETS_MAX];
};

struct plan *plan_new(const struct study *study, const struct request *request,
                      const struct exploratory_history *history);
void plan_free(struct plan *plan);
bool plan_wants(const struct plan *plan, enum section section);

/* The cell of the request's adjuster number a in a lane; of raw (draws and null); of family f, PLAN_NONE if there is
 * none (not chosen, or without candidates in the arm). */
size_t plan_adjuster_cell(const struct lane *lane, size_t a);
size_t plan_raw_cell(const struct lane *lane);
size_t plan_family_cell(const struct plan *plan, const struct lane *lane, size_t family);

/* The statistic in use in an arm: candidates (ARM_NO_CANDIDATE where the arm has none such). */
size_t plan_statistic(const struct request *request, const struct arm *arm,
                      size_t statistic[REQUEST_STATISTIC_MAX]);
/* Chosen families that have candidates in the arm. */
uint64_t plan_families(const struct request *request, const struct arm *arm);

#endif
