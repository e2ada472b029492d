/* Adjusters that share products and decompositions of a batch's folds: pca, and average. All of them go
 * with the first of them: side by side in panels where that is safe, one by one where it is not. */
#include "engine/batch.h"

static bool shares(struct adjuster adjuster)
{
    const struct adjuster_traits *traits = adjuster_traits(adjuster.kind);
    return traits->takes_k || traits->weighs;
}

static bool first_that_shares(const struct crossfit_request *request, size_t adjuster)
{
    for (size_t a = 0; a < adjuster; a++)
        if (shares(request->adjusters[a]))
            return false;
    return true;
}

static bool takes_k(const struct batch *batch, size_t a)
{
    return adjuster_traits(batch->request->adjusters[a].kind)->takes_k;
}

static bool is_shrunk(const struct batch *batch, size_t a)
{
    return batch->request->adjusters[a].kind == ADJUSTER_PCA_SHRUNK;
}

static void plain_components(const struct batch *batch, size_t s, size_t f)
{
    const struct split *split = &batch->workspace->splits[s];
    struct components_workspace *w = batch->workspace->components;
    enum estimate_status found = ESTIMATE_PENDING;
    for (size_t a = 0; a < batch->request->n_adjusters; a++) {
        if (!takes_k(batch, a))
            continue;
        if (found == ESTIMATE_PENDING)
            found = components_find(batch->design, split, f, w);
        enum estimate_status status = found;
        if (found == ESTIMATE_OK)
            status = components_adjust(split, f, batch->request->adjusters[a].k,
                                       is_shrunk(batch, a), w, batch_adjusted(batch, s, a));
        batch_note(batch, s, a, status);
    }
}

static void plain_fold(const struct batch *batch, size_t first, size_t s, size_t f)
{
    plain_components(batch, s, f);
    for (size_t a = first; a < batch->request->n_adjusters; a++)
        if (adjuster_traits(batch->request->adjusters[a].kind)->weighs)
            batch_average_fold(batch, a, s, f);
}

static void panel_components(const struct batch *batch, size_t i, const struct panel_fold *fold)
{
    size_t s = fold->tag;
    for (size_t a = 0; a < batch->request->n_adjusters; a++) {
        if (!takes_k(batch, a))
            continue;
        enum estimate_status status = panel_components_adjust(
            batch->workspace->panel_components, i, batch->request->adjusters[a].k,
            is_shrunk(batch, a), batch_adjusted(batch, s, a));
        if (status == ESTIMATE_PENDING) {
            plain_components(batch, s, fold->fold);
            return;
        }
        batch_note(batch, s, a, status);
    }
}

static void do_panel(const struct batch *batch, size_t first, const struct panel_fold *folds,
                     size_t n)
{
    struct panel_components *shared = batch->workspace->panel_components;
    panel_components_find(batch->design, folds, n, batch->results->weights != NULL, shared);
    for (size_t i = 0; i < n; i++) {
        panel_components(batch, i, &folds[i]);
        for (size_t a = first; a < batch->request->n_adjusters; a++)
            if (adjuster_traits(batch->request->adjusters[a].kind)->weighs)
                batch_average_lane(batch, a, i, &folds[i]);
    }
}

void batch_components(const struct batch *batch, size_t adjuster)
{
    if (first_that_shares(batch->request, adjuster))
        batch_panels(batch, adjuster, batch->workspace->panel_components ? do_panel : NULL,
                     plain_fold);
}
