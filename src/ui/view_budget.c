/* Budget: variance reduction against the number of runs used, one panel an arm or all arms in one
 * plot for one adjuster. A mark stands where fixed breaks even: rho^2 = 1/n_train. */
#include "ui/views.h"

#include "base/mem.h"
#include "base/num.h"
#include "ui/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS_MAX = 17, PANEL_COLUMNS_MIN = 30, PANEL_ROWS_MIN = 9, CURVES_MAX = 64 };

struct budget_state {
    bool overlay;
    size_t cursor; /* which budget, counted over the arm's own; past the end = the last */
};

struct curve {
    size_t n_points;
    bool unfinished;
    double n[CURVE_POINTS_MAX];                                 /* runs */
    double median[CURVE_POINTS_MAX], low[CURVE_POINTS_MAX], high[CURVE_POINTS_MAX]; /* % */
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct budget_state));
}

static void curve_collect(const struct view_context *context, size_t arm, size_t adjuster,
                          struct curve *curve)
{
    *curve = (struct curve){0};
    const struct snapshot *snapshot = context->snapshot;
    const struct adjuster wanted = context->request->adjusters[adjuster];
    for (size_t i = 0; snapshot && i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        if (row->arm != &context->study->arms[arm] || !adjuster_equal(row->adjuster, wanted) ||
            curve->n_points == CURVE_POINTS_MAX)
            continue;
        size_t k = curve->n_points++;
        bool ok = row->status == ESTIMATE_OK;
        curve->n[k] = (double)row->n;
        curve->median[k] = ok ? 100 * row->median : NAN;
        curve->low[k] = ok ? 100 * row->q25 : NAN;
        curve->high[k] = ok ? 100 * row->q75 : NAN;
        curve->unfinished |= row->n_done < row->n_wanted;
    }
}

/* Squared correlation of a single statistic with the outcome over all runs; NaN if there is none. */
static double statistic_rho2(const struct arm *arm, const struct adjuster_result *result)
{
    if (!result || result->n_statistic != 1 || result->statistic[0] == ARM_NO_CANDIDATE)
        return NAN;
    const double *x = arm->x + result->statistic[0] * arm->n_runs;
    double mean = 0, sxx = 0, sxy = 0, syy = 0;
    for (size_t i = 0; i < arm->n_runs; i++)
        mean += x[i] / (double)arm->n_runs;
    for (size_t i = 0; i < arm->n_runs; i++) {
        double dx = x[i] - mean, dy = arm->y[i] - arm->y_mean;
        sxx += dx * dx;
        sxy += dx * dy;
        syy += dy * dy;
    }
    return sxx > 0 && syy > 0 ? sxy * sxy / (sxx * syy) : NAN;
}

/* The n at which rho^2 = 1/n_train, n_train = n (1 - 1/K); NaN where there is none. */
static double break_even_runs(const struct view_context *context, size_t arm)
{
    const struct arm_result *result = view_arm_result(context, arm);
    for (size_t a = 0; result && a < context->request->n_adjusters; a++) {
        if (context->request->adjusters[a].kind != ADJUSTER_FIXED)
            continue;
        double rho2 = statistic_rho2(result->arm, view_result(context, arm, a));
        size_t folds = context->request->settings.folds;
        double training = folds == FOLDS_LEAVE_ONE_OUT ? 1 : 1 - 1 / (double)folds;
        return rho2 > 0 ? 1 / (rho2 * training) : NAN;
    }
    return NAN;
}

static struct plot_range values_range(const struct curve *curves, size_t n_curves)
{
    struct plot_range range = PLOT_EMPTY;
    plot_include(&range, 0);
    for (size_t c = 0; c < n_curves; c++)
        for (size_t i = 0; i < curves[c].n_points; i++) {
            /* One wild quartile at a small budget must not flatten everything else. */
            plot_include(&range, fmax(curves[c].low[i], -100));
            plot_include(&range, curves[c].high[i]);
        }
    return plot_padded(range, 0.05);
}

