/* Fold plans: which runs a replicate uses, and the fold of each. */
#include "engine/crossfit.h"

size_t fold_plan_folds(size_t n_runs, size_t folds)
{
    return folds == 0 || folds > n_runs ? n_runs : folds;
}

void fold_plan_draw(struct rng *rng, size_t n_pool, size_t n, size_t n_folds, uint32_t *runs,
                    uint32_t *fold)
{
    /* Selection sampling keeps ascending order and needs no room for the pool: run i is taken with
     * probability (still wanted) / (still to see) (Knuth, algorithm S). */
    size_t n_taken = 0;
    for (size_t i = 0; n_taken < n; i++)
        if (n - n_taken == n_pool - i || rng_below(rng, (uint32_t)(n_pool - i)) < n - n_taken)
            runs[n_taken++] = (uint32_t)i;
    for (size_t i = 0; i < n; i++)
        fold[i] = (uint32_t)(i % n_folds);
    rng_shuffle(rng, fold, n);
}
