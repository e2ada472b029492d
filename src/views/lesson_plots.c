#include "views/lesson_plots.h"

#include "base/num.h"
#include "tui/plot.h"
#include "views/view.h"

#include <math.h>

enum { LABEL_COLUMNS = 11, NUMBER_COLUMNS = 7, STICK_COLUMNS = 2 };

const char *lesson_adjuster_name(enum experiment_adjuster adjuster)
{
    static const char *const names[N_EXPERIMENT_ADJUSTERS] = {[EXPERIMENT_FIXED] = "fixed",
                                                              [EXPERIMENT_BEST] = "best",
                                                              [EXPERIMENT_BEST_SHRUNK] = "shrunk",
                                                              [EXPERIMENT_PCA1] = "pca 1",
                                                              [EXPERIMENT_POSTHOC] = "post hoc"};
    return names[adjuster];
}

/* The first series' letter is that of raw sticks in ASCII. */
static enum style style_of(int adjuster)
{
    return plot_series_style((size_t)adjuster + 1);
}

/* Of numbers: those of a former setting are dimmed until the present one's are there. */
static enum style number_style(const struct lesson *lesson, enum style style)
{
    return lesson_is_current(lesson) ? style : STYLE_DIM;
}

static int n_adjusters(const struct lesson *lesson)
{
    return __builtin_popcount(lesson_step(lesson->step)->adjusters);
}

int lesson_vr_rows(const struct lesson *lesson, int n_rows_at_most)
{
    int n = n_adjusters(lesson);
    if (!n)
        return 0;
    return 2 * n + 1 <= n_rows_at_most ? 2 * n + 1 : n + 1;
}

/* ---- variance reduction ---- */

struct lesson_scale {
    struct plot_range range;
    int column, n_columns; /* on the surface */
};

static double theory_of(const struct lesson *lesson)
{
    struct experiment_setting setting = lesson_setting(lesson);
    return experiment_theory(&setting.simulation);
}

/* Steps of a quarter, so that the scale stands still while a slider moves a little. */
static struct plot_range vr_range(const struct lesson *lesson)
{
    double low = fmin(-0.25, theory_of(lesson)), high = fmax(0.25, theory_of(lesson));
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++) {
        const struct experiment_summary *one = &lesson->summaries[i];
        if (!(lesson_step(lesson->step)->adjusters >> i & 1) || !one->n_done)
            continue;
        low = fmin(low, one->p5);
        high = fmax(high, one->p95);
    }
    low = fmax(-2, floor(low * 4) / 4);
    return (struct plot_range){low, fmin(1, ceil(high * 4) / 4)};
}

static int column_of(const struct lesson_scale *scale, double vr)
{
    double share = (vr - scale->range.low) / (scale->range.high - scale->range.low);
    return (int)lround(share * (scale->n_columns - 1));
}

static void put(struct surface *surface, const struct lesson_scale *scale, int row, int at,
                enum style style, uint32_t code, char ascii)
{
    if (at >= 0 && at < scale->n_columns)
        surface_put(surface, row, scale->column + at, style,
                    surface->ascii ? (uint32_t)ascii : code);
}

static void draw_span(struct surface *surface, const struct lesson_scale *scale, int row,
                      double from, double to, enum style style, uint32_t code, char ascii)
{
    for (int at = column_of(scale, from); at <= column_of(scale, to); at++)
        put(surface, scale, row, at, style, code, ascii);
}

static void draw_strip(struct surface *surface, const struct lesson_scale *scale, int row,
                       const struct experiment_summary *one, enum style style)
{
    draw_span(surface, scale, row, one->p5, one->p95, style, 0x2500, '-');
    draw_span(surface, scale, row, one->q25, one->q75, style, 0x2592, '=');
    put(surface, scale, row, column_of(scale, one->median), style, 0x2588, '#');
}

enum { HISTOGRAM_MAX = 256 };

static void draw_histogram(const struct lesson *lesson, struct surface *surface,
                           const struct lesson_scale *scale, int row, int adjuster,
                           enum style style)
{
    static const char levels[] = " .:-=+*#%";
    size_t counts[HISTOGRAM_MAX] = {0}, most = 1;
    for (size_t i = 0; i < lesson->result->n_done; i++) {
        const struct experiment_adjusted *one = &lesson->result->repeats[i].adjusted[adjuster];
        if (one->status != ESTIMATE_OK)
            continue;
        int at = column_of(scale, one->vr);
        if (at < 0 || at >= scale->n_columns || at >= HISTOGRAM_MAX)
            continue;
        counts[at]++;
        most = counts[at] > most ? counts[at] : most;
    }
    for (int at = 0; at < scale->n_columns && at < HISTOGRAM_MAX; at++) {
        int level = (int)((counts[at] * 8 + most - 1) / most);
        if (level)
            put(surface, scale, row, at, style, 0x2580 + (uint32_t)level, levels[level]);
    }
}

