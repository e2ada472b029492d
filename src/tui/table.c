#include "tui/table_parts.h"

enum { GAP = 2 };

/* ---- places ---- */

static int head_rows(const struct table *table)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].unit)
            return 2;
    return 1;
}

/* The pinned column may not take more than half of the room. */
static int pinned_width(const struct table *table, struct rect rect)
{
    int width = table->columns[0].width, half = rect.n_columns / 2;
    return width <= half || table->n_columns == 1
               ? (width < rect.n_columns ? width : rect.n_columns)
               : half;
}

int table_gap(const struct table *table, int n_columns)
{
    int all = 0;
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].width)
            all += table->columns[i].width + (i ? GAP + table->columns[i].rule : 0);
    return all <= n_columns ? GAP : 1;
}

/* Where a column stands with `left` as first unpinned one; false if it is not on the surface. A
 * column that would be cut is not shown, but for the first. */
static bool column_place(const struct table *table, const struct table_state *state,
                         struct rect rect, size_t column, int *at, int *width)
{
    *at = rect.column;
    *width = pinned_width(table, rect);
    if (column == 0)
        return true;
    if (column < state->left || !table->columns[column].width)
        return false;
    int right = rect.column + rect.n_columns, next = rect.column + *width;
    int gap = table_gap(table, rect.n_columns);
    for (size_t i = state->left; i <= column; i++) {
        if (!table->columns[i].width)
            continue;
        *at = next + (table->columns[i].rule ? GAP + 1 : gap);
        *width = table->columns[i].width;
        next = *at + *width;
    }
    if (column == state->left && *at < right && next > right)
        *width = right - *at;
    return *at + *width <= right;
}

static void scroll_to_cursor(const struct table *table, struct table_state *state, struct rect rect)
{
    int at, width;
    state->page = rect.n_rows - head_rows(table);
    if (state->page < 1)
        state->page = 1;
    size_t page = (size_t)state->page;
    if (state->row < state->top)
        state->top = state->row;
    if (state->row >= state->top + page)
        state->top = state->row - page + 1;
    if (state->n_order <= page)
        state->top = 0;
    else if (state->top + page > state->n_order)
        state->top = state->n_order - page;
    if (state->left < 1 || state->left >= table->n_columns)
        state->left = 1;
    if (state->column > 0 && state->column < state->left)
        state->left = state->column;
    while (state->left < state->column &&
           !column_place(table, state, rect, state->column, &at, &width))
        state->left++;
    /* Room to the right is used before columns at the left are hidden. */
    while (state->left > 1) {
        state->left--;
        if (column_place(table, state, rect, table->n_columns - 1, &at, &width))
            continue;
        state->left++;
        break;
    }
}

/* ---- drawing ---- */

static void draw_text(struct surface *surface, int row, int at, int width, bool left,
                      enum style style, const char *text)
{
    if (left)
        surface_text(surface, row, at, width, style, text);
    else
        surface_text_right(surface, row, at, width, style, text);
}

static void draw_heading(const struct table *table, const struct table_state *state,
                         struct surface *surface, struct rect rect, size_t i, int at, int width)
{
    const struct table_column *column = &table->columns[i];
    struct strbuf text;
    strbuf_init(&text);
    strbuf_puts(&text, column->heading);
    if (state->sort_column == (int)i)
        strbuf_puts(&text, state->descending ? "▼" : "▲");
    draw_text(surface, rect.row, at, width, column->left, STYLE_HEADING, text.text);
    strbuf_done(&text);
    if (column->unit)
        draw_text(surface, rect.row + 1, at, width, column->left, STYLE_DIM, column->unit);
}

static void draw_cell(const struct table *table, struct surface *surface, size_t row, size_t column,
                      struct rect cell)
{
    if (table->draw && table->draw(table->user, row, column, surface, cell))
        return;
    struct strbuf text;
    enum style style = STYLE_TEXT;
    strbuf_init(&text);
    table->cell(table->user, row, column, &text, &style);
    draw_text(surface, cell.row, cell.column, cell.n_columns, table->columns[column].left, style,
              text.text);
    strbuf_done(&text);
}

