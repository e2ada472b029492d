/* Scatter: one candidate against the outcome, a point per run, with the least-squares line over all
 * runs. A cursor walks along the runs and names them. The declared statistic may be looked at;
 * stepping on to other candidates is exploratory. */
#include "views/views.h"

#include "base/mem.h"
#include "base/portable.h"
#include "engine/single.h"
#include "tui/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_COLUMNS = 32, SIDE_FROM_COLUMNS = 70 };

struct scatter_state {
    size_t cursor; /* place among the runs ordered by the candidate's value */
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct scatter_state));
}

struct scatter {
    const struct arm *arm;
    size_t candidate;
    const double *x;
    struct single_fit fit;
};

/* The candidate in focus, else the statistic of fixed, else the arm's first. */
static size_t find_candidate(const struct view_context *context, const struct arm *arm)
{
    size_t found = ARM_NO_CANDIDATE;
    if (context->focus->candidate)
        found = arm_find_candidate(arm, context->focus->candidate);
    if (found == ARM_NO_CANDIDATE && context->request->n_statistic)
        found = arm_find_candidate(arm, context->request->statistic[0]);
    else if (found == ARM_NO_CANDIDATE && arm->n_statistic)
        found = arm->statistic_candidate[0];
    return found == ARM_NO_CANDIDATE && arm->n_candidates ? 0 : found;
}

static bool scatter_find(const struct view_context *context, struct scatter *scatter)
{
    if (!context->request->n_arms)
        return false;
    scatter->arm = &context->study->arms[context->focus->arm];
    scatter->candidate = find_candidate(context, scatter->arm);
    if (scatter->candidate == ARM_NO_CANDIDATE)
        return false;
    scatter->x = scatter->arm->x + scatter->candidate * scatter->arm->n_runs;
    scatter->fit = single_fit(scatter->x, scatter->arm->y, scatter->arm->n_runs);
    return true;
}

static int compare_values(const void *left, const void *right, void *user)
{
    const double *x = user;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return x[a] != x[b] ? (x[a] > x[b]) - (x[a] < x[b]) : (a > b) - (a < b);
}

