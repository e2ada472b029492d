#include "report/markdown_report.h"

#include "report/document.h"
#include "report/escape.h"
#include "report/sections.h"

static void add_text(struct strbuf *out, const char *text)
{
    static const struct escape escapes[] = {
        {'\\', "\\\\"}, {'|', "\\|"}, {'*', "\\*"}, {'_', "\\_"},  {'`', "\\`"},
        {'[', "\\["},   {']', "\\]"}, {'#', "\\#"}, {'<', "&lt;"}, {'>', "&gt;"},
        {'&', "&amp;"}, {'\n', " "},  {'~', "\\~"}, {'$', "\\$"},  {'\0', NULL}};
    escape_add(out, text, escapes);
}

/* Markdown knows one heading line only. */
static void add_heading_cell(struct strbuf *out, const char *heading)
{
    char previous = ' ';
    struct strbuf line;
    strbuf_init(&line);
    for (; *heading; previous = *heading++)
        if (*heading == '\n' && previous == '-')
            line.text[--line.length] = '\0';
        else if (*heading != '\n' || line.length)
            strbuf_add_char(&line, *heading == '\n' ? ' ' : *heading);
    add_text(out, line.text);
    strbuf_done(&line);
}

static void add_table(struct strbuf *out, const struct document_table *table)
{
    for (size_t c = 0; c < table->n_columns; c++) {
        strbuf_puts(out, c ? " | " : "| ");
        add_heading_cell(out, table->columns[c].heading);
    }
    strbuf_puts(out, " |\n");
    for (size_t c = 0; c < table->n_columns; c++)
        strbuf_puts(out, table->columns[c].alignment == ALIGN_RIGHT ? "|---:" : "|:---");
    strbuf_puts(out, "|\n");
    for (const struct document_row *row = table->first; row; row = row->next) {
        for (size_t c = 0; c < table->n_columns; c++) {
            strbuf_puts(out, c ? " | " : "| ");
            add_text(out, row->cells[c]);
        }
        strbuf_puts(out, " |\n");
    }
}

static void add_marked(struct strbuf *out, const char *mark, const char *text)
{
    strbuf_puts(out, mark);
    add_text(out, text);
    strbuf_add_char(out, '\n');
}

static void add_block(struct strbuf *out, const struct document_block *block)
{
    static const char *const marks[] = {[BLOCK_TITLE] = "# ",
                                        [BLOCK_HEADING] = "## ",
                                        [BLOCK_SUBHEADING] = "### ",
                                        [BLOCK_PARAGRAPH] = "",
                                        [BLOCK_ITEM] = "- "};
    if (block->kind == BLOCK_TABLE) {
        add_table(out, block->table);
    } else if (block->kind == BLOCK_FACT) {
        strbuf_printf(out, "- %s: ", block->label);
        add_marked(out, "", block->text);
    } else {
        add_marked(out, marks[block->kind], block->text);
    }
}

static bool stand_together(const struct document_block *a, const struct document_block *b)
{
    return a->kind == b->kind && (a->kind == BLOCK_FACT || a->kind == BLOCK_ITEM);
}

void markdown_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                           struct strbuf *out)
{
    struct document document;
    document_init(&document);
    sections_build(snapshot, facts, &document);
    for (const struct document_block *block = document.first; block; block = block->next) {
        add_block(out, block);
        if (block->next && !stand_together(block, block->next))
            strbuf_add_char(out, '\n');
    }
    document_done(&document);
}
