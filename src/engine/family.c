/* The family diagnostic: nested best against post hoc best inside each family. */
#include "engine/batch.h"

#include <math.h>

static double variance_or_nan(const struct batch *batch, size_t s, enum estimate_status status,
                              const double *adjusted)
{
    return status == ESTIMATE_OK ? batch_variance(batch, s, adjusted) : NAN;
}

static enum estimate_status worse(enum estimate_status first, enum estimate_status second)
{
    return first != ESTIMATE_OK ? first : second;
}

static enum estimate_status nested(const struct batch *batch, size_t s, size_t family,
                                   uint32_t *picks, double *adjusted)
{
    size_t n_folds = batch->workspace->splits[s].n_folds;
    enum estimate_status status = ESTIMATE_OK;
    for (size_t f = 0; f < n_folds; f++) {
        uint32_t slot = batch_winner(batch, s, family, f).slot;
        status = worse(status, batch_adjust_slot(batch, s, f, slot, 1, adjusted));
        if (picks)
            picks[f] = slot == CROSSFIT_NO_PICK ? slot : batch->design->candidate[slot];
    }
    return status;
}

static enum estimate_status posthoc(const struct batch *batch, size_t s, size_t family,
                                    double *adjusted)
{
    const struct split *split = &batch->workspace->splits[s];
    uint32_t slot = split->n == batch->design->n_pool
                        ? batch->design->family_posthoc[family]
                        : batch_winner(batch, s, family, split->n_folds).slot;
    return batch_adjust_all(batch, s, slot, adjusted);
}

static void one_family(const struct batch *batch, size_t s, size_t family)
{
    struct crossfit_results *results = batch->results;
    double *adjusted = batch->workspace->spare;
    size_t place = s * batch->design->n_families + family;
    size_t n_folds = batch->workspace->splits[s].n_folds;
    uint32_t *picks = results->nested_picks ? results->nested_picks + place * n_folds : NULL;
    enum estimate_status outlook = batch_outlook(batch, s);
    enum estimate_status status = worse(outlook, nested(batch, s, family, picks, adjusted));
    if (results->nested_variance)
        results->nested_variance[place] = variance_or_nan(batch, s, status, adjusted);
    status = worse(status, posthoc(batch, s, family, adjusted));
    if (results->posthoc_variance)
        results->posthoc_variance[place] = variance_or_nan(batch, s, status, adjusted);
    if (results->family_status)
        results->family_status[place] = (uint8_t)status;
}

void batch_families(const struct batch *batch)
{
    for (size_t s = 0; s < batch->n_splits; s++)
        for (size_t family = 0; family < batch->design->n_families; family++)
            one_family(batch, s, family);
}
