#include "report/csv_report.h"

#include "base/num.h"
#include "report/candidates_csv.h"

#include <math.h>

/* What every figure of one row of a section shares. */
struct csv_row {
    const char *section;
    const struct arm *arm, *versus; /* versus NULL but for pairs */
    const char *adjuster;           /* "" where there is none */
    bool exploratory;
    const char *family; /* "" where there is none */
    size_t n;           /* runs */
    enum estimate_status status;
};

struct csv_figure {
    const char *name;
    double value;
};

static void add_cell(struct strbuf *out, const char *text)
{
    csv_add_text(out, text);
    strbuf_add_char(out, ',');
}

static void add_figure(struct strbuf *out, const struct csv_row *row, const char *name,
                       double value)
{
    char text[NUM_TEXT_MAX] = "";
    if (isfinite(value))
        num_write(text, value);
    add_cell(out, row->section);
    add_cell(out, row->arm->group);
    add_cell(out, row->arm->name);
    add_cell(out, row->versus ? row->versus->name : "");
    add_cell(out, row->adjuster);
    add_cell(out, row->family);
    strbuf_printf(out, "%zu,%s,%s,%s,%s\n", row->n, row->exploratory ? "yes" : "no",
                  estimate_status_key(row->status), name, text);
}

static void add_figures(struct strbuf *out, const struct csv_row *row, size_t n_figures,
                        const struct csv_figure *figures)
{
    for (size_t i = 0; i < n_figures; i++)
        add_figure(out, row, figures[i].name, figures[i].value);
}

#define ADD_FIGURES(out, row, ...)                                                                 \
    add_figures(out, row, sizeof((struct csv_figure[]){__VA_ARGS__}) / sizeof(struct csv_figure),  \
                (struct csv_figure[]){__VA_ARGS__})

static struct csv_row make_row(const char *section, const struct arm *arm,
                               char name[ADJUSTER_NAME_MAX], struct adjuster adjuster,
                               enum exploratory_reason reason, enum estimate_status status)
{
    adjuster_name(adjuster, name);
    return (struct csv_row){.section = section,
                            .arm = arm,
                            .adjuster = name,
                            .exploratory = reason != EXPLORATORY_NO,
                            .family = "",
                            .n = arm->n_runs,
                            .status = status};
}

static void add_variability(struct strbuf *out, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm *arm = snapshot->arms[i].arm;
        struct csv_row row = {
            .section = "variability", .arm = arm, .adjuster = "", .family = "", .n = arm->n_runs};
        ADD_FIGURES(out, &row, {"mean", arm->y_mean}, {"sd", arm->y_sd},
                    {"candidates", (double)arm->n_candidates},
                    {"left_out", (double)arm->n_left_out});
    }
}

static void add_arms(struct strbuf *out, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_arms; i++)
        for (size_t j = 0; j < snapshot->arms[i].n_adjusters; j++) {
            const struct adjuster_result *result = &snapshot->arms[i].adjusters[j];
            const struct vr_summary *vr = &result->vr;
            char name[ADJUSTER_NAME_MAX];
            struct csv_row row = make_row("arms", snapshot->arms[i].arm, name, result->adjuster,
                                          result->exploratory, vr->status);
            ADD_FIGURES(out, &row, {"vr_mean", vr->mean}, {"vr_se", vr->se},
                        {"vr_median", vr->median}, {"vr_q25", vr->q25}, {"vr_q75", vr->q75},
                        {"negative_share", vr->negative_share}, {"adjusted_sd", vr->adjusted_sd},
                        {"effective_runs", vr->effective_runs});
        }
}

static void add_interval(struct strbuf *out, const struct csv_row *row,
                         const struct pair_result *pair, const struct interval *interval,
                         double mde)
{
    ADD_FIGURES(out, row, {"difference", pair->difference}, {"low", interval->low},
                {"high", interval->high}, {"half_width", interval->half_width},
                {"df", interval->df}, {"p", interval->p}, {"p_holm", interval->p_holm},
                {"mde", mde});
}

