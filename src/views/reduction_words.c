/* The Reduction view in words: the status line, the arithmetic of a figure, its explanation. */
#include "views/reduction.h"

#include "base/num.h"
#include "engine/single.h"

#include <math.h>

static void add_grouped(struct strbuf *text, size_t count)
{
    char number[NUM_TEXT_MAX];
    num_write_grouped(number, count);
    strbuf_puts(text, number);
}

/* In shown units, with the decimals that suit an arm's spread. */
static void add_shown(const struct arm *arm, struct strbuf *text, double value, double sd)
{
    double scale = arm->outcome.scale;
    view_add_number(text, value * scale, view_decimals(fabs(sd * scale)) + 1);
    if (*arm->outcome.unit)
        strbuf_printf(text, " %s", arm->outcome.unit);
}

/* Five significant digits, for variances. */
static void add_variance(struct strbuf *text, double value)
{
    int decimals = value > 0 ? 4 - (int)floor(log10(value)) : 2;
    view_add_number(text, value, decimals < 0 ? 0 : decimals > 17 ? 17 : decimals);
}

static bool is_ok(const struct reduction_place *place)
{
    return place->result && place->result->vr.status == ESTIMATE_OK;
}

/* ---- status line ---- */

static void add_few_runs(const struct arm *arm, struct strbuf *line)
{
    if (arm->n_runs < STUDY_FEW_RUNS)
        strbuf_printf(line, " · %zu runs: the coefficient costs more than it gives", arm->n_runs);
}

static void add_raw_status(const struct arm *arm, struct strbuf *line)
{
    strbuf_printf(line, "%s: %zu runs, mean ", arm->label, arm->n_runs);
    add_shown(arm, line, arm->y_mean, arm->y_sd);
    strbuf_puts(line, ", sd ");
    add_shown(arm, line, arm->y_sd, arm->y_sd);
    if (arm->n_left_out)
        strbuf_printf(line, ", %zu left out", arm->n_left_out);
    if (arm->n_diverged)
        strbuf_printf(line, " (%zu diverged, %.0f %%)", arm->n_diverged,
                      100 * arm_diverged_share(arm));
    strbuf_printf(line, ", %zu candidates", arm->n_candidates);
    add_few_runs(arm, line);
}

/* The most important first: a narrow terminal cuts the end. */
static void add_figures(const struct vr_summary *vr, struct strbuf *line)
{
    strbuf_puts(line, ": VR ");
    view_add_percent(line, vr->mean, 1);
    strbuf_puts(line, " ± ");
    view_add_number(line, vr->se * 100, 2);
    strbuf_puts(line, " %, ");
    view_add_number(line, vr->effective_runs, 1);
    strbuf_puts(line, " effective runs, ");
    view_add_number(line, vr->negative_share * 100, 1);
    strbuf_puts(line, " % below 0, quartiles ");
    view_add_percent(line, vr->q25, 1);
    strbuf_puts(line, " to ");
    view_add_percent(line, vr->q75, 1);
}

void reduction_add_status(const struct view_context *context, struct strbuf *line)
{
    struct reduction_place place = reduction_place(context);
    char label[VIEW_ADJUSTER_LABEL_MAX];
    if (!place.arm)
        return;
    if (!place.is_adjuster) {
        add_raw_status(place.arm, line);
        return;
    }
    view_adjuster_label(context->request->adjusters[place.adjuster], label);
    strbuf_printf(line, "%s, %s", place.arm->label, label);
    if (is_ok(&place))
        add_figures(&place.result->vr, line);
    else
        strbuf_printf(line, ": %s",
                      place.result ? estimate_status_text(place.result->vr.status) : "computing");
    add_few_runs(place.arm, line);
}

/* ---- arithmetic ---- */

