#include "tui/plot.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum plot_layer { LAYER_NONE, LAYER_BAND, LAYER_RULE, LAYER_LINE, LAYER_POINT, LAYER_MARK };

struct plot_cell {
    uint32_t code; /* for LAYER_MARK */
    unsigned char dots;
    unsigned char layer, style;
};

/* An axis' name up to this long widens the margin, to stand in it. */
enum { NAME_IN_MARGIN_MAX = 5 };
enum { TICK_MARGIN_ROWS = 2, CELL_DOT_COLUMNS = 2, CELL_DOT_ROWS = 4 };

void plot_include(struct plot_range *range, double value)
{
    if (!isfinite(value))
        return;
    if (range->low > range->high) {
        range->low = range->high = value;
        return;
    }
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

struct plot_range plot_padded(struct plot_range range, double share)
{
    if (range.low > range.high)
        return (struct plot_range){-1, 1};
    double width = range.high - range.low;
    if (!(width > 0) || !isfinite(width))
        width = range.high != 0 ? fabs(range.high) : 1;
    double margin = range.high > range.low ? share * width : width / 2;
    return (struct plot_range){range.low - margin, range.high + margin};
}

static int decimals_of(double step)
{
    int decimals = 0;
    for (double scaled = step; decimals < 12; decimals++, scaled *= 10)
        if (fabs(scaled - round(scaled)) < 1e-6 * scaled)
            break;
    return decimals;
}

struct plot_ticks plot_ticks(struct plot_range range, int max_ticks)
{
    static const double factors[] = {1, 2, 2.5, 5, 10};
    double width = range.high - range.low;
    if (!(width > 0) || !isfinite(width) || max_ticks < 1)
        return (struct plot_ticks){.first = range.low, .step = 1, .n_ticks = 0};
    double unit = pow(10, floor(log10(width / max_ticks)));
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        double step = unit * factors[i];
        double first = ceil(range.low / step - 1e-9) * step;
        int n = first > range.high ? 0 : (int)floor((range.high - first) / step + 1e-9) + 1;
        if (n <= max_ticks)
            return (struct plot_ticks){first, step, n, decimals_of(step)};
    }
    return (struct plot_ticks){.first = range.low, .step = 1, .n_ticks = 0};
}

static double column_of(const struct plot *plot, double x)
{
    return (x - plot->x.low) / (plot->x.high - plot->x.low) * (plot->n_columns - 1);
}

/* Rows count downwards. */
static double row_of(const struct plot *plot, double y)
{
    return (plot->y.high - y) / (plot->y.high - plot->y.low) * (plot->n_rows - 1);
}

static struct plot_cell *cell_at(struct plot *plot, int column, int row, unsigned char *bit)
{
    static const unsigned char bits[CELL_DOT_ROWS][CELL_DOT_COLUMNS] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (column < 0 || row < 0 || column >= plot->n_columns || row >= plot->n_rows)
        return NULL;
    if (plot->surface->ascii) {
        *bit = 1;
        return &plot->cells[(size_t)row * (size_t)plot->canvas.n_columns + (size_t)column];
    }
    *bit = bits[row % CELL_DOT_ROWS][column % CELL_DOT_COLUMNS];
    return &plot->cells[(size_t)(row / CELL_DOT_ROWS) * (size_t)plot->canvas.n_columns +
                        (size_t)(column / CELL_DOT_COLUMNS)];
}

static void dot(struct plot *plot, int column, int row, enum plot_layer layer, enum style style)
{
    unsigned char bit;
    struct plot_cell *cell = cell_at(plot, column, row, &bit);
    if (!cell || cell->layer == LAYER_MARK)
        return;
    /* A band keeps its gaps where a line runs through it, so that the line stays readable. */
    if (layer == LAYER_BAND && cell->layer > LAYER_RULE)
        return;
    if (layer >= LAYER_LINE && cell->layer == LAYER_BAND)
        cell->dots = 0;
    cell->dots |= bit;
    if (layer >= cell->layer) {
        cell->layer = (unsigned char)layer;
        cell->style = (unsigned char)style;
    }
}

