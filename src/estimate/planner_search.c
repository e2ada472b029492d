/* Every window and metric of two arms, as planner.h has it. */
#include "base/mem.h"
#include "estimate/planner.h"
#include "stats/moments.h"
#include "study/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double planner_window(size_t i)
{
    return (double)(i + 1) / 100;
}

double planner_statistic_rho2(const struct arm *arm)
{
    double rho2 = NAN;
    for (size_t q = 0; q < arm->n_statistic; q++)
        if (arm->statistic_candidate[q] < arm->n_candidates)
            rho2 = fmax(rho2, moments_rho2(arm->x + arm->statistic_candidate[q] * arm->n_runs,
                                           arm->y, arm->n_runs));
    return rho2;
}

double planner_cost_at(const struct planner_cost *cost, double share)
{
    double before = 0, paid = 0;
    for (size_t i = 0; i < cost->n; i++) {
        if (share <= cost->share[i])
            return paid + (cost->cost[i] - paid) * (share - before) / (cost->share[i] - before);
        before = cost->share[i];
        paid = cost->cost[i];
    }
    return cost->n ? paid : share;
}

/* Squared correlation with the outcome of the last value logged by a share of training. */
static double rho2_at(const struct arm *arm, const struct trace_metric *metric, double share)
{
    const struct arm_traces *traces = arm->traces;
    double *x = mem_array(traces->n_runs + 1, sizeof *x),
           *y = mem_array(traces->n_runs + 1, sizeof *y);
    double position = share * metric->length * (1 + 1e-9), rho2 = NAN;
    size_t n = 0;
    bool whole = true;
    for (size_t r = 0; r < traces->n_runs; r++) {
        if (traces->runs[r].run == TRACE_NO_RUN)
            continue;
        x[n] = trace_at(metric->runs[r], position);
        whole = whole && !isnan(x[n]);
        y[n++] = traces->runs[r].y;
    }
    if (whole && n > 3)
        rho2 = moments_rho2(x, y, n);
    free(x);
    free(y);
    return rho2;
}

static void fill_curve(const struct arm *const arms[2], const struct trace_metric *const metrics[2],
                       const struct planner_goal *goal, const struct planner_cost *cost,
                       struct planner_curve *curve)
{
    *curve = (struct planner_curve){.metric = metrics[0]->name, .best = PLANNER_WINDOWS};
    for (size_t i = 0; i < PLANNER_WINDOWS; i++) {
        struct planner_arm sides[2];
        curve->w[i] = planner_cost_at(cost, planner_window(i));
        for (int a = 0; a < 2; a++) {
            curve->rho2[i][a] = rho2_at(arms[a], metrics[a], planner_window(i));
            sides[a] = (struct planner_arm){arms[a]->y_sd * arms[a]->y_sd, curve->rho2[i][a]};
        }
        curve->saving[i] = NAN;
        if (isnan(sides[0].rho2) || isnan(sides[1].rho2))
            continue;
        curve->saving[i] = planner_make(sides, curve->w[i], goal).saving;
        if (curve->saving[i] >= 0 &&
            (curve->best == PLANNER_WINDOWS || curve->saving[i] > curve->saving[curve->best]))
            curve->best = i;
    }
}

struct planner_search planner_search(const struct arm *a, const struct arm *b,
                                     const struct planner_goal *goal,
                                     const struct planner_cost *cost, struct arena *arena)
{
    const struct arm *const arms[2] = {a, b};
    struct planner_search search = {0};
    size_t n = a->traces && b->traces ? a->traces->n_metrics : 0;
    search.curves = arena_alloc(arena, n + 1, sizeof *search.curves);
    for (size_t m = 0; m < n; m++) {
        const struct trace_metric *metrics[2] = {&a->traces->metrics[m], NULL};
        metrics[1] = trace_find(b->traces, metrics[0]->name);
        if (!metrics[1] || metrics[0]->barred || metrics[1]->barred)
            continue;
        fill_curve(arms, metrics, goal, cost, &search.curves[search.n_curves++]);
    }
    search.best = search.n_curves;
    double most = -1;
    for (size_t c = 0; c < search.n_curves; c++) {
        const struct planner_curve *curve = &search.curves[c];
        if (curve->best < PLANNER_WINDOWS && curve->saving[curve->best] > most) {
            most = curve->saving[curve->best];
            search.best = c;
        }
    }
    return search;
}
