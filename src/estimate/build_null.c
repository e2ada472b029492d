/* The synthetic null: how often a test between two halves of one arm rejects. */
#include "estimate/build.h"
#include "estimate/calibration.h"
#include "stats/quantile.h"

#include <math.h>

static struct null_row no_row(const struct build *build, size_t i, size_t a, size_t n_wanted)
{
    struct adjuster adjuster = build->plan->request.adjusters[a];
    return (struct null_row){.arm = build_arm(build, i),
                             .adjuster = adjuster,
                             .exploratory = build_exploratory(build, adjuster),
                             .status = ESTIMATE_TOO_FEW_RUNS,
                             .n_wanted = n_wanted,
                             .raw_rejection = NAN,
                             .adjusted_rejection = NAN,
                             .raw_se = NAN,
                             .adjusted_se = NAN,
                             .half_vr = NAN,
                             .expected_rejection = NAN};
}

/* rejection = share of splits with p < alpha, p of the Welch test between the halves (METHOD.md, "Diagnostics") */
static void fill_row(const struct build *build, const struct lane *lane, size_t cell,
                     struct null_row *row)
{
    size_t n_ok = 0, n_raw = 0, n_adjusted = 0;
    const struct records *raw = build->views[plan_raw_cell(lane)].records;
    const struct records *adjusted = build->views[cell].records;
    double alpha = 1 - build->plan->request.settings.level;
    enum estimate_status failure = ESTIMATE_OK;
    for (size_t i = 0; i < row->n_done; i++) {
        uint8_t status = raw->status[i] != ESTIMATE_OK ? raw->status[i] : adjusted->status[i];
        if (status != ESTIMATE_OK) {
            failure = failure == ESTIMATE_OK ? (enum estimate_status)status : failure;
            continue;
        }
        build->scratch[n_ok++] = adjusted->second[i];
        n_raw += raw->value[i] < alpha;
        n_adjusted += adjusted->value[i] < alpha;
    }
    row->status = build_status(row->n_done, n_ok, failure);
    row->n_ok = n_ok;
    row->raw_rejection = (double)n_raw / (double)n_ok;
    row->adjusted_rejection = (double)n_adjusted / (double)n_ok;
    row->raw_se = build_share_se(row->raw_rejection, n_ok);
    row->adjusted_se = build_share_se(row->adjusted_rejection, n_ok);
    row->half_vr = 1 - quantile_quartiles(build->scratch, n_ok).median;
    row->expected_rejection = calibration_expected_rejection(row->half_vr, lane->n_runs, 1 - alpha);
}

static void null_row(struct build *build, const struct lane *lane, size_t a, struct null_row *row)
{
    size_t cell = plan_adjuster_cell(lane, a);
    struct null_row kept;
    row->n_done = build_done(build, lane, cell, row->n_wanted);
    struct memo_key key = {{MEMO_NULL, build_serial(build, plan_raw_cell(lane)),
                            build_serial(build, cell), row->n_done, row->n_wanted,
                            memo_word(build->plan->request.settings.level)}};
    if (memo_find(build->memo, &key, &kept, sizeof kept)) {
        kept.arm = row->arm;
        kept.adjuster = row->adjuster;
        kept.exploratory = row->exploratory;
        *row = kept;
        return;
    }
    fill_row(build, lane, cell, row);
    memo_keep(build->memo, &key, row, sizeof *row);
}

void build_null(struct build *build)
{
    const struct plan *plan = build->plan;
    const struct request *request = &plan->request;
    if (!plan_wants(plan, SECTION_NULL))
        return;
    struct null_row *rows =
        build_alloc(build, request->n_arms * request->n_adjusters, sizeof *rows);
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t a = 0; a < request->n_adjusters; a++) {
            struct null_row *row = &rows[build->snapshot->n_null++];
            size_t lane = plan->null_lane[i];
            *row = no_row(build, i, a, lane == PLAN_NONE ? 0 : plan->lanes[lane].n_wanted);
            if (lane != PLAN_NONE)
                null_row(build, &plan->lanes[lane], a, row);
        }
    build->snapshot->null = rows;
}
