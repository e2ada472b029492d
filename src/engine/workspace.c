/* The workspace of crossfit_batch: everything it writes to, allocated once. */
#include "base/mem.h"
#include "engine/batch.h"

#include <stdlib.h>

static bool asks_for(const struct crossfit_request *request, enum adjuster_kind kind)
{
    for (size_t a = 0; a < request->n_adjusters; a++)
        if (request->adjusters[a].kind == kind)
            return true;
    return false;
}

static unsigned largest_k(const struct crossfit_request *request)
{
    unsigned k = 0;
    for (size_t a = 0; a < request->n_adjusters; a++)
        if (request->adjusters[a].k > k)
            k = request->adjusters[a].k;
    return k;
}

static void allocate_splits(struct crossfit_workspace *w)
{
    size_t n = w->n_runs, stride = 2 * n + w->n_folds + 1;
    w->splits = mem_zeroed(w->n_plans, sizeof *w->splits);
    w->indices = mem_zeroed(w->n_plans * stride, sizeof *w->indices);
    w->outcomes = mem_zeroed(w->n_plans * n, sizeof *w->outcomes);
    for (size_t s = 0; s < w->n_plans; s++) {
        w->splits[s].run = w->indices + s * stride;
        w->splits[s].position = w->splits[s].run + n;
        w->splits[s].start = w->splits[s].position + n;
        w->splits[s].y = w->outcomes + s * n;
    }
}

struct crossfit_workspace *crossfit_workspace_new(const struct design *design,
                                                  const struct crossfit_request *request,
                                                  size_t n_plans, size_t n_runs, size_t n_folds)
{
    struct crossfit_workspace *w = mem_zeroed(1, sizeof *w);
    size_t q = design->n_statistic;
    w->n_plans = n_plans;
    w->n_runs = n_runs;
    w->n_folds = n_folds;
    allocate_splits(w);
    w->adjusted = mem_zeroed(n_plans * request->n_adjusters * n_runs, sizeof *w->adjusted);
    w->column = mem_zeroed((q + 1) * n_runs, sizeof *w->column);
    w->fit = mem_zeroed((q + 1) * n_runs + q, sizeof *w->fit);
    w->spare = mem_zeroed(n_runs, sizeof *w->spare);
    bool shrunk = asks_for(request, ADJUSTER_BEST_SHRUNK);
    w->scores_always = shrunk || asks_for(request, ADJUSTER_BEST) || request->families;
    if (w->scores_always || asks_for(request, ADJUSTER_POSTHOC)) {
        w->scores = score_workspace_new(n_plans, n_folds);
        w->n_groups = request->families ? design->n_families : 1;
        w->winners = mem_array(n_plans * w->n_groups * (n_folds + 1), sizeof *w->winners);
    }
    if (shrunk)
        w->search = search_workspace_new(n_runs, n_folds);
    bool average = asks_for(request, ADJUSTER_AVERAGE);
    unsigned k = largest_k(request);
    if (k > 0)
        w->components = components_workspace_new(design, n_runs, k);
    if (k > 0 || average)
        w->panel_components = panel_components_new(design, n_runs, n_folds, k > 0 ? k : 1, average);
    if (average)
        w->average = average_workspace_new(design, n_runs);
    if (asks_for(request, ADJUSTER_RIDGE)) {
        w->ridge = ridge_workspace_new(n_runs);
        w->panel_ridge = panel_ridge_new(design, n_runs, n_folds);
    }
    return w;
}

void crossfit_workspace_free(struct crossfit_workspace *w)
{
    if (!w)
        return;
    void *owned[] = {w->splits, w->indices, w->outcomes, w->adjusted,
                     w->column, w->fit,     w->spare,    w->winners};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    score_workspace_free(w->scores);
    search_workspace_free(w->search);
    components_workspace_free(w->components);
    panel_components_free(w->panel_components);
    panel_ridge_free(w->panel_ridge);
    ridge_workspace_free(w->ridge);
    average_workspace_free(w->average);
    free(w);
}
