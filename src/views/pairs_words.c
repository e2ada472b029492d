/* What the Pairs view says of a pair: one line, and the whole arithmetic. */
#include "views/pairs_model.h"

#include "estimate/calibration.h"
#include "estimate/twophase_words.h"

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
    pairs_add_verdict(line, pair);
    strbuf_puts(line, " (raw ");
    add_interval(line, model, pair, &pair->raw);
    if (pair->claim.basis == CLAIM_TWO_PHASE) {
        strbuf_puts(line, ", two-phase ");
        add_interval(line, model, pair, &pair->claim.interval);
    }
    strbuf_puts(line, "); ");
    pairs_add_name(line, pair);
    if (adjusted) {
        char label[VIEW_ADJUSTER_LABEL_MAX];
        view_adjuster_label(adjusted->adjuster, label);
        strbuf_puts(line, ": if the log were known ");
        add_interval(line, model, pair, &adjusted->interval);
        strbuf_printf(line, " (%s)", label);
    }
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
    strbuf_puts(text, " % would be right; ");
    view_add_number(text, 100 * null.expected_a, 1);
    strbuf_puts(text, " % and ");
    view_add_number(text, 100 * null.expected_b, 1);
    strbuf_puts(
        text,
        " % follow from the variance reduction, since adjustment shrinks the standard "
        "error and not the spread of the difference. So it is not the result, which is the raw "
        "interval, or the two-phase one where unfinished runs are declared random.\n");
}

/* The claim that unfinished runs make, and each adjuster's next to it. */
static void explain_two_phase(const struct pairs_model *model, const struct pair_result *pair,
                              const struct pair_adjuster_result *adjusted, struct strbuf *text)
{
    double scale = pair->a->outcome.scale;
    const struct arm *arms[2] = {pair->a, pair->b};
    for (int i = 0; i < 2; i++)
        if (arms[i]->unfinished.n) {
            strbuf_printf(text, "%s: ", arms[i]->name);
            twophase_add_words(arms[i], text);
            strbuf_puts(text, ".\n");
        }
    if (pair->claim.basis == CLAIM_TWO_PHASE) {
        strbuf_puts(text, "Two-phase, by the declared statistic: difference ");
        view_add_number(text, pair->claim.difference * scale, pairs_decimals(model, pair));
        strbuf_puts(text, ", interval ");
        add_interval(text, model, pair, &pair->claim.interval);
        strbuf_puts(text, ". This is the result; it moves the difference, rightly.\n");
    }
    if (adjusted && adjusted->two_phase.interval.status == ESTIMATE_OK) {
        char label[VIEW_ADJUSTER_LABEL_MAX];
        view_adjuster_label(adjusted->adjuster, label);
        strbuf_printf(text, "Two-phase, by %s: ", label);
        add_interval(text, model, pair, &adjusted->two_phase.interval);
        strbuf_puts(text, ", ");
        view_add_percent(text, adjusted->two_phase.narrower_percent / 100, 1);
        strbuf_puts(text, " % narrower than raw.\n");
    }
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
                "thin line is the raw interval, which is the result, and the thick one the "
                "interval that one would have if the average log were known (dashed: as a test it "
                "rejects too often); an arrow at the edge says that zero lies far to that "
                "side.\n");
    if (pair->raw.status == ESTIMATE_OK)
        explain_half_width(model, pair, &pair->raw, text);
    explain_two_phase(model, pair, adjusted, text);
    if (!adjusted || adjusted->interval.status != ESTIMATE_OK)
        return;
    strbuf_puts(text, "If the average log were known, each s^2 is the median over splits of the "
                      "variance of that arm's "
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
