/* The sections of the hand-made results that other views show. */
#include "ui_fixture.h"

#include <math.h>

static double reduction_of(const struct arm *arm, struct adjuster adjuster)
{
    double size = fmod((double)(arm->name[0] + arm->label[0] * 3), 7) / 10;
    return adjuster.kind == ADJUSTER_FIXED ? size : size - 0.15;
}

static struct interval interval_around(double difference, double half_width, double p)
{
    return (struct interval){.low = difference - half_width,
                             .high = difference + half_width,
                             .half_width = half_width,
                             .df = 96.4,
                             .p = p,
                             .p_holm = fmin(p * 9, 1)};
}

static double half_width(const struct arm *a, const struct arm *b)
{
    return 1.985 *
           sqrt(a->y_sd * a->y_sd / (double)a->n_runs + b->y_sd * b->y_sd / (double)b->n_runs);
}

static void make_pair(struct snapshot *snapshot, struct pair_result *pair, const struct arm *a,
                      const struct arm *b)
{
    const struct request *request = &snapshot->request;
    double raw = half_width(a, b), difference = a->y_mean - b->y_mean;
    struct pair_adjuster_result *list =
        arena_alloc(&snapshot->arena, request->n_adjusters + 1, sizeof *list);
    for (size_t i = 0; i < request->n_adjusters; i++) {
        double vr =
            (reduction_of(a, request->adjusters[i]) + reduction_of(b, request->adjusters[i])) / 2;
        double half = raw * sqrt(1 - vr);
        list[i] = (struct pair_adjuster_result){
            .adjuster = request->adjusters[i],
            .exploratory =
                request->adjusters[i].kind == ADJUSTER_BEST ? EXPLORATORY_ADJUSTER : EXPLORATORY_NO,
            .interval = interval_around(difference, half, 0.0004),
            .narrower_percent = 100 * (1 - half / raw),
            .half_width_q25 = half * 0.97,
            .half_width_q75 = half * 1.03,
            .mde = half * 1.42,
            .runs_needed = 50 * (1 - vr)};
    }
    *pair = (struct pair_result){
        .a = a,
        .b = b,
        .difference = difference,
        .raw = interval_around(difference, raw, 0.002),
        .raw_mde = raw * 1.42,
        .claim = {CLAIM_RAW, ESTIMATE_OK, difference, interval_around(difference, raw, 0.002)},
        .n_adjusters = request->n_adjusters,
        .adjusters = list,
        .pooled = {ESTIMATE_OK, difference * 0.97, raw * 0.9, -difference * 0.03},
        .lin = {ESTIMATE_OK, difference * 0.98, raw * 0.9, -difference * 0.02}};
}

static void make_pairs(struct snapshot *snapshot)
{
    const struct request *request = &snapshot->request;
    struct pair_result *pairs =
        arena_alloc(&snapshot->arena, request->n_arms * request->n_arms + 1, sizeof *pairs);
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t j = i + 1; j < request->n_arms; j++) {
            const struct arm *a = &snapshot->study->arms[request->arms[i]];
            const struct arm *b = &snapshot->study->arms[request->arms[j]];
            if (a->group_index == b->group_index)
                make_pair(snapshot, &pairs[snapshot->n_pairs++], a, b);
        }
    snapshot->pairs = pairs;
}

static struct more_needed needed(double wanted, double a, double b)
{
    return (struct more_needed){wanted,       a, b, 0.7 * (a + b), 1.4 * (a + b), 0.95 * (a + b),
                                1.1 * (a + b)};
}

static void make_more(struct snapshot *snapshot)
{
    size_t n = snapshot->request.n_adjusters + 1;
    struct more_row *rows = arena_alloc(&snapshot->arena, snapshot->n_pairs * n + 1, sizeof *rows);
    for (size_t i = 0; i < snapshot->n_pairs * n; i++) {
        const struct pair_result *pair = &snapshot->pairs[i / n];
        const struct pair_adjuster_result *adjusted = i % n ? &pair->adjusters[i % n - 1] : NULL;
        const struct interval *interval = adjusted ? &adjusted->interval : &pair->raw;
        double half = interval->half_width, any = 1.4 * half, share = half / pair->raw.half_width;
        rows[i] = (struct more_row){
            .a = pair->a,
            .b = pair->b,
            .adjuster = adjusted ? adjusted->adjuster : (struct adjuster){ADJUSTER_RAW, 0},
            .exploratory = adjusted ? adjusted->exploratory : EXPLORATORY_NO,
            .difference = pair->difference,
            .half_width = half,
            .sequence_low = pair->difference - any,
            .sequence_high = pair->difference + any,
            .sequence_half_width = any,
            .rho = 0.2866,
            .tuned_at = 100,
            .width = needed(pair->raw.half_width / 2, floor(90 * share), floor(190 * share)),
            .power = needed(fabs(pair->difference), 0, 0)};
        if (i == 1)
            rows[i].power.a = rows[i].power.sampling_high = NAN;
    }
    snapshot->n_more = snapshot->n_pairs * n;
    snapshot->more = rows;
}

