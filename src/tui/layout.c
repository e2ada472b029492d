#include "tui/layout.h"

enum { LIST_ROWS_MIN = 3 };

/* Content rows of the three lists: all they want where there is room. Where there is not, each gets
 * a few, the open one what it wants of the rest, and what is left goes round. */
static void share_rows(int room, const struct layout_wishes *wishes, int rows[3])
{
    int want[3], left = room;
    for (int i = 0; i < 3; i++) {
        want[i] = wishes->n_lines[i] > 500 ? 500 : wishes->n_lines[i] ? (int)wishes->n_lines[i] : 1;
        rows[i] = want[i] < LIST_ROWS_MIN ? want[i] : LIST_ROWS_MIN;
        left -= rows[i];
    }
    for (; left > 0 && rows[wishes->open] < want[wishes->open]; left--)
        rows[wishes->open]++;
    for (bool given = true; left > 0 && given;) {
        given = false;
        for (int i = 0; i < 3 && left > 0; i++)
            if (rows[i] < want[i]) {
                rows[i]++;
                left--;
                given = true;
            }
    }
    rows[PANE_ADJUSTERS] += left;
}

static void place_lists(struct layout *layout, struct rect area, const struct layout_wishes *wishes)
{
    if (area.n_rows < 3 * LIST_ROWS_MIN + 4) { /* one list at a time */
        layout->panes[wishes->open] = area;
        return;
    }
    int rows[3], row = area.row;
    share_rows(area.n_rows - 4, wishes, rows);
    for (int i = 0; i < 3; i++) {
        layout->panes[i] = (struct rect){row, area.column, rows[i] + 2, area.n_columns};
        row += rows[i] + 1;
    }
}

static int lists_width(int n_columns)
{
    return n_columns < 96 ? 22 : n_columns < 140 ? 27 : 32;
}

struct layout layout_make(int n_rows, int n_columns, const struct layout_wishes *wishes)
{
    struct layout layout = {.title_row = 0,
                            .views_row = 1,
                            .readout_row = -1,
                            .status_row = n_rows - 2,
                            .keys_row = n_rows - 1};
    layout.too_small = n_rows < LAYOUT_LEAST_ROWS || n_columns < LAYOUT_LEAST_COLUMNS;
    if (layout.too_small)
        return layout;
    int bottom = n_rows - 2;
    if (n_rows >= 16)
        layout.readout_row = --bottom;
    struct rect body = {2, 0, bottom - 2, n_columns};
    bool one_only = n_columns < 60, in_view = wishes->focus == PANE_VIEW;
    if (in_view && (one_only || wishes->zoomed)) {
        layout.panes[PANE_VIEW] = body;
        return layout;
    }
    int left = one_only ? n_columns : lists_width(n_columns);
    place_lists(&layout, (struct rect){body.row, 0, body.n_rows, left}, wishes);
    if (!one_only)
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

struct rect layout_padded(struct rect frame)
{
    struct rect inner = layout_inner(frame);
    inner.column++;
    inner.n_columns = inner.n_columns > 2 ? inner.n_columns - 2 : 0;
    return inner;
}

void layout_join(struct surface *surface, struct rect frame)
{
    surface_put(surface, frame.row, frame.column, STYLE_BORDER, 0x251C);
    surface_put(surface, frame.row, frame.column + frame.n_columns - 1, STYLE_BORDER, 0x2524);
}
