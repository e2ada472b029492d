#include "engine/crossfit.h"

#include "base/mem.h"
#include "engine/batch.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void run_adjuster(const struct batch *batch, size_t adjuster);

static run_adjuster *const runners[N_ADJUSTER_KINDS] = {
    [ADJUSTER_RAW] = batch_raw,
    [ADJUSTER_FIXED] = batch_fixed,
    [ADJUSTER_BEST] = batch_best,
    [ADJUSTER_PCA] = batch_components,
    [ADJUSTER_POSTHOC] = batch_posthoc,
    [ADJUSTER_BEST_SHRUNK] = batch_best_shrunk,
    [ADJUSTER_PCA_SHRUNK] = batch_components,
    [ADJUSTER_RIDGE] = batch_ridge,
    [ADJUSTER_AVERAGE] = batch_components,
};

static void prepare_split(const struct batch *batch, const struct fold_plan *plan, size_t s)
{
    struct crossfit_workspace *w = batch->workspace;
    struct split *split = &w->splits[s];
    split_prepare(split, batch->design, plan);
    for (size_t i = 0; i < plan->n_runs; i++)
        w->column[i] = batch->design->arm->y[plan->runs[i]];
    batch->results->raw_mean[s] = moments_mean(w->column, plan->n_runs);
    /* Not of the raw values: in the order of the arm, so that all splits give the same bits. */
    for (size_t i = 0; i < plan->n_runs; i++)
        w->column[i] = batch->design->y[plan->runs[i]];
    double scale = batch->design->y_scale;
    batch->results->raw_variance[s] = moments_variance(w->column, plan->n_runs) * scale * scale;
}

static void finish_adjuster(const struct batch *batch, size_t s, size_t a)
{
    struct crossfit_results *results = batch->results;
    size_t place = s * batch->request->n_adjusters + a;
    enum estimate_status outlook = batch_outlook(batch, s);
    if (outlook != ESTIMATE_OK)
        results->status[place] = (uint8_t)outlook;
    double variance = batch_variance(batch, s, batch_adjusted(batch, s, a));
    if (results->status[place] == ESTIMATE_OK && !isfinite(variance))
        results->status[place] = ESTIMATE_NOT_FINITE;
    results->adjusted_variance[place] = results->status[place] == ESTIMATE_OK ? variance : NAN;
}

static void clear_results(const struct batch *batch)
{
    struct crossfit_results *results = batch->results;
    size_t n = batch->n_splits * batch->request->n_adjusters;
    memset(results->status, ESTIMATE_OK, n * sizeof *results->status);
    size_t n_folds = batch->n_splits ? batch->workspace->splits->n_folds : 0;
    for (size_t i = 0; results->picks && i < n * n_folds; i++)
        results->picks[i] = CROSSFIT_NO_PICK;
    size_t n_all_folds = batch->n_splits * n_folds;
    size_t n_weights = n_all_folds * crossfit_n_weights(batch->design->n_families);
    if (!results->weights)
        return;
    memset(results->weights, 0, n_weights * sizeof *results->weights);
    for (size_t i = 0; i < n_all_folds * CROSSFIT_LEADERS; i++)
        results->leaders[i] = CROSSFIT_NO_PICK;
}

void crossfit_batch(const struct design *design, const struct crossfit_request *request,
                    const struct fold_plan *plans, const uint64_t *replicates, size_t n_plans,
                    struct crossfit_workspace *workspace, struct crossfit_results *results)
{
    struct batch batch = {design, request, replicates, n_plans, workspace, results};
    for (size_t s = 0; s < n_plans; s++)
        prepare_split(&batch, &plans[s], s);
    clear_results(&batch);
    bool draws = n_plans && plans->n_runs < design->n_pool;
    if (workspace->scores_always || (workspace->scores && draws))
        score_batch(design, workspace->splits, n_plans, request->families, workspace->scores,
                    workspace->winners);
    for (size_t a = 0; a < request->n_adjusters; a++)
        runners[request->adjusters[a].kind](&batch, a);
    for (size_t s = 0; s < n_plans; s++)
        for (size_t a = 0; a < request->n_adjusters; a++)
            finish_adjuster(&batch, s, a);
    if (request->families)
        batch_families(&batch);
}

enum estimate_status crossfit_adjust(const struct design *design, struct adjuster adjuster,
                                     const struct fold_plan *plan, uint64_t seed,
                                     uint64_t replicate, double *adjusted, uint32_t *picks)
{
    struct crossfit_request request = {1, &adjuster, false, seed};
    struct crossfit_workspace *workspace =
        crossfit_workspace_new(design, &request, 1, plan->n_runs, plan->n_folds);
    double mean, raw_variance, variance;
    uint8_t status;
    struct crossfit_results results = {.raw_mean = &mean,
                                       .raw_variance = &raw_variance,
                                       .adjusted_variance = &variance,
                                       .status = &status,
                                       .picks = picks};
    crossfit_batch(design, &request, plan, &replicate, 1, workspace, &results);
    const struct split *split = workspace->splits;
    for (size_t i = 0; i < plan->n_runs; i++) {
        double moved = (split->y[i] - workspace->adjusted[i]) * design->y_scale;
        adjusted[split->position[i]] =
            status == ESTIMATE_OK ? design->arm->y[split->run[i]] - moved : NAN;
    }
    crossfit_workspace_free(workspace);
    return status;
}