static void add_pairs(struct strbuf *out, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        struct csv_row raw = {.section = "pairs",
                              .arm = pair->a,
                              .versus = pair->b,
                              .adjuster = "raw",
                              .family = "",
                              .n = pair->a->n_runs,
                              .status = pair->raw.status};
        add_interval(out, &raw, pair, &pair->raw, pair->raw_mde);
        for (size_t j = 0; j < pair->n_adjusters; j++) {
            const struct pair_adjuster_result *result = &pair->adjusters[j];
            char name[ADJUSTER_NAME_MAX];
            struct csv_row row = make_row("pairs", pair->a, name, result->adjuster,
                                          result->exploratory, result->interval.status);
            row.versus = pair->b;
            add_interval(out, &row, pair, &result->interval, result->mde);
            ADD_FIGURES(out, &row, {"narrower_percent", result->narrower_percent},
                        {"half_width_q25", result->half_width_q25},
                        {"half_width_q75", result->half_width_q75},
                        {"runs_needed", result->runs_needed});
        }
    }
}

static void add_budget(struct strbuf *out, const struct snapshot *snapshot)
{
    char name[ADJUSTER_NAME_MAX];
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *result = &snapshot->budget[i];
        struct csv_row row = make_row("budget", result->arm, name, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        ADD_FIGURES(out, &row, {"vr_median", result->median}, {"vr_q25", result->q25},
                    {"vr_q75", result->q75}, {"negative_share", result->negative_share});
    }
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *result = &snapshot->pair_budget[i];
        struct csv_row row = make_row("budget", result->a, name, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        row.versus = result->b;
        ADD_FIGURES(out, &row, {"narrower_percent_median", result->median},
                    {"narrower_percent_q25", result->q25}, {"narrower_percent_q75", result->q75});
    }
}

static void add_coverage(struct strbuf *out, const struct snapshot *snapshot)
{
    char name[ADJUSTER_NAME_MAX];
    for (size_t i = 0; i < snapshot->n_coverage; i++) {
        const struct coverage_row *result = &snapshot->coverage[i];
        struct csv_row row = make_row("coverage", result->arm, name, result->adjuster,
                                      result->exploratory, result->status);
        row.n = result->n;
        ADD_FIGURES(out, &row, {"raw", result->raw}, {"adjusted", result->adjusted},
                    {"expected_raw", result->expected_raw},
                    {"corrected_raw", result->corrected_raw},
                    {"corrected_adjusted", result->corrected_adjusted}, {"se", result->se});
    }
}

static void add_null(struct strbuf *out, const struct snapshot *snapshot)
{
    char name[ADJUSTER_NAME_MAX];
    for (size_t i = 0; i < snapshot->n_null; i++) {
        const struct null_row *result = &snapshot->null[i];
        struct csv_row row = make_row("null", result->arm, name, result->adjuster,
                                      result->exploratory, result->status);
        ADD_FIGURES(out, &row, {"raw_rejection", result->raw_rejection},
                    {"adjusted_rejection", result->adjusted_rejection}, {"raw_se", result->raw_se},
                    {"adjusted_se", result->adjusted_se});
    }
}

/* Both look at outcomes. */
static void add_families(struct strbuf *out, const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_families; i++) {
        const struct family_row *result = &snapshot->families[i];
        struct csv_row row = {.section = "families",
                              .arm = result->arm,
                              .adjuster = "best",
                              .exploratory = true,
                              .family = snapshot->study->families[result->family].name,
                              .n = result->arm->n_runs,
                              .status = result->status};
        ADD_FIGURES(out, &row, {"candidates", (double)result->n_candidates},
                    {"posthoc_vr", result->posthoc_vr}, {"nested_vr", result->nested_vr},
                    {"nested_negative_share", result->nested_negative_share},
                    {"nested_share", result->nested_share});
    }
}

static const struct {
    enum section section;
    void (*add)(struct strbuf *out, const struct snapshot *snapshot);
} sections[] = {
    {SECTION_VARIABILITY, add_variability},
    {SECTION_ARMS, add_arms},
    {SECTION_PAIRS, add_pairs},
    {SECTION_BUDGET, add_budget},
    {SECTION_COVERAGE, add_coverage},
    {SECTION_NULL, add_null},
    {SECTION_FAMILIES, add_families},
};

void csv_report_write(const struct snapshot *snapshot, struct strbuf *out)
{
    strbuf_puts(out, "section,group,arm,versus,adjuster,family,runs,exploratory,status,figure,"
                     "value\n");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (snapshot->request.sections >> sections[i].section & 1)
            sections[i].add(out, snapshot);
}
