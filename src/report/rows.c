#include "report/rows.h"

#include "estimate/pairs.h"

#include <math.h>
#include <string.h>

/* A figure is a double at a place in its result. */
struct figure {
    const char *name;
    size_t offset;
};

#define CLAIM ROWS_CLAIM
#define END                                                                                        \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define AT(member) offsetof(struct RESULT, member)

#define RESULT arm
static const struct figure variability_figures[] = {{"mean", AT(y_mean)}, {"sd", AT(y_sd)}, END};
#undef RESULT

#define RESULT adjuster_result
static const struct figure arm_figures[] = {{"vr_mean", AT(vr.mean)},
                                            {"vr_se", AT(vr.se)},
                                            {"vr_median", AT(vr.median)},
                                            {"vr_q25", AT(vr.q25)},
                                            {"vr_q75", AT(vr.q75)},
                                            {"negative_share", AT(vr.negative_share)},
                                            {"adjusted_sd", AT(vr.adjusted_sd)},
                                            {"effective_runs", AT(vr.effective_runs)},
                                            {"rho2", AT(rho2)},
                                            {"break_even_runs", AT(break_even_runs)},
                                            END};
#undef RESULT

#define RESULT pair_result
static const struct figure raw_pair_figures[] = {
    {"difference", AT(difference)},     {"low", AT(raw.low)}, {"high", AT(raw.high)},
    {"half_width", AT(raw.half_width)}, {"df", AT(raw.df)},   {"p", AT(raw.p)},
    {"p_holm", AT(raw.p_holm)},         {"mde", AT(raw_mde)}, END};
/* What may be said: CLAIM and a name above. */
static const struct figure claim_figures[] = {{CLAIM "difference", AT(claim.difference)},
                                              {CLAIM "low", AT(claim.interval.low)},
                                              {CLAIM "high", AT(claim.interval.high)},
                                              {CLAIM "half_width", AT(claim.interval.half_width)},
                                              {CLAIM "df", AT(claim.interval.df)},
                                              {CLAIM "p", AT(claim.interval.p)},
                                              {CLAIM "p_holm", AT(claim.interval.p_holm)},
                                              END};
#undef RESULT

/* The interval that one would have if the average log were known says so in its name. */
#define RESULT pair_adjuster_result
static const struct figure pair_figures[] = {{"if_known_low", AT(interval.low)},
                                             {"if_known_high", AT(interval.high)},
                                             {"if_known_half_width", AT(interval.half_width)},
                                             {"if_known_df", AT(interval.df)},
                                             {"if_known_mde", AT(mde)},
                                             {"narrower_percent", AT(narrower_percent)},
                                             {"half_width_q25", AT(half_width_q25)},
                                             {"half_width_q75", AT(half_width_q75)},
                                             {"runs_needed", AT(runs_needed)},
                                             END};
#undef RESULT

#define RESULT signal_metric
static const struct figure signal_figures[] = {{"in_window", AT(at_window)},
                                               {"noise", AT(noise)},
                                               {"above_noise_from", AT(first_position)},
                                               END};
#undef RESULT

#define TWO_PHASE_FIGURES                                                                          \
    {"two_phase_low", AT(two_phase.interval.low)},                                                 \
        {"two_phase_high", AT(two_phase.interval.high)},                                           \
        {"two_phase_half_width", AT(two_phase.interval.half_width)},                               \
        {"two_phase_df", AT(two_phase.interval.df)},                                               \
    {                                                                                              \
        "two_phase_narrower_percent", AT(two_phase.narrower_percent)                               \
    }

#define RESULT adjuster_result
static const struct figure arm_two_phase_figures[] = {
    {"two_phase_mean", AT(two_phase.estimate)}, TWO_PHASE_FIGURES, END};
#undef RESULT

#define RESULT pair_adjuster_result
static const struct figure pair_two_phase_figures[] = {
    {"two_phase_difference", AT(two_phase.estimate)},
    TWO_PHASE_FIGURES,
    {"two_phase_p", AT(two_phase.interval.p)},
    END};
#undef RESULT

