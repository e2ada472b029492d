/* The sections with a row per arm: outcome, variance reduction, families. */
#include "report/sections.h"

#include "report/lookup.h"

#include <math.h>

/* Enough to see what went wrong; `logvar check` lists them all. */
enum { LEFT_OUT_SHOWN = 5 };

static void add_left_out(struct document *document, const struct arm *arm)
{
    if (arm->n_diverged)
        document_add(document, BLOCK_ITEM,
                     "%s: %zu of %zu runs diverged (%.0f %%) and are left out, so that its figures "
                     "are about runs that do not diverge.",
                     arm->label, arm->n_diverged, arm->n_runs + arm->n_diverged,
                     100 * arm_diverged_share(arm));
    for (size_t i = 0; i < arm->n_left_out && i < LEFT_OUT_SHOWN; i++)
        document_add(document, BLOCK_ITEM, "%s: run %s left out: %s.", arm->label,
                     arm->left_out[i].run, arm->left_out[i].reason);
    if (arm->n_left_out > LEFT_OUT_SHOWN)
        document_add(document, BLOCK_ITEM, "%s: %zu more runs left out; logvar check lists them.",
                     arm->label, arm->n_left_out - LEFT_OUT_SHOWN);
}

void section_variability(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {
        {"arm", ALIGN_LEFT},   {"runs", ALIGN_RIGHT}, {"left\nout", ALIGN_RIGHT},
        {"mean", ALIGN_RIGHT}, {"sd", ALIGN_RIGHT},   {"candidates", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 6, columns);
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm *arm = snapshot->arms[i].arm;
        document_row(table, i && arm->group_index != snapshot->arms[i - 1].arm->group_index);
        document_cell(table, "%s", arm->label);
        document_cell(table, "%zu", arm->n_runs);
        document_cell(table, "%zu", arm->n_left_out);
        document_cell(table, "%s", figure_outcome_unit(figures, arm, arm->y_mean));
        document_cell(table, "%s", figure_outcome_unit(figures, arm, arm->y_sd));
        document_cell(table, "%s", figure_count(figures, arm->n_candidates));
    }
    for (size_t i = 0; i < snapshot->n_arms; i++)
        add_left_out(document, snapshot->arms[i].arm);
}

static void add_vr_cells(struct document_table *table, const struct figures *figures,
                         const struct arm *arm, const struct vr_summary *vr)
{
    if (vr->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(vr->status));
        return;
    }
    document_cell(table, "%s", figure_reduction(figures, vr->mean));
    document_cell(table, "%s", figure_fixed(figures, 100 * vr->se, 1));
    document_cell(table, "%s", figure_reduction(figures, vr->median));
    document_cell(table, "%s",
                  figure_range(figures, figure_reduction(figures, vr->q25),
                               figure_reduction(figures, vr->q75)));
    document_cell(table, "%s", figure_share(figures, vr->negative_share));
    document_cell(table, "%s", figure_outcome_unit(figures, arm, vr->adjusted_sd));
    document_cell(table, "%s", figure_fixed(figures, vr->effective_runs, 1));
}

static void add_arm_rows(struct document_table *table, const struct figures *figures,
                         const struct arm_result *result)
{
    for (size_t i = 0; i < result->n_adjusters; i++) {
        const struct adjuster_result *row = &result->adjusters[i];
        document_row(table, i == 0);
        document_cell(table, "%s", i ? "" : result->arm->label);
        document_cell(table, "%s", i ? "" : figure_count(figures, result->arm->n_runs));
        document_cell(table, "%s",
                      i ? "" : figure_outcome_unit(figures, result->arm, result->arm->y_sd));
        document_cell(table, "%s", figure_adjuster(figures, row->adjuster, row->exploratory));
        add_vr_cells(table, figures, result->arm, &row->vr);
    }
}

static void add_used_row(struct document_table *table, const struct figures *figures,
                         const struct arm *arm, const struct adjuster_result *row)
{
    document_cell(table, "%s", figure_adjuster(figures, row->adjuster, row->exploratory));
    document_cell(table, "%s", figure_statistic(figures, arm, row));
    bool has_rho2 = isfinite(row->rho2);
    document_cell(table, "%s", has_rho2 ? figure_fixed(figures, row->rho2, 3) : "");
    document_cell(table, "%s",
                  has_rho2 ? figure_fixed(figures, ceil(row->break_even_runs), 0) : "");
}

