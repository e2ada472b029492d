#include "report/latex_report.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/document.h"
#include "report/escape.h"
#include "report/sections.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What pdflatex has letters for in T1, as ranges; any other character is an error to it. */
static bool is_set(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0, 0x125},       {0x128, 0x137},  {0x139, 0x13E},   {0x141, 0x148},
                  {0x14A, 0x165},   {0x168, 0x17E},  {0x2013, 0x2014}, {0x2018, 0x201A},
                  {0x201C, 0x201E}, {0x2026, 0x2026}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* Characters that cannot be set by their numbers, and no two of what TeX would join: -- is an
 * option's beginning, not a dash. */
static void add_settable(struct strbuf *out, const char *text)
{
    for (size_t left = strlen(text), n; left; text += n, left -= n) {
        uint32_t code;
        n = text_decode(text, left, &code);
        if (is_set(code))
            for (size_t i = 0; i < n; i++)
                strbuf_add_char(out, text[i]);
        else
            strbuf_printf(out, "\\logvarchar{%04X}", (unsigned)code);
        if (left > 1 && text[1] == text[0] && strchr("-`',<>", *text))
            strbuf_puts(out, "{}");
    }
}

static void add_text(struct strbuf *out, const char *text)
{
    static const struct escape escapes[] = {
        {'\\', "\\textbackslash{}"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'$', "\\$"},
        {'&', "\\&"},
        {'#', "\\#"},
        {'_', "\\_"},
        {'%', "\\%"},
        {'~', "\\textasciitilde{}"},
        {'<', "$<$"},
        {'>', "$>$"},
        {'|', "\\textbar{}"},
        {'^', "\\textasciicircum{}"},
        {'"', "\\textquotedbl{}"},
        {'`', "{`}"}, /* after ? or ! it would turn them upside down */
        /* After a line break these would be read as its arguments. */
        {'[', "{[}"},
        {'*', "{*}"},
        {'\0', NULL}};
    struct strbuf escaped;
    strbuf_init(&escaped);
    escape_add(&escaped, text, escapes);
    add_settable(out, escaped.text);
    strbuf_done(&escaped);
}

/* A figure: its minus is a minus, not a hyphen. */
static void add_cell(struct strbuf *out, const char *cell)
{
    static const struct escape escapes[] = {
        {'-', "$-$"}, {'%', "\\%"}, {'<', "$<$"}, {'>', "$>$"}, {'\0', NULL}};
    bool is_figure = *cell && strspn(cell, "0123456789.,+-<>% to") == strlen(cell);
    if (is_figure && strcmp(cell, "-") != 0)
        escape_add(out, cell, escapes);
    else
        add_text(out, cell);
}

static void add_heading(struct strbuf *out, const struct document_column *column)
{
    if (!strchr(column->heading, '\n')) {
        add_text(out, column->heading);
        return;
    }
    strbuf_printf(out, "\\shortstack[%c]{", column->alignment == ALIGN_RIGHT ? 'r' : 'l');
    for (const char *p = column->heading; *p;) {
        size_t n = strcspn(p, "\n");
        char *line = mem_strndup(p, n);
        add_text(out, n ? line : " ");
        free(line);
        strbuf_puts(out, p[n] ? "\\\\" : "");
        p += n + (p[n] == '\n');
    }
    strbuf_add_char(out, '}');
}

static void add_row(struct strbuf *out, const struct document_table *table,
                    const struct document_row *row)
{
    for (size_t c = 0; c < table->n_columns; c++) {
        strbuf_puts(out, c ? " & " : "  ");
        add_cell(out, row->cells[c]);
    }
    strbuf_puts(out, " \\\\\n");
}

static void add_table(struct strbuf *out, const struct document_table *table)
{
    strbuf_puts(out, "{\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\begin{longtable}{@{}");
    for (size_t c = 0; c < table->n_columns; c++)
        strbuf_add_char(out, table->columns[c].alignment == ALIGN_RIGHT ? 'r' : 'l');
    strbuf_puts(out, "@{}}\n\\toprule\n");
    for (size_t c = 0; c < table->n_columns; c++) {
        strbuf_puts(out, c ? " & " : "  ");
        add_heading(out, &table->columns[c]);
    }
    strbuf_puts(out, " \\\\\n\\midrule\n\\endhead\n");
    for (const struct document_row *row = table->first; row; row = row->next) {
        if (row->ruled)
            strbuf_puts(out, "\\addlinespace\n");
        add_row(out, table, row);
    }
    strbuf_puts(out, "\\bottomrule\n\\end{longtable}}\n");
}

static void add_command(struct strbuf *out, const char *command, const char *text)
{
    strbuf_printf(out, "\\%s{", command);
    add_text(out, text);
    strbuf_puts(out, "}\n");
}

static void add_block(struct strbuf *out, const struct document_block *block)
{
    switch (block->kind) {
    case BLOCK_TITLE:
        add_command(out, "section*", block->text);
        break;
    case BLOCK_HEADING:
        add_command(out, "subsection*", block->text);
        break;
    case BLOCK_SUBHEADING:
        add_command(out, "subsubsection*", block->text);
        break;
    case BLOCK_PARAGRAPH:
        add_text(out, block->text);
        strbuf_add_char(out, '\n');
        break;
    case BLOCK_ITEM:
        strbuf_puts(out, "\\item ");
        add_text(out, block->text);
        strbuf_add_char(out, '\n');
        break;
    case BLOCK_FACT:
        strbuf_printf(out, "\\item[%s] ", block->label);
        add_text(out, block->text);
        strbuf_add_char(out, '\n');
        break;
    case BLOCK_TABLE:
        add_table(out, block->table);
        break;
    }
}

/* The environment that a list of such blocks stands in. */
static const char *environment(const struct document_block *block)
{
    if (!block)
        return NULL;
    return block->kind == BLOCK_ITEM ? "itemize" : block->kind == BLOCK_FACT ? "description" : NULL;
}

static void add_blocks(struct strbuf *out, const struct document *document)
{
    const struct document_block *before = NULL;
    for (const struct document_block *block = document->first;; block = block->next) {
        const char *open = environment(before), *wanted = environment(block);
        if (open && open != wanted)
            strbuf_printf(out, "\\end{%s}\n", open);
        if (before && !open)
            strbuf_add_char(out, '\n');
        if (!block)
            break;
        if (wanted && open != wanted)
            strbuf_printf(out, "\\begin{%s}\n", wanted);
        add_block(out, block);
        before = block;
    }
}

void latex_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                        struct strbuf *out)
{
    struct document document;
    document_init(&document);
    sections_build(snapshot, facts, &document);
    strbuf_puts(out, "\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n"
                     "\\usepackage[T1]{fontenc}\n"
                     "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
                     "\\usepackage{booktabs,longtable}\n"
                     "\\usepackage[margin=2cm]{geometry}\n\\setlength{\\parindent}{0pt}\n"
                     "\\newcommand\\logvarchar[1]{{\\scriptsize U+#1}}\n"
                     "\\begin{document}\n");
    add_blocks(out, &document);
    strbuf_puts(out, "\\end{document}\n");
    document_done(&document);
}