#define RESULT unfinished_result
static const struct figure unfinished_figures[] = {{"unfinished_share", AT(lambda)},
                                                   {"guard_p", AT(guard_p)},
                                                   {"raw_low", AT(raw.low)},
                                                   {"raw_high", AT(raw.high)},
                                                   {"raw_half_width", AT(raw.half_width)},
                                                   END};
#undef RESULT

#define RESULT more_row
static const struct figure more_figures[] = {{"half_width", AT(half_width)},
                                             {"sequence_low", AT(sequence_low)},
                                             {"sequence_high", AT(sequence_high)},
                                             {"sequence_half_width", AT(sequence_half_width)},
                                             {"rho", AT(rho)},
                                             {"tuned_at", AT(tuned_at)},
                                             {"wanted_half_width", AT(width.wanted)},
                                             {"width_runs_a", AT(width.a)},
                                             {"width_runs_b", AT(width.b)},
                                             {"width_sampling_low", AT(width.sampling_low)},
                                             {"width_sampling_high", AT(width.sampling_high)},
                                             {"wanted_difference", AT(power.wanted)},
                                             {"power_runs_a", AT(power.a)},
                                             {"power_runs_b", AT(power.b)},
                                             {"power_sampling_low", AT(power.sampling_low)},
                                             {"power_sampling_high", AT(power.sampling_high)},
                                             END};
#undef RESULT

#define RESULT budget_row
static const struct figure budget_figures[] = {{"vr_median", AT(median)},
                                               {"vr_q25", AT(q25)},
                                               {"vr_q75", AT(q75)},
                                               {"negative_share", AT(negative_share)},
                                               END};
#undef RESULT

#define RESULT pair_budget_row
static const struct figure pair_budget_figures[] = {{"narrower_percent_median", AT(median)},
                                                    {"narrower_percent_q25", AT(q25)},
                                                    {"narrower_percent_q75", AT(q75)},
                                                    END};
#undef RESULT

#define RESULT coverage_row
static const struct figure coverage_figures[] = {{"raw", AT(raw)},
                                                 {"adjusted", AT(adjusted)},
                                                 {"expected_raw", AT(expected_raw)},
                                                 {"corrected_raw", AT(corrected_raw)},
                                                 {"corrected_adjusted", AT(corrected_adjusted)},
                                                 {"se", AT(se)},
                                                 END};
#undef RESULT

#define RESULT null_row
static const struct figure null_figures[] = {{"raw_rejection", AT(raw_rejection)},
                                             {"adjusted_rejection", AT(adjusted_rejection)},
                                             {"raw_se", AT(raw_se)},
                                             {"adjusted_se", AT(adjusted_se)},
                                             {"half_vr", AT(half_vr)},
                                             {"expected_rejection", AT(expected_rejection)},
                                             END};
#undef RESULT

#define RESULT family_row
static const struct figure family_figures[] = {{"posthoc_vr", AT(posthoc_vr)},
                                               {"nested_vr", AT(nested_vr)},
                                               {"nested_negative_share", AT(nested_negative_share)},
                                               {"nested_share", AT(nested_share)},
                                               END};
#undef RESULT

struct visit {
    const struct snapshot *snapshot;
    row_visitor *visitor;
    void *user;
    char adjuster[ADJUSTER_NAME_MAX]; /* of the present row */
};

static void visit_figures(struct visit *visit, const struct row *row, const void *result,
                          const struct figure *figures)
{
    for (; figures->name; figures++) {
        double value;
        memcpy(&value, (const char *)result + figures->offset, sizeof value);
        visit->visitor(visit->user, row, figures->name, value);
    }
}

/* Fields may differ in place from result to result; what they mean does not. */
static struct row adjusted_row(struct visit *visit, enum section section, const struct arm *arm,
                               struct adjuster adjuster, enum exploratory_reason reason,
                               enum estimate_status status)
{
    adjuster_name(adjuster, visit->adjuster);
    return (struct row){.section = section,
                        .arm = arm,
                        .adjuster = visit->adjuster,
                        .exploratory = reason != EXPLORATORY_NO,
                        .family = "",
                        .n = arm->n_runs,
                        .status = status};
}

