/* What searching a pool of candidates shows on noise: the mean, over permutations of the outcome
 * within a training fold, of the largest squared correlation (METHOD.md, "Cross-fitted adjustment":
 * best-shrunk). */
#ifndef LOGVAR_ENGINE_SEARCH_H
#define LOGVAR_ENGINE_SEARCH_H

#include "engine/split.h"

enum { SEARCH_PERMUTATIONS = 20 };

/* max(0, (r2 - r0) / (r2 (1 - r0))): what theta of the winner is multiplied by. */
double search_factor(double rho2, double noise);

struct search_workspace;
struct search_workspace *search_workspace_new(size_t n_runs, size_t n_folds);
void search_workspace_free(struct search_workspace *workspace);

/* Does the permutations of every fold of one replicate; the stream is keyed by (seed, arm, this
 * analysis, replicate). */
void search_permute(const struct design *design, const struct split *split, uint64_t seed,
                    uint64_t replicate, struct search_workspace *workspace);
/* Of the replicate done last. */
double search_noise(const struct search_workspace *workspace, size_t fold);

#endif
