/* Scoring: in every training fold of a batch of replicates, the candidate of each family whose
 * squared correlation with the outcome is largest.
 *
 * Sums of x, x^2 and x y over each fold's held-out runs are taken away from the totals. Values are
 * centred over the arm, so that this costs digits only where a training fold's variance is far below
 * the arm's, and there the eligibility rule sets the limit. One block of candidates that fits the
 * first-level cache meets all replicates of the batch before the next block is loaded. */
#ifndef LOGVAR_ENGINE_SCORE_H
#define LOGVAR_ENGINE_SCORE_H

#include "engine/split.h"

struct score_winner {
    uint32_t slot; /* CROSSFIT_NO_PICK if no candidate is eligible */
    double rho2;   /* in the training runs */
};

struct score_workspace;
struct score_workspace *score_workspace_new(size_t n_plans, size_t n_folds);
void score_workspace_free(struct score_workspace *workspace);

/* winners[n_splits][n_groups][n_folds + 1], a group being a family, or all of them: one for each training fold; the last one for all runs
 * of the replicate (post hoc), where they are fewer than the arm's: the design knows the other case. All splits have the same n_folds. */
void score_batch(const struct design *design, const struct split *splits, size_t n_splits,
                 bool by_family, struct score_workspace *workspace, struct score_winner *winners);

/* The best of several groups' winners; [stride] apart. */
struct score_winner score_best(const struct score_winner *winners, size_t n_groups, size_t stride);

#endif
