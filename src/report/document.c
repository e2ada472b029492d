#include "report/document.h"

#include "base/strbuf.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void document_init(struct document *document)
{
    *document = (struct document){0};
    arena_init(&document->arena);
}

void document_done(struct document *document)
{
    arena_done(&document->arena);
}

static const char *keep_text(struct arena *arena, const char *format, va_list args)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_vprintf(&text, format, args);
    const char *kept = arena_strndup(arena, text.text, text.length);
    strbuf_done(&text);
    return kept;
}

static struct document_block *add_block(struct document *document, enum block_kind kind)
{
    struct document_block *block = arena_alloc(&document->arena, 1, sizeof *block);
    block->kind = kind;
    if (document->last)
        document->last->next = block;
    else
        document->first = block;
    document->last = block;
    return block;
}

void document_add(struct document *document, enum block_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_block(document, kind)->text = keep_text(&document->arena, format, args);
    va_end(args);
}

void document_add_fact(struct document *document, const char *label, const char *format, ...)
{
    struct document_block *block = add_block(document, BLOCK_FACT);
    va_list args;
    va_start(args, format);
    block->label = arena_strdup(&document->arena, label);
    block->text = keep_text(&document->arena, format, args);
    va_end(args);
}

/* Its lines, each made safe, whoever renders them: a name may stand in one. */
static const char *keep_heading(struct arena *arena, const char *heading)
{
    struct strbuf text;
    strbuf_init(&text);
    for (const char *p = heading; *p;) {
        size_t n = strcspn(p, "\n");
        text_add_visible(&text, arena_strndup(arena, p, n));
        if (p[n])
            strbuf_add_char(&text, '\n');
        p += n + (p[n] == '\n');
    }
    const char *kept = arena_strndup(arena, text.text, text.length);
    strbuf_done(&text);
    return kept;
}

struct document_table *document_add_table(struct document *document, size_t n_columns,
                                          const struct document_column *columns)
{
    struct document_table *table = arena_alloc(&document->arena, 1, sizeof *table);
    table->arena = &document->arena;
    table->n_columns = n_columns;
    table->columns = arena_alloc(&document->arena, n_columns, sizeof *columns);
    for (size_t i = 0; i < n_columns; i++) {
        table->columns[i] = columns[i];
        table->columns[i].heading = keep_heading(&document->arena, columns[i].heading);
    }
    add_block(document, BLOCK_TABLE)->table = table;
    return table;
}

void document_row(struct document_table *table, bool ruled)
{
    struct document_row *row = arena_alloc(table->arena, 1, sizeof *row);
    row->cells = arena_alloc(table->arena, table->n_columns, sizeof *row->cells);
    for (size_t i = 0; i < table->n_columns; i++)
        row->cells[i] = "";
    row->ruled = ruled && table->last;
    if (table->last)
        table->last->next = row;
    else
        table->first = row;
    table->last = row;
}

void document_cell(struct document_table *table, const char *format, ...)
{
    struct document_row *row = table->last;
    assert(row && row->n_cells < table->n_columns);
    va_list args;
    va_start(args, format);
    row->cells[row->n_cells++] = keep_text(table->arena, format, args);
    va_end(args);
}
