#include "simulate/experiment_two_phase.h"

#include "base/mem.h"
#include "estimate/pairs.h"
#include "estimate/twophase.h"

#include <math.h>
#include <stdlib.h>

static const double level = 0.95;

static struct twophase_estimate of_arm(const struct arm *arm)
{
    size_t n = arm->n_runs, u = arm->unfinished.n;
    struct twophase_estimate out = {twophase_guard(arm, NULL), NAN, NAN, NAN};
    if (out.status != ESTIMATE_OK)
        return out;
    struct linear_data *data =
        linear_data_new(arm, &arm->unfinished, 0, arm->n_statistic, arm->statistic_candidate);
    struct linear_workspace *workspace = linear_workspace_new(data, n);
    uint32_t *own = mem_array(n, sizeof *own);
    double *held_out = mem_array(n, sizeof *held_out), *extra = mem_array(n * u, sizeof *extra);
    double *scratch = mem_array(n + u, sizeof *scratch);
    for (size_t i = 0; i < n; i++)
        own[i] = (uint32_t)i;
    struct fold_plan plan = {n, n, own, own};
    struct linear_request request = {.fit = linear_fixed_shrunk, .reach = TWOPHASE_REACH};
    out.status = linear_predict(data, &request, &plan, workspace, held_out, extra);
    if (out.status == ESTIMATE_OK)
        out = twophase_mean(&plan, arm->y, held_out, u, extra, scratch);
    free(own);
    free(held_out);
    free(extra);
    free(scratch);
    linear_workspace_free(workspace);
    linear_data_free(data);
    return out;
}

void experiment_two_phase(const struct study *study, const struct simulation *simulation,
                          struct experiment_adjusted *out)
{
    struct twophase_estimate a = of_arm(&study->arms[0]), b = of_arm(&study->arms[1]);
    double truth = simulation->effect * simulation->sd;
    out->status = (uint8_t)(a.status != ESTIMATE_OK ? a.status : b.status);
    if (out->status != ESTIMATE_OK)
        return;
    struct interval interval =
        pair_interval_of(b.mean - a.mean, a.variance + b.variance, twophase_pair_df(a, b), level);
    out->status = (uint8_t)interval.status;
    out->half_width = interval.half_width / simulation->sd;
    out->covers = interval.low <= truth && truth <= interval.high;
}
