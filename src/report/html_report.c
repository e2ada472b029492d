#include "report/html_report.h"

#include "base/mem.h"
#include "report/document.h"
#include "report/escape.h"
#include "report/sections.h"

#include <stdlib.h>
#include <string.h>

/* Readable in a narrow window, in the dark and on paper. */
static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}\n"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #ccc}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0;"
    "display:block;overflow-x:auto}\n"
    "th{border-bottom:1px solid;vertical-align:bottom;white-space:pre-line}\n"
    "th,td{padding:.15rem .6rem;text-align:left}.r{text-align:right}tr.g td{border-top:1px solid "
    "#ccc}\n"
    "td{white-space:nowrap}dt{float:left;clear:left;width:6rem;color:#555}dd{margin-left:7rem;"
    "overflow-wrap:anywhere}\n"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}dt{color:#aaa}}\n";

static void add_text(struct strbuf *out, const char *text)
{
    static const struct escape escapes[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\0', NULL}};
    escape_add(out, text, escapes);
}

static void add_element(struct strbuf *out, const char *name, const char *text)
{
    strbuf_printf(out, "<%s>", name);
    add_text(out, text);
    strbuf_printf(out, "</%s>\n", name);
}

/* Line by line. */
static void add_heading(struct strbuf *out, const struct document_column *column)
{
    strbuf_puts(out, column->alignment == ALIGN_RIGHT ? "<th class=\"r\">" : "<th>");
    for (const char *p = column->heading; *p;) {
        size_t n = strcspn(p, "\n");
        char *line = mem_strndup(p, n);
        add_text(out, line);
        free(line);
        strbuf_puts(out, p[n] ? "<br>" : "");
        p += n + (p[n] == '\n');
    }
    strbuf_puts(out, "</th>");
}

static void add_row(struct strbuf *out, const struct document_table *table,
                    const struct document_row *row)
{
    strbuf_puts(out, row->ruled ? "<tr class=\"g\">" : "<tr>");
    for (size_t c = 0; c < row->n_cells; c++) {
        bool last = c + 1 == row->n_cells && c + 1 < table->n_columns;
        if (last)
            strbuf_printf(out, "<td colspan=\"%zu\">", table->n_columns - c);
        else
            strbuf_puts(out,
                        table->columns[c].alignment == ALIGN_RIGHT ? "<td class=\"r\">" : "<td>");
        add_text(out, row->cells[c]);
        strbuf_puts(out, "</td>");
    }
    strbuf_puts(out, "</tr>\n");
}

static void add_table(struct strbuf *out, const struct document_table *table)
{
    strbuf_puts(out, "<table>\n<thead><tr>");
    for (size_t c = 0; c < table->n_columns; c++)
        add_heading(out, &table->columns[c]);
    strbuf_puts(out, "</tr></thead>\n<tbody>\n");
    for (const struct document_row *row = table->first; row; row = row->next)
        add_row(out, table, row);
    strbuf_puts(out, "</tbody>\n</table>\n");
}

static void add_block(struct strbuf *out, const struct document_block *block)
{
    static const char *const names[] = {[BLOCK_TITLE] = "h1",
                                        [BLOCK_HEADING] = "h2",
                                        [BLOCK_SUBHEADING] = "h3",
                                        [BLOCK_PARAGRAPH] = "p",
                                        [BLOCK_ITEM] = "li"};
    if (block->kind == BLOCK_TABLE) {
        add_table(out, block->table);
    } else if (block->kind == BLOCK_FACT) {
        add_element(out, "dt", block->label);
        add_element(out, "dd", block->text);
    } else {
        add_element(out, names[block->kind], block->text);
    }
}

static const char *list_of(const struct document_block *block)
{
    if (!block)
        return NULL;
    return block->kind == BLOCK_ITEM ? "ul" : block->kind == BLOCK_FACT ? "dl" : NULL;
}

static void add_blocks(struct strbuf *out, const struct document *document)
{
    const struct document_block *before = NULL;
    for (const struct document_block *block = document->first;; block = block->next) {
        const char *open = list_of(before), *wanted = list_of(block);
        if (open && open != wanted)
            strbuf_printf(out, "</%s>\n", open);
        if (!block)
            break;
        if (wanted && open != wanted)
            strbuf_printf(out, "<%s>\n", wanted);
        add_block(out, block);
        before = block;
    }
}

void html_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out)
{
    struct document document;
    document_init(&document);
    sections_build(snapshot, facts, &document);
    strbuf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n");
    add_element(out, "title", snapshot->study->title);
    strbuf_printf(out, "<style>\n%s</style>\n</head>\n<body>\n", style);
    add_blocks(out, &document);
    strbuf_puts(out, "</body>\n</html>\n");
    document_done(&document);
}