/* The run at a place of the order by value. */
static size_t run_at(const struct scatter *scatter, size_t place)
{
    size_t n = scatter->arm->n_runs, *order = mem_array(n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    portable_sort(order, n, sizeof *order, compare_values, (void *)scatter->x);
    size_t run = order[place < n ? place : n - 1];
    free(order);
    return run;
}

static void draw_points(const struct view_context *context, const struct scatter *scatter,
                        struct surface *surface, struct rect rect)
{
    const struct scatter_state *state = context->state;
    const struct arm_outcome *outcome = &scatter->arm->outcome;
    size_t n = scatter->arm->n_runs;
    double *y = mem_array(n, sizeof *y);
    struct plot_range x_range = PLOT_EMPTY, y_range = PLOT_EMPTY;
    for (size_t i = 0; i < n; i++) {
        y[i] = scatter->arm->y[i] * outcome->scale;
        plot_include(&x_range, scatter->x[i]);
        plot_include(&y_range, y[i]);
    }
    struct strbuf unit;
    strbuf_init(&unit);
    strbuf_puts(&unit, outcome->text);
    if (*outcome->unit)
        strbuf_printf(&unit, " (%s)", outcome->unit);
    const char *name = scatter->arm->candidates[scatter->candidate].name;
    struct plot_frame frame = {.x = plot_padded(x_range, 0.04),
                               .y = plot_padded(y_range, 0.06),
                               .x_label = name,
                               .y_unit = unit.text};
    struct plot plot;
    if (plot_begin(&plot, surface, rect, &frame)) {
        double ends[2] = {x_range.low, x_range.high}, line[2];
        for (int i = 0; i < 2; i++)
            line[i] = (scatter->fit.intercept + scatter->fit.slope * ends[i]) * outcome->scale;
        plot_line(&plot, ends, line, 2, STYLE_SERIES_2);
        for (size_t i = 0; i < n; i++)
            plot_mark(&plot, scatter->x[i], y[i], STYLE_SERIES_1, surface->ascii ? 'o' : 0x2022);
        size_t run = run_at(scatter, state->cursor);
        if (context->focused)
            plot_mark(&plot, scatter->x[run], y[run], STYLE_WARNING, surface->ascii ? '@' : 0x25C9);
        plot_end(&plot);
    }
    strbuf_done(&unit);
    free(y);
}

static void side_line(struct surface *surface, struct rect rect, int row, const char *label,
                      double value, int decimals, const char *unit)
{
    struct strbuf text;
    strbuf_init(&text);
    view_add_number(&text, value, decimals);
    surface_text(surface, rect.row + row, rect.column, 12, STYLE_DIM, label);
    surface_text_right(surface, rect.row + row, rect.column + 12, 10, STYLE_TEXT, text.text);
    surface_text(surface, rect.row + row, rect.column + 23, rect.n_columns - 23, STYLE_DIM, unit);
    strbuf_done(&text);
}

static void draw_side(const struct view_context *context, const struct scatter *scatter,
                      struct surface *surface, struct rect rect)
{
    const struct scatter_state *state = context->state;
    const struct arm *arm = scatter->arm;
    double scale = arm->outcome.scale;
    int decimals = view_decimals(arm->y_sd * scale);
    size_t family = arm->candidates[scatter->candidate].family;
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_HEADING,
                 arm->candidates[scatter->candidate].name);
    surface_text(surface, rect.row + 1, rect.column, rect.n_columns, STYLE_DIM,
                 context->study->families[family].name);
    side_line(surface, rect, 3, "rho^2", 100 * scatter->fit.rho2, 1, "%");
    side_line(surface, rect, 4, "1/n_train", 100 / (double)(arm->n_runs - 1), 1, "% (loo)");
    side_line(surface, rect, 5, "VR, loo", 100 * scatter->fit.loo_vr, 1, "%");
    surface_text(surface, rect.row + 6, rect.column, rect.n_columns,
                 view_sign_style(scatter->fit.loo_vr),
                 scatter->fit.loo_vr > 0 ? "pays for itself" : "does not pay for itself");
    size_t run = run_at(scatter, state->cursor);
    surface_printf(surface, rect.row + 8, rect.column, rect.n_columns, STYLE_WARNING, "%s run %s",
                   surface->ascii ? "@" : "◉", arm->runs[run]);
    side_line(surface, rect, 9, "outcome", arm->y[run] * scale, decimals, arm->outcome.unit);
    side_line(surface, rect, 10, "candidate", scatter->x[run], 5, "");
    double line = scatter->fit.intercept + scatter->fit.slope * scatter->x[run];
    side_line(surface, rect, 11, "off the line", (arm->y[run] - line) * scale, decimals,
              arm->outcome.unit);
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct scatter scatter;
    if (!scatter_find(context, &scatter)) {
        surface_frame(surface, rect, context->focused, "Scatter", NULL);
        surface_text(surface, rect.row + 1, rect.column + 2, rect.n_columns - 4, STYLE_DIM,
                     context->request->n_arms ? "this arm has no candidates" : "no arm is ticked");
        return;
    }
    struct strbuf title;
    strbuf_init(&title);
    strbuf_printf(&title, "Scatter of %s: %zu runs", scatter.arm->label, scatter.arm->n_runs);
    surface_frame(surface, rect, context->focused, title.text,
                  context->history->viewed_candidates ? "! exploratory" : NULL);
    strbuf_done(&title);
    struct rect area = {rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2};
    struct rect before = surface_set_clip(surface, area);
    if (area.n_columns >= SIDE_FROM_COLUMNS) {
        area.n_columns -= SIDE_COLUMNS;
        draw_side(context, &scatter, surface,
                  (struct rect){area.row, area.column + area.n_columns + 1, area.n_rows,
                                SIDE_COLUMNS - 1});
    }
    draw_points(context, &scatter, surface, area);
    surface->clip = before;
}

/* The next candidate of the chosen families, in the study's order. */
static bool step_candidate(const struct view_context *context, int direction)
{
    struct scatter scatter;
    if (!scatter_find(context, &scatter))
        return true;
    const struct arm *arm = scatter.arm;
    for (size_t j = scatter.candidate; direction > 0 ? ++j < arm->n_candidates : j-- > 0;)
        if (context->request->families >> arm->candidates[j].family & 1) {
            context->focus->candidate = arm->candidates[j].name;
            break;
        }
    return true;
}

