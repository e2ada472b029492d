#include "estimate/replicate_twophase.h"

#include "base/mem.h"
#include "estimate/twophase.h"

#include <math.h>
#include <stdlib.h>

/* What one cell needs, allocated once a run. */
struct twophase_scratch {
    struct linear_data *data;
    struct linear_workspace *workspace;
    double *y, *held_out, *extra, *sums;
    uint32_t *own; /* 0, 1, …: each run a fold of its own */
};

static struct twophase_scratch scratch_new(const struct arm *arm, const struct cell_key *key,
                                           size_t n_folds)
{
    size_t statistic[REQUEST_STATISTIC_MAX], n = arm->n_runs, n_extra = arm->unfinished.n;
    for (size_t q = 0; q < key->n_statistic; q++)
        statistic[q] = (size_t)key->statistic[q];
    struct twophase_scratch scratch = {.data =
                                           linear_data_new(arm, &arm->unfinished, key->families,
                                                           (size_t)key->n_statistic, statistic)};
    scratch.workspace = linear_workspace_new(scratch.data, n);
    scratch.y = mem_array(n, sizeof *scratch.y);
    scratch.held_out = mem_zeroed(n, sizeof *scratch.held_out);
    scratch.extra = mem_array(n_folds * n_extra, sizeof *scratch.extra);
    scratch.sums = mem_array(n + n_extra, sizeof *scratch.sums);
    scratch.own = mem_array(n, sizeof *scratch.own);
    for (size_t i = 0; i < n; i++)
        scratch.own[i] = (uint32_t)i;
    return scratch;
}

static void scratch_free(struct twophase_scratch *scratch)
{
    linear_workspace_free(scratch->workspace);
    linear_data_free(scratch->data);
    free(scratch->y);
    free(scratch->held_out);
    free(scratch->extra);
    free(scratch->sums);
    free(scratch->own);
}

static struct twophase_estimate one(const struct arm *arm, const struct linear_request *request,
                                    const struct fold_plan *plan, struct twophase_scratch *scratch)
{
    struct twophase_estimate out = {ESTIMATE_POSTHOC, NAN, NAN, NAN};
    if (!request->fit)
        return out;
    out.status = linear_predict(scratch->data, request, plan, scratch->workspace, scratch->held_out,
                                scratch->extra);
    if (out.status != ESTIMATE_OK)
        return out;
    for (size_t i = 0; i < plan->n_runs; i++)
        scratch->y[i] = arm->y[plan->runs[i]];
    return twophase_mean(plan, scratch->y, scratch->held_out, arm->unfinished.n, scratch->extra,
                         scratch->sums);
}

void replicate_twophase(const struct arm *arm, const struct cell_key *key,
                        const struct fold_plan *plans, const uint64_t *numbers, size_t n,
                        uint64_t seed, struct records *records)
{
    struct adjuster adjuster = {(enum adjuster_kind)key->kind, (unsigned)key->k};
    bool leave_one_out = key->kind == ADJUSTER_FIXED && !key->given_folds;
    struct linear_request request = {linear_fit_of(adjuster), adjuster.k, TWOPHASE_REACH, {seed}};
    struct twophase_scratch scratch =
        scratch_new(arm, key, leave_one_out ? arm->n_runs : key->n_folds);
    for (size_t i = 0; i < n; i++) {
        struct fold_plan plan = plans[i];
        if (leave_one_out) {
            plan.n_folds = plan.n_runs;
            plan.fold = scratch.own;
        }
        request.stream[1] = numbers[i];
        struct twophase_estimate got = one(arm, &request, &plan, &scratch);
        records->status[i] = (uint8_t)got.status;
        records->value[i] = got.variance;
        records->second[i] = got.mean;
    }
    scratch_free(&scratch);
}
