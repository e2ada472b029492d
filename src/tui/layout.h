/* Where everything stands on a screen of a given size. Designed for 80x24, 100x30 and 160x50; draws
 * something at any size. */
#ifndef LOGVAR_TUI_LAYOUT_H
#define LOGVAR_TUI_LAYOUT_H

#include "tui/surface.h"

#include <stdbool.h>
#include <stddef.h>

enum { LAYOUT_LEAST_COLUMNS = 40, LAYOUT_LEAST_ROWS = 10 };
enum pane_id { PANE_ARMS, PANE_FAMILIES, PANE_ADJUSTERS, PANE_VIEW, N_PANES };

struct layout {
    bool too_small;
    int title_row, views_row, readout_row, status_row, keys_row; /* -1 = no room for it */
    struct rect panes[N_PANES]; /* with their frames; n_rows 0 = not shown */
};

struct layout_wishes {
    size_t n_lines[3];  /* how many lines each of the three lists would like to show */
    enum pane_id focus; /* must be seen where there is room for one only */
    enum pane_id open;  /* the list that gets what it wants where there is not enough for all */
    bool zoomed;        /* the view alone, while it has the focus */
};
struct layout layout_make(int n_rows, int n_columns, const struct layout_wishes *wishes);
bool layout_inside(struct rect rect, int row, int column);
struct rect layout_inner(struct rect frame);
/* The same with a blank column on both sides, for tables and text. */
struct rect layout_padded(struct rect frame);
/* Joins a frame to the one above it that shares its upper edge. */
void layout_join(struct surface *surface, struct rect frame);

#endif