static struct plot_range runs_range(const struct curve *curves, size_t n_curves)
{
    struct plot_range range = PLOT_EMPTY;
    for (size_t c = 0; c < n_curves; c++)
        for (size_t i = 0; i < curves[c].n_points; i++)
            plot_include(&range, curves[c].n[i]);
    return plot_padded(range, 0.03);
}

static const struct curve *longest(const struct curve *curves, size_t n_curves)
{
    const struct curve *best = &curves[0];
    for (size_t c = 1; c < n_curves; c++)
        if (curves[c].n_points > best->n_points)
            best = &curves[c];
    return best;
}

static void draw_break_even(struct plot *plot, double runs)
{
    if (!(runs >= plot->x.low && runs <= plot->x.high))
        return;
    plot_vertical(plot, runs, STYLE_DIM);
    plot_mark(plot, runs, plot->y.low, STYLE_HEADING, plot->surface->ascii ? '^' : 0x25B2);
}

/* cursor: runs under the cursor, or NaN. */
static void draw_curves(struct surface *surface, struct rect rect, const struct curve *curves,
                        size_t n_curves, double break_even, double cursor)
{
    const struct curve *ticks = longest(curves, n_curves);
    struct plot plot;
    struct plot_frame frame = {.x = runs_range(curves, n_curves),
                               .y = values_range(curves, n_curves),
                               .x_label = "runs",
                               .n_x_ticks = ticks->n_points,
                               .x_ticks = ticks->n};
    if (!ticks->n_points || !plot_begin(&plot, surface, rect, &frame)) {
        surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM,
                     ticks->n_points ? "too small" : "no figures yet");
        return;
    }
    plot_horizontal(&plot, 0, STYLE_BORDER);
    for (size_t c = 0; c < n_curves; c++)
        plot_band(&plot, curves[c].n, curves[c].low, curves[c].high, curves[c].n_points,
                  plot_series_style(c));
    for (size_t c = 0; c < n_curves; c++)
        plot_line(&plot, curves[c].n, curves[c].median, curves[c].n_points, plot_series_style(c));
    draw_break_even(&plot, break_even);
    if (isfinite(cursor)) {
        plot_vertical(&plot, cursor, STYLE_DIM);
        for (size_t c = 0; c < n_curves; c++)
            for (size_t i = 0; i < curves[c].n_points; i++)
                if (curves[c].n[i] == cursor)
                    plot_mark(&plot, cursor, curves[c].median[i], plot_series_style(c),
                              surface->ascii ? 'O' : 0x25CF);
    }
    plot_end(&plot);
}

static size_t collect_adjusters(const struct view_context *context, size_t arm,
                                struct curve *curves)
{
    size_t n = context->request->n_adjusters;
    for (size_t a = 0; a < n; a++)
        curve_collect(context, arm, a, &curves[a]);
    return n;
}

static double cursor_runs(const struct budget_state *state, const struct curve *curve)
{
    if (!curve->n_points)
        return NAN;
    return curve->n[state->cursor < curve->n_points ? state->cursor : curve->n_points - 1];
}

/* Names of the curves, with the exploratory mark where it belongs. */
static void legend_of_adjusters(const struct view_context *context, struct surface *surface,
                                int row, int column, int n_columns)
{
    char names[REQUEST_ADJUSTERS_MAX][VIEW_ADJUSTER_LABEL_MAX + 2];
    struct plot_legend_entry entries[REQUEST_ADJUSTERS_MAX];
    size_t n = context->request->n_adjusters;
    for (size_t a = 0; a < n; a++) {
        view_adjuster_label(context->request->adjusters[a], names[a]);
        if (view_exploratory(context, a) != EXPLORATORY_NO)
            strcat(names[a], "!");
        entries[a] = (struct plot_legend_entry){names[a], plot_series_style(a)};
    }
    plot_legend(surface, row, column, n_columns, entries, n);
}

static struct rect inside(struct rect rect)
{
    return (struct rect){rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2};
}

