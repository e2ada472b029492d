/* Pairs of arms: raw and adjusted intervals, over splits. */
#include "base/mem.h"
#include "estimate/build.h"
#include "estimate/contrast.h"
#include "estimate/pairs.h"
#include "stats/moments.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static struct pair_side side(const struct build *build, size_t i, double variance)
{
    const struct arm *arm = build_arm(build, i);
    return (struct pair_side){moments_mean(arm->y, arm->n_runs), variance, arm->n_runs};
}

static const struct lane *splits_lane(const struct build *build, size_t i)
{
    return &build->plan->lanes[build->plan->splits_lane[i]];
}

/* Quartiles of the half-width, split by split; arms with fewer splits limit it. */
static void half_width_spread(struct build *build, struct pair_positions pair, size_t a,
                              struct pair_adjuster_result *out)
{
    const struct lane *lane_a = splits_lane(build, pair.a), *lane_b = splits_lane(build, pair.b);
    size_t cell_a = plan_adjuster_cell(lane_a, a), cell_b = plan_adjuster_cell(lane_b, a);
    size_t n_a = build_done(build, lane_a, cell_a, lane_a->n_wanted);
    size_t n_b = build_done(build, lane_b, cell_b, lane_b->n_wanted), n = 0;
    const struct records *x = build->views[cell_a].records, *y = build->views[cell_b].records;
    for (size_t i = 0; i < n_a && i < n_b; i++)
        if (x->status[i] == ESTIMATE_OK && y->status[i] == ESTIMATE_OK)
            build->scratch[n++] =
                build_half_width(build, x->value[i], lane_a->n_runs, y->value[i], lane_b->n_runs);
    n = build_compact(build->scratch, n);
    struct quartiles q = quantile_quartiles(build->scratch, n);
    out->half_width_q25 = q.q25;
    out->half_width_q75 = q.q75;
}

static enum estimate_status worst(const struct build *build, struct pair_positions pair, size_t a)
{
    enum estimate_status left = build->snapshot->arms[pair.a].adjusters[a].vr.status;
    return left != ESTIMATE_OK ? left : build->snapshot->arms[pair.b].adjusters[a].vr.status;
}

static void fill_adjuster(struct build *build, struct pair_positions pair,
                          const struct interval *raw, size_t a, struct pair_adjuster_result *out)
{
    const struct request *request = &build->plan->request;
    const struct analysis_settings *settings = &request->settings;
    enum estimate_status status = worst(build, pair, a);
    *out = (struct pair_adjuster_result){
        .adjuster = request->adjusters[a],
        .exploratory = build_exploratory(build, request->adjusters[a]),
        .interval = pair_no_interval(status),
        .narrower_percent = NAN,
        .half_width_q25 = NAN,
        .half_width_q75 = NAN,
        .mde = NAN,
        .runs_needed = NAN,
        .two_phase = build_two_phase_pair(build, pair.a, pair.b, a, raw)};
    if (status != ESTIMATE_OK)
        return;
    struct pair_side left =
        side(build, pair.a, build->median_variance[pair.a * request->n_adjusters + a]);
    struct pair_side right =
        side(build, pair.b, build->median_variance[pair.b * request->n_adjusters + a]);
    out->interval = pair_interval(left, right, settings->level);
    if (out->interval.status != ESTIMATE_OK)
        return;
    out->interval.p = NAN; /* it is not a test */
    half_width_spread(build, pair, a, out);
    out->mde = pair_mde(left, right, settings->level, settings->power);
    if (raw->status != ESTIMATE_OK)
        return;
    out->narrower_percent = 100 * (1 - out->interval.half_width / raw->half_width);
    out->runs_needed =
        pair_runs_needed(left.variance, right.variance, raw->half_width, settings->level);
}