static void draw_rule(struct surface *surface, const struct lesson_scale *scale, int row,
                      int n_rows, double vr, enum style style, uint32_t code, char ascii)
{
    for (int i = 0; i < n_rows; i++)
        put(surface, scale, row + i, column_of(scale, vr), style, code, ascii);
}

static void draw_axis(struct surface *surface, const struct lesson_scale *scale, int row)
{
    struct plot_ticks ticks = plot_ticks(scale->range, scale->n_columns / 7);
    int next_free = 0;
    for (int i = 0; i < ticks.n_ticks; i++) {
        char text[NUM_TEXT_MAX];
        double vr = ticks.first + i * ticks.step;
        int n = (int)num_write_fixed(text, 100 * vr, 0), at = column_of(scale, vr) - n / 2;
        at = at + n > scale->n_columns ? scale->n_columns - n : at < 0 ? 0 : at;
        if (at < next_free)
            continue;
        surface_text(surface, row, scale->column + at, n, STYLE_DIM, text);
        next_free = at + n + 1;
    }
}

static void draw_adjuster(const struct lesson *lesson, struct surface *surface,
                          const struct lesson_scale *scale, int row, int per_adjuster, int adjuster)
{
    const struct experiment_summary *one = &lesson->summaries[adjuster];
    enum style style = style_of(adjuster);
    bool selects =
        adjuster_traits(experiment_adjuster((enum experiment_adjuster)adjuster).kind)->selects;
    int left = scale->column - LABEL_COLUMNS, strip = row + per_adjuster - 1;
    surface_put(surface, strip, left, STYLE_KEY, lesson->compared == adjuster ? '>' : ' ');
    int used = surface_text(surface, strip, left + 1, LABEL_COLUMNS - 1, STYLE_TEXT,
                            lesson_adjuster_name((enum experiment_adjuster)adjuster));
    if (selects && used < LABEL_COLUMNS - 1)
        surface_put(surface, strip, left + 1 + used, STYLE_WARNING, '!');
    if (lesson_is_hidden(lesson) || !lesson->result || !one->n_done)
        return;
    if (per_adjuster > 1)
        draw_histogram(lesson, surface, scale, row, adjuster, style);
    draw_strip(surface, scale, strip, one, style);
    struct strbuf number;
    strbuf_init(&number);
    view_add_percent(&number, one->mean, 1);
    surface_text_right(surface, strip, scale->column + scale->n_columns, NUMBER_COLUMNS,
                       number_style(lesson, view_sign_style(one->mean)), number.text);
    strbuf_done(&number);
}

void lesson_draw_vr(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    unsigned adjusters = lesson_step(lesson->step)->adjusters;
    int n = n_adjusters(lesson), per_adjuster = rect.n_rows >= 2 * n + 1 ? 2 : 1;
    struct lesson_scale scale = {vr_range(lesson), rect.column + LABEL_COLUMNS,
                                 rect.n_columns - LABEL_COLUMNS - NUMBER_COLUMNS};
    if (!n || rect.n_rows < n + 1 || scale.n_columns < 8)
        return;
    int row = rect.row, n_rows = n * per_adjuster;
    if (!lesson_is_hidden(lesson)) {
        draw_rule(surface, &scale, row, n_rows, 0, STYLE_BORDER, 0x2502, '|');
        draw_axis(surface, &scale, row + n_rows);
    }
    if (lesson_shows_theory(lesson)) {
        draw_rule(surface, &scale, row, n_rows, theory_of(lesson), STYLE_TITLE, 0x250A, ':');
        draw_rule(surface, &scale, row + n_rows, 1, theory_of(lesson), STYLE_TITLE, 0x25B2, '^');
    }
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++)
        if (adjusters >> i & 1) {
            draw_adjuster(lesson, surface, &scale, row, per_adjuster, i);
            row += per_adjuster;
        }
}

/* ---- intervals ---- */