static void add_variances(const struct reduction_place *place, struct strbuf *text)
{
    double scale = place->arm->outcome.scale, raw_sd = place->arm->y_sd * scale;
    double adjusted_sd = place->result->vr.adjusted_sd * scale;
    strbuf_puts(text, "  raw variance       ");
    add_variance(text, raw_sd * raw_sd);
    strbuf_puts(text, "  (sd ");
    view_add_number(text, raw_sd, view_decimals(raw_sd) + 1);
    strbuf_puts(text, ")\n  adjusted variance  ");
    add_variance(text, adjusted_sd * adjusted_sd);
    strbuf_puts(text, "  (sd ");
    view_add_number(text, adjusted_sd, view_decimals(adjusted_sd) + 1);
    strbuf_puts(text, ")\n");
}

/* "50 / (1 - 0.0716) = 53.9", with the sign turned for a loss. */
static void add_effective_runs(const struct reduction_place *place, struct strbuf *text)
{
    const struct vr_summary *vr = &place->result->vr;
    strbuf_printf(text, "  effective runs     %zu / (1 %c ", place->arm->n_runs,
                  vr->median < 0 ? '+' : '-');
    view_add_number(text, fabs(vr->median), 4);
    strbuf_puts(text, ") = ");
    view_add_number(text, vr->effective_runs, 1);
    strbuf_add_char(text, '\n');
}

void reduction_add_arithmetic(const struct view_context *context, struct strbuf *text)
{
    struct reduction_place place = reduction_place(context);
    if (!is_ok(&place))
        return;
    const struct vr_summary *vr = &place.result->vr;
    strbuf_puts(text, "# VR = 1 - adjusted / raw variance\n");
    add_variances(&place, text);
    strbuf_puts(text, "  median, quartiles  ");
    view_add_percent(text, vr->median, 2);
    strbuf_puts(text, " % (");
    view_add_percent(text, vr->q25, 1);
    strbuf_puts(text, " to ");
    view_add_percent(text, vr->q75, 1);
    strbuf_puts(text, ")\n  mean               ");
    view_add_percent(text, vr->mean, 2);
    strbuf_puts(text, " % ± ");
    view_add_number(text, vr->se * 100, 2);
    strbuf_puts(text, " Monte Carlo\n  below 0            ");
    view_add_number(text, vr->negative_share * 100, 1);
    strbuf_puts(text, " % of splits");
    if (vr->n_failed)
        strbuf_printf(text, "; %zu left out", vr->n_failed);
    strbuf_add_char(text, '\n');
    add_effective_runs(&place, text);
}

/* ---- explanation ---- */

static void explain_raw(const struct view_context *context, const struct arm *arm,
                        struct strbuf *text)
{
    strbuf_printf(text, "# %s, unadjusted\n", arm->label);
    strbuf_printf(text, "The outcome is %s, one number per run. Over %zu runs its mean is ",
                  arm->outcome.text, arm->n_runs);
    add_shown(arm, text, arm->y_mean, arm->y_sd);
    strbuf_puts(text, " and its standard deviation (n - 1) ");
    add_shown(arm, text, arm->y_sd, arm->y_sd);
    strbuf_printf(text,
                  ".\n\nFrom the logs up to %s of training come %zu candidates; %zu more "
                  "were dropped.\n",
                  context->study->window, arm->n_candidates, arm->n_dropped);
    if (arm->n_diverged)
        strbuf_printf(
            text,
            "\n%zu of %zu runs diverged (%.0f %%); without them its figures are about runs "
            "that do not.\n",
            arm->n_diverged, arm->n_runs + arm->n_diverged, 100 * arm_diverged_share(arm));
    for (size_t i = 0; i < arm->n_left_out; i++)
        strbuf_printf(text, "%s  %s  %s\n", i ? "" : "\n# Runs left out\n", arm->left_out[i].run,
                      arm->left_out[i].reason);
    if (arm->refusal)
        strbuf_printf(text, "\n# Refused\n%s\n", arm->refusal);
}

static void add_statistic(const struct adjuster_result *result, struct strbuf *text)
{
    if (!result->n_statistic)
        return;
    strbuf_puts(text, "\nThe statistic used here: ");
    for (size_t i = 0; i < result->n_statistic; i++)
        strbuf_printf(text, "%s%s", i ? " + " : "", result->statistic_names[i]);
    strbuf_puts(text, ".\n");
}

