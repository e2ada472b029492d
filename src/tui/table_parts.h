/* What the files of the table share (table.c draws, table_order.c orders, table_act.c acts). */
#ifndef LOGVAR_TUI_TABLE_PARTS_H
#define LOGVAR_TUI_TABLE_PARTS_H

#include "tui/table.h"

uint64_t table_identity(const struct table *table, size_t row);
/* The text of a cell, newly allocated. */
char *table_cell_text(const struct table *table, size_t row, size_t column);
/* First press: numbers largest first, names from A. Second: the other way. Third: as it was. */
void table_sort_by(const struct table *table, struct table_state *state, size_t column);
/* Blanks between columns, given the room for all of them. */
int table_gap(const struct table *table, int n_columns);
void table_move_row(const struct table *table, struct table_state *state, long distance);

#endif