static void draw_count(const struct lesson *lesson, struct surface *surface, struct rect rect,
                       int row, const char *name, const struct experiment_summary *one,
                       enum style style, uint32_t sign)
{
    if (row >= rect.n_rows || !one->n_compared)
        return;
    struct strbuf text;
    strbuf_init(&text);
    strbuf_puts(&text, "+-");
    view_add_number(&text, one->half_width, 2);
    strbuf_printf(&text, "  covers %zu/%zu ", one->n_covering, one->n_compared);
    view_add_number(&text, 100 * (double)one->n_covering / (double)one->n_compared, 1);
    strbuf_puts(&text, " %");
    surface_put(surface, rect.row + row, rect.column, style, sign);
    surface_text(surface, rect.row + row, rect.column + 2, LABEL_COLUMNS - 2, STYLE_TEXT, name);
    surface_text(surface, rect.row + row, rect.column + LABEL_COLUMNS,
                 rect.n_columns - LABEL_COLUMNS, number_style(lesson, STYLE_TEXT), text.text);
    strbuf_done(&text);
}

static uint32_t stick_sign(const struct surface *surface, int adjuster)
{
    if (!surface->ascii)
        return 0x2502;
    return adjuster < 0 ? (uint32_t)'*' : (uint32_t)plot_series_letter(style_of(adjuster));
}

static void draw_stick(struct plot *plot, double x, double middle, double half_width, bool covers,
                       enum style style)
{
    double xs[2] = {x, x}, ys[2] = {middle - half_width, middle + half_width};
    plot_line(plot, xs, ys, 2, style);
    if (!covers)
        plot_mark(plot, x, middle, STYLE_WARNING, plot->surface->ascii ? 'x' : 0x00D7);
}

/* A raw stick per study, and the adjusted one close to it. */
static void draw_study(struct plot *plot, const struct lesson *lesson, size_t i)
{
    const struct experiment_repeat *one = &lesson->result->repeats[i];
    int compared = lesson->compared;
    double per_dot = plot->surface->ascii ? 1 : 0.5; /* columns */
    double x = (double)i * STICK_COLUMNS;
    draw_stick(plot, x + per_dot, one->difference, one->half_width, one->covers, STYLE_TEXT);
    if (compared == LESSON_NONE || !isfinite(one->adjusted[compared].half_width))
        return;
    draw_stick(plot, x + 2 * per_dot, one->difference, one->adjusted[compared].half_width,
               one->adjusted[compared].covers, style_of(compared));
}

static void draw_canvas(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    struct experiment_setting setting = lesson->result->setting;
    double truth = setting.simulation.effect;
    double reach = 4.4 * sqrt(2 / (double)setting.simulation.n_runs);
    struct plot_frame frame = {.x = {0, rect.n_columns},
                               .y = {truth - reach, truth + reach},
                               .n_x_ticks = 1,
                               .x_ticks = (const double[]){-1},
                               .x_label = lesson->compared == LESSON_NONE
                                              ? "a stick per study"
                                              : "a pair of sticks a study"};
    struct plot plot;
    if (!plot_begin(&plot, surface, rect, &frame))
        return;
    plot.x.high = plot.canvas.n_columns - (surface->ascii ? 1 : 0.5); /* a dot's own width */
    if (fabs(truth) > 1e-9 && fabs(truth) < reach)
        plot_horizontal(&plot, 0, STYLE_BORDER);
    plot_horizontal(&plot, truth, STYLE_TITLE);
    size_t n = (size_t)((plot.canvas.n_columns - 1) / STICK_COLUMNS);
    for (size_t i = 0; i < n && i < lesson->result->n_done; i++)
        draw_study(&plot, lesson, i);
    plot_end(&plot);
}

void lesson_draw_sticks(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    int compared = lesson->compared, n_lines = 1;
    if (lesson_is_hidden(lesson)) {
        surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM,
                     "hidden until an adjuster is declared");
        return;
    }
    if (!lesson->result)
        return;
    draw_count(lesson, surface, rect, 0, "raw", &lesson->raw, STYLE_TEXT, stick_sign(surface, -1));
    if (compared != LESSON_NONE) {
        draw_count(lesson, surface, rect, 1,
                   lesson_adjuster_name((enum experiment_adjuster)compared),
                   &lesson->summaries[compared], style_of(compared), stick_sign(surface, compared));
        n_lines = 2;
    }
    draw_canvas(
        lesson, surface,
        (struct rect){rect.row + n_lines, rect.column, rect.n_rows - n_lines, rect.n_columns});
}
