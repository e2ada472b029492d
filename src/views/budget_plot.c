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
    plot_mark(plot, runs, plot->y.low, STYLE_HEADING, plot->surface->ascii ? '|' : 0x253B);
}

/* Where no colour tells curves apart, their marks do. */
static void draw_marks(struct plot *plot, const struct budget_curve *curve, enum style style)
{
    for (size_t i = 0; i < curve->n_points; i++)
        plot_mark(plot, curve->n[i], curve->median[i], style,
                  plot_series_mark(style, plot->surface->ascii));
}

/* More bands than this hide each other. */
enum { BANDS_MAX = 4 };

static void add_curves(struct plot *plot, const struct budget_curve *curves, size_t n_curves,
                       double break_even, double cursor)
{
    plot_horizontal(plot, 0, STYLE_BORDER);
    for (size_t c = 0; c < n_curves && n_curves <= BANDS_MAX; c++)
        plot_band(plot, curves[c].n, curves[c].low, curves[c].high, curves[c].n_points,
                  plot_series_style(c));
    for (size_t c = 0; c < n_curves; c++)
        plot_line(plot, curves[c].n, curves[c].median, curves[c].n_points, plot_series_style(c));
    draw_break_even(plot, break_even);
    if (isfinite(cursor))
        plot_vertical(plot, cursor, STYLE_KEY);
    for (size_t c = 0; c < n_curves; c++)
        draw_marks(plot, &curves[c], plot_series_style(c));
}

static bool begin(struct plot *plot, struct surface *surface, struct rect rect,
                  const struct budget_curve *curves, size_t n_curves)
{
    const struct budget_curve *ticks = budget_longest(curves, n_curves);
    struct plot_frame frame = {.x = runs_range(curves, n_curves),
                               .y = values_range(curves, n_curves),
                               .x_label = "runs",
                               .n_x_ticks = ticks->n_points,
                               .x_ticks = ticks->n};
    if (ticks->n_points && plot_begin(plot, surface, rect, &frame))
        return true;
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM,
                 ticks->n_points ? "too small" : "no figures yet");
    return false;
}

void budget_draw_curves(struct surface *surface, struct rect rect,
                        const struct budget_curve *curves, size_t n_curves, double break_even,
                        double cursor)
{
    struct plot plot;
    if (!begin(&plot, surface, rect, curves, n_curves))
        return;
    add_curves(&plot, curves, n_curves, break_even, cursor);
    plot_end(&plot);
}

/* Medians below the plot stand at its lower edge, with their values. */
static void write_off_scale(const struct plot *plot, const struct budget_curve *curve,
                            enum style style)
{
    for (size_t i = 0; i < curve->n_points; i++) {
        int row, column;
        if (!isfinite(curve->median[i]) ||
            plot_place(plot, curve->n[i], curve->median[i], &row, &column))
            continue;
        surface_printf(plot->surface, row, column, 8, style, "%s%.0f",
                       plot->surface->ascii ? "v" : "↓", curve->median[i]);
    }
}

/* Each name at the height of its curve's end, the next free line where that is taken. */
static void write_names(const struct plot *plot, const struct budget_curve *curves,
                        const char *const *names, size_t n_curves, int n_columns)
{
    bool taken[512] = {false};
    for (size_t c = 0; c < n_curves; c++) {
        const struct budget_curve *curve = &curves[c];
        int row, column, last = plot->canvas.row + plot->canvas.n_rows;
        if (!curve->n_points || isnan(curve->median[curve->n_points - 1]))
            continue;
        plot_place(plot, curve->n[curve->n_points - 1], curve->median[curve->n_points - 1], &row,
                   &column);
        while (row < last && row < 512 && taken[row])
            row++;
        if (row >= last || row >= 512)
            continue;
        taken[row] = true;
        surface_text(plot->surface, row, plot->canvas.column + plot->canvas.n_columns + 1,
                     n_columns, plot_series_style(c), names[c]);
    }
}

enum { END_NAME_COLUMNS = 18 };

void budget_draw_large(struct surface *surface, struct rect rect, const struct budget_curve *curves,
                       const char *const *names, size_t n_curves, double break_even, double cursor)
{
    struct plot plot;
    if (rect.n_columns < 3 * END_NAME_COLUMNS) {
        budget_draw_curves(surface, rect, curves, n_curves, break_even, cursor);
        return;
    }
    rect.n_columns -= END_NAME_COLUMNS + 1;
    if (!begin(&plot, surface, rect, curves, n_curves))
        return;
    add_curves(&plot, curves, n_curves, break_even, cursor);
    plot_end(&plot);
    for (size_t c = 0; c < n_curves; c++)
        write_off_scale(&plot, &curves[c], plot_series_style(c));
    write_names(&plot, curves, names, n_curves, END_NAME_COLUMNS);
}

/* Names of the curves, with the exploratory mark where it belongs. */
typedef char budget_names[REQUEST_ADJUSTERS_MAX][VIEW_ADJUSTER_LABEL_MAX + 2];

static void name_adjusters(const struct view_context *context, budget_names names)
{
    for (size_t a = 0; a < context->request->n_adjusters; a++) {
        view_adjuster_label(context->request->adjusters[a], names[a]);
        size_t length = strlen(names[a]);
        if (view_exploratory(context, a) != EXPLORATORY_NO)
            snprintf(names[a] + length, sizeof names[a] - length, "!");
    }
}

static const char *what_is_drawn(struct budget_subject subject)
{
    return subject.b == BUDGET_NO_ARM ? "VR %" : "half-width, % narrower";
}

static void draw_inside(const struct view_context *context, struct surface *surface,
                        struct rect area, struct budget_subject subject, double cursor, bool large)
{
    struct budget_curve curves[REQUEST_ADJUSTERS_MAX];
    struct plot_legend_entry entries[REQUEST_ADJUSTERS_MAX];
    const char *list[REQUEST_ADJUSTERS_MAX];
    budget_names names;
    size_t n_curves = context->request->n_adjusters;
    double break_even = budget_break_even(context, subject);
    name_adjusters(context, names);
    for (size_t a = 0; a < n_curves; a++) {
        budget_collect(context, subject, a, &curves[a]);
        entries[a] = (struct plot_legend_entry){names[a], plot_series_style(a)};
        list[a] = names[a];
    }
    if (area.n_rows > 3) {
        int used =
            plot_legend(surface, area.row, area.column + 1, area.n_columns - 1, entries, n_curves);
        if (large && isfinite(break_even))
            surface_text(surface, area.row, area.column + used + 3, area.n_columns - used - 3,
                         STYLE_DIM, surface->ascii ? "| fixed breaks even" : "┻ fixed breaks even");
        area.row++;
        area.n_rows--;
    }
    if (large)
        budget_draw_large(surface, area, curves, list, n_curves, break_even, cursor);
    else
        budget_draw_curves(surface, area, curves, n_curves, break_even, cursor);
}

void budget_draw_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect, struct budget_subject subject, bool focused,
                       const char *title, double cursor, bool large)
{
    const char *note = what_is_drawn(subject);
    bool has_room = (int)(strlen(title) + strlen(note)) + 8 <= rect.n_columns;
    surface_frame(surface, rect, focused, title, has_room ? note : NULL);
    struct rect area = layout_inner(rect);
    struct rect before = surface_set_clip(surface, area);
    if (context->request->n_adjusters)
        draw_inside(context, surface, area, subject, cursor, large);
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
    budget_draw_panel(context, surface, rect, subject, false, title.text, NAN, false);
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
