#include "ui/table.h"

#include "base/mem.h"
#include "base/text.h"
#include "ui/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

void table_state_init(struct table_state *state)
{
    *state = (struct table_state){.left = 1, .sort_column = -1, .current = TABLE_NO_ROW,
                                  .n_model = TABLE_NO_ROW, .page = 1};
}

void table_state_done(struct table_state *state)
{
    free(state->order);
    free(state->filter);
    table_state_init(state);
}

/* ---- the order ---- */

struct sort_key {
    size_t row;
    double number; /* NaN = missing */
    char *text;    /* when sorted by text */
};

static int compare_numbers(double a, double b, bool descending)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b); /* missing last, in either direction */
    return descending ? (a < b) - (a > b) : (a > b) - (a < b);
}

static int compare_keys(const void *left, const void *right, void *user)
{
    const struct sort_key *a = left, *b = right;
    bool descending = *(bool *)user;
    int result = a->text ? (descending ? -1 : 1) * strcmp(a->text, b->text)
                         : compare_numbers(a->number, b->number, descending);
    return result ? result : (a->row > b->row) - (a->row < b->row);
}

static uint64_t identity_of(const struct table *table, size_t row)
{
    return table->identity ? table->identity(table->user, row) : row;
}

static char *cell_text(const struct table *table, size_t row, size_t column)
{
    struct strbuf text;
    enum style style = STYLE_TEXT;
    strbuf_init(&text);
    table->cell(table->user, row, column, &text, &style);
    return text.text;
}

static bool passes(const struct table *table, size_t row)
{
    if (!table->filter || !*table->filter)
        return true;
    char *name = cell_text(table, row, 0);
    bool matches = match_filter(table->filter, name);
    free(name);
    return matches;
}

/* Numbers where the column has any, else texts. */
static void fill_keys(const struct table *table, size_t column, struct sort_key *keys, size_t n)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        keys[i].number = table->number ? table->number(table->user, keys[i].row, column) : NAN;
        any |= !isnan(keys[i].number);
    }
    for (size_t i = 0; i < n && !any; i++)
        keys[i].text = cell_text(table, keys[i].row, column);
}

static void make_order(const struct table *table, struct table_state *state)
{
    struct sort_key *keys = mem_zeroed(table->n_rows + 1, sizeof *keys);
    size_t n = 0;
    for (size_t row = 0; row < table->n_rows; row++)
        if (passes(table, row))
            keys[n++].row = row;
    if (state->sort_column >= 0 && (size_t)state->sort_column < table->n_columns) {
        fill_keys(table, (size_t)state->sort_column, keys, n);
        qsort_r(keys, n, sizeof *keys, compare_keys, &state->descending);
    }
    state->order = mem_resize(state->order, n + 1, sizeof *state->order);
    for (size_t i = 0; i < n; i++) {
        state->order[i] = keys[i].row;
        free(keys[i].text);
    }
    state->n_order = n;
    free(keys);
}

static bool is_stale(const struct table *table, const struct table_state *state)
{
    const char *filter = table->filter ? table->filter : "";
    return state->n_model != table->n_rows || state->made_version != table->version ||
           state->made_sort != state->sort_column || state->made_descending != state->descending ||
           (table->settled && !state->made_settled) || strcmp(state->filter, filter) != 0;
}

static void find_cursor(const struct table *table, struct table_state *state)
{
    for (size_t i = 0; i < state->n_order; i++)
        if (identity_of(table, state->order[i]) == state->identity) {
            state->row = i;
            return;
        }
    if (state->row >= state->n_order)
        state->row = state->n_order ? state->n_order - 1 : 0;
}

void table_prepare(const struct table *table, struct table_state *state)
{
    if (!state->filter)
        state->filter = mem_strdup("");
    if (!state->order || is_stale(table, state)) {
        bool first = !state->order;
        make_order(table, state);
        free(state->filter);
        state->filter = mem_strdup(table->filter ? table->filter : "");
        state->n_model = table->n_rows;
        state->made_version = table->version;
        state->made_sort = state->sort_column;
        state->made_descending = state->descending;
        state->made_settled = table->settled;
        if (!first)
            find_cursor(table, state);
    }
    if (state->row >= state->n_order)
        state->row = state->n_order ? state->n_order - 1 : 0;
    if (state->column >= table->n_columns)
        state->column = table->n_columns ? table->n_columns - 1 : 0;
    state->current = state->n_order ? state->order[state->row] : TABLE_NO_ROW;
    if (state->n_order)
        state->identity = identity_of(table, state->current);
}

void table_go_to(const struct table *table, struct table_state *state, uint64_t identity)
{
    table_prepare(table, state);
    for (size_t i = 0; i < state->n_order; i++)
        if (identity_of(table, state->order[i]) == identity)
            state->row = i;
    table_prepare(table, state);
}

