/* Cross-fitted adjustment of one arm, many replicates at a time (METHOD.md,
 * "Cross-fitted adjustment").
 *
 * For run s in fold f everything estimated (centring, scaling, selection, components, shrinkage,
 * tuning, theta) comes from the other folds:
 *     adj_s = y_s - theta_{-f}' (x_s - mean_{-f}(x)).
 *
 * A design holds what depends on an arm, the chosen families and the statistic: data centred over
 * the arm, laid out for scoring. It is immutable and shared by all threads. A workspace belongs to
 * one thread and is allocated once: there is no allocation in crossfit_batch.
 *
 * Any number of runs and candidates works; up to 128 runs everything goes side by side in vector
 * lanes, above that by eight folds at a time, and components of more than 400 runs by Lanczos (HACKING.md, "The
 * engine", has the memory).
 *
 * Determinism: lanes of vector code are separate candidates or separate folds, never parts of one
 * sum, so every CPU and every vector width gives the same bits; the batch size does not matter
 * either: a replicate's figures depend on its own fold plan only. */
#ifndef LOGVAR_ENGINE_CROSSFIT_H
#define LOGVAR_ENGINE_CROSSFIT_H

#include "base/rng.h"
#include "engine/adjuster.h"
#include "engine/status.h"
#include "study/study.h"

#include <stddef.h>
#include <stdint.h>

/* One replicate: n of the arm's runs, each in one of n_folds folds, sizes differing by at most one.
 * runs[] are indices into the arm, in ascending order when all runs are used. Borrowed arrays. */
struct fold_plan {
    size_t n_runs, n_folds;
    const uint32_t *runs; /* [n_runs] */
    const uint32_t *fold; /* [n_runs], of the run next to it */
};

/* Fold labels: a random permutation of position mod K. K is lowered to n where n < K. */
size_t fold_plan_folds(size_t n_runs, size_t folds);
/* Fills runs[n] with a draw without replacement from the arm's n_pool runs (the identity when
 * n == n_pool), then fold[n]. The draw uses the stream first, the folds second. */
void fold_plan_draw(struct rng *rng, size_t n_pool, size_t n, size_t n_folds, uint32_t *runs,
                    uint32_t *fold);

struct design;

/* families: bit mask over the study's families. statistic: n_statistic candidate indices of the arm
 * (ARM_NO_CANDIDATE where it has none: "fixed" then has status ESTIMATE_NO_STATISTIC). The arm must
 * outlive the design. */
struct design *design_new(const struct arm *arm, uint64_t families, size_t n_statistic,
                          const size_t *statistic);
/* The same candidates and runs have other values now (a simulated arm was drawn again): what
 * design_new would make of them, in place. Nobody else may use the design meanwhile. */
void design_again(struct design *design);
void design_free(struct design *design);
size_t design_bytes(const struct design *design);
/* Chosen families that have candidates in this arm, in the study's order. */
size_t design_families(const struct design *design, const size_t **families);

struct crossfit_request {
    size_t n_adjusters;
    const struct adjuster *adjusters;
    /* Also nested best and post hoc best inside each chosen family (family diagnostic); one scoring
     * pass serves them and `best`. */
    bool families;
    uint64_t seed; /* keys the permutations of best-shrunk, together with the replicate's number */
};

#define CROSSFIT_NO_PICK UINT32_MAX

/* What average's models weigh in a training fold: nothing, the declared statistic, ridge on all
 * candidates, the first component of each of F families, ridge on each of them, single candidates
 * together, and the heaviest CROSSFIT_LEADERS of these. All but the leaders sum to 1. */
enum { CROSSFIT_LEADERS = 4 };
enum crossfit_weight {
    CROSSFIT_NOTHING,
    CROSSFIT_DECLARED,
    CROSSFIT_ALL,
    CROSSFIT_COMPONENTS /* F of them, then F ridges, then the singles, then the leaders */
};
static inline size_t crossfit_n_weights(size_t n_families)
{
    return CROSSFIT_COMPONENTS + 2 * n_families + 1 + CROSSFIT_LEADERS;
}

/* Outputs, the caller's arrays, replicate by replicate (P plans, A adjusters, F = design_families,
 * K folds). Any pointer but the first four may be NULL: not wanted. Variances are sample variances
 * (n - 1); a figure whose status is not ESTIMATE_OK is NaN. */
struct crossfit_results {
    double *raw_mean;          /* [P] */
    double *raw_variance;      /* [P] */
    double *adjusted_variance; /* [P * A] */
    uint8_t *status;           /* [P * A], enum estimate_status */
    uint32_t *picks; /* [P * A * K]: candidate picked in each training fold, or CROSSFIT_NO_PICK */
    /* Of average, if it is among the adjusters, both or neither: */
    float *weights;    /* [P * K * crossfit_n_weights(F)] */
    uint32_t *leaders; /* [P * K * CROSSFIT_LEADERS]: candidates, or CROSSFIT_NO_PICK (weight 0) */
    double *nested_variance;  /* [P * F] */
    double *posthoc_variance; /* [P * F] */
    uint32_t *nested_picks;   /* [P * F * K] */
    uint8_t *family_status;   /* [P * F] */
};

struct crossfit_workspace;
/* For batches of up to n_plans plans of at most n_runs runs in n_folds folds; of this design, or of
 * another one with as many runs, statistics, and candidates in each family. */
struct crossfit_workspace *crossfit_workspace_new(const struct design *design,
                                                  const struct crossfit_request *request,
                                                  size_t n_plans, size_t n_runs, size_t n_folds);
void crossfit_workspace_free(struct crossfit_workspace *workspace);

/* All plans have the same n_runs and n_folds. replicates[i] is the number of plan i (keys the
 * permutations of best-shrunk). */
void crossfit_batch(const struct design *design, const struct crossfit_request *request,
                    const struct fold_plan *plans, const uint64_t *replicates, size_t n_plans,
                    struct crossfit_workspace *workspace, struct crossfit_results *results);

/* One replicate, with the adjusted outcomes themselves (adjusted[n_runs], in the plan's order): for
 * reference tests, exports and explanations. picks[n_folds] may be NULL. Allocates. */
enum estimate_status crossfit_adjust(const struct design *design, struct adjuster adjuster,
                                     const struct fold_plan *plan, uint64_t seed,
                                     uint64_t replicate, double *adjusted, uint32_t *picks);

/* The candidate with the largest squared correlation with the outcome over all runs of the arm, of
 * the chosen families (post hoc); rho2[n_candidates of the arm] may be NULL; NaN where not in a
 * chosen family. */
size_t crossfit_posthoc(const struct design *design, double *rho2);

#endif