void plot_points(struct plot *plot, const double *x, const double *y, size_t n, enum style style)
{
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i]))
            dot(plot, (int)lround(column_of(plot, x[i])), (int)lround(row_of(plot, y[i])),
                LAYER_POINT, style);
}

/* Liang and Barsky's clipping of one coordinate; false when nothing is left. */
static bool clip_span(double from, double delta, double high, double *enter, double *leave)
{
    if (delta == 0)
        return from >= 0 && from <= high;
    double a = -from / delta, b = (high - from) / delta;
    *enter = fmax(*enter, fmin(a, b));
    *leave = fmin(*leave, fmax(a, b));
    return *enter <= *leave;
}

static void segment(struct plot *plot, double c0, double r0, double c1, double r1,
                    enum plot_layer layer, enum style style)
{
    double enter = 0, leave = 1;
    if (!clip_span(c0, c1 - c0, plot->n_columns - 1, &enter, &leave) ||
        !clip_span(r0, r1 - r0, plot->n_rows - 1, &enter, &leave))
        return;
    double dc = c1 - c0, dr = r1 - r0;
    int steps = (int)ceil(fmax(fabs(dc), fabs(dr)) * (leave - enter)) + 1;
    for (int i = 0; i <= steps; i++) {
        double t = enter + (leave - enter) * i / steps;
        dot(plot, (int)lround(c0 + t * dc), (int)lround(r0 + t * dr), layer, style);
    }
}

void plot_line(struct plot *plot, const double *x, const double *y, size_t n, enum style style)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (isfinite(x[i]) && isfinite(y[i]) && isfinite(x[i + 1]) && isfinite(y[i + 1]))
            segment(plot, column_of(plot, x[i]), row_of(plot, y[i]), column_of(plot, x[i + 1]),
                    row_of(plot, y[i + 1]), LAYER_LINE, style);
    if (n == 1)
        plot_points(plot, x, y, 1, style);
}

/* Three patterns, so that bands of neighbouring series differ without colour. */
static bool in_band(int column, int row, enum style style)
{
    switch ((style - STYLE_SERIES_1) % 3) {
    case 1:
        return column % 4 == 0 && row % 2 == 0;
    case 2:
        return row % 4 == 2 && column % 2 == 0;
    default:
        return (row + 2 * (column % 2)) % 4 == 0;
    }
}

static void band_column(struct plot *plot, int column, double low, double high, enum style style)
{
    int top = (int)fmax(0, lround(row_of(plot, high)));
    int bottom = (int)fmin(plot->n_rows - 1, lround(row_of(plot, low)));
    for (int row = top; row <= bottom; row++)
        if (plot->surface->ascii || in_band(column, row, style))
            dot(plot, column, row, LAYER_BAND, style);
}

void plot_band(struct plot *plot, const double *x, const double *low, const double *high, size_t n,
               enum style style)
{
    for (size_t i = 0; i + 1 < n; i++) {
        double width = x[i + 1] - x[i];
        if (!(width > 0) || !isfinite(low[i]) || !isfinite(high[i]) || !isfinite(low[i + 1]) ||
            !isfinite(high[i + 1]))
            continue;
        int first = (int)ceil(fmax(0, column_of(plot, x[i])));
        int last = (int)floor(fmin(plot->n_columns - 1, column_of(plot, x[i + 1])));
        double per_column = (plot->x.high - plot->x.low) / (plot->n_columns - 1);
        for (int column = first; column <= last; column++) {
            double t = (plot->x.low + column * per_column - x[i]) / width;
            band_column(plot, column, low[i] + t * (low[i + 1] - low[i]),
                        high[i] + t * (high[i + 1] - high[i]), style);
        }
    }
}

