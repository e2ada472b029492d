#include "command/plan_report.h"

#include "base/num.h"
#include "base/text.h"
#include "estimate/twophase_words.h"

#include <math.h>
#include <string.h>

static void add_number(struct strbuf *out, double value, int decimals)
{
    char text[NUM_TEXT_MAX] = "-";
    if (isfinite(value))
        num_write_fixed(text, value, decimals);
    strbuf_puts(out, text);
}

static void add_percent(struct strbuf *out, double share)
{
    add_number(out, 100 * share, 0);
    strbuf_puts(out, " %");
}

/* Three digits of it. */
static void add_amount(struct strbuf *out, const struct plan_pair *pair, double value)
{
    const struct arm_outcome *outcome = &pair->arms[0]->outcome;
    double shown = value * outcome->scale;
    int decimals = shown > 0 && isfinite(shown) ? 2 - (int)floor(log10(shown)) : 3;
    add_number(out, shown, decimals < 0 ? 0 : decimals > 12 ? 12 : decimals);
    if (*outcome->unit) {
        strbuf_puts(out, " ");
        text_add_visible(out, outcome->unit);
    }
}

static void add_goal(struct strbuf *out, const struct plan_pair *pair)
{
    strbuf_puts(out, "  goal      ");
    if (pair->goal.half_width > 0) {
        strbuf_puts(out, "a half-width of ");
        add_amount(out, pair, pair->goal.half_width);
    } else {
        strbuf_puts(out, "the cost of ");
        add_number(out, pair->goal.budget, 0);
        strbuf_printf(out, " whole runs%s",
                      pair->goal_is_present ? ", as many as are finished now" : "");
    }
    strbuf_puts(out, "\n");
}

/* "explains 45 % of the outcome's variance in conv and 40 % in mixer" */
static void add_explains(struct strbuf *out, const struct plan_pair *pair, const double rho2[2])
{
    strbuf_puts(out, " explains ");
    for (int a = 0; a < 2; a++) {
        strbuf_puts(out, a ? " and " : "");
        add_percent(out, rho2[a]);
        strbuf_puts(out, " (");
        text_add_visible(out, pair->arms[a]->name);
        strbuf_puts(out, ")");
    }
}

static void add_plan(struct strbuf *out, const struct plan_pair *pair,
                     const struct planner_plan *plan)
{
    strbuf_puts(out, "            finish ");
    for (int a = 0; a < 2; a++) {
        strbuf_puts(out, a ? " and " : "");
        add_number(out, plan->finished[a], 0);
        strbuf_puts(out, " of ");
        text_add_visible(out, pair->arms[a]->name);
    }
    if (plan->pays) {
        strbuf_puts(out, ", stop ");
        add_number(out, plan->begun[0] - plan->finished[0], 0);
        strbuf_puts(out, " and ");
        add_number(out, plan->begun[1] - plan->finished[1], 0);
        strbuf_puts(out, " more at the window's end,\n            chosen at random");
    }
    strbuf_puts(out, ": half-width ");
    add_amount(out, pair, plan->half_width);
    strbuf_puts(out, " for ");
    add_number(out, plan->cost, 1);
    strbuf_puts(out, " whole runs");
    if (plan->pays) {
        strbuf_puts(out, ", ");
        add_percent(out, plan->saving);
        strbuf_puts(out, " less than finishing all (");
        add_number(out, plan->cost_all, 0);
        strbuf_puts(out, ")");
    }
    strbuf_puts(out, "\n");
}

static void add_statistic(struct strbuf *out, const struct arm *arm)
{
    for (size_t q = 0; q < arm->n_statistic; q++) {
        strbuf_puts(out, q ? " + " : "");
        text_add_visible(out, arm->statistic[q]);
    }
}

static void add_declared(struct strbuf *out, const struct plan_pair *pair, const char *window)
{
    bool known = isfinite(pair->declared.cost);
    strbuf_puts(out, "  declared  ");
    if (!known) {
        strbuf_puts(out, isnan(pair->rho2[0]) || isnan(pair->rho2[1])
                             ? "there is no statistic in both arms\n"
                             : "no number of runs does\n");
        return;
    }
    strbuf_puts(out, pair->declared.pays ? "early runs pay: " : "early runs do not pay: ");
    add_statistic(out, pair->arms[0]);
    add_explains(out, pair, pair->rho2);
    if (!strcmp(window, "1/3"))
        strbuf_puts(out, ", a third of a run costs ");
    else
        strbuf_puts(out, ", a run until the window's end costs ");
    add_percent(out, pair->w);
    strbuf_puts(out, "\n");
    add_plan(out, pair, &pair->declared);
}

static void add_searched(struct strbuf *out, const struct plan_pair *pair)
{
    const struct planner_search *search = &pair->search;
    if (!search->n_curves)
        return;
    strbuf_printf(out,
                  "  searched  ! exploratory: %d windows of %zu metric%s were tried, by the "
                  "outcomes\n            ",
                  PLANNER_WINDOWS, search->n_curves, search->n_curves == 1 ? "" : "s");
    if (search->best == search->n_curves || !pair->searched.pays) {
        strbuf_puts(out, "no window from 1 % to 50 % pays with any of them\n");
        return;
    }
    const struct planner_curve *curve = &search->curves[search->best];
    text_add_visible(out, curve->metric);
    strbuf_puts(out, " after ");
    add_percent(out, planner_window(curve->best));
    strbuf_puts(out, " of training");
    add_explains(out, pair, curve->rho2[curve->best]);
    strbuf_puts(out, ", a run until there costs ");
    add_percent(out, curve->w[curve->best]);
    strbuf_puts(out, "\n");
    add_plan(out, pair, &pair->searched);
}

