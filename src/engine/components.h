/* First principal components of every chosen family in a training fold, and least squares on all of
 * them together (METHOD.md, "Cross-fitted adjustment": pca and pca shrunk).
 *
 * The components come from the matrix of products between runs (gram.h): its leading eigenvectors are
 * the training scores up to their lengths, and a held-out run's score is its products with the training
 * runs times the vector, over the eigenvalue. Signs and lengths do not matter to least squares. A
 * family gives fewer than k components where it has fewer, or where its rank is smaller. */
#ifndef LOGVAR_ENGINE_COMPONENTS_H
#define LOGVAR_ENGINE_COMPONENTS_H

#include "engine/split.h"

/* Eigenvalues below this share of the largest are rounding, not components. */
#define COMPONENTS_RANK_SHARE 1e-12

/* Arms with more runs go by Lanczos (lanczos.h) instead of the whole matrix: there both take as long, at
 * 1,200 candidates. */
enum { COMPONENTS_RUNS_MAX = 400 };

struct components_workspace;
struct components_workspace *components_workspace_new(const struct design *design, size_t n_runs,
                                                      unsigned k_max);
void components_workspace_free(struct components_workspace *workspace);

/* One decomposition of each family in one fold, for all k up to k_max. */
enum estimate_status components_find(const struct design *design, const struct split *split,
                                     size_t fold, struct components_workspace *workspace);
/* Least squares on the first k of each family as found last; fills the held-out part of
 * adjusted[n]. */
enum estimate_status components_adjust(const struct split *split, size_t fold, unsigned k,
                                       bool shrunk, struct components_workspace *workspace,
                                       double *adjusted);

#endif
