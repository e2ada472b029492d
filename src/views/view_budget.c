/* Budget: variance reduction against the number of runs used, or what becomes of the half-width of a
 * difference's interval: a table, arms or pairs by sizes; one large plot of one of them; or all of them in
 * one plot for one adjuster. A mark stands where fixed breaks even: rho^2 = 1/n_train. */
#include "views/budget.h"
#include "views/views.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "tui/layout.h"
#include "tui/plot.h"

#include <math.h>
#include <stdlib.h>

enum { CURVES_MAX = 64, CURVES_TOLD_APART = 16 };

struct budget_state {
    bool overlay, plot, pairs; /* neither overlay nor plot: the table */
    size_t cursor; /* which budget, counted over the subject's own; past the end = the last */
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct budget_state));
}

static double cursor_runs(const struct budget_state *state, const struct budget_curve *curve)
{
    if (!curve->n_points)
        return NAN;
    return curve->n[state->cursor < curve->n_points ? state->cursor : curve->n_points - 1];
}

static size_t n_subjects(const struct view_context *context)
{
    const struct budget_state *state = context->state;
    return budget_n_subjects(context, state->pairs);
}

static struct budget_subject subject_in_focus(const struct view_context *context)
{
    const struct budget_state *state = context->state;
    return budget_subject_at(context, state->pairs, budget_place(context, state->pairs));
}

/* ---- drawing ---- */

static void draw_plot(const struct view_context *context, struct surface *surface, struct rect rect)
{
    const struct budget_state *state = context->state;
    struct budget_subject subject = subject_in_focus(context);
    struct budget_curve reference;
    struct strbuf title;
    strbuf_init(&title);
    budget_add_label(context, subject, &title);
    budget_collect(context, subject, 0, &reference);
    budget_draw_panel(context, surface, rect, subject, context->focused, title.text,
                      context->focused ? cursor_runs(state, &reference) : NAN, true);
    strbuf_done(&title);
}

static void overlay_title(const struct view_context *context, struct strbuf *title)
{
    const struct budget_state *state = context->state;
    char label[VIEW_ADJUSTER_LABEL_MAX];
    view_adjuster_label(context->request->adjusters[context->focus->adjuster], label);
    bool flagged = view_exploratory(context, context->focus->adjuster) != EXPLORATORY_NO;
    strbuf_printf(title, "Budget: %s against runs, %s%s",
                  state->pairs ? "half-width (% narrower)" : "median VR (%)", label,
                  flagged ? "! exploratory" : "");
}

/* What other views have put into focus is what the table's cursor stands on. */
static void follow_focus(const struct view_context *context, const struct table *table)
{
    const struct budget_state *state = context->state;
    size_t place = budget_place(context, state->pairs);
    table_prepare(table, context->table);
    if (context->table->current != place && place < table->n_rows)
        table_go_to(table, context->table, table->identity(table->user, place));
}

static void draw_table(const struct view_context *context, struct surface *surface,
                       struct rect rect)
{
    const struct budget_state *state = context->state;
    struct budget_model model;
    struct table table;
    struct strbuf title;
    budget_make_table(context, state->pairs, &model, &table);
    strbuf_init(&title);
    overlay_title(context, &title);
    surface_frame(surface, rect, context->focused, title.text, NULL);
    strbuf_done(&title);
    struct rect inner = layout_padded(rect), before = surface_set_clip(surface, inner);
    follow_focus(context, &table);
    table_draw(&table, context->table, surface, inner, context->focused);
    surface->clip = before;
}

/* The subjects of an overlay: all, or where they are too many to be told apart, those of the group in
 * focus. */
static size_t overlay_places(const struct view_context *context, size_t places[CURVES_MAX])
{
    const struct budget_state *state = context->state;
    const struct arm *arms = context->study->arms;
    size_t n = n_subjects(context), n_places = 0;
    size_t group = arms[subject_in_focus(context).a].group_index;
    for (size_t i = 0; i < n && n_places < CURVES_MAX; i++) {
        struct budget_subject subject = budget_subject_at(context, state->pairs, i);
        if (n <= CURVES_TOLD_APART || arms[subject.a].group_index == group)
            places[n_places++] = i;
    }
    return n_places;
}

static void add_mark(const struct surface *surface, size_t series, struct strbuf *name)
{
    char mark[4];
    strbuf_add(name, mark,
               text_encode(plot_series_mark(plot_series_style(series), surface->ascii), mark));
    strbuf_add_char(name, ' ');
}

