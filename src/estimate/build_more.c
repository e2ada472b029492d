/* More runs or not, pair by pair: raw and adjusted. */
#include "estimate/build.h"
#include "estimate/more.h"
#include "estimate/pairs.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "stats/welch.h"

#include <math.h>

/* One pair under raw (adjuster PLAN_NONE) or the request's adjuster number `adjuster`. */
struct subject {
    struct pair_positions pair;
    size_t adjuster;
    struct more_side a, b;
    double difference;
};

static double variance_of(const struct build *build, size_t arm, size_t adjuster)
{
    return adjuster == PLAN_NONE
               ? build->raw_variance[arm]
               : build->median_variance[arm * build->plan->request.n_adjusters + adjuster];
}

/* Quartiles of the runs to add, from each split's own variances. */
static void split_spread(struct build *build, const struct subject *subject, struct more_goal goal,
                         struct more_needed *out)
{
    const struct plan *plan = build->plan;
    const struct lane *a = &plan->lanes[plan->splits_lane[subject->pair.a]];
    const struct lane *b = &plan->lanes[plan->splits_lane[subject->pair.b]];
    size_t cell_a = plan_adjuster_cell(a, subject->adjuster);
    size_t cell_b = plan_adjuster_cell(b, subject->adjuster), n = 0;
    size_t n_a = build_done(build, a, cell_a, a->n_wanted);
    size_t n_b = build_done(build, b, cell_b, b->n_wanted);
    const struct records *x = build->views[cell_a].records, *y = build->views[cell_b].records;
    for (size_t i = 0; i < n_a && i < n_b; i++)
        if (x->status[i] == ESTIMATE_OK && y->status[i] == ESTIMATE_OK) {
            struct more_side left = {x->value[i], subject->a.n},
                             right = {y->value[i], subject->b.n};
            struct more_runs runs = more_runs(left, right, goal);
            build->scratch[n++] = runs.a + runs.b;
        }
    n = build_compact(build->scratch, n);
    struct quartiles q = quantile_quartiles(build->scratch, n);
    out->split_q25 = q.q25;
    out->split_q75 = q.q75;
}

static double scaled_total(const struct subject *subject, struct more_goal goal, double p)
{
    double factor = more_variance_factor(subject->a, subject->b, p);
    struct more_side a = {subject->a.variance * factor, subject->a.n};
    struct more_side b = {subject->b.variance * factor, subject->b.n};
    struct more_runs runs = more_runs(a, b, goal);
    return runs.a + runs.b;
}

static struct more_needed needed(struct build *build, const struct subject *subject, double wanted,
                                 struct more_goal goal)
{
    struct more_runs runs = more_runs(subject->a, subject->b, goal);
    struct more_needed out = {.wanted = wanted,
                              .a = runs.a,
                              .b = runs.b,
                              .sampling_low = scaled_total(subject, goal, (1 - MORE_RANGE) / 2),
                              .sampling_high = scaled_total(subject, goal, (1 + MORE_RANGE) / 2),
                              .split_q25 = NAN,
                              .split_q75 = NAN};
    if (subject->adjuster != PLAN_NONE)
        split_spread(build, subject, goal, &out);
    return out;
}

static enum estimate_status status_of(const struct build *build, const struct subject *subject)
{
    const struct arm_result *arms = build->snapshot->arms;
    if (subject->adjuster == PLAN_NONE)
        return ESTIMATE_OK;
    enum estimate_status a = arms[subject->pair.a].adjusters[subject->adjuster].vr.status;
    return a != ESTIMATE_OK ? a : arms[subject->pair.b].adjusters[subject->adjuster].vr.status;
}

static void fill_sequence(const struct build *build, const struct subject *subject,
                          struct more_row *out)
{
    const struct request *request = &build->plan->request;
    double level = request->settings.level, t = (double)(subject->a.n + subject->b.n);
    double se =
        welch_error(subject->a.variance, subject->a.n, subject->b.variance, subject->b.n).se;
    out->tuned_at = request->tuned_at ? (double)request->tuned_at : t;
    out->rho = sqrt(more_sequence_rho2(out->tuned_at, level));
    out->sequence_half_width = more_sequence_half_width(se, t, out->rho * out->rho, level);
    out->sequence_low = subject->difference - out->sequence_half_width;
    out->sequence_high = subject->difference + out->sequence_half_width;
}

