/* Budget: variance reduction against the number of runs used, one panel an arm, or what becomes of the
 * half-width of a difference's interval, one panel a pair; or all of them in one plot for one adjuster.
 * A mark stands where fixed breaks even: rho^2 = 1/n_train. */
#include "views/budget.h"
#include "views/views.h"

#include "base/mem.h"
#include "base/num.h"
#include "tui/layout.h"
#include "tui/plot.h"

#include <math.h>
#include <stdlib.h>

enum { PANEL_COLUMNS_MIN = 30, PANEL_ROWS_MIN = 9, CURVES_MAX = 64 };

struct budget_state {
    bool overlay, pairs;
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

static void draw_one(const struct view_context *context, struct surface *surface, struct rect rect,
                     size_t place)
{
    const struct budget_state *state = context->state;
    struct budget_subject subject = budget_subject_at(context, state->pairs, place);
    bool here = context->focused && place == budget_place(context, state->pairs);
    struct budget_curve reference;
    struct strbuf title;
    strbuf_init(&title);
    budget_add_label(context, subject, &title);
    budget_collect(context, subject, 0, &reference);
    budget_draw_panel(context, surface, rect, subject, here, title.text,
                      here ? cursor_runs(state, &reference) : NAN);
    strbuf_done(&title);
}

/* As many panels as fit; the page with what is in focus. */
static void draw_panels(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    const struct budget_state *state = context->state;
    size_t n = n_subjects(context), place = budget_place(context, state->pairs);
    size_t across =
        rect.n_columns < PANEL_COLUMNS_MIN ? 1 : (size_t)(rect.n_columns / PANEL_COLUMNS_MIN);
    size_t down = rect.n_rows < PANEL_ROWS_MIN ? 1 : (size_t)(rect.n_rows / PANEL_ROWS_MIN);
    across = across > n ? n : across;
    while (down > 1 && across * (down - 1) >= n)
        down--;
    while (across > 1 && (across - 1) * down >= n)
        across--;
    /* There is a subject, so both are at least 1. NOLINTBEGIN(clang-analyzer-core.DivideZero) */
    size_t first = place / (across * down) * (across * down);
    for (size_t i = first; i < n && i < first + across * down; i++) {
        size_t column = (i - first) % across, row = (i - first) / across;
        /* NOLINTEND(clang-analyzer-core.DivideZero) */
        int left = (int)((size_t)rect.n_columns * column / across);
        int right = (int)((size_t)rect.n_columns * (column + 1) / across);
        int top = (int)((size_t)rect.n_rows * row / down);
        int bottom = (int)((size_t)rect.n_rows * (row + 1) / down);
        draw_one(context, surface,
                 (struct rect){rect.row + top, rect.column + left, bottom - top, right - left}, i);
    }
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

static void draw_overlay(const struct view_context *context, struct surface *surface,
                         struct rect rect)
{
    static struct budget_curve
        curves[CURVES_MAX]; /* the screen's thread only; too large for the stack */
    const struct budget_state *state = context->state;
    struct plot_legend_entry entries[CURVES_MAX];
    struct strbuf names[CURVES_MAX], title;
    size_t n = n_subjects(context);
    n = n < CURVES_MAX ? n : CURVES_MAX;
    strbuf_init(&title);
    overlay_title(context, &title);
    surface_frame(surface, rect, context->focused, title.text, NULL);
    strbuf_done(&title);
    for (size_t i = 0; i < n; i++) {
        struct budget_subject subject = budget_subject_at(context, state->pairs, i);
        strbuf_init(&names[i]);
        budget_add_label(context, subject, &names[i]);
        budget_collect(context, subject, context->focus->adjuster, &curves[i]);
        entries[i] = (struct plot_legend_entry){names[i].text, plot_series_style(i)};
    }
    struct rect area = layout_inner(rect), before = surface_set_clip(surface, area);
    plot_legend(surface, area.row, area.column + 1, area.n_columns - 1, entries, n);
    area.row++;
    area.n_rows--;
    budget_draw_curves(surface, area, curves, n, NAN,
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
    } else {
        draw_panels(context, surface, rect);
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

static bool act(const struct view_context *context, enum action action)
{
    struct budget_state *state = context->state;
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
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        return true;
    default:
        return false;
    }
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
                                 .status = status,
                                 .explain = explain,
                                 .figure = figure};
