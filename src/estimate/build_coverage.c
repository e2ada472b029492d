/* Diagnostics of calibration: coverage under drawing from the arm, and the synthetic null. */
#include "estimate/build.h"
#include "estimate/coverage.h"
#include "stats/moments.h"
#include "stats/student.h"

#include <math.h>

/* t_{n-1, 1-alpha/2} s / sqrt(n) */
double coverage_half_width(double variance, size_t n, double level)
{
    return student_quantile(0.5 + level / 2, (double)(n - 1)) * sqrt(variance / (double)n);
}

/* 1 - P(|T_{n-1}| > t / sqrt(1 - n/N))   (METHOD.md, "Diagnostics") */
double coverage_expected(size_t n, size_t n_pool, double level)
{
    if (n >= n_pool)
        return 1;
    double df = (double)(n - 1), t = student_quantile(0.5 + level / 2, df);
    double factor = sqrt(1 - (double)n / (double)n_pool);
    return 1 - student_two_sided_p(t / factor, df);
}

struct covered {
    size_t raw, adjusted, corrected_raw, corrected_adjusted;
};

/* |mean - mean of the pool| <= t s/sqrt(n), and times sqrt(1 - n/N) where corrected. Counts over the draws
 * that have both variances; returns how many there are. */
static size_t count_covered(const struct records *raw, const struct records *adjusted,
                            size_t n_done, double pool_mean, double per_variance, double factor,
                            struct covered *out, enum estimate_status *failure)
{
    size_t n_ok = 0;
    *out = (struct covered){0};
    *failure = ESTIMATE_OK;
    for (size_t i = 0; i < n_done; i++) {
        uint8_t status = raw->status[i] != ESTIMATE_OK ? raw->status[i] : adjusted->status[i];
        if (status != ESTIMATE_OK) {
            *failure = *failure == ESTIMATE_OK ? (enum estimate_status)status : *failure;
            continue;
        }
        double error = fabs(raw->second[i] - pool_mean);
        double width_raw = sqrt(raw->value[i] * per_variance);
        double width_adjusted = sqrt(adjusted->value[i] * per_variance);
        n_ok++;
        out->raw += error <= width_raw;
        out->adjusted += error <= width_adjusted;
        out->corrected_raw += error <= width_raw * factor;
        out->corrected_adjusted += error <= width_adjusted * factor;
    }
    return n_ok;
}

static void fill_row(struct build *build, const struct lane *lane, size_t cell,
                     struct coverage_row *row)
{
    const struct arm *arm = row->arm;
    double level = build->plan->request.settings.level;
    /* Squared half-width for a variance of one. */
    double per_variance = pow(coverage_half_width(1, lane->n_runs, level), 2);
    struct covered covered;
    enum estimate_status failure;
    size_t n_ok =
        count_covered(build->views[plan_raw_cell(lane)].records, build->views[cell].records,
                      row->n_done, moments_mean(arm->y, arm->n_runs), per_variance,
                      sqrt(1 - (double)lane->n_runs / (double)arm->n_runs), &covered, &failure);
    row->status = build_status(row->n_done, n_ok, failure);
    row->n_ok = n_ok;
    row->expected_raw = coverage_expected(lane->n_runs, arm->n_runs, level);
    row->raw = (double)covered.raw / (double)n_ok;
    row->adjusted = (double)covered.adjusted / (double)n_ok;
    row->corrected_raw = (double)covered.corrected_raw / (double)n_ok;
    row->corrected_adjusted = (double)covered.corrected_adjusted / (double)n_ok;
    row->se = build_share_se(row->adjusted, n_ok);
}

/* The whole row but what says of what it is. */
static void take_figures(struct coverage_row *row, const struct coverage_row *from)
{
    struct coverage_row taken = *from;
    taken.arm = row->arm;
    taken.adjuster = row->adjuster;
    taken.exploratory = row->exploratory;
    *row = taken;
}

static void coverage_row(struct build *build, const struct lane *lane, size_t a,
                         struct coverage_row *row)
{
    size_t cell = plan_adjuster_cell(lane, a);
    struct coverage_row kept;
    row->n_done = build_done(build, lane, cell, row->n_wanted);
    struct memo_key key = {{MEMO_COVERAGE, build_serial(build, plan_raw_cell(lane)),
                            build_serial(build, cell), row->n_done, row->n_wanted,
                            memo_word(build->plan->request.settings.level)}};
    if (memo_find(build->memo, &key, &kept, sizeof kept)) {
        take_figures(row, &kept);
        return;
    }
    fill_row(build, lane, cell, row);
    memo_keep(build->memo, &key, row, sizeof *row);
}

void build_coverage(struct build *build)
{
    const struct plan *plan = build->plan;
    const struct request *request = &plan->request;
    size_t n = 0;
    if (!plan_wants(plan, SECTION_COVERAGE))
        return;
    struct coverage_row *rows = build_alloc(
        build, request->n_arms * request->n_adjusters * REQUEST_BUDGETS_MAX, sizeof *rows);
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t a = 0; a < request->n_adjusters; a++)
            for (size_t b = 0; b < plan->n_budgets[i]; b++) {
                const struct lane *lane =
                    &plan->lanes[plan->draws_lane[i * REQUEST_BUDGETS_MAX + b]];
                rows[n] = (struct coverage_row){.arm = build_arm(build, i),
                                                .adjuster = request->adjusters[a],
                                                .exploratory =
                                                    build_exploratory(build, request->adjusters[a]),
                                                .n = plan->budgets[i][b],
                                                .n_wanted = lane->n_wanted};
                coverage_row(build, lane, a, &rows[n++]);
            }
    build->snapshot->n_coverage = n;
    build->snapshot->coverage = rows;
}