static void panel(const struct view_context *context, struct surface *surface, struct rect rect,
                  size_t arm, const char *title, double cursor_at)
{
    struct curve curves[REQUEST_ADJUSTERS_MAX];
    size_t n_curves = collect_adjusters(context, arm, curves);
    bool focused = context->focused && arm == context->focus->arm;
    surface_frame(surface, rect, focused, title, NULL);
    struct rect area = inside(rect);
    struct rect before = surface_set_clip(surface, area);
    if (n_curves && area.n_rows > 3) {
        legend_of_adjusters(context, surface, area.row, area.column + 1, area.n_columns - 1);
        area.row++;
        area.n_rows--;
    }
    if (n_curves)
        draw_curves(surface, area, curves, n_curves, break_even_runs(context, arm), cursor_at);
    else
        surface_text(surface, area.row, area.column, area.n_columns, STYLE_DIM,
                     "no selector is ticked");
    surface->clip = before;
}

void view_budget_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect)
{
    struct strbuf title;
    strbuf_init(&title);
    if (context->request->n_arms)
        strbuf_printf(&title, "%s: ", context->study->arms[context->focus->arm].label);
    strbuf_puts(&title, "budget, median VR % against runs");
    panel(context, surface, rect, context->focus->arm, title.text, NAN);
    strbuf_done(&title);
}

static size_t place_in_request(const struct view_context *context)
{
    for (size_t i = 0; i < context->request->n_arms; i++)
        if (context->request->arms[i] == context->focus->arm)
            return i;
    return 0;
}

/* As many panels as fit; the page with the arm in focus. */
static void draw_panels(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    const struct budget_state *state = context->state;
    size_t n_arms = context->request->n_arms;
    size_t across = rect.n_columns < PANEL_COLUMNS_MIN ? 1 : (size_t)(rect.n_columns / PANEL_COLUMNS_MIN);
    size_t down = rect.n_rows < PANEL_ROWS_MIN ? 1 : (size_t)(rect.n_rows / PANEL_ROWS_MIN);
    across = across > n_arms ? n_arms : across;
    while (down > 1 && across * (down - 1) >= n_arms)
        down--;
    while (across > 1 && (across - 1) * down >= n_arms)
        across--;
    size_t first = place_in_request(context) / (across * down) * (across * down);
    for (size_t i = first; i < n_arms && i < first + across * down; i++) {
        size_t column = (i - first) % across, row = (i - first) / across, arm = context->request->arms[i];
        int left = (int)((size_t)rect.n_columns * column / across);
        int right = (int)((size_t)rect.n_columns * (column + 1) / across);
        int top = (int)((size_t)rect.n_rows * row / down);
        int bottom = (int)((size_t)rect.n_rows * (row + 1) / down);
        struct curve reference;
        curve_collect(context, arm, 0, &reference);
        double cursor_at = arm == context->focus->arm && context->focused
                               ? cursor_runs(state, &reference) : NAN;
        panel(context, surface,
              (struct rect){rect.row + top, rect.column + left, bottom - top, right - left}, arm,
              context->study->arms[arm].label, cursor_at);
    }
}

static void draw_overlay(const struct view_context *context, struct surface *surface,
                         struct rect rect)
{
    static struct curve curves[CURVES_MAX]; /* the screen's thread only; too large for the stack */
    struct plot_legend_entry entries[CURVES_MAX];
    size_t n = context->request->n_arms < CURVES_MAX ? context->request->n_arms : CURVES_MAX;
    char label[VIEW_ADJUSTER_LABEL_MAX];
    view_adjuster_label(context->request->adjusters[context->focus->adjuster], label);
    struct strbuf title;
    strbuf_init(&title);
    bool flagged = view_exploratory(context, context->focus->adjuster) != EXPLORATORY_NO;
    strbuf_printf(&title, "Budget: median VR (%%) against runs, %s%s", label,
                  flagged ? "! exploratory" : "");
    surface_frame(surface, rect, context->focused, title.text, NULL);
    strbuf_done(&title);
    for (size_t i = 0; i < n; i++) {
        curve_collect(context, context->request->arms[i], context->focus->adjuster, &curves[i]);
        entries[i] = (struct plot_legend_entry){context->study->arms[context->request->arms[i]].label,
                                                plot_series_style(i)};
    }
    struct rect area = inside(rect), before = surface_set_clip(surface, area);
    plot_legend(surface, area.row, area.column + 1, area.n_columns - 1, entries, n);
    area.row++;
    area.n_rows--;
    const struct budget_state *state = context->state;
    draw_curves(surface, area, curves, n, NAN,
                context->focused ? cursor_runs(state, longest(curves, n)) : NAN);
    surface->clip = before;
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    const struct budget_state *state = context->state;
    if (!context->request->n_arms || !context->request->n_adjusters) {
        surface_frame(surface, rect, context->focused, "Budget", NULL);
        surface_text(surface, rect.row + 1, rect.column + 2, rect.n_columns - 4, STYLE_DIM,
                     context->request->n_arms ? "no selector is ticked" : "no arm is ticked");
    } else if (state->overlay) {
        draw_overlay(context, surface, rect);
    } else {
        draw_panels(context, surface, rect);
    }
}