void plot_shade(struct plot *plot, double low, double high, enum style style)
{
    int first = (int)lround(fmax(0, column_of(plot, low)));
    int last = (int)lround(fmin(plot->n_columns - 1, column_of(plot, high)));
    for (int column = first; column <= last && !plot->surface->ascii; column++)
        for (int row = 0; row < plot->n_rows; row++)
            if (column % 4 == 0 && row % 4 == 2)
                dot(plot, column, row, LAYER_BAND, style);
    plot_vertical(plot, high, style);
}

void plot_bar(struct plot *plot, double x_low, double x_high, double base, double y,
              enum style style)
{
    if (!isfinite(y) || !isfinite(base))
        return;
    int first = (int)lround(fmax(0, column_of(plot, x_low)));
    int last = (int)lround(fmin(plot->n_columns - 1, column_of(plot, x_high)));
    double from = row_of(plot, fmax(base, y)), to = row_of(plot, fmin(base, y));
    for (int column = first; column <= last; column++)
        for (int row = (int)lround(fmax(0, from)); row <= lround(fmin(plot->n_rows - 1, to)); row++)
            dot(plot, column, row, LAYER_LINE, style);
}

void plot_horizontal(struct plot *plot, double y, enum style style)
{
    double row = row_of(plot, y);
    for (int column = 0; column < plot->n_columns; column++)
        if (plot->surface->ascii || column % 2 == 0)
            dot(plot, column, (int)lround(row), LAYER_RULE, style);
}

void plot_vertical(struct plot *plot, double x, enum style style)
{
    double column = column_of(plot, x);
    for (int row = 0; row < plot->n_rows; row++)
        if (plot->surface->ascii || row % 2 == 0)
            dot(plot, (int)lround(column), row, LAYER_RULE, style);
}

void plot_mark(struct plot *plot, double x, double y, enum style style, uint32_t code)
{
    unsigned char bit;
    if (!isfinite(x) || !isfinite(y))
        return;
    struct plot_cell *cell =
        cell_at(plot, (int)lround(column_of(plot, x)), (int)lround(row_of(plot, y)), &bit);
    if (cell)
        *cell = (struct plot_cell){code, 0, LAYER_MARK, (unsigned char)style};
}

bool plot_place(const struct plot *plot, double x, double y, int *row, int *column)
{
    double c = column_of(plot, x) / (plot->surface->ascii ? 1 : CELL_DOT_COLUMNS);
    double r = row_of(plot, y) / (plot->surface->ascii ? 1 : CELL_DOT_ROWS);
    double last_c = plot->canvas.n_columns - 1, last_r = plot->canvas.n_rows - 1;
    double inside_c = fmax(0, fmin(last_c, floor(c))), inside_r = fmax(0, fmin(last_r, floor(r)));
    *column = plot->canvas.column + (int)inside_c;
    *row = plot->canvas.row + (int)inside_r;
    return c > -1 && c < last_c + 1 && r > -1 && r < last_r + 1;
}

static void y_labels(const struct plot *plot, struct rect rect, const struct plot_ticks *ticks)
{
    int width = plot->canvas.column - rect.column - 1;
    for (int i = 0; i < ticks->n_ticks; i++) {
        double value = ticks->first + i * ticks->step;
        char text[NUM_TEXT_MAX];
        num_write_fixed(text, value, ticks->decimals);
        double dots = row_of(plot, value);
        int row = plot->canvas.row + (int)lround(dots) / (plot->surface->ascii ? 1 : CELL_DOT_ROWS);
        surface_text_right(plot->surface, row, rect.column, width, STYLE_DIM, text);
        surface_put(plot->surface, row, plot->canvas.column - 1, STYLE_BORDER,
                    plot->surface->ascii ? '+' : 0x2524);
    }
}

