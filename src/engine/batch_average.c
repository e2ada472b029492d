/* Average in a batch of replicates: a fold the plain way, or a lane of a panel, with its weights. */
#include "engine/batch.h"

static size_t weights_place(const struct batch *batch, size_t s, size_t f)
{
    return s * batch->workspace->splits[s].n_folds + f;
}

static float *weights_of(const struct batch *batch, size_t s, size_t f)
{
    size_t n = crossfit_n_weights(batch->design->n_families);
    float *weights = batch->results->weights;
    return weights ? weights + weights_place(batch, s, f) * n : NULL;
}

static uint32_t *leaders_of(const struct batch *batch, size_t s, size_t f)
{
    uint32_t *leaders = batch->results->leaders;
    return leaders ? leaders + weights_place(batch, s, f) * CROSSFIT_LEADERS : NULL;
}

void batch_average_fold(const struct batch *batch, size_t a, size_t s, size_t f)
{
    const struct crossfit_workspace *w = batch->workspace;
    batch_note(batch, s, a,
               average_adjust(batch->design, &w->splits[s], f, w->average,
                              batch_adjusted(batch, s, a), weights_of(batch, s, f),
                              leaders_of(batch, s, f)));
}

void batch_average_lane(const struct batch *batch, size_t a, size_t i,
                        const struct panel_fold *fold)
{
    size_t s = fold->tag;
    enum estimate_status status = panel_components_average(
        batch->workspace->panel_components, i, batch_adjusted(batch, s, a),
        weights_of(batch, s, fold->fold), leaders_of(batch, s, fold->fold));
    if (status == ESTIMATE_PENDING)
        batch_average_fold(batch, a, s, fold->fold);
    else
        batch_note(batch, s, a, status);
}