/* Runs that stand unfinished anyway cost nothing. */
static void add_free(struct strbuf *out, const struct arm *arm)
{
    struct strbuf words;
    strbuf_init(&words);
    twophase_add_words(arm, &words);
    if (words.length) {
        strbuf_puts(out, "  free      ");
        text_add_visible(out, arm->name);
        strbuf_puts(out, ": ");
        text_add_visible(out, words.text);
        strbuf_puts(out, "\n");
    }
    strbuf_done(&words);
}

void plan_add_text(const struct plan_pair *pair, const char *window, struct strbuf *out)
{
    text_add_visible(out, pair->arms[0]->label);
    strbuf_puts(out, " - ");
    text_add_visible(out, pair->arms[1]->name);
    strbuf_puts(out, "\n");
    add_goal(out, pair);
    add_declared(out, pair, window);
    add_searched(out, pair);
    add_free(out, pair->arms[0]);
    add_free(out, pair->arms[1]);
}

/* ---- JSON ---- */

static void write_plan(struct jsonout *json, const struct planner_plan *plan)
{
    jsonout_begin_line_object(json, "plan");
    jsonout_bool(json, "pays", plan->pays);
    jsonout_number(json, "finished_a", plan->finished[0]);
    jsonout_number(json, "finished_b", plan->finished[1]);
    jsonout_number(json, "begun_a", plan->begun[0]);
    jsonout_number(json, "begun_b", plan->begun[1]);
    jsonout_number(json, "half_width", plan->half_width);
    jsonout_number(json, "cost", plan->cost);
    jsonout_number(json, "cost_all", plan->cost_all);
    jsonout_number(json, "saving", plan->saving);
    jsonout_end_object(json);
}

static void write_curve(struct jsonout *json, const struct planner_curve *curve)
{
    jsonout_begin_object(json, NULL);
    jsonout_string(json, "metric", curve->metric);
    jsonout_begin_array(json, "windows");
    for (size_t i = 0; i < PLANNER_WINDOWS; i++) {
        jsonout_begin_line_object(json, NULL);
        jsonout_number(json, "window", planner_window(i));
        jsonout_number(json, "cost", curve->w[i]);
        jsonout_number(json, "rho2_a", curve->rho2[i][0]);
        jsonout_number(json, "rho2_b", curve->rho2[i][1]);
        jsonout_number(json, "saving", curve->saving[i]);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
    jsonout_end_object(json);
}

static void write_searched(struct jsonout *json, const struct plan_pair *pair)
{
    const struct planner_search *search = &pair->search;
    jsonout_begin_object(json, "searched");
    jsonout_bool(json, "exploratory", true);
    if (search->best < search->n_curves) {
        const struct planner_curve *curve = &search->curves[search->best];
        jsonout_string(json, "metric", curve->metric);
        jsonout_number(json, "window", planner_window(curve->best));
        jsonout_number(json, "cost", curve->w[curve->best]);
        jsonout_number(json, "rho2_a", curve->rho2[curve->best][0]);
        jsonout_number(json, "rho2_b", curve->rho2[curve->best][1]);
        write_plan(json, &pair->searched);
    }
    jsonout_begin_array(json, "curves");
    for (size_t c = 0; c < search->n_curves; c++)
        write_curve(json, &search->curves[c]);
    jsonout_end_array(json);
    jsonout_end_object(json);
}

void plan_add_json(const struct plan_pair *pair, struct jsonout *json)
{
    jsonout_begin_object(json, NULL);
    jsonout_string(json, "group", pair->arms[0]->group);
    jsonout_string(json, "a", pair->arms[0]->name);
    jsonout_string(json, "b", pair->arms[1]->name);
    jsonout_begin_line_object(json, "goal");
    jsonout_number(json, "half_width", pair->goal.half_width > 0 ? pair->goal.half_width : NAN);
    jsonout_number(json, "budget", pair->goal.half_width > 0 ? NAN : pair->goal.budget);
    jsonout_end_object(json);
    jsonout_begin_object(json, "declared");
    jsonout_string(json, "statistic",
                   pair->arms[0]->n_statistic ? pair->arms[0]->statistic[0] : NULL);
    jsonout_number(json, "cost", pair->w);
    jsonout_number(json, "rho2_a", pair->rho2[0]);
    jsonout_number(json, "rho2_b", pair->rho2[1]);
    write_plan(json, &pair->declared);
    jsonout_end_object(json);
    if (pair->search.n_curves)
        write_searched(json, pair);
    jsonout_begin_line_object(json, "unfinished");
    jsonout_count(json, "a", pair->arms[0]->unfinished.n);
    jsonout_count(json, "b", pair->arms[1]->unfinished.n);
    jsonout_end_object(json);
    jsonout_end_object(json);
}