/* "nothing 35 %, val_loss@1/3 28 %, …" */
static void add_weights(const struct view_context *context, const struct reduction_place *place,
                        struct strbuf *text)
{
    const struct vr_summary *vr = &place->result->vr;
    enum { MOST = 12 };
    size_t n = vr->n_weights < MOST ? vr->n_weights : MOST;
    double rest = 1;
    if (!n)
        return;
    strbuf_puts(text, "\n# What it averages over\n");
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(text, i ? ", " : "");
        model_weight_name(context->study, place->arm, place->result, &vr->weights[i], text);
        strbuf_add_char(text, ' ');
        view_add_number(text, vr->weights[i].share * 100, 0);
        strbuf_puts(text, " %");
        rest -= vr->weights[i].share;
    }
    if (rest >= 0.005) {
        strbuf_puts(text, ", all others ");
        view_add_number(text, rest * 100, 0);
        strbuf_puts(text, " %");
    }
    strbuf_puts(text,
                ": weights by how well each model explains the training runs, on average over "
                "the folds of all splits.\n");
}

/* rho^2 - 1/n_train next to what came out, for one statistic. */
static void add_heuristic(const struct view_context *context, const struct reduction_place *place,
                          struct strbuf *text)
{
    const struct arm_result *arm = view_arm_result(context, place->arm_index);
    const struct adjuster_result *result = place->result;
    size_t folds = arm && arm->folds ? arm->folds : place->arm->n_runs;
    double n_train = (double)place->arm->n_runs * (1 - 1 / (double)folds);
    strbuf_puts(text, "\n# Does it pay?\nEstimating the coefficient costs about 1/n_train = 1/");
    view_add_number(text, n_train, 0);
    strbuf_puts(text, " = ");
    view_add_number(text, 100 / n_train, 1);
    strbuf_puts(text, " % of the variance; a statistic pays for itself only when rho^2 is larger.");
    if (result->n_statistic == 1 && result->statistic[0] != ARM_NO_CANDIDATE) {
        double rho2 = single_fit_candidate(place->arm, result->statistic[0]).rho2;
        strbuf_puts(text, " Here rho^2 = ");
        view_add_number(text, rho2 * 100, 1);
        strbuf_puts(text, " %, so VR should be near ");
        view_add_percent(text, rho2 - 1 / n_train, 1);
        strbuf_puts(text, " %; it is ");
        view_add_percent(text, result->vr.mean, 1);
        strbuf_puts(text, " %.");
    }
    strbuf_add_char(text, '\n');
}

static void explain_figure(const struct view_context *context, const struct reduction_place *place,
                           struct strbuf *text)
{
    struct adjuster adjuster = context->request->adjusters[place->adjuster];
    enum exploratory_reason reason = view_exploratory(context, place->adjuster);
    char label[VIEW_ADJUSTER_LABEL_MAX];
    view_adjuster_label(adjuster, label);
    strbuf_printf(text, "# %s, %s\n%s: %s.\n", place->arm->label, label, label,
                  adjuster_traits(adjuster.kind)->summary);
    if (place->result)
        add_statistic(place->result, text);
    strbuf_puts(text, "\nEvery run is adjusted with what the other folds teach:\n"
                      "  adj = y - theta' (x - mean(x))\n"
                      "theta and mean(x) come from the other folds only. ");
    add_grouped(text, place->result ? place->result->vr.n_done : 0);
    strbuf_puts(text, " random splits into folds were drawn.\n\n");
    if (is_ok(place)) {
        reduction_add_arithmetic(context, text);
        add_weights(context, place, text);
        if (!adjuster_traits(adjuster.kind)->weighs)
            add_heuristic(context, place, text);
    } else if (place->result) {
        strbuf_printf(text, "There is no figure: %s.\n",
                      estimate_status_text(place->result->vr.status));
    }
    if (reason)
        strbuf_printf(text, "\n# ! Exploratory\n%s.\n", exploratory_sentence(reason));
}

bool reduction_add_explanation(const struct view_context *context, struct strbuf *text)
{
    struct reduction_place place = reduction_place(context);
    if (!place.arm)
        return false;
    if (place.is_adjuster)
        explain_figure(context, &place, text);
    else
        explain_raw(context, place.arm, text);
    return true;
}