void table_add_position(const struct table *table, struct table_state *state, struct strbuf *out)
{
    table_prepare(table, state);
    if (state->n_order)
        strbuf_printf(out, "%zu of %zu", state->row + 1, state->n_order);
}

/* ---- places ---- */

static int head_rows(const struct table *table)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].unit)
            return 2;
    return 1;
}

static int gap_before(const struct table *table, size_t column)
{
    return table->columns[column].rule ? GAP + 1 : table->tight ? 1 : GAP;
}

/* The pinned column may not take more than half of the room. */
static int pinned_width(const struct table *table, struct rect rect)
{
    int width = table->columns[0].width, half = rect.n_columns / 2;
    return width <= half || table->n_columns == 1 ? (width < rect.n_columns ? width : rect.n_columns)
                                                  : half;
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
    if (column < state->left)
        return false;
    int right = rect.column + rect.n_columns, next = rect.column + *width;
    for (size_t i = state->left; i <= column; i++) {
        *at = next + gap_before(table, i);
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

static void draw_cell(const struct table *table, struct surface *surface, size_t row,
                      size_t column, struct rect cell)
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
                     table->n_rows ? "nothing matches the filter" : table->empty ? table->empty : "");
    surface_set_clip(surface, former);
}

/* ---- actions ---- */

/* Rows to move for an action, as a signed distance; 0 if it does not move between rows. */
static long row_distance(const struct table_state *state, enum action action)
{
    long n = (long)state->n_order;
    switch (action) {
    case ACTION_UP:
        return -1;
    case ACTION_DOWN:
        return 1;
    case ACTION_PAGE_UP:
        return -(long)state->page;
    case ACTION_PAGE_DOWN:
        return state->page;
    case ACTION_FIRST:
        return -n;
    case ACTION_LAST:
        return n;
    default:
        return 0;
    }
}

static void move_row(const struct table *table, struct table_state *state, long distance)
{
    long row = (long)state->row + distance, last = (long)state->n_order - 1;
    state->row = row < 0 || last < 0 ? 0 : row > last ? (size_t)last : (size_t)row;
    state->current = state->n_order ? state->order[state->row] : TABLE_NO_ROW;
    if (state->n_order)
        state->identity = identity_of(table, state->current);
}

static bool move_column(const struct table *table, struct table_state *state, enum action action)
{
    size_t last = table->n_columns ? table->n_columns - 1 : 0;
    switch (action) {
    case ACTION_LEFT:
        state->column -= state->column > 0;
        return true;
    case ACTION_RIGHT:
        state->column += state->column < last;
        return true;
    case ACTION_ROW_START:
        state->column = 0;
        return true;
    case ACTION_ROW_END:
        state->column = last;
        return true;
    default:
        return false;
    }
}

static bool has_numbers(const struct table *table, size_t column)
{
    for (size_t row = 0; table->number && row < table->n_rows; row++)
        if (!isnan(table->number(table->user, row, column)))
            return true;
    return false;
}

/* First press: numbers largest first, names from A. Second: the other way. Third: as it was. */
static void sort_by(const struct table *table, struct table_state *state, size_t column)
{
    bool first = has_numbers(table, column);
    if (state->sort_column != (int)column) {
        state->sort_column = (int)column;
        state->descending = first;
    } else if (state->descending == first) {
        state->descending = !first;
    } else {
        state->sort_column = -1;
        state->descending = false;
    }
    table_prepare(table, state);
}

static void find_next(const struct table *table, struct table_state *state, int direction)
{
    size_t n = state->n_order;
    const char *find = table->find && *table->find ? table->find : table->filter;
    for (size_t i = 1; i <= n; i++) {
        size_t at = (state->row + (direction > 0 ? i : n - i)) % n;
        char *name = cell_text(table, state->order[at], 0);
        bool matches = match_filter(find, name);
        free(name);
        if (matches) {
            move_row(table, state, (long)at - (long)state->row);
            return;
        }
    }
}

bool table_act(const struct table *table, struct table_state *state, enum action action)
{
    table_prepare(table, state);
    long distance = row_distance(state, action);
    if (distance) {
        move_row(table, state, distance);
        return true;
    }
    switch (action) {
    case ACTION_SORT:
        sort_by(table, state, state->column);
        return true;
    case ACTION_SORT_REVERSE:
        state->descending = !state->descending;
        table_prepare(table, state);
        return true;
    case ACTION_FIND_NEXT:
    case ACTION_FIND_PREVIOUS:
        find_next(table, state, action == ACTION_FIND_NEXT ? 1 : -1);
        return true;
    default:
        return move_column(table, state, action);
    }
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
            sort_by(table, state, i);
            return true;
        }
        state->column = i;
    }
    size_t place = state->top + (size_t)(row - rect.row - head);
    if (row < rect.row + head || row >= rect.row + rect.n_rows || place >= state->n_order)
        return false;
    move_row(table, state, (long)place - (long)state->row);
    return true;
}
