/* When the logs begin to tell: each metric's squared correlation with the outcome over training. */
#include "report/sections.h"

#include "base/num.h"

#include <math.h>

static const char *percent(const struct figures *figures, double share)
{
    return isnan(share) ? "-" : figure_fixed(figures, 100 * share, 1);
}

/* "epoch 4", "step 1500", "row 12"; "never". */
static const char *place(const struct figures *figures, const struct signal_metric *metric)
{
    static const char *const words[] = {
        [LOG_AXIS_STEP] = "step", [LOG_AXIS_EPOCH] = "epoch", [LOG_AXIS_INDEX] = "row"};
    char number[NUM_TEXT_MAX];
    if (metric->first == SIGNAL_NEVER)
        return "never";
    num_write_fixed(number, ceil(metric->first_position - 1e-9), 0);
    return arena_printf(figures->arena, "%s %s (%s %%)", words[metric->metric->axis], number,
                        figure_fixed(figures, 100 * signal_time(metric->first), 0));
}

/* The largest rho^2 at any time. */
static double largest(const struct signal_metric *metric)
{
    double most = NAN;
    for (size_t t = 0; t < SIGNAL_TIMES; t++)
        if (!(metric->rho2[t] <= most) && !isnan(metric->rho2[t]))
            most = metric->rho2[t];
    return most;
}

static void add_metric(struct document_table *table, const struct figures *figures,
                       const struct signal *signal, const struct signal_metric *metric, bool first)
{
    document_row(table, first);
    document_cell(table, "%s", first ? signal->arm->label : "");
    document_cell(table, "%s", metric->metric->name);
    document_cell(table, "%s", percent(figures, metric->at_window));
    document_cell(table, "%s", percent(figures, metric->noise));
    document_cell(table, "%s", isnan(metric->noise) ? "-" : place(figures, metric));
    document_cell(table, "%s", percent(figures, largest(metric)));
    document_cell(table, "%s", metric->metric->barred ? "never a candidate" : "");
}

void section_signal(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {{"arm", ALIGN_LEFT},
                                                     {"metric", ALIGN_LEFT},
                                                     {"rho^2, %\nin the window", ALIGN_RIGHT},
                                                     {"\nnoise", ALIGN_RIGHT},
                                                     {"above noise\nfrom", ALIGN_LEFT},
                                                     {"rho^2, %\nlargest", ALIGN_RIGHT},
                                                     {"", ALIGN_LEFT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 7, columns);
    for (size_t i = 0; i < snapshot->n_signals; i++) {
        const struct signal *signal = &snapshot->signals[i];
        for (size_t m = 0; m < signal->n_metrics; m++)
            add_metric(table, figures, signal, &signal->metrics[m], m == 0);
        if (signal->status == ESTIMATE_OK)
            continue;
        document_row(table, true);
        document_cell(table, "%s", signal->arm->label);
        document_cell(table, "%s",
                      signal->arm->traces ? estimate_status_text(signal->status)
                                          : "a table has no training curves");
    }
    document_add(document, BLOCK_PARAGRAPH,
                 "Exploratory: metrics are seen against the outcome. rho^2: squared correlation of "
                 "a metric with the outcome over the arm's runs, at %d times of training. Noise: "
                 "what the largest rho^2 at any time stays below in %g %% of %d random orders of "
                 "the outcomes. 'From': above noise then and ever after. What follows the window "
                 "cannot serve as a covariate of unfinished runs.",
                 SIGNAL_TIMES, 100 * SIGNAL_QUANTILE, SIGNAL_PERMUTATIONS);
}
