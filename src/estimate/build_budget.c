/* Budget curves: what adjustment is worth with fewer runs, for arms (VR) and for pairs (half-width). */
#include "estimate/build.h"
#include "stats/quantile.h"

#include <math.h>

/* The part of a row that is made from replicates; in both kinds of rows. */
struct budget_figures {
    enum estimate_status status;
    double median, q25, q75, negative_share;
};

static struct budget_figures vr_figures(struct build *build, const struct lane *lane, size_t cell,
                                        size_t n_done)
{
    struct raw_source raw = {build->views[plan_raw_cell(lane)].records, NAN};
    enum estimate_status failure;
    size_t n_negative = 0;
    size_t n_ok = build_vr(build->views[cell].records, raw, n_done, build->scratch, &failure);
    build_compact(build->scratch, n_done);
    for (size_t i = 0; i < n_ok; i++)
        n_negative += build->scratch[i] < 0;
    struct quartiles q = quantile_quartiles(build->scratch, n_ok);
    return (struct budget_figures){build_status(n_done, n_ok, failure), q.median, q.q25, q.q75,
                                   n_ok ? (double)n_negative / (double)n_ok : NAN};
}

static void budget_row(struct build *build, const struct lane *lane, size_t a,
                       struct budget_row *row)
{
    size_t cell = plan_adjuster_cell(lane, a);
    struct budget_figures figures;
    row->n_done = build_done(build, lane, cell, row->n_wanted);
    struct memo_key key = {{MEMO_BUDGET, build_serial(build, plan_raw_cell(lane)),
                            build_serial(build, cell), row->n_done}};
    if (!memo_find(build->memo, &key, &figures, sizeof figures)) {
        figures = vr_figures(build, lane, cell, row->n_done);
        memo_keep(build->memo, &key, &figures, sizeof figures);
    }
    row->status = figures.status;
    row->median = figures.median;
    row->q25 = figures.q25;
    row->q75 = figures.q75;
    row->negative_share = figures.negative_share;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

void build_budget(struct build *build)
{
    const struct plan *plan = build->plan;
    const struct request *request = &plan->request;
    size_t n = 0;
    if (!plan_wants(plan, SECTION_BUDGET))
        return;
    struct budget_row *rows = build_alloc(
        build, request->n_arms * request->n_adjusters * REQUEST_BUDGETS_MAX, sizeof *rows);
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t a = 0; a < request->n_adjusters; a++)
            for (size_t b = 0; b < plan->n_budgets[i]; b++) {
                const struct lane *lane =
                    &plan->lanes[plan->draws_lane[i * REQUEST_BUDGETS_MAX + b]];
                rows[n] = (struct budget_row){
                    .arm = build_arm(build, i),
                    .adjuster = request->adjusters[a],
                    .exploratory = build_exploratory(build, request->adjusters[a]),
                    .n = plan->budgets[i][b],
                    .n_wanted = least(request->settings.draws, lane->n_wanted)};
                budget_row(build, lane, a, &rows[n++]);
            }
    build->snapshot->n_budget = n;
    build->snapshot->budget = rows;
}

/* The lane of an arm's draws of n runs, or NULL. */
static const struct lane *draws_lane(const struct build *build, size_t i, size_t n)
{
    const struct plan *plan = build->plan;
    for (size_t b = 0; b < plan->n_budgets[i]; b++)
        if (plan->budgets[i][b] == n && plan->draws_lane[i * REQUEST_BUDGETS_MAX + b] != PLAN_NONE)
            return &plan->lanes[plan->draws_lane[i * REQUEST_BUDGETS_MAX + b]];
    return NULL;
}

