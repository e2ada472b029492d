#include "report/sections.h"

#include "base/text.h"
#include "report/sentence.h"

#include <math.h>
#include <stdlib.h>

static const char *count(const struct figures *figures, double runs)
{
    return isfinite(runs) ? figure_count(figures, (unsigned long long)runs) : "-";
}

static const char *range(const struct figures *figures, double low, double high)
{
    return isfinite(low) || isfinite(high)
               ? figure_range(figures, count(figures, low), count(figures, high))
               : "";
}

static void add_needed_row(struct document_table *table, const struct figures *figures,
                           const struct more_row *row, const struct more_needed *needed)
{
    document_row(table, false);
    document_cell(table, "%s", figure_adjuster(figures, row->adjuster, row->exploratory));
    if (row->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(row->status));
        return;
    }
    document_cell(table, "%s", count(figures, needed->a));
    document_cell(table, "%s", count(figures, needed->b));
    document_cell(table, "%s", count(figures, needed->a + needed->b));
    document_cell(table, "%s", range(figures, needed->sampling_low, needed->sampling_high));
    document_cell(table, "%s", range(figures, needed->split_q25, needed->split_q75));
}

static const char *more_runs_of(const struct figures *figures, const struct arm *arm)
{
    char *name = text_visible(arm->name);
    const char *heading = arena_printf(figures->arena, "more runs\n%s", name);
    free(name);
    return heading;
}

static void add_needed(struct document *document, const struct figures *figures,
                       const struct more_row *rows, size_t n, bool power)
{
    const struct document_column columns[] = {{"adjuster", ALIGN_LEFT},
                                              {more_runs_of(figures, rows->a), ALIGN_RIGHT},
                                              {more_runs_of(figures, rows->b), ALIGN_RIGHT},
                                              {"both", ALIGN_RIGHT},
                                              {"both, 80 % range\nof the variances", ALIGN_RIGHT},
                                              {"both, quartiles\nover splits", ALIGN_RIGHT}};
    struct document_table *table = document_add_table(document, 6, columns);
    for (size_t i = 0; i < n; i++)
        add_needed_row(table, figures, &rows[i], power ? &rows[i].power : &rows[i].width);
}

static void add_goals(struct document *document, const struct figures *figures,
                      const struct more_row *rows, size_t n)
{
    const struct request *request = &figures->snapshot->request;
    if (rows->status != ESTIMATE_OK)
        return;
    document_add(document, BLOCK_PARAGRAPH,
                 "For a half-width of %s%s%s:", figure_half(figures, rows->a, rows->width.wanted),
                 figure_unit(figures, rows->a),
                 request->half_width > 0 ? "" : ", half the present raw one");
    add_needed(document, figures, rows, n, false);
    document_add(document, BLOCK_PARAGRAPH, "To find a difference of %s%s%s with a power of %s %%:",
                 figure_half(figures, rows->a, rows->power.wanted), figure_unit(figures, rows->a),
                 request->difference > 0 ? "" : ", the present one if it were the true one,",
                 figure_fixed(figures, 100 * request->settings.power, 0));
    add_needed(document, figures, rows, n, true);
}

static void add_sequences(struct document *document, const struct figures *figures,
                          const struct more_row *rows, size_t n)
{
    static const struct document_column columns[] = {{"adjuster", ALIGN_LEFT},
                                                     {"for one look", ALIGN_RIGHT},
                                                     {"for any number of looks", ALIGN_RIGHT},
                                                     {"half-\nwidth", ALIGN_RIGHT}};
    struct document_table *table = document_add_table(document, 4, columns);
    for (size_t i = 0; i < n; i++) {
        const struct more_row *row = &rows[i];
        document_row(table, false);
        document_cell(table, "%s", figure_adjuster(figures, row->adjuster, row->exploratory));
        if (row->status != ESTIMATE_OK) {
            document_cell(table, "%s", estimate_status_text(row->status));
            continue;
        }
        document_cell(
            table, "%s",
            figure_range(figures,
                         figure_half_signed(figures, rows->a, row->difference - row->half_width),
                         figure_half_signed(figures, rows->a, row->difference + row->half_width)));
        document_cell(table, "%s",
                      figure_range(figures, figure_half_signed(figures, rows->a, row->sequence_low),
                                   figure_half_signed(figures, rows->a, row->sequence_high)));
        document_cell(table, "%s", figure_half(figures, rows->a, row->sequence_half_width));
    }
    if (rows->status == ESTIMATE_OK)
        document_add(document, BLOCK_PARAGRAPH,
                     "The second is a confidence sequence, tightest at %s runs of both arms "
                     "together (rho = %s).",
                     count(figures, rows->tuned_at), figure_fixed(figures, rows->rho, 4));
}

static void add_pair(struct document *document, const struct figures *figures,
                     const struct more_row *rows, size_t n)
{
    document_add(document, BLOCK_SUBHEADING, "%s%s%s - %s: %s%s", rows->a->group,
                 rows->a->group[0] ? ": " : "", rows->a->name, rows->b->name,
                 figure_half_signed(figures, rows->a, rows->difference),
                 figure_unit(figures, rows->a));
    add_goals(document, figures, rows, n);
    add_sequences(document, figures, rows, n);
}

static void add_explanation(struct document *document, const struct figures *figures)
{
    document_add(document, BLOCK_ITEM,
                 "More runs: the fewest in all, shared out between the arms by their standard "
                 "deviations, if the variances stay what they are. The range says what they may be "
                 "since variances of so few runs are uncertain (chi-square, for normal outcomes); "
                 "\"-\": no number of runs does. The raw row is the plan; an adjuster's says "
                 "what would do if the average log were known.");
    document_add(
        document, BLOCK_ITEM,
        "Who adds runs and looks again may use the confidence sequence only: the interval for "
        "one look at %s %% misses more often, the more often one looks. It holds "
        "asymptotically, for all looks together, as long as what it is tuned at stays the "
        "same: give --tuned-at at every look (arXiv 2103.06476, Theorem 2.2).",
        sentence_level(figures));
}

void section_more(struct document *document, const struct figures *figures)
{
    const struct snapshot *snapshot = figures->snapshot;
    size_t n = snapshot->request.n_adjusters + 1;
    if (!snapshot->n_more) {
        document_add(document, BLOCK_PARAGRAPH, "There are no pairs: %s.",
                     request_no_pairs(&snapshot->request, snapshot->study));
        return;
    }
    for (size_t i = 0; i + n <= snapshot->n_more; i += n)
        add_pair(document, figures, &snapshot->more[i], n);
    add_explanation(document, figures);
}
