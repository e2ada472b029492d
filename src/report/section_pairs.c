#include "report/sections.h"

#include "estimate/calibration.h"
#include "report/sentence.h"

#include <math.h>

static void add_interval_cells(struct document_table *table, const struct figures *figures,
                               const struct arm *arm, const struct interval *interval)
{
    document_cell(table, "%s",
                  figure_range(figures, figure_half_signed(figures, arm, interval->low),
                               figure_half_signed(figures, arm, interval->high)));
    document_cell(table, "%s", figure_half(figures, arm, interval->half_width));
}

static void add_raw_row(struct document_table *table, const struct figures *figures,
                        const struct pair_result *pair)
{
    document_row(table, false);
    document_cell(table, "raw");
    if (pair->raw.status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(pair->raw.status));
        return;
    }
    add_interval_cells(table, figures, pair->a, &pair->raw);
    document_cell(table, "%s", "");
    document_cell(table, "%s", "");
    document_cell(table, "%s", figure_p(figures, pair->raw.p_holm));
    document_cell(table, "%s", figure_half(figures, pair->a, pair->raw_mde));
}

static void add_adjusted_row(struct document_table *table, const struct figures *figures,
                             const struct pair_result *pair,
                             const struct pair_adjuster_result *result)
{
    document_row(table, false);
    document_cell(table, "%s", figure_adjuster(figures, result->adjuster, result->exploratory));
    if (result->interval.status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(result->interval.status));
        return;
    }
    add_interval_cells(table, figures, pair->a, &result->interval);
    document_cell(table, "%s",
                  figure_range(figures, figure_half(figures, pair->a, result->half_width_q25),
                               figure_half(figures, pair->a, result->half_width_q75)));
    document_cell(table, "%s", figure_reduction(figures, result->narrower_percent / 100));
    document_cell(table, "%s", ""); /* it is not a test */
    document_cell(table, "%s", figure_half(figures, pair->a, result->mde));
    document_cell(table, "%s", figure_fixed(figures, ceil(result->runs_needed), 0));
}

static void add_contrast(struct document *document, const struct figures *figures,
                         const struct pair_result *pair, const char *name,
                         const struct pair_contrast *contrast)
{
    if (contrast->status != ESTIMATE_OK)
        return;
    document_add(document, BLOCK_ITEM,
                 "A contrast, not a result: %s would report %s +- %s, moving the difference by "
                 "%s%s.",
                 name, figure_half_signed(figures, pair->a, contrast->difference),
                 figure_half(figures, pair->a, contrast->half_width),
                 figure_half_signed(figures, pair->a, contrast->moved),
                 figure_unit(figures, pair->a));
}

static void add_pair(struct document *document, const struct figures *figures,
                     const struct pair_result *pair)
{
    static const struct document_column columns[] = {
        {"adjuster", ALIGN_LEFT},     {"interval", ALIGN_RIGHT},
        {"half\nwidth", ALIGN_RIGHT}, {"its quartiles\nover splits", ALIGN_RIGHT},
        {"narrower\n%", ALIGN_RIGHT}, {"p, Holm", ALIGN_RIGHT},
        {"MDE", ALIGN_RIGHT},         {"runs\nneeded", ALIGN_RIGHT}};
    document_add(document, BLOCK_SUBHEADING, "%s%s%s - %s: %s%s", pair->a->group,
                 pair->a->group[0] ? ": " : "", pair->a->name, pair->b->name,
                 figure_half_signed(figures, pair->a, pair->difference),
                 figure_unit(figures, pair->a));
    document_add(document, BLOCK_PARAGRAPH, "%s", sentence_pair(figures, pair));
    struct document_table *table = document_add_table(document, 8, columns);
    add_raw_row(table, figures, pair);
    if (pair->n_adjusters) {
        document_row(table, false);
        document_cell(table, "if the average log were known:");
    }
    for (size_t i = 0; i < pair->n_adjusters; i++)
        add_adjusted_row(table, figures, pair, &pair->adjusters[i]);
    section_two_phase_pair(document, figures, pair);
    for (size_t i = 0; i < pair->n_adjusters; i++) {
        const struct pair_adjuster_result *result = &pair->adjusters[i];
        document_add(document, BLOCK_ITEM, "%s: %s. %s.%s",
                     figure_adjuster(figures, result->adjuster, result->exploratory),
                     sentence_width(figures, pair, result), sentence_used(figures, pair, result),
                     sentence_calibration(figures, pair, result));
    }
    add_contrast(document, figures, pair, "pooled CUPED (one coefficient for both arms)",
                 &pair->pooled);
    add_contrast(document, figures, pair, "Lin's interacted regression", &pair->lin);
}

