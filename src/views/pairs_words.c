/* What the Pairs view says of a pair: one line, and the whole arithmetic. */
#include "views/pairs_model.h"

#include "estimate/calibration.h"

static void add_interval(struct strbuf *out, const struct pairs_model *model,
                         const struct pair_result *pair, const struct interval *interval)
{
    double scale = pair->a->outcome.scale;
    int decimals = pairs_decimals(model, pair);
    if (interval->status != ESTIMATE_OK) {
        strbuf_puts(out, estimate_status_text(interval->status));
        return;
    }
    view_add_number(out, interval->low * scale, decimals);
    strbuf_puts(out, " to ");
    view_add_number(out, interval->high * scale, decimals);
}

void pairs_add_status(const struct pairs_model *model, size_t row, struct strbuf *line)
{
    const struct pair_result *pair = pairs_model_pair(model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    pairs_add_name(line, pair);
    strbuf_puts(line, ": raw ");
    add_interval(line, model, pair, &pair->raw);
    if (adjusted) {
        char label[VIEW_ADJUSTER_LABEL_MAX];
        view_adjuster_label(adjusted->adjuster, label);
        strbuf_printf(line, ", %s ", label);
        add_interval(line, model, pair, &adjusted->interval);
        if (snapshot_pair_null(model->context->snapshot, pair, adjusted->adjuster).too_narrow)
            strbuf_puts(line, " (too narrow: trust raw)");
    }
    strbuf_puts(line, "; ");
    pairs_add_verdict(line, pair, adjusted ? &adjusted->interval : &pair->raw);
}

static void explain_half_width(const struct pairs_model *model, const struct pair_result *pair,
                               const struct interval *interval, struct strbuf *text)
{
    double scale = pair->a->outcome.scale;
    int decimals = pairs_decimals(model, pair);
    strbuf_puts(text, "half-width = t(df) x SE, SE = sqrt(s_A^2/n_A + s_B^2/n_B), with n_A = ");
    strbuf_printf(text, "%zu, n_B = %zu, df = ", pair->a->n_runs, pair->b->n_runs);
    view_add_number(text, interval->df, 1);
    strbuf_puts(text, " (Welch and Satterthwaite): half-width ");
    view_add_number(text, interval->half_width * scale, decimals + 1);
    strbuf_puts(text, "\n");
}

/* What the calibration of both arms says of this interval. */
static void explain_null(const struct pairs_model *model, const struct pair_result *pair,
                         struct adjuster adjuster, struct strbuf *text)
{
    struct pair_null null = snapshot_pair_null(model->context->snapshot, pair, adjuster);
    if (!null.known)
        return;
    strbuf_printf(text, "Synthetic null: two halves of the runs of one arm are told apart in ");
    view_add_number(text, 100 * null.a, 1);
    strbuf_printf(text, " %% of the splits (%s) and ", pair->a->name);
    view_add_number(text, 100 * null.b, 1);
    strbuf_printf(text, " %% (%s), where ", pair->b->name);
    view_add_number(text, 100 * (1 - model->context->request->settings.level), 1);
    strbuf_puts(text, " % would be right.\n");
    if (null.too_narrow)
        strbuf_puts(text,
                    "So this adjusted interval is too narrow: the difference is still the raw "
                    "one, and its spread did not shrink with the standard error. Trust the raw "
                    "interval.\n");
}

void pairs_add_explanation(const struct pairs_model *model, size_t row, struct strbuf *text)
{
    const struct pair_result *pair = pairs_model_pair(model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    double scale = pair->a->outcome.scale;
    int decimals = pairs_decimals(model, pair);
    strbuf_printf(text, "difference = mean(%s) - mean(%s) = ", pair->a->name, pair->b->name);
    view_add_number(text, pair->a->y_mean * scale, decimals);
    strbuf_puts(text, " - ");
    view_add_number(text, pair->b->y_mean * scale, decimals);
    strbuf_puts(text, " = ");
    view_add_number(text, pair->difference * scale, decimals);
    strbuf_puts(text,
                "; adjustment never moves it, it only changes the standard error. In the plot the "
                "thin line is the raw interval and the thick one the adjusted (dashed: too "
                "narrow by the synthetic null); an arrow at the edge says that zero lies far to "
                "that side.\n");
    if (pair->raw.status == ESTIMATE_OK)
        explain_half_width(model, pair, &pair->raw, text);
    if (!adjusted || adjusted->interval.status != ESTIMATE_OK)
        return;
    strbuf_puts(text, "Adjusted, each s^2 is the median over splits of the variance of that arm's "
                      "own adjusted outcomes: ");
    explain_half_width(model, pair, &adjusted->interval, text);
    strbuf_puts(text, "Change of half-width: 1 - adjusted/raw = ");
    view_add_percent(text, adjusted->narrower_percent / 100, 1);
    strbuf_puts(text, " % (positive = narrower). Over the splits the half-width's quartiles are ");
    view_add_number(text, adjusted->half_width_q25 * scale, decimals + 1);
    strbuf_puts(text, " and ");
    view_add_number(text, adjusted->half_width_q75 * scale, decimals + 1);
    strbuf_puts(text, ".\n");
    explain_null(model, pair, adjusted->adjuster, text);
    if (adjusted->exploratory != EXPLORATORY_NO)
        strbuf_printf(text, "Exploratory: %s.\n", exploratory_sentence(adjusted->exploratory));
}
