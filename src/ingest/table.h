/* Delimited text as it stands: cells by row and column, for table and wide studies and for the
 * delimited log reader. All the rules for delimited text (BOM, line ends, delimiter sniffed from
 * the header, quotes, padding, trailing delimiter, comments) live here, in one scanner.
 *
 * Cells point into the caller's bytes where possible; quoted cells with doubled quotes are
 * unescaped into the table's arena. Immutable after table_parse. */
#ifndef LOGVAR_INGEST_TABLE_H
#define LOGVAR_INGEST_TABLE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

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

/* Streaming use, for logs. The delimiter '\0' means: sniff it from the first line that is not a
 * comment. The row handed out is valid until the next call. */
struct table_scanner *table_scanner_new(const char *bytes, size_t n_bytes, char delimiter);
void table_scanner_free(struct table_scanner *scanner);
/* false at the end. A last line without its line end is handed out with *truncated = true. */
bool table_next_row(struct table_scanner *scanner, struct table_row *row, bool *truncated);
char table_delimiter(const struct table_scanner *scanner);

/* Whole-table use. The first row is the header; header names are kept NUL-terminated, an empty name
 * becomes "column N", a repeated one gets " (2)". Ragged rows are reported. */
struct table {
    struct arena arena;
    size_t n_columns, n_rows;
    const char **names;
    struct table_row *rows;
};
bool table_parse(const char *path, const char *bytes, size_t n_bytes, char delimiter,
                 struct table *table, struct diags *diags);
void table_done(struct table *table);
/* The column's number, or (size_t)-1. */
size_t table_column(const struct table *table, const char *name);

#endif
