/* Leading components where there are many runs: Lanczos' method with full reorthogonalisation (Parlett,
 * The Symmetric Eigenvalue Problem, 13) on the products between runs as an operator, so that neither
 * the matrix nor the standardised candidates are ever formed. Memory: n (n + 40) doubles.
 *
 * Centring costs nothing here either: v is orthogonal to ones, so x' v needs no means, and what the
 * means would take from the result is its mean over the training runs. */
#ifndef LOGVAR_ENGINE_LANCZOS_H
#define LOGVAR_ENGINE_LANCZOS_H

#include "engine/split.h"

struct lanczos;
struct lanczos *lanczos_new(const struct design *design, size_t n_runs, unsigned k_max);
void lanczos_free(struct lanczos *lanczos);

/* The first k_max components of octets [from, to) in a fold with three training runs or more; fewer
 * where the rank is smaller. scores[c * n + i]: component c, run i (training runs in the split's
 * order, then held-out ones). Returns how many. */
unsigned lanczos_components(const struct design *design, const struct split *split, size_t fold,
                            size_t from, size_t to, struct lanczos *lanczos, double *scores);

#endif
