/* A table on a surface: pinned first column, sideways scrolling, headings with units, sort by any
 * column, a filter, a cursor.
 *
 * Two columns part the columns where all of them fit then, else one.
 *
 * The model (rows, columns, texts, numbers) is asked for; the widget owns only cursor and order.
 * The cursor stays on its row (by identity) while figures refine, and rows do not change places
 * under the reader: an order is rebuilt only when the sort, the filter or the set of rows
 * changes, or when the figures are settled. Only visible cells are asked for text, so a list of
 * 20,000 rows is as fast as one of 20. */
#ifndef LOGVAR_TUI_TABLE_H
#define LOGVAR_TUI_TABLE_H

#include "tui/keymap.h"
#include "tui/surface.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table_column {
    const char *heading; /* "mean"; shown with a sort mark when sorted by it */
    const char *unit;    /* second heading line: "%", "runs"; NULL = none */
    int width;           /* columns, without the gap of two between columns; 0 = not shown */
    bool left;           /* left-aligned (names); numbers are right-aligned */
    bool rule;           /* a thin line before it sets a block of columns apart */
};

struct table {
    size_t n_rows, n_columns; /* column 0 is pinned and names the row */
    const struct table_column *columns;
    void *user;
    /* Text of a cell and its style (preset to STYLE_TEXT). Numbers come with fixed decimals, so
     * that right alignment aligns the points. */
    void (*cell)(void *user, size_t row, size_t column, struct strbuf *text, enum style *style);
    /* Sort key; NaN = missing, always last. NULL, or a NaN in every row: sorted by text. */
    double (*number)(void *user, size_t row, size_t column);
    /* NULL = the row number. Tells rows apart when the set of rows changes. */
    uint64_t (*identity)(void *user, size_t row);
    /* NULL, or draws a cell itself (bar, sparkline, interval); true if it did. `rect` is the cell,
     * one row high; the cursor's style is put over it afterwards. */
    bool (*draw)(void *user, size_t row, size_t column, struct surface *surface, struct rect rect);
    const char *filter;    /* over column 0, match.h's rules; NULL or "" = all */
    const char *find;      /* what n and N look for; NULL or "" = the filter */
    bool settled;          /* the figures are final: sorting may take them into account */
    unsigned long version; /* changes when rows mean something else (a new request) */
    const char *empty;     /* said where there is no row */
};

#define TABLE_NO_ROW ((size_t)-1)
struct table_state {
    size_t row, top;     /* place of the cursor and of the first visible row in the shown order */
    size_t column, left; /* column of the cursor; first unpinned column shown (>= 1) */
    int sort_column;     /* -1 = the model's own order */
    bool descending;
    size_t current; /* model row under the cursor, or TABLE_NO_ROW; set by table_prepare */

    /* the widget's own */
    uint64_t identity;
    size_t *order, n_order, n_model;
    char *filter;
    int made_sort;
    bool made_descending, made_settled;
    unsigned long made_version;
    int page; /* rows visible at the last drawing */
};

void table_state_init(struct table_state *state);
void table_state_done(struct table_state *state);
/* Makes the order and finds the cursor's row; called by the two below and before `current` is used. */
void table_prepare(const struct table *table, struct table_state *state);
void table_draw(const struct table *table, struct table_state *state, struct surface *surface,
                struct rect rect, bool focused);
/* Puts the cursor on the row with this identity; stays where it is if that is not shown. */
void table_go_to(const struct table *table, struct table_state *state, uint64_t identity);
/* Movement, sort, next and previous match. Left of column 0 and right of the last column stay put.
 * false if the action is not a table's. */
bool table_act(const struct table *table, struct table_state *state, enum action action);
/* How many rows pass the filter, and which place the cursor has: "3 of 50". */
void table_add_position(const struct table *table, struct table_state *state, struct strbuf *out);
/* Puts the cursor on the cell under a click (absolute place; rect as given to table_draw); a click on
 * a heading sorts by it. false if nothing is there. */
bool table_click(const struct table *table, struct table_state *state, struct rect rect, int row,
                 int column);

#endif
