/* pca adjusters of a batch: all of them share one decomposition of each family in each fold, side by
 * side in panels where that is safe, one by one where it is not. */
#include "engine/batch.h"

static bool first_of_components(const struct crossfit_request *request, size_t adjuster)
{
    for (size_t a = 0; a < adjuster; a++)
        if (adjuster_traits(request->adjusters[a].kind)->takes_k)
            return false;
    return true;
}

static void note_all(const struct batch *batch, size_t s, enum estimate_status status)
{
    for (size_t a = 0; a < batch->request->n_adjusters; a++)
        if (adjuster_traits(batch->request->adjusters[a].kind)->takes_k)
            batch_note(batch, s, a, status);
}

static void plain_fold(const struct batch *batch, size_t first, size_t s, size_t f)
{
    const struct split *split = &batch->workspace->splits[s];
    struct components_workspace *w = batch->workspace->components;
    enum estimate_status found = components_find(batch->design, split, f, w);
    if (found != ESTIMATE_OK) {
        note_all(batch, s, found);
        return;
    }
    for (size_t a = first; a < batch->request->n_adjusters; a++) {
        struct adjuster adjuster = batch->request->adjusters[a];
        if (adjuster_traits(adjuster.kind)->takes_k)
            batch_note(batch, s, a,
                       components_adjust(split, f, adjuster.k, adjuster.kind == ADJUSTER_PCA_SHRUNK,
                                         w, batch_adjusted(batch, s, a)));
    }
}

static void panel_fold(const struct batch *batch, size_t first, size_t i,
                       const struct panel_fold *fold)
{
    size_t s = fold->tag;
    for (size_t a = first; a < batch->request->n_adjusters; a++) {
        struct adjuster adjuster = batch->request->adjusters[a];
        if (!adjuster_traits(adjuster.kind)->takes_k)
            continue;
        enum estimate_status status = panel_components_adjust(
            batch->workspace->panel_components, i, adjuster.k, adjuster.kind == ADJUSTER_PCA_SHRUNK,
            batch_adjusted(batch, s, a));
        if (status == ESTIMATE_PENDING) {
            plain_fold(batch, first, s, fold->fold);
            return;
        }
        batch_note(batch, s, a, status);
    }
}

static void do_panel(const struct batch *batch, size_t first, const struct panel_fold *folds,
                     size_t n)
{
    panel_components_find(batch->design, folds, n, batch->workspace->panel_components);
    for (size_t i = 0; i < n; i++)
        panel_fold(batch, first, i, &folds[i]);
}

void batch_components(const struct batch *batch, size_t adjuster)
{
    if (first_of_components(batch->request, adjuster))
        batch_panels(batch, adjuster, batch->workspace->panel_components ? do_panel : NULL,
                     plain_fold);
}