static void add_used(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {{"arm", ALIGN_LEFT},
                                                     {"adjuster", ALIGN_LEFT},
                                                     {"what it used", ALIGN_LEFT},
                                                     {"rho^2", ALIGN_RIGHT},
                                                     {"pays from\nruns", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 5, columns);
    for (size_t i = 0; i < snapshot->n_arms; i++)
        for (size_t j = 0; j < snapshot->arms[i].n_adjusters; j++) {
            const struct arm_result *result = &snapshot->arms[i];
            document_row(table, j == 0);
            document_cell(table, "%s", j ? "" : result->arm->label);
            add_used_row(table, figures, result->arm, &result->adjusters[j]);
        }
    document_add(document, BLOCK_PARAGRAPH,
                 "rho^2: squared correlation of the statistic with the outcome over all runs. A "
                 "statistic pays for itself from the number of runs at which rho^2 exceeds 1/n, n "
                 "being the runs of the training folds (q/n for q statistics together).");
}

static void add_failed(struct document *document, const struct arm_result *result)
{
    for (size_t i = 0; i < result->n_adjusters; i++) {
        char name[ADJUSTER_NAME_MAX];
        const struct vr_summary *vr = &result->adjusters[i].vr;
        adjuster_name(result->adjusters[i].adjuster, name);
        if (vr->status == ESTIMATE_OK && vr->n_failed)
            document_add(document, BLOCK_ITEM, "%s, %s: %zu of %zu splits gave no figure.",
                         result->arm->label, name, vr->n_failed, vr->n_done);
    }
}

void section_arms(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {
        {"arm", ALIGN_LEFT},       {"runs", ALIGN_RIGHT},        {"raw\nsd", ALIGN_RIGHT},
        {"adjuster", ALIGN_LEFT},  {"VR, %\nmean", ALIGN_RIGHT}, {"+-", ALIGN_RIGHT},
        {"median", ALIGN_RIGHT},   {"quartiles", ALIGN_RIGHT},   {"VR < 0\n%", ALIGN_RIGHT},
        {"adj.\nsd", ALIGN_RIGHT}, {"eff.\nruns", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 11, columns);
    for (size_t i = 0; i < snapshot->n_arms; i++)
        add_arm_rows(table, figures, &snapshot->arms[i]);
    add_used(document, figures);
    for (size_t i = 0; i < snapshot->n_arms; i++)
        add_failed(document, &snapshot->arms[i]);
    section_two_phase_arms(document, figures);
}

static const char *name_or_dash(const struct arm *arm, size_t candidate)
{
    const char *name = lookup_candidate(arm, candidate);
    return name ? name : "-";
}

static void add_family_row(struct document_table *table, const struct figures *figures,
                           const struct family_row *row)
{
    document_cell(table, "  %s", figures->snapshot->study->families[row->family].name);
    document_cell(table, "%s", figure_count(figures, row->n_candidates));
    if (row->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(row->status));
        return;
    }
    document_cell(table, "%s", figure_reduction(figures, row->posthoc_vr));
    document_cell(table, "%s", figure_reduction(figures, row->nested_vr));
    document_cell(table, "%s", figure_share(figures, row->nested_negative_share));
    document_cell(table, "%s", figure_reduction(figures, row->posthoc_vr - row->nested_vr));
    document_cell(table, "%s, %s %%", name_or_dash(row->arm, row->nested_candidate),
                  figure_share(figures, row->nested_share));
}

/* The arm stands on a line of its own: names of candidates are long. */
void section_families(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {
        {"arm\n  family", ALIGN_LEFT},      {"candi-\ndates", ALIGN_RIGHT},
        {"VR, % !\npost hoc", ALIGN_RIGHT}, {"\nnested", ALIGN_RIGHT},
        {"VR < 0\n%", ALIGN_RIGHT},         {"\ngap", ALIGN_RIGHT},
        {"picked most often", ALIGN_LEFT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 7, columns);
    for (size_t i = 0; i < snapshot->n_families; i++) {
        const struct family_row *row = &snapshot->families[i];
        if (i == 0 || snapshot->families[i - 1].arm != row->arm) {
            document_row(table, true);
            document_cell(table, "%s", row->arm->label);
        }
        document_row(table, false);
        add_family_row(table, figures, row);
    }
    document_add(document, BLOCK_PARAGRAPH,
                 "Post hoc best is chosen on the runs it is judged on and is biased upward: a "
                 "diagnostic only. Nested best is chosen in the training folds. The gap is "
                 "selection noise. Both look at outcomes and are exploratory.");
}
