/* A document: what a report says, before it is settled how it looks. The sections build one from a
 * snapshot; each format for people (text, and whatever follows) only renders it, so that no format
 * can say more or less than another.
 *
 * Everything lives in the document's arena. Strings may hold anything that names from outside
 * hold: a renderer makes them safe for its format. One thread. */
#ifndef LOGVAR_REPORT_DOCUMENT_H
#define LOGVAR_REPORT_DOCUMENT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum alignment { ALIGN_LEFT, ALIGN_RIGHT };

struct document_column {
    /* Lines separated by \n, the last one nearest to the figures. Safe in a document's table; a name
     * in a line has its own line ends made visible first. */
    const char *heading;
    enum alignment alignment;
};

struct document_row {
    const char **cells; /* [n_columns] */
    size_t n_cells;
    bool ruled; /* a new group of rows begins here */
    struct document_row *next;
};

struct document_table {
    struct arena *arena;
    size_t n_columns;
    struct document_column *columns;
    struct document_row *first, *last;
};

enum block_kind {
    BLOCK_TITLE,
    BLOCK_HEADING, /* of a section */
    BLOCK_SUBHEADING,
    BLOCK_PARAGRAPH,
    BLOCK_ITEM, /* of a list */
    BLOCK_FACT, /* label and text */
    BLOCK_TABLE
};

struct document_block {
    enum block_kind kind;
    const char *label; /* BLOCK_FACT only */
    const char *text;
    struct document_table *table;
    struct document_block *next;
};

struct document {
    struct arena arena;
    struct document_block *first, *last;
};

void document_init(struct document *document);
void document_done(struct document *document);

void document_add(struct document *document, enum block_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void document_add_fact(struct document *document, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct document_table *document_add_table(struct document *document, size_t n_columns,
                                          const struct document_column *columns);

void document_row(struct document_table *table, bool ruled);
/* The next cell of the last row; cells past the last column are a fault of the caller. */
void document_cell(struct document_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
