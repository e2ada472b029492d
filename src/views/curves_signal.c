/* When the logs begin to tell: rho^2 with the outcome over training, of one metric as a curve, of all
 * as a map of heat; what noise reaches is drawn with it. */
#include "views/curves.h"

#include "tui/plot.h"

#include <math.h>
#include <string.h>

const struct signal *curves_signal(const struct curves *curves)
{
    struct curves_state *state = curves->state;
    uint64_t seed = curves->context->request->settings.seed;
    if (state->computed == curves->arm && state->seed == seed)
        return &state->signal;
    arena_done(&state->arena);
    arena_init(&state->arena);
    state->computed = curves->arm;
    state->seed = seed;
    signal_compute(curves->arm, seed, &state->arena, &state->signal);
    return &state->signal;
}

static void say_status(const struct signal *signal, struct surface *surface, struct rect rect)
{
    surface_text(surface, rect.row, rect.column + 1, rect.n_columns - 2, STYLE_DIM,
                 estimate_status_text(signal->status));
}

void curves_draw_signal(const struct curves *curves, struct surface *surface, struct rect rect)
{
    const struct signal *signal = curves_signal(curves);
    if (signal->status != ESTIMATE_OK) {
        say_status(signal, surface, rect);
        return;
    }
    const struct signal_metric *metric = &signal->metrics[curves->state->metric];
    double x[SIGNAL_TIMES], y[SIGNAL_TIMES], most = 100 * metric->noise;
    for (size_t t = 0; t < SIGNAL_TIMES; t++) {
        x[t] = signal_time(t) * metric->metric->length;
        y[t] = 100 * metric->rho2[t];
        most = fmax(most, y[t]);
    }
    struct plot_frame frame = {.x = {0, metric->metric->length},
                               .y = {0, isnan(most) ? 1 : most * 1.08},
                               .y_unit = "rho^2 with the outcome, %; dashes: what noise reaches"};
    struct plot plot;
    if (!plot_begin(&plot, surface, rect, &frame))
        return;
    plot_line(&plot, x, y, SIGNAL_TIMES, plot_series_style(0));
    if (!isnan(metric->noise))
        plot_horizontal(&plot, 100 * metric->noise, STYLE_LOSS);
    if (curves->context->focused)
        plot_vertical(&plot, x[curves->state->time], STYLE_DIM);
    plot_end(&plot);
}

/* Marks that differ without colour: below the noise, above it, and so many quarters. */
static uint32_t shade(double rho2, double noise, bool ascii, enum style *style)
{
    static const uint32_t blocks[] = {0x2591, 0x2592, 0x2593, 0x2588};
    *style = STYLE_DIM;
    if (isnan(rho2))
        return ' ';
    if (!(rho2 > noise))
        return ascii ? '.' : 0x00B7;
    size_t quarter = rho2 < 0.25 ? 0 : rho2 < 0.5 ? 1 : rho2 < 0.75 ? 2 : 3;
    *style = STYLE_GAIN;
    return ascii ? (uint32_t) "-+*#"[quarter] : blocks[quarter];
}

enum { NAME_COLUMNS = 18, FIGURE_COLUMNS = 7 };

static void draw_heat_row(const struct curves *curves, const struct signal *signal, size_t m,
                          struct surface *surface, struct rect row)
{
    const struct signal_metric *metric = &signal->metrics[m];
    int width = row.n_columns - NAME_COLUMNS - FIGURE_COLUMNS - 2;
    bool current = m == curves->state->metric;
    surface_text(surface, row.row, row.column, NAME_COLUMNS,
                 current                  ? STYLE_CURSOR
                 : metric->metric->barred ? STYLE_DIM
                                          : STYLE_TEXT,
                 metric->metric->name);
    for (int c = 0; c < width; c++) {
        size_t t = (size_t)((double)(c + 1) / width * SIGNAL_TIMES + 0.5);
        enum style style;
        uint32_t code = shade(metric->rho2[t ? t - 1 : 0], metric->noise, surface->ascii, &style);
        surface_put(surface, row.row, row.column + NAME_COLUMNS + 1 + c, style, code);
    }
    struct strbuf text;
    strbuf_init(&text);
    view_add_number(&text, 100 * metric->at_window, 1);
    surface_text_right(surface, row.row, row.column + row.n_columns - FIGURE_COLUMNS,
                       FIGURE_COLUMNS, STYLE_TEXT, text.text);
    strbuf_done(&text);
}

/* A mark over the column where the window ends. */
static void draw_window(const struct curves *curves, struct surface *surface, struct rect rect)
{
    int width = rect.n_columns - NAME_COLUMNS - FIGURE_COLUMNS - 2;
    const struct trace_metric *metric = curves->metric;
    if (!isfinite(metric->window_end) || width < 8)
        return;
    int at = (int)(metric->window_end / metric->length * width) - 1;
    surface_text(surface, rect.row, rect.column, NAME_COLUMNS, STYLE_HEADING, "metric");
    surface_printf(surface, rect.row, rect.column + NAME_COLUMNS + 1 + (at < 0 ? 0 : at),
                   width - at, STYLE_DIM, "%s window ends", surface->ascii ? "|" : "│");
    surface_text_right(surface, rect.row, rect.column + rect.n_columns - FIGURE_COLUMNS - 4,
                       FIGURE_COLUMNS + 4, STYLE_HEADING, "in window %");
}

void curves_draw_heat(const struct curves *curves, struct surface *surface, struct rect rect)
{
    const struct signal *signal = curves_signal(curves);
    if (signal->status != ESTIMATE_OK) {
        say_status(signal, surface, rect);
        return;
    }
    draw_window(curves, surface, rect);
    size_t page = rect.n_rows > 2 ? (size_t)rect.n_rows - 2 : 0, first = 0;
    if (curves->state->metric >= page && page)
        first = curves->state->metric - page + 1;
    for (size_t i = 0; i < page && first + i < signal->n_metrics; i++)
        draw_heat_row(curves, signal, first + i, surface,
                      (struct rect){rect.row + 1 + (int)i, rect.column, 1, rect.n_columns});
    surface_text(surface, rect.row + rect.n_rows - 1, rect.column, rect.n_columns, STYLE_DIM,
                 surface->ascii ? "rho^2: . as noise, - + * # above it, by quarters"
                                : "rho^2: · as noise, ░ ▒ ▓ █ above it, by quarters");
}
