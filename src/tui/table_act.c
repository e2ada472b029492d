/* What keys do to a table. */
#include "tui/table_parts.h"

#include "tui/match.h"

#include <math.h>
#include <stdlib.h>

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

void table_move_row(const struct table *table, struct table_state *state, long distance)
{
    long row = (long)state->row + distance, last = (long)state->n_order - 1;
    state->row = row < 0 || last < 0 ? 0 : row > last ? (size_t)last : (size_t)row;
    state->current = state->n_order ? state->order[state->row] : TABLE_NO_ROW;
    if (state->n_order)
        state->identity = table_identity(table, state->current);
}

static bool move_column(const struct table *table, struct table_state *state, enum action action)
{
    size_t last = table->n_columns ? table->n_columns - 1 : 0;
    switch (action) {
    case ACTION_LEFT:
        do
            state->column -= state->column > 0;
        while (state->column && !table->columns[state->column].width);
        return true;
    case ACTION_RIGHT:
        do
            state->column += state->column < last;
        while (state->column < last && !table->columns[state->column].width);
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
void table_sort_by(const struct table *table, struct table_state *state, size_t column)
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
    table_move_row(table, state,
                   -(long)state->row); /* the first of the new order is what was asked for */
}

static void find_next(const struct table *table, struct table_state *state, int direction)
{
    size_t n = state->n_order;
    const char *find = table->find && *table->find ? table->find : table->filter;
    for (size_t i = 1; i <= n; i++) {
        size_t at = (state->row + (direction > 0 ? i : n - i)) % n;
        char *name = table_cell_text(table, state->order[at], 0);
        bool matches = match_filter(find, name);
        free(name);
        if (matches) {
            table_move_row(table, state, (long)at - (long)state->row);
            return;
        }
    }
}

bool table_act(const struct table *table, struct table_state *state, enum action action)
{
    table_prepare(table, state);
    long distance = row_distance(state, action);
    if (distance) {
        table_move_row(table, state, distance);
        return true;
    }
    switch (action) {
    case ACTION_SORT:
        table_sort_by(table, state, state->column);
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