static void make_pair_budget(struct snapshot *snapshot)
{
    static const size_t sizes[] = {10, 15, 20, 30, 50};
    const struct request *request = &snapshot->request;
    bool had_pairs = snapshot->n_pairs > 0;
    if (!had_pairs)
        make_pairs(snapshot);
    struct pair_budget_row *rows = arena_alloc(
        &snapshot->arena, 5 * snapshot->n_pairs * request->n_adjusters + 1, sizeof *rows);
    for (size_t i = 0; i < snapshot->n_pairs * request->n_adjusters; i++) {
        const struct pair_result *pair = &snapshot->pairs[i / request->n_adjusters];
        const struct pair_adjuster_result *adjusted = &pair->adjusters[i % request->n_adjusters];
        for (size_t s = 0; s < 5; s++) {
            double loss = 300 / (double)sizes[s], middle = adjusted->narrower_percent - loss;
            if (sizes[s] <= pair->a->n_runs && sizes[s] <= pair->b->n_runs)
                rows[snapshot->n_pair_budget++] =
                    (struct pair_budget_row){.a = pair->a,
                                             .b = pair->b,
                                             .adjuster = adjusted->adjuster,
                                             .n = sizes[s],
                                             .n_done = 1,
                                             .n_wanted = 1,
                                             .median = middle,
                                             .q25 = middle - loss - 2,
                                             .q75 = middle + loss + 2};
        }
    }
    snapshot->pair_budget = rows;
    if (!had_pairs) /* not asked for */
        snapshot->n_pairs = 0;
}

static void make_calibration(struct snapshot *snapshot)
{
    static const size_t sizes[] = {10, 15, 20, 30, 50};
    static const double expected[] = {0.968, 0.977, 0.986, 0.997, 1};
    const struct request *request = &snapshot->request;
    size_t n = request->n_arms * request->n_adjusters,
           done = request_diagnostic_draws(&request->settings);
    struct null_row *null = arena_alloc(&snapshot->arena, n + 1, sizeof *null);
    struct coverage_row *coverage = arena_alloc(&snapshot->arena, 5 * n + 1, sizeof *coverage);
    for (size_t i = 0; i < n; i++) {
        const struct arm *arm = &snapshot->study->arms[request->arms[i / request->n_adjusters]];
        struct adjuster adjuster = request->adjusters[i % request->n_adjusters];
        double off = 0.004 * (double)(i % 5);
        null[snapshot->n_null++] = (struct null_row){.arm = arm,
                                                     .adjuster = adjuster,
                                                     .n_done = done,
                                                     .n_wanted = done,
                                                     .n_ok = done,
                                                     .raw_rejection = 0.049,
                                                     .adjusted_rejection = 0.05 + off,
                                                     .raw_se = 0.003,
                                                     .adjusted_se = 0.0031,
                                                     .half_vr = 8 * off,
                                                     .expected_rejection = 0.05 + 0.9 * off};
        for (size_t s = 0; s < 5; s++) {
            if (sizes[s] > arm->n_runs)
                continue;
            coverage[snapshot->n_coverage++] =
                (struct coverage_row){.arm = arm,
                                      .adjuster = adjuster,
                                      .n = sizes[s],
                                      .n_done = done,
                                      .n_wanted = done,
                                      .n_ok = done,
                                      .raw = expected[s] - 0.001,
                                      .adjusted = expected[s] - off,
                                      .expected_raw = expected[s],
                                      .corrected_raw = 0.951,
                                      .corrected_adjusted = 0.95 - off,
                                      .se = 0.002};
        }
    }
    snapshot->null = null;
    snapshot->coverage = coverage;
}

static void make_families(struct snapshot *snapshot)
{
    const struct request *request = &snapshot->request;
    const struct study *study = snapshot->study;
    struct family_row *rows =
        arena_alloc(&snapshot->arena, request->n_arms * study->n_families + 1, sizeof *rows);
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t f = 0; f < study->n_families; f++) {
            const struct arm *arm = &study->arms[request->arms[i]];
            double vr = reduction_of(arm, (struct adjuster){ADJUSTER_FIXED, 0}) - 0.08 * (double)f;
            if (!(request->families >> f & 1))
                continue;
            rows[snapshot->n_families++] =
                (struct family_row){.arm = arm,
                                    .family = f,
                                    .n_candidates = study->families[f].n_candidates,
                                    .n_done = 1000,
                                    .n_wanted = 1000,
                                    .posthoc_vr = vr + 0.07,
                                    .posthoc_candidate = f * 3,
                                    .nested_vr = vr - 0.03 * (double)f,
                                    .nested_negative_share = 0.1 * (double)f,
                                    .nested_candidate = f * 3,
                                    .nested_share = 0.8 - 0.1 * (double)f};
        }
    snapshot->families = rows;
}

void fixture_sections(struct snapshot *snapshot)
{
    static void (*const makers[N_SECTIONS])(struct snapshot *) = {
        [SECTION_PAIRS] = make_pairs,
        [SECTION_NULL] = make_calibration,
        [SECTION_FAMILIES] = make_families,
        [SECTION_BUDGET] = make_pair_budget,
        [SECTION_MORE] = make_more};
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (makers[i] && snapshot->request.sections >> i & 1)
            makers[i](snapshot);
    if (snapshot->n_pairs && !snapshot->n_null) /* pairs come with their calibration */
        make_calibration(snapshot);
}