static bool move_cursor(const struct view_context *context, long by)
{
    struct scatter_state *state = context->state;
    struct scatter scatter;
    if (!scatter_find(context, &scatter))
        return true;
    size_t last = scatter.arm->n_runs - 1, at = state->cursor < last ? state->cursor : last;
    state->cursor = by < 0 ? (at > (size_t)-by ? at - (size_t)-by : 0)
                           : (last - at > (size_t)by ? at + (size_t)by : last);
    return true;
}

static bool act(const struct view_context *context, enum action action)
{
    static const struct {
        enum action action;
        long by;
    } moves[] = {{ACTION_LEFT, -1},
                 {ACTION_RIGHT, 1},
                 {ACTION_PAGE_UP, -10},
                 {ACTION_PAGE_DOWN, 10},
                 {ACTION_FIRST, -1000000},
                 {ACTION_LAST, 1000000},
                 {ACTION_ROW_START, -1000000},
                 {ACTION_ROW_END, 1000000}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].action == action)
            return move_cursor(context, moves[i].by);
    struct scatter scatter;
    switch (action) {
    case ACTION_UP:
    case ACTION_PREVIOUS_CANDIDATE:
        return step_candidate(context, -1);
    case ACTION_DOWN:
    case ACTION_NEXT_CANDIDATE:
        return step_candidate(context, 1);
    case ACTION_NEXT_ARM:
    case ACTION_PREVIOUS_ARM:
        view_step_arm(context, action == ACTION_NEXT_ARM ? 1 : -1);
        return true;
    case ACTION_TOGGLE:
        if (scatter_find(context, &scatter))
            context->wishes->statistic = scatter.arm->candidates[scatter.candidate].name;
        return true;
    default:
        return false;
    }
}

/* Any candidate but those that the arm declares. */
static bool ranks_candidates(const struct view_context *context)
{
    struct scatter scatter;
    if (!scatter_find(context, &scatter))
        return false;
    for (size_t i = 0; i < scatter.arm->n_statistic; i++)
        if (scatter.arm->statistic_candidate[i] == scatter.candidate)
            return false;
    return true;
}

static void status(const struct view_context *context, struct strbuf *line)
{
    const struct scatter_state *state = context->state;
    struct scatter scatter;
    if (!scatter_find(context, &scatter))
        return;
    double scale = scatter.arm->outcome.scale;
    size_t run = run_at(&scatter, state->cursor);
    strbuf_printf(line, "%s: rho^2 ", scatter.arm->candidates[scatter.candidate].name);
    view_add_number(line, 100 * scatter.fit.rho2, 1);
    strbuf_printf(line, " %%; run %s: outcome ", scatter.arm->runs[run]);
    view_add_number(line, scatter.arm->y[run] * scale, view_decimals(scatter.arm->y_sd * scale));
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct scatter scatter;
    if (!scatter_find(context, &scatter))
        return false;
    strbuf_printf(text,
                  "Each point is one of the %zu runs of %s. The line is the least-squares fit "
                  "of the outcome on %s over all of them: slope ",
                  scatter.arm->n_runs, scatter.arm->label,
                  scatter.arm->candidates[scatter.candidate].name);
    view_add_number(text, scatter.fit.slope * scatter.arm->outcome.scale, 4);
    strbuf_puts(text, ", rho^2 = ");
    view_add_number(text, 100 * scatter.fit.rho2, 2);
    strbuf_puts(text,
                " %. Adjustment replaces each outcome by its distance from such a line, fitted "
                "without the run itself; that pays only where rho^2 exceeds 1/n_train.\n");
    return true;
}

const struct view view_scatter = {.name = "Scatter",
                                  .id = "scatter",
                                  .state_new = state_new,
                                  .state_free = free,
                                  .draw = draw,
                                  .act = act,
                                  .status = status,
                                  .explain = explain,
                                  .ranks_candidates = ranks_candidates};