static void draw_overlay(const struct view_context *context, struct surface *surface,
                         struct rect rect)
{
    static struct budget_curve
        curves[CURVES_MAX]; /* the screen's thread only; too large for the stack */
    const struct budget_state *state = context->state;
    const char *list[CURVES_MAX];
    struct strbuf names[CURVES_MAX], title, note;
    size_t places[CURVES_MAX], n = overlay_places(context, places);
    strbuf_init(&title);
    strbuf_init(&note);
    overlay_title(context, &title);
    if (n < n_subjects(context))
        strbuf_printf(&note, "%zu of %zu: one group", n, n_subjects(context));
    surface_frame(surface, rect, context->focused, title.text, note.text);
    strbuf_done(&title);
    strbuf_done(&note);
    for (size_t i = 0; i < n; i++) {
        struct budget_subject subject = budget_subject_at(context, state->pairs, places[i]);
        strbuf_init(&names[i]);
        add_mark(surface, i, &names[i]);
        budget_add_label(context, subject, &names[i]);
        budget_collect(context, subject, context->focus->adjuster, &curves[i]);
        list[i] = names[i].text;
    }
    struct rect area = layout_inner(rect), before = surface_set_clip(surface, area);
    budget_draw_large(surface, area, curves, list, n, NAN,
                      context->focused ? cursor_runs(state, budget_longest(curves, n)) : NAN);
    surface->clip = before;
    for (size_t i = 0; i < n; i++)
        strbuf_done(&names[i]);
}

/* NULL, or why there is nothing to draw. */
static const char *nothing(const struct view_context *context)
{
    if (!context->request->n_arms)
        return "no arm is ticked";
    if (!context->request->n_adjusters)
        return "no adjuster is ticked";
    if (n_subjects(context))
        return NULL;
    return request_no_pairs(context->request, context->study);
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    const struct budget_state *state = context->state;
    const char *why = nothing(context);
    if (why) {
        surface_frame(surface, rect, context->focused, "Budget", NULL);
        surface_text(surface, rect.row + 1, rect.column + 2, rect.n_columns - 4, STYLE_DIM, why);
    } else if (state->overlay) {
        draw_overlay(context, surface, rect);
    } else if (state->plot) {
        draw_plot(context, surface, rect);
    } else {
        draw_table(context, surface, rect);
    }
}

/* ---- keys ---- */

static bool move_cursor(const struct view_context *context, int direction)
{
    struct budget_state *state = context->state;
    struct budget_curve curve;
    budget_collect(context, subject_in_focus(context), 0, &curve);
    if (!curve.n_points)
        return true;
    size_t last = curve.n_points - 1, at = state->cursor < last ? state->cursor : last;
    if (direction < 0 && at > 0)
        at--;
    if (direction > 0 && at < last)
        at++;
    state->cursor = at;
    return true;
}

static bool step(const struct view_context *context, int direction)
{
    const struct budget_state *state = context->state;
    size_t n = n_subjects(context), place = budget_place(context, state->pairs);
    if (!state->pairs)
        return view_step_arm(context, direction), true;
    place = direction > 0 ? (place + 1) % n : (place + n - 1) % n;
    struct budget_subject subject = budget_subject_at(context, true, place);
    context->focus->pair[0] = subject.a;
    context->focus->pair[1] = subject.b;
    return true;
}

/* What the table's cursor is on comes into focus, for the plot and for other views. */
static void follow_cursor(const struct view_context *context, const struct table *table)
{
    const struct budget_state *state = context->state;
    table_prepare(table, context->table);
    if (context->table->current == TABLE_NO_ROW)
        return;
    struct budget_subject subject =
        budget_subject_at(context, state->pairs, context->table->current);
    if (state->pairs) {
        context->focus->pair[0] = subject.a;
        context->focus->pair[1] = subject.b;
    } else {
        context->focus->arm = subject.a;
    }
}

static bool act_on_table(const struct view_context *context, enum action action)
{
    struct budget_state *state = context->state;
    struct budget_model model;
    struct table table;
    budget_make_table(context, state->pairs, &model, &table);
    follow_focus(context, &table);
    state->plot = action == ACTION_IN;
    if (!state->plot && !table_act(&table, context->table, action))
        return false;
    follow_cursor(context, &table);
    return true;
}

static bool act_on_plot(const struct view_context *context, enum action action)
{
    struct budget_state *state = context->state;
    switch (action) {
    case ACTION_LEFT:
        return move_cursor(context, -1);
    case ACTION_RIGHT:
        return move_cursor(context, 1);
    case ACTION_ROW_START:
    case ACTION_FIRST:
        state->cursor = 0;
        return true;
    case ACTION_ROW_END:
    case ACTION_LAST:
        state->cursor = BUDGET_POINTS_MAX;
        return true;
    case ACTION_UP:
    case ACTION_PREVIOUS_ARM:
        return step(context, -1);
    case ACTION_DOWN:
    case ACTION_NEXT_ARM:
        return step(context, 1);
    default:
        return false;
    }
}