static void draw_column(const struct table *table, const struct table_state *state,
                        struct surface *surface, struct rect rect, size_t column, int at, int width)
{
    int head = head_rows(table);
    draw_heading(table, state, surface, rect, column, at, width);
    for (int i = 0; i < rect.n_rows - head && state->top + (size_t)i < state->n_order; i++)
        draw_cell(table, surface, state->order[state->top + (size_t)i], column,
                  (struct rect){rect.row + head + i, at, 1, width});
    int bottom = rect.row + head + (int)(state->n_order - state->top);
    for (int row = rect.row; column > 0 && table->columns[column].rule && row < bottom; row++)
        surface_put(surface, row, at - 2, STYLE_BORDER, 0x2502);
}

/* Name and cell under the cursor; with the cursor on the name, the whole row. */
static void draw_cursor(const struct table *table, const struct table_state *state,
                        struct surface *surface, struct rect rect, bool focused)
{
    int at, width, row = rect.row + head_rows(table) + (int)(state->row - state->top);
    enum style style = focused ? STYLE_CURSOR : STYLE_CURSOR_IDLE;
    if (state->column == 0 && focused) {
        surface_restyle(surface, (struct rect){row, rect.column, 1, rect.n_columns}, style);
        return;
    }
    column_place(table, state, rect, 0, &at, &width);
    surface_restyle(surface, (struct rect){row, at, 1, width}, style);
    if (focused && column_place(table, state, rect, state->column, &at, &width))
        surface_restyle(surface, (struct rect){row, at, 1, width}, style);
}

/* Marks that there are columns to the left or right of those shown. */
static void draw_more(const struct table *table, const struct table_state *state,
                      struct surface *surface, struct rect rect)
{
    int at, width;
    if (state->left > 1)
        surface_put(surface, rect.row, rect.column + pinned_width(table, rect), STYLE_KEY, 0x25C2);
    if (table->n_columns > 1 &&
        !column_place(table, state, rect, table->n_columns - 1, &at, &width))
        surface_put(surface, rect.row, rect.column + rect.n_columns - 1, STYLE_KEY, 0x25B8);
}

void table_draw(const struct table *table, struct table_state *state, struct surface *surface,
                struct rect rect, bool focused)
{
    int at, width;
    if (rect.n_rows < 1 || rect.n_columns < 1 || !table->n_columns)
        return;
    table_prepare(table, state);
    scroll_to_cursor(table, state, rect);
    struct rect former = surface->clip;
    surface_set_clip(surface, rect);
    draw_column(table, state, surface, rect, 0, rect.column, pinned_width(table, rect));
    for (size_t i = state->left; i < table->n_columns; i++)
        if (column_place(table, state, rect, i, &at, &width))
            draw_column(table, state, surface, rect, i, at, width);
    draw_more(table, state, surface, rect);
    if (state->n_order)
        draw_cursor(table, state, surface, rect, focused);
    else
        surface_text(surface, rect.row + head_rows(table), rect.column, rect.n_columns, STYLE_DIM,
                     table->n_rows  ? "nothing matches the filter"
                     : table->empty ? table->empty
                                    : "");
    surface_set_clip(surface, former);
}

bool table_click(const struct table *table, struct table_state *state, struct rect rect, int row,
                 int column)
{
    int at, width, head = head_rows(table);
    table_prepare(table, state);
    for (size_t i = 0; i < table->n_columns; i++) {
        if (!column_place(table, state, rect, i, &at, &width))
            continue;
        if (column < at || column >= at + width)
            continue;
        if (row < rect.row + head) {
            table_sort_by(table, state, i);
            return true;
        }
        state->column = i;
    }
    size_t place = state->top + (size_t)(row - rect.row - head);
    if (row < rect.row + head || row >= rect.row + rect.n_rows || place >= state->n_order)
        return false;
    table_move_row(table, state, (long)place - (long)state->row);
    return true;
}
