/* Matrices of products between runs, of candidates standardised in a training fold:
 *     G[a][b] = sum over eligible candidates j of z_ja z_jb,   z = (x - mean) / sd,
 * mean and sd those of the training runs. Components and ridge need nothing else of the candidates:
 * the number of runs is small, the number of candidates is not. */
#ifndef LOGVAR_ENGINE_GRAM_H
#define LOGVAR_ENGINE_GRAM_H

#include "engine/split.h"

struct gram_workspace;
struct gram_workspace *gram_workspace_new(size_t n_runs);
void gram_workspace_free(struct gram_workspace *workspace);

/* Adds the products of octets [from, to) to gram, n x n_train: rows are the training runs, then the
 * held-out ones, each in the split's order; columns are the training runs. Returns the number of
 * eligible candidates. */
size_t gram_add(const struct design *design, const struct split *split, size_t fold, size_t from,
                size_t to, struct gram_workspace *workspace, double *gram);

#endif
