#include "estimate/build.h"

#include "stats/welch.h"

#include <math.h>

const struct arm *build_arm(const struct build *build, size_t i)
{
    return &build->plan->study->arms[build->plan->request.arms[i]];
}

void *build_alloc(struct build *build, size_t n_items, size_t item_bytes)
{
    return arena_alloc(&build->snapshot->arena, n_items, item_bytes);
}

enum exploratory_reason build_exploratory(const struct build *build, struct adjuster adjuster)
{
    return exploratory_rule(build->plan->study, &build->plan->request, adjuster,
                            &build->plan->history);
}

_Static_assert(sizeof(struct pair_adjuster_result) <= MEMO_BYTES &&
                   sizeof(struct coverage_row) <= MEMO_BYTES &&
                   sizeof(struct null_row) <= MEMO_BYTES && sizeof(struct more_row) <= MEMO_BYTES,
               "a memo keeps them");

uint64_t build_serial(const struct build *build, size_t cell)
{
    return build->views[cell].records->serial;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t build_done(const struct build *build, const struct lane *lane, size_t cell, size_t n_wanted)
{
    size_t n = least(build->views[cell].n_done, n_wanted);
    bool has_raw = lane->analysis == ANALYSIS_DRAWS || lane->analysis == ANALYSIS_NULL;
    return has_raw ? least(n, build->views[plan_raw_cell(lane)].n_done) : n;
}

/* 1 - Var(adj)/Var(y). An adjustment that did nothing leaves what rounding left, of either sign: that is
 * zero, and not a reduction below it. */
static double reduction(double raw, double adjusted)
{
    double vr = 1 - adjusted / raw;
    return fabs(vr) < VR_NOTHING ? 0 : vr;
}

size_t build_vr(const struct records *adjusted, struct raw_source raw, size_t n, double *vr,
                enum estimate_status *failure)
{
    size_t n_ok = 0;
    *failure = ESTIMATE_OK;
    for (size_t i = 0; i < n; i++) {
        enum estimate_status status = (enum estimate_status)adjusted->status[i];
        double variance = raw.draws ? raw.draws->value[i] : raw.variance;
        if (status == ESTIMATE_OK && !(variance > 0))
            status = ESTIMATE_NO_VARIANCE;
        vr[i] = status == ESTIMATE_OK ? reduction(variance, adjusted->value[i]) : NAN;
        if (status == ESTIMATE_OK && !isfinite(vr[i])) {
            status = ESTIMATE_NOT_FINITE;
            vr[i] = NAN;
        }
        n_ok += status == ESTIMATE_OK;
        if (status != ESTIMATE_OK && *failure == ESTIMATE_OK)
            *failure = status;
    }
    return n_ok;
}

size_t build_compact(double *values, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(values[i]))
            values[kept++] = values[i];
    return kept;
}

enum estimate_status build_status(size_t n_done, size_t n_ok, enum estimate_status failure)
{
    if (n_done == 0)
        return ESTIMATE_PENDING;
    return n_ok ? ESTIMATE_OK : failure;
}

double build_share_se(double share, size_t n)
{
    return sqrt(share * (1 - share) / (double)n);
}

size_t build_list_pairs(struct build *build, struct pair_positions **pairs)
{
    size_t n_arms = build->plan->request.n_arms, n = 0;
    *pairs = NULL;
    if (request_ungrouped_pairs(&build->plan->request, build->plan->study) >
        REQUEST_UNGROUPED_PAIRS_MAX)
        return 0;
    *pairs = build_alloc(build, n_arms * (n_arms ? n_arms - 1 : 0) / 2, sizeof **pairs);
    for (size_t a = 0; a < n_arms; a++)
        for (size_t b = a + 1; b < n_arms; b++)
            if (arm_comparable(build_arm(build, a), build_arm(build, b)))
                (*pairs)[n++] = (struct pair_positions){a, b};
    return n;
}

double build_half_width(const struct build *build, double variance_a, size_t n_a, double variance_b,
                        size_t n_b)
{
    struct welch error = welch_error(variance_a, n_a, variance_b, n_b);
    return error.se > 0 ? student_table_quantile(&build->t, error.df) * error.se : NAN;
}