/* "10.1, 12.6 *": what the synthetic null of both arms rejects, in percent. */
static const char *null_cell(const struct figures *figures, const struct pair_result *pair,
                             const struct pair_adjuster_result *result)
{
    struct pair_null null = snapshot_pair_null(figures->snapshot, pair, result->adjuster);
    if (!null.known)
        return "";
    return arena_printf(figures->arena, "%s, %s%s", figure_fixed(figures, 100 * null.a, 1),
                        figure_fixed(figures, 100 * null.b, 1), null.too_narrow ? " *" : "  ");
}

/* "10.3, 12.2": what follows from the variance reduction of the halves. */
static const char *expected_cell(const struct figures *figures, const struct pair_result *pair,
                                 const struct pair_adjuster_result *result)
{
    struct pair_null null = snapshot_pair_null(figures->snapshot, pair, result->adjuster);
    if (!null.known)
        return "";
    return arena_printf(figures->arena, "%s, %s", figure_fixed(figures, 100 * null.expected_a, 1),
                        figure_fixed(figures, 100 * null.expected_b, 1));
}

static void add_overview_row(struct document_table *table, const struct figures *figures,
                             const struct pair_result *pair, size_t i)
{
    const struct pair_adjuster_result *result = &pair->adjusters[i];
    document_row(table, i == 0);
    document_cell(table, "%s%s%s", i ? "" : pair->a->label, i ? "" : " - ", i ? "" : pair->b->name);
    document_cell(table, "%s%s", i ? "" : figure_half_signed(figures, pair->a, pair->difference),
                  i || !figures->mixed ? "" : figure_unit(figures, pair->a));
    document_cell(table, "%s", i ? "" : figure_half(figures, pair->a, pair->raw.half_width));
    document_cell(table, "%s", figure_adjuster(figures, result->adjuster, result->exploratory));
    if (result->interval.status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(result->interval.status));
        return;
    }
    document_cell(table, "%s", figure_half(figures, pair->a, result->interval.half_width));
    document_cell(table, "%s", figure_reduction(figures, result->narrower_percent / 100));
    document_cell(table, "%s", null_cell(figures, pair, result));
    document_cell(table, "%s", expected_cell(figures, pair, result));
}

/* Every pair in a few lines, before each is told in full. */
static void add_overview(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {{"pair", ALIGN_LEFT},
                                                     {"difference", ALIGN_RIGHT},
                                                     {"+-\nraw", ALIGN_RIGHT},
                                                     {"adjuster", ALIGN_LEFT},
                                                     {"+- if log\nknown", ALIGN_RIGHT},
                                                     {"narrower\n%", ALIGN_RIGHT},
                                                     {"null\nrejects, %", ALIGN_RIGHT},
                                                     {"follows\nfrom VR, %", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 8, columns);
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        for (size_t j = 0; j < snapshot->pairs[i].n_adjusters; j++)
            add_overview_row(table, figures, &snapshot->pairs[i], j);
    document_add(document, BLOCK_PARAGRAPH,
                 "The result is the raw interval, or the two-phase one where unfinished runs are "
                 "declared. If log known: the interval one would have if the average log were "
                 "known, a measure of what the logs explain, not a result. Null: how often it "
                 "would tell two halves of one arm's runs apart, for both arms, and how often that "
                 "follows from the variance reduction (*: both arms together, weighted by their "
                 "variances, more often than is right).");
}

void section_pairs(struct document *document, const struct figures *figures)
{
    const struct snapshot *snapshot = figures->snapshot;
    if (!snapshot->n_pairs)
        document_add(document, BLOCK_PARAGRAPH, "There are no pairs: %s.",
                     request_no_pairs(&snapshot->request, snapshot->study));
    if (snapshot->n_pairs > 1)
        add_overview(document, figures);
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        add_pair(document, figures, &snapshot->pairs[i]);
    if (snapshot->n_pairs)
        document_add(document, BLOCK_PARAGRAPH,
                     "MDE: smallest difference found with the stated power. Runs needed: per arm, "
                     "to be as precise, if the average log were known, as raw is with the present "
                     "runs.");
}
