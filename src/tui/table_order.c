/* The order of a table's rows, and the cursor's place in it. */
#include "tui/table_parts.h"

#include "base/mem.h"
#include "base/portable.h"
#include "tui/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void table_state_init(struct table_state *state)
{
    *state = (struct table_state){
        .left = 1, .sort_column = -1, .current = TABLE_NO_ROW, .n_model = TABLE_NO_ROW, .page = 1};
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
    int result = a->text ? (descending ? strcmp(b->text, a->text) : strcmp(a->text, b->text))
                         : compare_numbers(a->number, b->number, descending);
    return result ? result : (a->row > b->row) - (a->row < b->row);
}

uint64_t table_identity(const struct table *table, size_t row)
{
    return table->identity ? table->identity(table->user, row) : row;
}

char *table_cell_text(const struct table *table, size_t row, size_t column)
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
    char *name = table_cell_text(table, row, 0);
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
        keys[i].text = table_cell_text(table, keys[i].row, column);
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
        portable_sort(keys, n, sizeof *keys, compare_keys, &state->descending);
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
        if (table_identity(table, state->order[i]) == state->identity) {
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
        state->identity = table_identity(table, state->current);
}

void table_go_to(const struct table *table, struct table_state *state, uint64_t identity)
{
    table_prepare(table, state);
    for (size_t i = 0; i < state->n_order; i++)
        if (table_identity(table, state->order[i]) == identity)
            state->row = i;
    table_prepare(table, state);
}

void table_add_position(const struct table *table, struct table_state *state, struct strbuf *out)
{
    table_prepare(table, state);
    if (state->n_order)
        strbuf_printf(out, "%zu of %zu", state->row + 1, state->n_order);
}
