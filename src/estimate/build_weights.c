/* What the models of average weigh, over the training folds of all splits. */
#include "base/mem.h"
#include "estimate/build.h"
#include "engine/crossfit.h"

#include <stdlib.h>

static int by_share(const void *a, const void *b)
{
    const struct model_weight *x = a, *y = b;
    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    if (x->model != y->model)
        return x->model < y->model ? -1 : 1;
    return (x->which > y->which) - (x->which < y->which);
}

/* Sums over folds, in the order of the records. */
struct weight_sums {
    double *models;     /* [records->n_weights]: nothing, …, candidates together */
    double *candidates; /* [n_candidates], as far as they were among the leaders */
    size_t n_folds;
};

static void add_fold(const struct records *records, size_t fold, struct weight_sums *sums)
{
    size_t n_models = records->n_weights - CROSSFIT_LEADERS;
    const float *weights = records->weights + fold * records->n_weights;
    const uint32_t *leaders = records->leaders + fold * CROSSFIT_LEADERS;
    for (size_t m = 0; m < n_models; m++)
        sums->models[m] += weights[m];
    for (size_t i = 0; i < CROSSFIT_LEADERS; i++)
        if (leaders[i] != CROSSFIT_NO_PICK) {
            sums->candidates[leaders[i]] += weights[n_models + i];
            sums->models[n_models - 1] -= weights[n_models + i];
        }
    sums->n_folds++;
}

/* The study's number of each family that has candidates here, in the order of the design. */
static struct model_weight model_number(size_t m, uint64_t families)
{
    static const enum weighed_model first[] = {[CROSSFIT_NOTHING] = WEIGHED_NOTHING,
                                               [CROSSFIT_DECLARED] = WEIGHED_STATISTIC,
                                               [CROSSFIT_ALL] = WEIGHED_ALL};
    size_t n_families = (size_t)__builtin_popcountll(families), family = 0;
    if (m < CROSSFIT_COMPONENTS)
        return (struct model_weight){first[m], 0, 0};
    m -= CROSSFIT_COMPONENTS;
    if (m == 2 * n_families)
        return (struct model_weight){WEIGHED_OTHERS, 0, 0};
    for (size_t skip = m % n_families; skip > 0 || !(families >> family & 1); family++)
        skip -= families >> family & 1;
    return (struct model_weight){m < n_families ? WEIGHED_COMPONENT : WEIGHED_FAMILY, family, 0};
}

static void list(const struct weight_sums *sums, size_t n_models, size_t n_candidates,
                 uint64_t families, struct model_weight *out, size_t *n_out)
{
    double least = WEIGHED_LEAST * (double)sums->n_folds;
    for (size_t m = 0; m < n_models; m++)
        if (sums->models[m] >= least) {
            out[*n_out] = model_number(m, families);
            out[(*n_out)++].share = sums->models[m] / (double)sums->n_folds;
        }
    for (size_t j = 0; j < n_candidates; j++)
        if (sums->candidates[j] >= least)
            out[(*n_out)++] = (struct model_weight){WEIGHED_CANDIDATE, j,
                                                    sums->candidates[j] / (double)sums->n_folds};
    qsort(out, *n_out, sizeof *out, by_share);
}

void build_weights(struct build *build, const struct records *records, const struct arm *arm,
                   uint64_t families, size_t declared, struct vr_summary *out)
{
    struct weight_sums sums = {0};
    if (!records->n_weights)
        return;
    sums.models = mem_zeroed(records->n_weights, sizeof *sums.models);
    sums.candidates = mem_zeroed(arm->n_candidates, sizeof *sums.candidates);
    for (size_t i = 0; i < out->n_done; i++)
        for (size_t f = 0; f < records->n_fold_weights && records->status[i] == ESTIMATE_OK; f++)
            add_fold(records, i * records->n_fold_weights + f, &sums);
    if (declared < arm->n_candidates) { /* the same model under another prior */
        sums.models[CROSSFIT_DECLARED] += sums.candidates[declared];
        sums.candidates[declared] = 0;
    }
    size_t n_models = records->n_weights - CROSSFIT_LEADERS;
    struct model_weight *weights =
        build_alloc(build, n_models + arm->n_candidates, sizeof *weights);
    if (sums.n_folds)
        list(&sums, n_models, arm->n_candidates, families, weights, &out->n_weights);
    out->weights = weights;
    free(sums.models);
    free(sums.candidates);
}