/* What it depends on: the records of both sides, as far as they are there, level and power. */
static void build_adjuster(struct build *build, struct pair_positions pair,
                           const struct interval *raw, size_t a, struct pair_adjuster_result *out)
{
    const struct request *request = &build->plan->request;
    const struct lane *left = splits_lane(build, pair.a), *right = splits_lane(build, pair.b);
    size_t cell_a = plan_adjuster_cell(left, a), cell_b = plan_adjuster_cell(right, a);
    struct memo_key key = {{MEMO_PAIR, build_serial(build, cell_a), build_serial(build, cell_b),
                            build_done(build, left, cell_a, left->n_wanted),
                            build_done(build, right, cell_b, right->n_wanted),
                            memo_word(request->settings.level),
                            memo_word(request->settings.power)}};
    if (memo_find(build->memo, &key, out, sizeof *out)) {
        out->adjuster = request->adjusters[a];
        out->exploratory = build_exploratory(build, request->adjusters[a]);
        return;
    }
    fill_adjuster(build, pair, raw, a, out);
    memo_keep(build->memo, &key, out, sizeof *out);
}

static void build_contrasts(struct build *build, struct pair_result *out)
{
    const struct request *request = &build->plan->request;
    size_t left[REQUEST_STATISTIC_MAX], right[REQUEST_STATISTIC_MAX];
    struct contrast_side a = {out->a, plan_statistic(request, out->a, left), left};
    struct contrast_side b = {out->b, plan_statistic(request, out->b, right), right};
    out->pooled = contrast_pooled(a, b, request->settings.level);
    out->lin = contrast_lin(a, b, request->settings.level);
}

static void build_claim(struct build *build, struct pair_positions pair, struct pair_result *out)
{
    out->claim = (struct pair_claim){CLAIM_RAW, ESTIMATE_OK, out->difference, out->raw};
    if (!pair_declares_unfinished(out))
        return;
    struct two_phase two_phase = build_two_phase_pair(build, pair.a, pair.b, PLAN_NONE, &out->raw);
    if (two_phase.interval.status == ESTIMATE_OK)
        out->claim = (struct pair_claim){CLAIM_TWO_PHASE, ESTIMATE_OK, two_phase.estimate,
                                         two_phase.interval};
    else
        out->claim.refused = two_phase.interval.status;
}

static void build_pair(struct build *build, struct pair_positions pair,
                       struct pair_adjuster_result *adjusters, struct pair_result *out)
{
    const struct request *request = &build->plan->request;
    const struct analysis_settings *settings = &request->settings;
    struct pair_side left = side(build, pair.a, build->raw_variance[pair.a]);
    struct pair_side right = side(build, pair.b, build->raw_variance[pair.b]);
    *out = (struct pair_result){.a = build_arm(build, pair.a),
                                .b = build_arm(build, pair.b),
                                .difference = left.mean - right.mean,
                                .raw = pair_interval(left, right, settings->level),
                                .raw_mde = NAN,
                                .n_adjusters = request->n_adjusters,
                                .adjusters = adjusters};
    if (out->raw.status == ESTIMATE_OK)
        out->raw_mde = pair_mde(left, right, settings->level, settings->power);
    for (size_t a = 0; a < request->n_adjusters; a++)
        build_adjuster(build, pair, &out->raw, a, &adjusters[a]);
    build_contrasts(build, out);
    build_claim(build, pair, out);
}

/* Holm over the pairs asked for: of the raw tests, and of the claims. */
static void correct_p(struct pair_result *pairs, size_t n)
{
    double *p = mem_array(n, sizeof *p), *corrected = mem_array(n, sizeof *corrected);
    for (size_t i = 0; i < n; i++)
        p[i] = pairs[i].raw.p;
    pair_holm(p, n, corrected);
    for (size_t i = 0; i < n; i++) {
        pairs[i].raw.p_holm = corrected[i];
        p[i] = pairs[i].claim.interval.p;
    }
    pair_holm(p, n, corrected);
    for (size_t i = 0; i < n; i++)
        pairs[i].claim.interval.p_holm = corrected[i];
    free(p);
    free(corrected);
}

void build_pairs(struct build *build)
{
    size_t n_adjusters = build->plan->request.n_adjusters;
    struct pair_positions *positions;
    if (!plan_wants(build->plan, SECTION_PAIRS))
        return;
    size_t n = build_list_pairs(build, &positions);
    struct pair_result *pairs = build_alloc(build, n, sizeof *pairs);
    struct pair_adjuster_result *adjusters = build_alloc(build, n * n_adjusters, sizeof *adjusters);
    for (size_t i = 0; i < n; i++)
        build_pair(build, positions[i], adjusters + i * n_adjusters, &pairs[i]);
    correct_p(pairs, n);
    build->snapshot->n_pairs = n;
    build->snapshot->pairs = pairs;
}