static void axes(const struct plot *plot)
{
    const struct rect *canvas = &plot->canvas;
    bool ascii = plot->surface->ascii;
    for (int i = 0; i < canvas->n_rows; i++)
        surface_put(plot->surface, canvas->row + i, canvas->column - 1, STYLE_BORDER,
                    ascii ? '|' : 0x2502);
    for (int i = -1; i < canvas->n_columns; i++)
        surface_put(plot->surface, canvas->row + canvas->n_rows, canvas->column + i, STYLE_BORDER,
                    i < 0 ? (ascii ? '+' : 0x2514) : (ascii ? '-' : 0x2500));
}

/* Labels are set from left to right; one that would touch its neighbour is left out. */
static void x_label_at(const struct plot *plot, double value, int decimals, int end, int *next_free)
{
    char text[NUM_TEXT_MAX];
    int length = (int)num_write_fixed(text, value, decimals);
    double dots = column_of(plot, value);
    int column = (int)lround(dots) / (plot->surface->ascii ? 1 : CELL_DOT_COLUMNS);
    int row = plot->canvas.row + plot->canvas.n_rows, at = plot->canvas.column + column;
    if (column < 0 || column >= plot->canvas.n_columns)
        return;
    surface_put(plot->surface, row, at, STYLE_BORDER, plot->surface->ascii ? '+' : 0x252C);
    int start = at - length / 2;
    start = start + length > end && at < end ? end - length : start;
    if (start < *next_free || start + length > end)
        return;
    surface_text(plot->surface, row + 1, start, length, STYLE_DIM, text);
    *next_free = start + length + 1;
}

/* The axis' name stands in the margin below the y labels if it fits there, else at the right end in
 * place of the last tick labels. Returns where tick labels must end. */
static int x_name(const struct plot *plot, const char *name, int margin)
{
    int end = plot->canvas.column + plot->canvas.n_columns, width = (int)text_width(name);
    int row = plot->canvas.row + plot->canvas.n_rows + 1;
    if (width < margin) {
        surface_text(plot->surface, row, plot->canvas.column - margin, width, STYLE_DIM, name);
        return end;
    }
    surface_text_right(plot->surface, row, end - width, width, STYLE_DIM, name);
    return end - width - 1;
}

static void x_labels(const struct plot *plot, const struct plot_frame *frame, int margin)
{
    int end = plot->canvas.column + plot->canvas.n_columns, next_free = plot->canvas.column - 1;
    if (frame->x_label)
        end = x_name(plot, frame->x_label, margin);
    struct plot_ticks ticks = plot_ticks(plot->x, plot->canvas.n_columns / 8 + 1);
    size_t n = frame->n_x_ticks ? frame->n_x_ticks : (size_t)ticks.n_ticks;
    for (size_t i = 0; i < n; i++) {
        double value = frame->n_x_ticks ? frame->x_ticks[i] : ticks.first + (double)i * ticks.step;
        x_label_at(plot, value, frame->n_x_ticks ? decimals_of(value) : ticks.decimals, end,
                   &next_free);
    }
}

static int label_width(const struct plot_ticks *ticks)
{
    int width = 1;
    for (int i = 0; i < ticks->n_ticks; i++) {
        char text[NUM_TEXT_MAX];
        int n = (int)num_write_fixed(text, ticks->first + i * ticks->step, ticks->decimals);
        width = n > width ? n : width;
    }
    return width;
}

