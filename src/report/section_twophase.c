/* What unfinished runs add: of arms and of pairs. Nothing where there are none. */
#include "report/sections.h"

#include "estimate/pairs.h"
#include "estimate/twophase_words.h"

static const struct document_column *two_phase_columns(bool pair)
{
    static const struct document_column columns[2][7] = {{{"arm", ALIGN_LEFT},
                                                          {"adjuster", ALIGN_LEFT},
                                                          {"mean", ALIGN_RIGHT},
                                                          {"interval", ALIGN_RIGHT},
                                                          {"half\nwidth", ALIGN_RIGHT},
                                                          {"narrower\n%", ALIGN_RIGHT},
                                                          {"", ALIGN_RIGHT}},
                                                         {{"two-phase", ALIGN_LEFT},
                                                          {"difference", ALIGN_RIGHT},
                                                          {"interval", ALIGN_RIGHT},
                                                          {"half\nwidth", ALIGN_RIGHT},
                                                          {"narrower\n%", ALIGN_RIGHT},
                                                          {"p", ALIGN_RIGHT},
                                                          {"p, Holm", ALIGN_RIGHT}}};
    return columns[pair];
}

static void add_interval(struct document_table *table, const struct figures *figures,
                         const struct arm *arm, const char *estimate,
                         const struct interval *interval)
{
    document_cell(table, "%s", estimate);
    document_cell(table, "%s",
                  figure_range(figures, figure_half_signed(figures, arm, interval->low),
                               figure_half_signed(figures, arm, interval->high)));
    document_cell(table, "%s", figure_half(figures, arm, interval->half_width));
}

/* The sign of a mean goes without saying. */
static void add_mean(struct document_table *table, const struct figures *figures,
                     const struct arm *arm, double mean, const struct interval *interval)
{
    document_cell(table, "%s", figure_half(figures, arm, mean));
    document_cell(table, "%s",
                  figure_range(figures, figure_half(figures, arm, interval->low),
                               figure_half(figures, arm, interval->high)));
    document_cell(table, "%s", figure_half(figures, arm, interval->half_width));
}

static void add_arm(struct document_table *table, const struct figures *figures,
                    const struct arm_result *result)
{
    const struct unfinished_result *unfinished = &result->unfinished;
    document_row(table, true);
    document_cell(table, "%s", result->arm->label);
    document_cell(table, "raw");
    add_mean(table, figures, result->arm, result->arm->y_mean, &unfinished->raw);
    for (size_t a = 0; a < result->n_adjusters; a++) {
        const struct adjuster_result *adjuster = &result->adjusters[a];
        document_row(table, false);
        document_cell(table, "%s", "");
        document_cell(table, "%s",
                      figure_adjuster(figures, adjuster->adjuster, adjuster->exploratory));
        if (adjuster->two_phase.interval.status != ESTIMATE_OK) {
            document_cell(table, "%s", estimate_status_text(adjuster->two_phase.interval.status));
            continue;
        }
        add_mean(table, figures, result->arm, adjuster->two_phase.estimate,
                 &adjuster->two_phase.interval);
        document_cell(table, "%s",
                      figure_reduction(figures, adjuster->two_phase.narrower_percent / 100));
    }
}

void section_two_phase_arms(struct document *document, const struct figures *figures)
{
    const struct snapshot *snapshot = figures->snapshot;
    bool any = false, counts = false;
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        any = any || snapshot->arms[i].arm->unfinished.n;
        counts = counts || (snapshot->arms[i].unfinished.declared &&
                            snapshot->arms[i].unfinished.status == ESTIMATE_OK);
    }
    if (!any)
        return;
    document_add(document, BLOCK_SUBHEADING, "Unfinished runs");
    struct document_table *table =
        counts ? document_add_table(document, 6, two_phase_columns(false)) : NULL;
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        struct strbuf words;
        strbuf_init(&words);
        const struct arm_result *result = &snapshot->arms[i];
        if (counts && result->unfinished.declared && result->unfinished.status == ESTIMATE_OK)
            add_arm(table, figures, result);
        twophase_add_words(result->arm, &words);
        if (words.length)
            document_add(document, BLOCK_ITEM, "%s: %s.", result->arm->label, words.text);
        strbuf_done(&words);
    }
    if (counts)
        document_add(document, BLOCK_PARAGRAPH,
                     "Two-phase: the mean by finished and unfinished runs, whose logs say what the "
                     "average log is. It moves the mean, and holds where which runs were finished "
                     "was decided without a look at logs or outcomes. The statistic is fitted "
                     "leave-one-out and shrunk, the other adjusters on folds.");
}

static void add_adjuster(struct document_table *table, const struct figures *figures,
                         const struct pair_result *pair, const struct pair_adjuster_result *result)
{
    const struct interval *interval = &result->two_phase.interval;
    document_row(table, false);
    document_cell(table, "%s", figure_adjuster(figures, result->adjuster, result->exploratory));
    if (interval->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(interval->status));
        return;
    }
    add_interval(table, figures, pair->a,
                 figure_half_signed(figures, pair->a, result->two_phase.estimate), interval);
    document_cell(table, "%s", figure_reduction(figures, result->two_phase.narrower_percent / 100));
    document_cell(table, "%s", figure_p(figures, interval->p));
}

void section_two_phase_pair(struct document *document, const struct figures *figures,
                            const struct pair_result *pair)
{
    if (!pair_declares_unfinished(pair))
        return;
    struct document_table *table = document_add_table(document, 7, two_phase_columns(true));
    document_row(table, false);
    document_cell(table, "raw");
    add_interval(table, figures, pair->a, figure_half_signed(figures, pair->a, pair->difference),
                 &pair->raw);
    document_cell(table, "%s", "");
    document_cell(table, "%s", figure_p(figures, pair->raw.p));
    document_cell(table, "%s", figure_p(figures, pair->raw.p_holm));
    if (pair->claim.basis == CLAIM_TWO_PHASE) {
        document_row(table, false);
        document_cell(table, "as declared");
        add_interval(table, figures, pair->a,
                     figure_half_signed(figures, pair->a, pair->claim.difference),
                     &pair->claim.interval);
        document_cell(
            table, "%s",
            figure_reduction(figures, 1 - pair->claim.interval.half_width / pair->raw.half_width));
        document_cell(table, "%s", figure_p(figures, pair->claim.interval.p));
        document_cell(table, "%s", figure_p(figures, pair->claim.interval.p_holm));
    }
    for (size_t i = 0; i < pair->n_adjusters; i++)
        add_adjuster(table, figures, pair, &pair->adjusters[i]);
}
