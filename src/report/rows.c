#include "report/rows.h"

#include "estimate/pairs.h"
#include "report/fields.h"

#include <math.h>
#include <string.h>

struct visit {
    const struct snapshot *snapshot;
    row_visitor *visitor;
    void *user;
    char adjuster[ADJUSTER_NAME_MAX]; /* of the present row */
};

static void visit_figures(struct visit *visit, const struct row *row, const void *result,
                          const struct field *fields)
{
    for (; fields->name; fields++)
        if (!fields->json_only)
            visit->visitor(visit->user, row, fields->name, field_value(fields, result));
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
        visit_figures(visit, &row, arm, fields_variability);
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
    visit_figures(visit, &row, &arm->unfinished, fields_unfinished);
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
            visit_figures(visit, &row, result, fields_arm);
            row.status = result->two_phase.interval.status;
            if (arm->unfinished.declared)
                visit_figures(visit, &row, &result->two_phase, fields_arm_two_phase);
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
    visit_figures(visit, &raw, pair, fields_raw_pair);
    raw.status = pair->claim.interval.status;
    visit_figures(visit, &raw, &pair->claim, fields_claim);
    for (size_t j = 0; j < pair->n_adjusters; j++) {
        const struct pair_adjuster_result *result = &pair->adjusters[j];
        struct row row = adjusted_row(visit, SECTION_PAIRS, pair->a, result->adjuster,
                                      result->exploratory, result->interval.status);
        row.versus = pair->b;
        visit_figures(visit, &row, result, fields_pair);
        row.status = result->two_phase.interval.status;
        if (pair_declares_unfinished(pair))
            visit_figures(visit, &row, &result->two_phase, fields_pair_two_phase);
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
        visit_figures(visit, &row, result, fields_more);
    }
}

static void visit_budget(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_budget; i++) {
        const struct budget_row *result = &visit->snapshot->budget[i];
        struct row row = adjusted_row(visit, SECTION_BUDGET, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        visit_figures(visit, &row, result, fields_budget);
    }
    for (size_t i = 0; i < visit->snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *result = &visit->snapshot->pair_budget[i];
        struct row row = adjusted_row(visit, SECTION_BUDGET, result->a, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        row.versus = result->b;
        visit_figures(visit, &row, result, fields_pair_budget);
    }
}

static void visit_coverage(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_coverage; i++) {
        const struct coverage_row *result = &visit->snapshot->coverage[i];
        struct row row = adjusted_row(visit, SECTION_COVERAGE, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        visit_figures(visit, &row, result, fields_coverage);
    }
}

static void visit_null(struct visit *visit)
{
    for (size_t i = 0; i < visit->snapshot->n_null; i++) {
        const struct null_row *result = &visit->snapshot->null[i];
        struct row row = adjusted_row(visit, SECTION_NULL, result->arm, result->adjuster,
                                      result->exploratory, result->status);
        visit_figures(visit, &row, result, fields_null);
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
        visit_figures(visit, &row, result, fields_family);
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
            visit_figures(visit, &row, &signal->metrics[m], fields_signal);
        }
    }
}

/* Figures of a section stand in up to four tables; counts are named here. */
enum { TABLES_MAX = 4 };
static const struct {
    enum section section;
    void (*visit)(struct visit *visit);
    const struct field *fields[TABLES_MAX];
    const char *counts[5];
} sections[] = {
    {SECTION_VARIABILITY,
     visit_variability,
     {fields_variability},
     {"candidates", "left_out", "unfinished", "runs"}},
    {SECTION_ARMS, visit_arms, {fields_arm, fields_arm_two_phase, fields_unfinished}, {NULL}},
    {SECTION_PAIRS,
     visit_pairs,
     {fields_raw_pair, fields_claim, fields_pair, fields_pair_two_phase},
     {NULL}},
    {SECTION_MORE, visit_more, {fields_more}, {NULL}},
    {SECTION_BUDGET, visit_budget, {fields_budget, fields_pair_budget}, {NULL}},
    {SECTION_COVERAGE, visit_coverage, {fields_coverage}, {NULL}},
    {SECTION_NULL, visit_null, {fields_null}, {NULL}},
    {SECTION_FAMILIES, visit_families, {fields_family}, {"candidates"}},
    {SECTION_SIGNAL, visit_signals, {fields_signal}, {NULL}},
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

/* fields may be NULL. */
static size_t add_names(const struct field *fields, const char **names, size_t n, size_t max)
{
    for (; fields && fields->name; fields++)
        if (!fields->json_only)
            n = add_name(fields->name, names, n, max);
    return n;
}

size_t rows_figures(enum section section, const char **names, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (sections[i].section != section)
            continue;
        for (size_t t = 0; t < TABLES_MAX; t++)
            n = add_names(sections[i].fields[t], names, n, max);
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
