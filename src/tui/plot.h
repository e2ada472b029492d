/* Plots on a surface: a canvas of fine dots (braille, 2 x 4 a cell) with axes, ticks and labels;
 * one dot a cell with a letter per series where only ASCII may be drawn.
 *
 * Use: plot_begin reserves the margins and fixes the ranges, then layers are added in any order,
 * and plot_end draws the canvas and frees it. Where layers meet in a cell the stronger one gives
 * its style: points over lines over rules over bands. What lies outside the ranges is cut at the
 * edge; values that are not finite break a line and are otherwise ignored. */
#ifndef LOGVAR_TUI_PLOT_H
#define LOGVAR_TUI_PLOT_H

#include "tui/surface.h"

#include <stdbool.h>
#include <stddef.h>

struct plot_range {
    double low, high;
};

/* Widens a range to hold a value; start from PLOT_EMPTY. Not-finite values are ignored. */
#define PLOT_EMPTY ((struct plot_range){1, -1})
void plot_include(struct plot_range *range, double value);
/* A drawable range around it: never empty, a margin of `share` on both sides. */
struct plot_range plot_padded(struct plot_range range, double share);

/* Round numbers (1, 2, 2.5 or 5 times a power of ten) that divide a range: at most max_ticks. */
struct plot_ticks {
    double first, step;
    int n_ticks, decimals;
};
struct plot_ticks plot_ticks(struct plot_range range, int max_ticks);

struct plot {
    struct surface *surface;
    struct rect canvas; /* in cells */
    struct plot_range x, y;
    int n_columns, n_rows; /* in dots */
    struct plot_cell *cells;
};

struct plot_frame {
    struct plot_range x, y;
    const char *x_label; /* below the axis, in the left margin or at the right end; NULL = none */
    const char *y_unit;  /* above the y axis; NULL for none */
    size_t n_x_ticks;    /* given places, or 0 for round numbers */
    const double *x_ticks;
    bool no_y_labels;
};

/* false when the rectangle is too small for a canvas of 4 x 2 cells: nothing was begun. */
bool plot_begin(struct plot *plot, struct surface *surface, struct rect rect,
                const struct plot_frame *frame);
void plot_line(struct plot *plot, const double *x, const double *y, size_t n, enum style style);
/* The area between low and high, thinly filled. */
void plot_band(struct plot *plot, const double *x, const double *low, const double *high, size_t n,
               enum style style);
/* From low to high over the whole height, more thinly than any band, with a rule at its end; in ASCII
 * only the rule. */
void plot_shade(struct plot *plot, double low, double high, enum style style);
void plot_points(struct plot *plot, const double *x, const double *y, size_t n, enum style style);
/* A bar from `base` up or down to y, as wide as [x_low, x_high]. */
void plot_bar(struct plot *plot, double x_low, double x_high, double base, double y,
              enum style style);
void plot_horizontal(struct plot *plot, double y, enum style style);
void plot_vertical(struct plot *plot, double x, enum style style);
/* One character at a place, on top of everything (a mark, a cursor). */
void plot_mark(struct plot *plot, double x, double y, enum style style, uint32_t code);
/* The cell of the surface at a place, moved to the nearest edge; false if it had to be moved. */
bool plot_place(const struct plot *plot, double x, double y, int *row, int *column);
void plot_end(struct plot *plot);

/* Name after name with its series' sign, in one line; returns the columns used. */
struct plot_legend_entry {
    const char *name;
    enum style style;
};
int plot_legend(struct surface *surface, int row, int column, int max_columns,
                const struct plot_legend_entry *entries, size_t n_entries);

/* The style of the i-th series (they repeat after eight), and its letter in ASCII. */
enum style plot_series_style(size_t i);
char plot_series_letter(enum style style);
/* The mark of its points: a shape of its own, or the letter. */
uint32_t plot_series_mark(enum style style, bool ascii);

#endif
