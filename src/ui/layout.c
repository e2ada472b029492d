#include "ui/layout.h"

/* Content rows of the three lists: all they want where there is room; else an equal share each,
 * and what one leaves goes to the others, from the top. */
static void share_rows(int room, const size_t n_lines[3], int rows[3])
{
    int want[3], left = room;
    for (int i = 0; i < 3; i++) {
        want[i] = n_lines[i] > 500 ? 500 : n_lines[i] ? (int)n_lines[i] : 1;
        rows[i] = 0;
    }
    for (bool given = true; left > 0 && given;) {
        given = false;
        for (int i = 0; i < 3 && left > 0; i++)
            if (rows[i] < want[i]) {
                rows[i]++;
                left--;
                given = true;
            }
    }
    rows[PANE_SELECTORS] += left;
}

static void place_lists(struct layout *layout, struct rect area, const size_t n_lines[3],
                        enum pane_id focus)
{
    if (area.n_rows < 10) { /* one list at a time */
        layout->panes[focus == PANE_VIEW ? PANE_ARMS : focus] = area;
        return;
    }
    int rows[3], row = area.row;
    share_rows(area.n_rows - 4, n_lines, rows);
    for (int i = 0; i < 3; i++) {
        layout->panes[i] = (struct rect){row, area.column, rows[i] + 2, area.n_columns};
        row += rows[i] + 1;
    }
}

struct layout layout_make(int n_rows, int n_columns, const size_t n_lines[3], enum pane_id focus)
{
    struct layout layout = {.title_row = 0, .views_row = 1, .readout_row = -1,
                            .status_row = n_rows - 2, .keys_row = n_rows - 1};
    layout.too_small = n_rows < LAYOUT_LEAST_ROWS || n_columns < LAYOUT_LEAST_COLUMNS;
    if (layout.too_small)
        return layout;
    int bottom = n_rows - 2;
    if (n_rows >= 16)
        layout.readout_row = --bottom;
    struct rect body = {2, 0, bottom - 2, n_columns};
    if (n_columns < 60) { /* the lists or the view */
        if (focus == PANE_VIEW)
            layout.panes[PANE_VIEW] = body;
        else
            place_lists(&layout, body, n_lines, focus);
        return layout;
    }
    int left = n_columns < 96 ? 22 : n_columns < 140 ? 27 : 32;
    place_lists(&layout, (struct rect){body.row, 0, body.n_rows, left}, n_lines, focus);
    layout.panes[PANE_VIEW] = (struct rect){body.row, left, body.n_rows, n_columns - left};
    return layout;
}

bool layout_inside(struct rect rect, int row, int column)
{
    return row >= rect.row && row < rect.row + rect.n_rows && column >= rect.column &&
           column < rect.column + rect.n_columns;
}

struct rect layout_inner(struct rect frame)
{
    struct rect inner = {frame.row + 1, frame.column + 1, frame.n_rows - 2, frame.n_columns - 2};
    if (inner.n_rows < 0)
        inner.n_rows = 0;
    if (inner.n_columns < 0)
        inner.n_columns = 0;
    return inner;
}

void layout_join(struct surface *surface, struct rect frame)
{
    surface_put(surface, frame.row, frame.column, STYLE_BORDER, 0x251C);
    surface_put(surface, frame.row, frame.column + frame.n_columns - 1, STYLE_BORDER, 0x2524);
}