static void fill(struct build *build, struct subject *subject, double raw_half_width,
                 struct more_row *out)
{
    const struct request *request = &build->plan->request;
    const struct analysis_settings *settings = &request->settings;
    struct pair_side left = {subject->difference, subject->a.variance, subject->a.n};
    struct pair_side right = {0, subject->b.variance, subject->b.n};
    struct interval interval = pair_interval(left, right, settings->level);
    out->status = interval.status;
    if (interval.status != ESTIMATE_OK)
        return;
    out->half_width = interval.half_width;
    fill_sequence(build, subject, out);
    double width = request->half_width > 0 ? request->half_width : raw_half_width / 2;
    double difference = request->difference > 0 ? request->difference : fabs(subject->difference);
    out->width =
        needed(build, subject, width, (struct more_goal){.half_width = width, .t = &build->t});
    out->power = needed(build, subject, difference,
                        more_goal_power(difference, settings->level, settings->power));
}

static const struct more_needed nothing = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};

static void make_row(struct build *build, struct pair_positions pair, size_t adjuster,
                     struct more_row *out)
{
    const struct arm *a = build_arm(build, pair.a), *b = build_arm(build, pair.b);
    double mean_a = moments_mean(a->y, a->n_runs), mean_b = moments_mean(b->y, b->n_runs);
    struct adjuster which = {ADJUSTER_RAW, 0};
    if (adjuster != PLAN_NONE)
        which = build->plan->request.adjusters[adjuster];
    struct subject subject = {.pair = pair,
                              .adjuster = adjuster,
                              .a = {variance_of(build, pair.a, adjuster), a->n_runs},
                              .b = {variance_of(build, pair.b, adjuster), b->n_runs},
                              .difference = mean_a - mean_b};
    struct pair_side left = {mean_a, build->raw_variance[pair.a], a->n_runs};
    struct pair_side right = {mean_b, build->raw_variance[pair.b], b->n_runs};
    *out = (struct more_row){.a = a,
                             .b = b,
                             .adjuster = which,
                             .exploratory = build_exploratory(build, which),
                             .status = status_of(build, &subject),
                             .difference = subject.difference,
                             .half_width = NAN,
                             .sequence_low = NAN,
                             .sequence_high = NAN,
                             .sequence_half_width = NAN,
                             .rho = NAN,
                             .tuned_at = NAN,
                             .width = nothing,
                             .power = nothing};
    if (out->status == ESTIMATE_OK)
        fill(build, &subject,
             pair_interval(left, right, build->plan->request.settings.level).half_width, out);
}

static struct memo_key key_of(const struct build *build, struct pair_positions pair,
                              size_t adjuster)
{
    const struct plan *plan = build->plan;
    const struct request *request = &plan->request;
    const struct lane *a = &plan->lanes[plan->splits_lane[pair.a]];
    const struct lane *b = &plan->lanes[plan->splits_lane[pair.b]];
    bool raw = adjuster == PLAN_NONE; /* its records tell the arm, no more */
    size_t cell_a = plan_adjuster_cell(a, raw ? 0 : adjuster);
    size_t cell_b = plan_adjuster_cell(b, raw ? 0 : adjuster);
    return (struct memo_key){
        {raw ? MEMO_MORE_RAW : MEMO_MORE, build_serial(build, cell_a), build_serial(build, cell_b),
         raw ? 0 : build_done(build, a, cell_a, a->n_wanted),
         raw ? 0 : build_done(build, b, cell_b, b->n_wanted), memo_word(request->settings.level),
         memo_word(request->settings.power), memo_word(request->half_width),
         memo_word(request->difference), request->tuned_at}};
}

static void build_row(struct build *build, struct pair_positions pair, size_t adjuster,
                      struct more_row *out)
{
    const struct request *request = &build->plan->request;
    struct adjuster which = {ADJUSTER_RAW, 0};
    if (adjuster != PLAN_NONE)
        which = request->adjusters[adjuster];
    if (request->n_adjusters == 0) {
        make_row(build, pair, adjuster, out); /* no records to know the arms by */
        return;
    }
    struct memo_key key = key_of(build, pair, adjuster);
    if (memo_find(build->memo, &key, out, sizeof *out)) {
        out->adjuster = which;
        out->exploratory = build_exploratory(build, which);
        return;
    }
    make_row(build, pair, adjuster, out);
    memo_keep(build->memo, &key, out, sizeof *out);
}

void build_more(struct build *build)
{
    size_t n_adjusters = build->plan->request.n_adjusters;
    struct pair_positions *pairs;
    if (!plan_wants(build->plan, SECTION_MORE))
        return;
    size_t n = build_list_pairs(build, &pairs);
    struct more_row *rows = build_alloc(build, n * (n_adjusters + 1), sizeof *rows);
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a <= n_adjusters; a++)
            build_row(build, pairs[i], a ? a - 1 : PLAN_NONE, &rows[i * (n_adjusters + 1) + a]);
    build->snapshot->n_more = n * (n_adjusters + 1);
    build->snapshot->more = rows;
}
