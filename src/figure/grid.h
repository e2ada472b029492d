/* A grid of panels of equal size: how many columns, and where each panel's data area stands. Pure
 * functions, in points. */
#ifndef LOGVAR_FIGURE_GRID_H
#define LOGVAR_FIGURE_GRID_H

#include "figure/drawing.h"

#include <stdbool.h>
#include <stddef.h>

struct grid_wish {
    size_t n_panels;
    double x, y, width;   /* the area; it grows downwards */
    double gutter_first;  /* left of the first column: labels of its y axis */
    double gutter_others; /* left of the others */
    double panel_least;   /* no data area is narrower than this, unless one column is */
    double panel_wished;  /* wide, where the grid does not get too long */
    double panel_height, panel_height_alone; /* the second where there is one row; 0 = the same */
    double above;                            /* each panel: its title */
    double below_last;   /* under the lowest panel of a column: labels of the x axis */
    double below_others; /* under the others */
    double height_most;  /* columns are added beyond panel_wished to stay below it */
};

struct grid {
    struct grid_wish wish;
    size_t n_columns, n_rows;
    double panel_width, height; /* height of all */
};

struct grid grid_layout(const struct grid_wish *wish);
struct box grid_panel(const struct grid *grid, size_t panel);
bool grid_is_first_column(const struct grid *grid, size_t panel);
bool grid_is_lowest(const struct grid *grid, size_t panel);

#endif