static bool act(const struct view_context *context, enum action action)
{
    struct budget_state *state = context->state;
    bool is_table = !state->plot && !state->overlay;
    if (action == ACTION_PAIRS) {
        state->pairs = !state->pairs;
        return true;
    }
    if (nothing(context))
        return false;
    switch (action) {
    case ACTION_OVERLAY:
        state->overlay = !state->overlay;
        return true;
    case ACTION_OUT:
        state->plot = state->overlay = false;
        return !is_table;
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        return true;
    default:
        return is_table ? act_on_table(context, action) : act_on_plot(context, action);
    }
}

/* Places of the table as it was drawn last. */
static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    const struct budget_state *state = context->state;
    struct budget_model model;
    struct table table;
    if (nothing(context) || state->plot || state->overlay)
        return false;
    budget_make_table(context, state->pairs, &model, &table);
    if (!table_click(&table, context->table, layout_padded(rect), row, column))
        return false;
    follow_cursor(context, &table);
    return true;
}

/* ---- words ---- */

static void add_figure(const struct view_context *context, struct budget_subject subject,
                       size_t adjuster, double runs, struct strbuf *line)
{
    struct budget_curve curve;
    char label[VIEW_ADJUSTER_LABEL_MAX];
    budget_collect(context, subject, adjuster, &curve);
    view_adjuster_label(context->request->adjusters[adjuster], label);
    for (size_t i = 0; i < curve.n_points; i++) {
        if (curve.n[i] != runs)
            continue;
        strbuf_printf(line, "%s %s ", adjuster ? "," : "", label);
        view_add_percent(line, curve.median[i] / 100, 1);
        strbuf_puts(line, " (");
        view_add_percent(line, curve.low[i] / 100, 1);
        strbuf_puts(line, " to ");
        view_add_percent(line, curve.high[i] / 100, 1);
        strbuf_puts(line, ")");
    }
}

static void status(const struct view_context *context, struct strbuf *line)
{
    const struct budget_state *state = context->state;
    struct budget_curve reference;
    if (nothing(context))
        return;
    struct budget_subject subject = subject_in_focus(context);
    budget_collect(context, subject, 0, &reference);
    double runs = cursor_runs(state, &reference);
    if (!isfinite(runs))
        return;
    budget_add_label(context, subject, line);
    strbuf_printf(line, ", %.0f runs%s:", runs, state->pairs ? " each" : "");
    for (size_t a = 0; a < context->request->n_adjusters; a++)
        add_figure(context, subject, a, runs, line);
}

static void explain_pair(const struct view_context *context, struct budget_subject subject,
                         struct strbuf *text)
{
    strbuf_printf(
        text,
        "For each budget n, n runs of %s and n of %s are drawn without replacement, each arm "
        "adjusted by itself; the curve is the change of the half-width of the Welch interval, "
        "1 - adjusted/raw in percent (positive = narrower): the median over %zu draws, the "
        "band its quartiles.\n",
        context->study->arms[subject.a].label, context->study->arms[subject.b].label,
        context->request->settings.draws);
}

static void explain_arm(const struct view_context *context, struct budget_subject subject,
                        struct strbuf *text)
{
    const struct arm *arm = &context->study->arms[subject.a];
    strbuf_printf(text,
                  "For each budget n, n of the %zu runs of %s are drawn without replacement and "
                  "split once into folds; VR = 1 - Var(adjusted)/Var(raw). The line is the median "
                  "over %zu draws, the band its quartiles.\n",
                  arm->n_runs, arm->label, context->request->settings.draws);
    double runs = budget_break_even(context, subject);
    if (!isfinite(runs)) {
        strbuf_puts(text, "There is no break-even mark: it needs fixed among the adjusters, with "
                          "a statistic that is a candidate of this arm.\n");
        return;
    }
    char number[NUM_TEXT_MAX];
    num_write_fixed(number, runs, 1);
    strbuf_printf(text,
                  "The mark at n = %s is where the declared statistic would break even: "
                  "estimating its coefficient costs about 1/n_train of the variance, and it "
                  "gives back rho^2; below the mark it costs more than it gives.\n",
                  number);
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    if (nothing(context))
        return false;
    struct budget_subject subject = subject_in_focus(context);
    if (subject.b == BUDGET_NO_ARM)
        explain_arm(context, subject, text);
    else
        explain_pair(context, subject, text);
    return true;
}

/* The figure of `w`. */
static const char *figure(const void *user)
{
    const struct budget_state *state = user;
    return state->pairs ? "pair-budget" : "budget";
}

const struct view view_budget = {.name = "Budget",
                                 .id = "budget",
                                 .sections = 1u << SECTION_ARMS | 1u << SECTION_BUDGET,
                                 .state_new = state_new,
                                 .state_free = free,
                                 .draw = draw,
                                 .act = act,
                                 .click = click,
                                 .status = status,
                                 .explain = explain,
                                 .figure = figure};