/* Change of half-width in percent in each draw; NaN where there is none. */
static enum estimate_status narrowing(struct build *build, const struct lane *lanes[2], size_t a,
                                      size_t n_done, double *out)
{
    const struct records *raw[2], *adjusted[2];
    enum estimate_status failure = ESTIMATE_OK;
    for (size_t s = 0; s < 2; s++) {
        raw[s] = build->views[plan_raw_cell(lanes[s])].records;
        adjusted[s] = build->views[plan_adjuster_cell(lanes[s], a)].records;
    }
    for (size_t i = 0; i < n_done; i++) {
        double before = build_half_width(build, raw[0]->value[i], lanes[0]->n_runs,
                                         raw[1]->value[i], lanes[1]->n_runs);
        double after = build_half_width(build, adjusted[0]->value[i], lanes[0]->n_runs,
                                        adjusted[1]->value[i], lanes[1]->n_runs);
        out[i] = 100 * (1 - after / before);
        if (isnan(out[i]) && failure == ESTIMATE_OK) {
            const uint8_t *statuses[] = {adjusted[0]->status, adjusted[1]->status, raw[0]->status,
                                         raw[1]->status};
            for (size_t s = 0; s < 4 && failure == ESTIMATE_OK; s++)
                failure = (enum estimate_status)statuses[s][i];
            failure = failure == ESTIMATE_OK ? ESTIMATE_NO_VARIANCE : failure;
        }
    }
    return failure;
}

static void pair_budget_row(struct build *build, const struct lane *lanes[2], size_t a,
                            struct pair_budget_row *row)
{
    size_t n_done = row->n_wanted;
    for (size_t s = 0; s < 2; s++) {
        size_t done = build_done(build, lanes[s], plan_adjuster_cell(lanes[s], a), row->n_wanted);
        n_done = least(n_done, done);
    }
    struct memo_key key = {{MEMO_PAIR_BUDGET, build_serial(build, plan_raw_cell(lanes[0])),
                            build_serial(build, plan_adjuster_cell(lanes[0], a)),
                            build_serial(build, plan_raw_cell(lanes[1])),
                            build_serial(build, plan_adjuster_cell(lanes[1], a)), n_done,
                            memo_word(build->plan->request.settings.level)}};
    struct budget_figures figures;
    if (!memo_find(build->memo, &key, &figures, sizeof figures)) {
        enum estimate_status failure = narrowing(build, lanes, a, n_done, build->scratch);
        size_t n_ok = build_compact(build->scratch, n_done);
        struct quartiles q = quantile_quartiles(build->scratch, n_ok);
        figures = (struct budget_figures){build_status(n_done, n_ok, failure), q.median, q.q25,
                                          q.q75, NAN};
        memo_keep(build->memo, &key, &figures, sizeof figures);
    }
    row->n_done = n_done;
    row->status = figures.status;
    row->median = figures.median;
    row->q25 = figures.q25;
    row->q75 = figures.q75;
}

static size_t least_draws(const struct build *build, const struct lane *lanes[2])
{
    return least(build->plan->request.settings.draws,
                 least(lanes[0]->n_wanted, lanes[1]->n_wanted));
}

void build_pair_budget(struct build *build)
{
    const struct plan *plan = build->plan;
    const struct request *request = &plan->request;
    struct pair_positions *pairs;
    if (!plan_wants(plan, SECTION_BUDGET))
        return;
    size_t n_pairs = build_list_pairs(build, &pairs), n = 0;
    struct pair_budget_row *rows =
        build_alloc(build, n_pairs * request->n_adjusters * REQUEST_BUDGETS_MAX, sizeof *rows);
    for (size_t p = 0; p < n_pairs; p++)
        for (size_t a = 0; a < request->n_adjusters; a++)
            for (size_t b = 0; b < plan->n_budgets[pairs[p].a]; b++) {
                size_t size = plan->budgets[pairs[p].a][b];
                const struct lane *lanes[2] = {draws_lane(build, pairs[p].a, size),
                                               draws_lane(build, pairs[p].b, size)};
                if (!lanes[0] || !lanes[1])
                    continue;
                rows[n] = (struct pair_budget_row){
                    .a = build_arm(build, pairs[p].a),
                    .b = build_arm(build, pairs[p].b),
                    .adjuster = request->adjusters[a],
                    .exploratory = build_exploratory(build, request->adjusters[a]),
                    .n = size,
                    .n_wanted = least_draws(build, lanes)};
                pair_budget_row(build, lanes, a, &rows[n++]);
            }
    build->snapshot->n_pair_budget = n;
    build->snapshot->pair_budget = rows;
}
