/* Products x_a x_b of every pair of runs of an arm, for every candidate: the part of the products
 * between runs (gram.h) that is the same in all training folds of all replicates. Built when first
 * wanted, by whichever thread comes first, and then immutable. */
#ifndef LOGVAR_ESTIMATE_RUN_PAIRS_H
#define LOGVAR_ESTIMATE_RUN_PAIRS_H

#include <stddef.h>

struct design;
struct run_pairs;

/* Arms that would need more are computed without them. */
enum { RUN_PAIRS_MIB_MAX = 96 };

struct run_pairs *run_pairs_new(void);
void run_pairs_free(struct run_pairs *pairs);
size_t run_pairs_bytes(const struct run_pairs *pairs);

/* Pair (a, b), a >= b, is row a (a + 1) / 2 + b. */
static inline size_t run_pairs_row(size_t a, size_t b)
{
    return a * (a + 1) / 2 + b;
}

size_t run_pairs_tiles(size_t n_pool);
/* Tiles of one family, [n_tiles][slots of the family][KERNELS_PAIR_TILE]; NULL if the arm is too
 * large. */
const double *run_pairs_of_family(const struct design *design, size_t family);

#endif
