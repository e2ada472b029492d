#include "report/text_report.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/document.h"
#include "report/sections.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, GAP = 2, FACT_INDENT = 11, TABLE_INDENT = 0 };

static void add_padded(struct strbuf *out, const char *visible, size_t width,
                       enum alignment alignment)
{
    size_t used = text_width(visible), padding = width > used ? width - used : 0;
    if (alignment == ALIGN_RIGHT)
        strbuf_add_repeated(out, ' ', padding);
    strbuf_puts(out, visible);
    if (alignment == ALIGN_LEFT)
        strbuf_add_repeated(out, ' ', padding);
}

static void cut_blanks(struct strbuf *out)
{
    while (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
}

/* A percent sign stays with its number: the blank before it does not part words. */
static void glue_percent(char *text, char from, char to)
{
    for (char *p = text; *p; p++)
        if (*p == from && p[1] == '%')
            *p = to;
}

/* Words go to the next line where they do not fit; the first line begins at `column`. */
static void add_wrapped(struct strbuf *out, const char *text, size_t column, size_t indent)
{
    char *visible = text_visible(text);
    glue_percent(visible, ' ', '\001');
    bool first = true;
    for (char *at = NULL, *word = strtok_r(visible, " ", &at); word;
         word = strtok_r(NULL, " ", &at)) {
        glue_percent(word, '\001', ' ');
        size_t width = text_width(word);
        if (!first && column + 1 + width > WIDTH) {
            strbuf_add_char(out, '\n');
            strbuf_add_repeated(out, ' ', indent);
            column = indent;
        } else if (!first) {
            strbuf_add_char(out, ' ');
            column++;
        }
        strbuf_puts(out, word);
        column += width;
        first = false;
    }
    strbuf_add_char(out, '\n');
    free(visible);
}

static void add_underlined(struct strbuf *out, const char *text, char line)
{
    char *visible = text_visible(text);
    strbuf_printf(out, "%s\n", visible);
    strbuf_add_repeated(out, line, text_width(visible));
    strbuf_add_char(out, '\n');
    free(visible);
}

/* One line of a heading: the last line of each stands lowest. */
static const char *heading_line(const char *heading, size_t n_lines, size_t line, size_t *length)
{
    size_t own = 1;
    for (const char *p = heading; *p; p++)
        own += *p == '\n';
    *length = 0;
    if (line + own < n_lines)
        return "";
    for (size_t skip = line + own - n_lines; skip; skip--)
        heading = strchr(heading, '\n') + 1;
    *length = strcspn(heading, "\n");
    return heading;
}

static size_t heading_lines(const struct document_table *table)
{
    size_t most = 1;
    for (size_t c = 0; c < table->n_columns; c++) {
        size_t n = 1;
        for (const char *p = table->columns[c].heading; *p; p++)
            n += *p == '\n';
        most = n > most ? n : most;
    }
    return most;
}

static size_t *column_widths(const struct document_table *table)
{
    size_t *widths = mem_zeroed(table->n_columns, sizeof *widths);
    for (size_t c = 0; c < table->n_columns; c++)
        for (const char *p = table->columns[c].heading; *p;) {
            size_t n = strcspn(p, "\n");
            char *line = mem_strndup(p, n);
            size_t width = text_width(line);
            free(line);
            widths[c] = width > widths[c] ? width : widths[c];
            p += n + (p[n] == '\n');
        }
    for (const struct document_row *row = table->first; row; row = row->next)
        for (size_t c = 0; c < row->n_cells; c++) {
            /* A status takes the place of the figures after it. */
            bool spills = c + 1 == row->n_cells && c + 1 < table->n_columns;
            size_t width = text_width(row->cells[c]);
            widths[c] = !spills && width > widths[c] ? width : widths[c];
        }
    return widths;
}

static void add_headings(struct strbuf *out, const struct document_table *table,
                         const size_t *widths)
{
    size_t n_lines = heading_lines(table);
    for (size_t line = 0; line < n_lines; line++) {
        for (size_t c = 0; c < table->n_columns; c++) {
            size_t length;
            const char *heading = heading_line(table->columns[c].heading, n_lines, line, &length);
            char *text = mem_strndup(heading, length);
            strbuf_add_repeated(out, ' ', c ? GAP : TABLE_INDENT);
            add_padded(out, text, widths[c], table->columns[c].alignment);
            free(text);
        }
        cut_blanks(out);
        strbuf_add_char(out, '\n');
    }
}

static void add_row(struct strbuf *out, const struct document_table *table,
                    const struct document_row *row, const size_t *widths)
{
    for (size_t c = 0; c < row->n_cells; c++) {
        bool spills = c + 1 == row->n_cells && c + 1 < table->n_columns;
        char *visible = text_visible(row->cells[c]);
        strbuf_add_repeated(out, ' ', c ? GAP : TABLE_INDENT);
        add_padded(out, visible, widths[c], spills ? ALIGN_LEFT : table->columns[c].alignment);
        free(visible);
    }
    cut_blanks(out);
    strbuf_add_char(out, '\n');
}

static void add_table(struct strbuf *out, const struct document_table *table)
{
    size_t *widths = column_widths(table), total = TABLE_INDENT;
    for (size_t c = 0; c < table->n_columns; c++)
        total += widths[c] + (c ? GAP : 0);
    add_headings(out, table, widths);
    strbuf_add_repeated(out, '-', total);
    strbuf_add_char(out, '\n');
    for (const struct document_row *row = table->first; row; row = row->next) {
        if (row->ruled)
            strbuf_add_char(out, '\n');
        add_row(out, table, row, widths);
    }
    free(widths);
}

static void add_fact(struct strbuf *out, const struct document_block *block)
{
    add_padded(out, block->label, FACT_INDENT, ALIGN_LEFT);
    add_wrapped(out, block->text, FACT_INDENT, FACT_INDENT);
}

static void add_block(struct strbuf *out, const struct document_block *block)
{
    switch (block->kind) {
    case BLOCK_TITLE:
        add_underlined(out, block->text, '=');
        break;
    case BLOCK_HEADING:
        strbuf_add_char(out, '\n');
        add_underlined(out, block->text, '-');
        break;
    case BLOCK_SUBHEADING:
    case BLOCK_PARAGRAPH:
        add_wrapped(out, block->text, 0, 0);
        break;
    case BLOCK_ITEM:
        strbuf_puts(out, "- ");
        add_wrapped(out, block->text, 2, 2);
        break;
    case BLOCK_FACT:
        add_fact(out, block);
        break;
    case BLOCK_TABLE:
        add_table(out, block->table);
        break;
    }
}

/* A blank line between blocks, but none inside a list or the facts. */
static bool stand_together(const struct document_block *before, const struct document_block *block)
{
    return before->kind == block->kind && (block->kind == BLOCK_ITEM || block->kind == BLOCK_FACT);
}

static bool needs_blank(const struct document_block *before, const struct document_block *block)
{
    return before && before->kind != BLOCK_HEADING && !stand_together(before, block);
}

void text_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out)
{
    struct document document;
    document_init(&document);
    sections_build(snapshot, facts, &document);
    const struct document_block *before = NULL;
    for (const struct document_block *block = document.first; block; block = block->next) {
        if (needs_blank(before, block))
            strbuf_add_char(out, '\n');
        add_block(out, block);
        before = block;
    }
    document_done(&document);
}