static bool move_cursor(const struct view_context *context, int direction)
{
    struct budget_state *state = context->state;
    struct curve curve;
    curve_collect(context, context->focus->arm, 0, &curve);
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

static bool act(const struct view_context *context, enum action action)
{
    struct budget_state *state = context->state;
    if (!context->request->n_arms || !context->request->n_adjusters)
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
        state->cursor = CURVE_POINTS_MAX;
        return true;
    case ACTION_UP:
    case ACTION_PREVIOUS_ARM:
        view_step_arm(context, -1);
        return true;
    case ACTION_DOWN:
    case ACTION_NEXT_ARM:
        view_step_arm(context, 1);
        return true;
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        return true;
    default:
        return false;
    }
}

static void status(const struct view_context *context, struct strbuf *line)
{
    const struct budget_state *state = context->state;
    if (!context->request->n_arms || !context->request->n_adjusters)
        return;
    struct curve reference;
    curve_collect(context, context->focus->arm, 0, &reference);
    double runs = cursor_runs(state, &reference);
    if (!isfinite(runs))
        return;
    strbuf_printf(line, "%s, %.0f runs:", context->study->arms[context->focus->arm].label, runs);
    for (size_t a = 0; a < context->request->n_adjusters; a++) {
        struct curve curve;
        char label[VIEW_ADJUSTER_LABEL_MAX];
        curve_collect(context, context->focus->arm, a, &curve);
        view_adjuster_label(context->request->adjusters[a], label);
        for (size_t i = 0; i < curve.n_points; i++) {
            if (curve.n[i] != runs)
                continue;
            strbuf_printf(line, "%s %s ", a ? "," : "", label);
            view_add_percent(line, curve.median[i] / 100, 1);
            strbuf_puts(line, " (");
            view_add_percent(line, curve.low[i] / 100, 1);
            strbuf_puts(line, " to ");
            view_add_percent(line, curve.high[i] / 100, 1);
            strbuf_puts(line, ")");
        }
    }
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    if (!context->request->n_arms)
        return false;
    const struct arm *arm = &context->study->arms[context->focus->arm];
    strbuf_printf(text,
                  "For each budget n, n of the %zu runs of %s are drawn without replacement and "
                  "split once into folds; VR = 1 - Var(adjusted)/Var(raw). The line is the median "
                  "over %zu draws, the band its quartiles.\n",
                  arm->n_runs, arm->label, context->request->settings.draws);
    double runs = break_even_runs(context, context->focus->arm);
    if (isfinite(runs)) {
        char number[NUM_TEXT_MAX];
        num_write_fixed(number, runs, 1);
        strbuf_printf(text,
                      "The mark at n = %s is where the declared statistic would break even: "
                      "estimating its coefficient costs about 1/n_train of the variance, and it "
                      "gives back rho^2; below the mark it costs more than it gives.\n",
                      number);
    } else {
        strbuf_puts(text, "There is no break-even mark: it needs fixed among the selectors, with "
                          "one statistic that is a candidate of this arm.\n");
    }
    return true;
}

const struct view view_budget = {.name = "Budget",
                                 .id = "budget",
                                 .sections = 1u << SECTION_ARMS | 1u << SECTION_BUDGET,
                                 .state_new = state_new,
                                 .state_free = free,
                                 .draw = draw,
                                 .act = act,
                                 .status = status,
                                 .explain = explain};
