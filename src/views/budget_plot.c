#include "views/budget.h"
#include "views/views.h"

#include "tui/layout.h"
#include "tui/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct plot_range values_range(const struct budget_curve *curves, size_t n_curves)
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

static struct plot_range runs_range(const struct budget_curve *curves, size_t n_curves)
{
    struct plot_range range = PLOT_EMPTY;
    for (size_t c = 0; c < n_curves; c++)
        for (size_t i = 0; i < curves[c].n_points; i++)
            plot_include(&range, curves[c].n[i]);
    return plot_padded(range, 0.03);
}

const struct budget_curve *budget_longest(const struct budget_curve *curves, size_t n_curves)
{
    const struct budget_curve *best = &curves[0];
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

/* Where no colour tells curves apart, their marks do. */
static void draw_marks(struct plot *plot, const struct budget_curve *curve, enum style style)
{
    for (size_t i = 0; i < curve->n_points; i++)
        plot_mark(plot, curve->n[i], curve->median[i], style,
                  plot_series_mark(style, plot->surface->ascii));
}

void budget_draw_curves(struct surface *surface, struct rect rect,
                        const struct budget_curve *curves, size_t n_curves, double break_even,
                        double cursor)
{
    const struct budget_curve *ticks = budget_longest(curves, n_curves);
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
    if (isfinite(cursor))
        plot_vertical(&plot, cursor, STYLE_KEY);
    for (size_t c = 0; c < n_curves; c++)
        draw_marks(&plot, &curves[c], plot_series_style(c));
    plot_end(&plot);
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
        size_t length = strlen(names[a]);
        if (view_exploratory(context, a) != EXPLORATORY_NO)
            snprintf(names[a] + length, sizeof names[a] - length, "!");
        entries[a] = (struct plot_legend_entry){names[a], plot_series_style(a)};
    }
    plot_legend(surface, row, column, n_columns, entries, n);
}

static const char *what_is_drawn(struct budget_subject subject)
{
    return subject.b == BUDGET_NO_ARM ? "VR %" : "half-width, % narrower";
}

void budget_draw_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect, struct budget_subject subject, bool focused,
                       const char *title, double cursor)
{
    struct budget_curve curves[REQUEST_ADJUSTERS_MAX];
    size_t n_curves = context->request->n_adjusters;
    const char *note = what_is_drawn(subject);
    bool has_room = (int)(strlen(title) + strlen(note)) + 8 <= rect.n_columns;
    for (size_t a = 0; a < n_curves; a++)
        budget_collect(context, subject, a, &curves[a]);
    surface_frame(surface, rect, focused, title, has_room ? note : NULL);
    struct rect area = layout_inner(rect);
    struct rect before = surface_set_clip(surface, area);
    if (n_curves && area.n_rows > 3) {
        legend_of_adjusters(context, surface, area.row, area.column + 1, area.n_columns - 1);
        area.row++;
        area.n_rows--;
    }
    if (n_curves)
        budget_draw_curves(surface, area, curves, n_curves, budget_break_even(context, subject),
                           cursor);
    else
        surface_text(surface, area.row, area.column, area.n_columns, STYLE_DIM,
                     "no adjuster is ticked");
    surface->clip = before;
}

static void foot_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect, struct budget_subject subject)
{
    struct strbuf title;
    strbuf_init(&title);
    budget_add_label(context, subject, &title);
    strbuf_puts(&title, ": budget");
    budget_draw_panel(context, surface, rect, subject, false, title.text, NAN);
    strbuf_done(&title);
}

void view_budget_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect)
{
    foot_panel(context, surface, rect, (struct budget_subject){context->focus->arm, BUDGET_NO_ARM});
}

void view_pair_budget_panel(const struct view_context *context, struct surface *surface,
                            struct rect rect, size_t a, size_t b)
{
    foot_panel(context, surface, rect, (struct budget_subject){a, b});
}