static void visit_variability(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_arms; i++) {
        const struct arm *arm = visit->snapshot->arms[i].arm;
        struct row row = {.section = SECTION_VARIABILITY,
                          .arm = arm,
                          .adjuster = "",
                          .family = "",
                          .n = arm->n_runs};
        visit_figures(visit, &row, arm, variability_figures);
        visit->visitor(visit->user, &row, "candidates", (double)arm->n_candidates);
        visit->visitor(visit->user, &row, "left_out", (double)arm->n_left_out);
        visit->visitor(visit->user, &row, "unfinished", (double)arm->unfinished.n);
        visit->visitor(visit->user, &row, "runs", (double)arm->n_runs);
    }
}

static void visit_unfinished(struct visit *visit, const struct arm_result *arm)
{
    struct row row = {.section = SECTION_ARMS,
                      .arm = arm->arm,
                      .adjuster = "raw",
                      .family = "",
                      .n = arm->arm->n_runs,
                      .status = arm->unfinished.status};
    visit_figures(visit, &row, &arm->unfinished, unfinished_figures);
}

/* Two-phase figures come only where there are unfinished runs, with a status of their own. */
static void visit_arms(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_arms; i++) {
        const struct arm_result *arm = &visit->snapshot->arms[i];
        for (size_t j = 0; j < arm->n_adjusters; j++) {
            const struct adjuster_result *result = &arm->adjusters[j];
            struct row row = adjusted_row(visit, SECTION_ARMS, arm->arm, result->adjuster,
                                          result->exploratory, result->vr.status);
            visit_figures(visit, &row, result, arm_figures);
            row.status = result->two_phase.interval.status;
            if (arm->unfinished.declared)
                visit_figures(visit, &row, result, arm_two_phase_figures);
        }
        if (arm->unfinished.declared)
            visit_unfinished(visit, arm);
    }
}

static void visit_pair(struct visit *visit, const struct pair_result *pair)
{
    struct row raw = {.section = SECTION_PAIRS,
                      .arm = pair->a,
                      .versus = pair->b,
                      .adjuster = "raw",
                      .family = "",
                      .n = pair->a->n_runs,
                      .status = pair->raw.status};
    visit_figures(visit, &raw, pair, raw_pair_figures);
    raw.status = pair->claim.interval.status;
    visit_figures(visit, &raw, pair, claim_figures);
    for (size_t j = 0; j < pair->n_adjusters; j++) {
        const struct pair_adjuster_result *result = &pair->adjusters[j];
        struct row row = adjusted_row(visit, SECTION_PAIRS, pair->a, result->adjuster,
                                      result->exploratory, result->interval.status);
        row.versus = pair->b;
        visit_figures(visit, &row, result, pair_figures);
        row.status = result->two_phase.interval.status;
        if (pair_declares_unfinished(pair))
            visit_figures(visit, &row, result, pair_two_phase_figures);
    }
}

static void visit_pairs(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_pairs; i++)
        visit_pair(visit, &visit->snapshot->pairs[i]);
}

static void visit_more(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_more; i++) {
        const struct more_row *result = &visit->snapshot->more[i];
        struct row row = adjusted_row(visit, SECTION_MORE, result->a, result->adjuster,
                                      result->exploratory, result->status);
        row.versus = result->b;
        visit_figures(visit, &row, result, more_figures);
    }
}

