/* Delimited text as it stands: cells by row and column, for table and wide studies and for the
 * delimited log reader. All the rules for delimited text (BOM, line ends LF, CRLF and lone CR,
 * delimiter sniffed from the header, quotes with line ends in them, padding, blank lines, comments)
 * live here, in one scanner.
 *
 * Cells point into the caller's bytes where possible; quoted cells with doubled quotes are
 * unescaped into the table's arena; blanks and line ends at their edges are no part of them. A first
 * line "sep=;" names the delimiter. Immutable after table_parse. Bounded: a row of more than
 * TABLE_CELLS_MAX cells ends the reading with an error; a quote that is not closed within
 * TABLE_QUOTED_MAX bytes is an ordinary character. */
#ifndef LOGVAR_LOGS_TABLE_H
#define LOGVAR_LOGS_TABLE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_CELLS_MAX = 100000, TABLE_QUOTED_MAX = 1 << 20 };

struct table_cell {
    const char *text; /* blanks around it trimmed; not NUL-terminated */
    size_t length;
    bool quoted;
};

struct table_row {
    const struct table_cell *cells;
    size_t n_cells;
    size_t line; /* from 1 */
};

struct table_scanner;

/* Streaming use, for logs. The delimiter '\0' means: sniff it from the first lines that are neither
 * blank nor a comment ('#'). The row handed out is valid until the next call. */
struct table_scanner *table_scanner_new(const char *bytes, size_t n_bytes, char delimiter);
void table_scanner_free(struct table_scanner *scanner);
/* false at the end. A last line without its line end is handed out with *truncated = true. */
bool table_next_row(struct table_scanner *scanner, struct table_row *row, bool *truncated);
/* The fast way for rows of plain numbers: reads the next row if it is exactly n unquoted cells,
 * each a finite number or empty (NaN), and has its line end. Otherwise false, and table_next_row
 * reads it. */
bool table_next_numbers(struct table_scanner *scanner, size_t n, double *values, size_t *line);
/* Bytes of the next line with its end, and of all that is left. */
size_t table_line_bytes(const struct table_scanner *scanner, size_t *n_left);
char table_delimiter(const struct table_scanner *scanner);
/* Where the row is too wide, for which table_next_row returned false; 0 = it was the end. */
size_t table_too_wide_line(const struct table_scanner *scanner);
/* Whether a cell of the present row was unescaped, and so is gone with the next row. */
bool table_has_unescaped(const struct table_scanner *scanner);
/* The last comment line so far, without its '#'; length 0 if there was none. */
struct table_cell table_comment(const struct table_scanner *scanner);

/* Names of columns from a header row, NUL-terminated in the arena: an empty name (or pandas'
 * "Unnamed: 3") becomes "column N", N counted from 1, a repeated one gets " (2)". */
const char **table_header(struct arena *arena, const struct table_row *row);
/* Whether table_header would have to make up a name for this cell. */
bool table_is_unnamed(const struct table_cell *cell);

/* Whole-table use. The first row is the header. Ragged rows are reported: a shorter one is kept, a
 * longer one is left out unless what is too much is empty. */
struct data_table {
    struct arena arena;
    size_t n_columns, n_rows;
    const char **names;
    struct table_row *rows;
};
bool table_parse(const char *path, const char *bytes, size_t n_bytes, char delimiter,
                 struct data_table *table, struct diags *diags);
void table_done(struct data_table *table);
/* The column's number, or (size_t)-1. */
size_t table_column(const struct data_table *table, const char *name);

#endif