bool plot_begin(struct plot *plot, struct surface *surface, struct rect rect,
                const struct plot_frame *frame)
{
    int unit_rows = frame->y_unit ? 1 : 0;
    int n_rows = rect.n_rows - TICK_MARGIN_ROWS - unit_rows;
    struct plot_ticks ticks = plot_ticks(frame->y, n_rows < 3 ? 2 : (n_rows + 1) / 2);
    int margin = frame->no_y_labels ? 1 : label_width(&ticks) + 1;
    if (frame->x_label && text_width(frame->x_label) <= NAME_IN_MARGIN_MAX &&
        margin <= (int)text_width(frame->x_label))
        margin = (int)text_width(frame->x_label) + 1;
    struct rect canvas = {rect.row + unit_rows, rect.column + margin, n_rows,
                          rect.n_columns - margin};
    if (canvas.n_rows < 2 || canvas.n_columns < 4)
        return false;
    *plot = (struct plot){.surface = surface, .canvas = canvas, .x = frame->x, .y = frame->y};
    plot->n_columns = canvas.n_columns * (surface->ascii ? 1 : CELL_DOT_COLUMNS);
    plot->n_rows = canvas.n_rows * (surface->ascii ? 1 : CELL_DOT_ROWS);
    plot->cells = mem_zeroed((size_t)canvas.n_columns * (size_t)canvas.n_rows, sizeof *plot->cells);
    axes(plot);
    if (!frame->no_y_labels)
        y_labels(plot, rect, &ticks);
    x_labels(plot, frame, margin);
    if (frame->y_unit)
        surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM, frame->y_unit);
    return true;
}

static uint32_t ascii_code(const struct plot_cell *cell)
{
    static const char letters[] = {' ', ':', '-', '*', 'o', '?'};
    if (cell->layer == LAYER_LINE || cell->layer == LAYER_POINT) {
        char letter = plot_series_letter((enum style)cell->style);
        return letter ? (uint32_t)letter : (uint32_t)letters[cell->layer];
    }
    return (uint32_t)letters[cell->layer];
}

void plot_end(struct plot *plot)
{
    const struct rect *canvas = &plot->canvas;
    for (int row = 0; row < canvas->n_rows; row++)
        for (int column = 0; column < canvas->n_columns; column++) {
            const struct plot_cell *cell =
                &plot->cells[(size_t)row * (size_t)canvas->n_columns + (size_t)column];
            if (cell->layer == LAYER_NONE)
                continue;
            uint32_t code = cell->layer == LAYER_MARK ? cell->code
                            : plot->surface->ascii    ? ascii_code(cell)
                                                      : 0x2800u + cell->dots;
            surface_put(plot->surface, canvas->row + row, canvas->column + column,
                        (enum style)cell->style, code);
        }
    free(plot->cells);
    plot->cells = NULL;
}

enum style plot_series_style(size_t i)
{
    return (enum style)(STYLE_SERIES_1 + i % (STYLE_SERIES_8 - STYLE_SERIES_1 + 1));
}

char plot_series_letter(enum style style)
{
    static const char letters[] = "*ox+#@%&";
    if (style < STYLE_SERIES_1 || style > STYLE_SERIES_8)
        return '\0';
    return letters[style - STYLE_SERIES_1];
}

uint32_t plot_series_mark(enum style style, bool ascii)
{
    /* Circle, triangle, diamond, square, triangle downwards; the last three open. */
    static const uint32_t marks[] = {0x25CF, 0x25B2, 0x25C6, 0x25A0,
                                     0x25BC, 0x25CB, 0x25B3, 0x25C7};
    if (style < STYLE_SERIES_1 || style > STYLE_SERIES_8)
        return ascii ? '?' : 0x25CF;
    return ascii ? (uint32_t)plot_series_letter(style) : marks[style - STYLE_SERIES_1];
}

int plot_legend(struct surface *surface, int row, int column, int max_columns,
                const struct plot_legend_entry *entries, size_t n_entries)
{
    int used = 0;
    for (size_t i = 0; i < n_entries; i++) {
        int needed = (int)text_width(entries[i].name) + 3 + (i ? 2 : 0);
        if (used + needed > max_columns)
            break;
        used += i ? 2 : 0;
        surface_put(surface, row, column + used, entries[i].style, surface->ascii ? '-' : 0x2500);
        surface_put(surface, row, column + used + 1, entries[i].style,
                    plot_series_mark(entries[i].style, surface->ascii));
        used += 3;
        used += surface_text(surface, row, column + used, max_columns - used, STYLE_TEXT,
                             entries[i].name);
    }
    return used;
}