static void visit_budget(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_budget; i++) {
        const struct budget_row *result = &visit->snapshot->budget[i];
        struct row row = adjusted_row(visit, SECTION_BUDGET, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        visit_figures(visit, &row, result, budget_figures);
    }
    for (size_t i = 0; i < visit->snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *result = &visit->snapshot->pair_budget[i];
        struct row row = adjusted_row(visit, SECTION_BUDGET, result->a, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        row.versus = result->b;
        visit_figures(visit, &row, result, pair_budget_figures);
    }
}

static void visit_coverage(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_coverage; i++) {
        const struct coverage_row *result = &visit->snapshot->coverage[i];
        struct row row = adjusted_row(visit, SECTION_COVERAGE, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        visit_figures(visit, &row, result, coverage_figures);
    }
}

static void visit_null(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_null; i++) {
        const struct null_row *result = &visit->snapshot->null[i];
        struct row row = adjusted_row(visit, SECTION_NULL, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        visit_figures(visit, &row, result, null_figures);
    }
}

/* Nested and post hoc best both look at outcomes. */
static void visit_families(struct visit *visit)
{
    const struct adjuster best = {ADJUSTER_BEST, 0};
    for (size_t i = 0; i < visit->snapshot->n_families; i++) {
        const struct family_row *result = &visit->snapshot->families[i];
        struct row row = adjusted_row(visit, SECTION_FAMILIES, result->arm, best,
                                      EXPLORATORY_ADJUSTER, result->status);
        row.family = visit->snapshot->study->families[result->family].name;
        visit->visitor(visit->user, &row, "candidates", (double)result->n_candidates);
        visit_figures(visit, &row, result, family_figures);
    }
}

/* A row per metric, whose name stands in the place of the family's. */
static void visit_signals(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_signals; i++) {
        const struct signal *signal = &visit->snapshot->signals[i];
        for (size_t m = 0; m < signal->n_metrics; m++) {
            struct row row = {.section = SECTION_SIGNAL,
                              .arm = signal->arm,
                              .adjuster = "",
                              .exploratory = true,
                              .family = signal->metrics[m].metric->name,
                              .n = signal->n_runs,
                              .status = signal->status};
            visit_figures(visit, &row, &signal->metrics[m], signal_figures);
        }
    }
}

/* Figures of a section stand in up to four tables; counts are named here. */
enum { TABLES_MAX = 4 };
static const struct {
    enum section section;
    void (*visit)(struct visit *visit);
    const struct figure *figures[TABLES_MAX];
    const char *counts[5];
} sections[] = {
    {SECTION_VARIABILITY,
     visit_variability,
     {variability_figures},
     {"candidates", "left_out", "unfinished", "runs"}},
    {SECTION_ARMS, visit_arms, {arm_figures, arm_two_phase_figures, unfinished_figures}, {NULL}},
    {SECTION_PAIRS,
     visit_pairs,
     {raw_pair_figures, claim_figures, pair_figures, pair_two_phase_figures},
     {NULL}},
    {SECTION_MORE, visit_more, {more_figures}, {NULL}},
    {SECTION_BUDGET, visit_budget, {budget_figures, pair_budget_figures}, {NULL}},
    {SECTION_COVERAGE, visit_coverage, {coverage_figures}, {NULL}},
    {SECTION_NULL, visit_null, {null_figures}, {NULL}},
    {SECTION_FAMILIES, visit_families, {family_figures}, {"candidates"}},
    {SECTION_SIGNAL, visit_signals, {signal_figures}, {NULL}},
};

void rows_visit(const struct snapshot *snapshot, row_visitor *visitor, void *user)
{
    struct visit visit = {.snapshot = snapshot, .visitor = visitor, .user = user};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (snapshot->request.sections >> sections[i].section & 1)
            sections[i].visit(&visit);
}

static size_t add_name(const char *name, const char **names, size_t n, size_t max)
{
    for (size_t i = 0; i < n && i < max; i++)
        if (!strcmp(names[i], name))
            return n;
    if (n < max)
        names[n] = name;
    return n + 1;
}

size_t rows_figures(enum section section, const char **names, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (sections[i].section != section)
            continue;
        for (size_t t = 0; t < TABLES_MAX; t++)
            for (const struct figure *figure = sections[i].figures[t]; figure && figure->name;
                 figure++)
                n = add_name(figure->name, names, n, max);
        for (const char *const *count = sections[i].counts; *count; count++)
            n = add_name(*count, names, n, max);
    }
    return n;
}

bool rows_has_figure(enum section section, const char *figure)
{
    enum { MAX = 64 };
    const char *names[MAX];
    size_t n = rows_figures(section, names, MAX);
    for (size_t i = 0; i < n && i < MAX; i++)
        if (!strcmp(names[i], figure))
            return true;
    return false;
}
