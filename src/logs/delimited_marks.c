/* Delimited text that people and spreadsheets touched: styles of numbers, headers that come again with
 * other columns, headers that are none. */
#include "logs/delimited_columns.h"

#include "base/mem.h"
#include "logs/cell.h"

#include <stdlib.h>
#include <string.h>

static void note_rows(struct delimited *d, struct number_marks *marks)
{
    struct table_scanner *scanner =
        table_scanner_new(d->input->bytes, d->input->n_bytes, d->delimiter);
    struct table_row row;
    bool truncated;
    while (table_next_row(scanner, &row, &truncated))
        for (size_t i = 0; i < row.n_cells && i < d->n_columns; i++)
            number_marks_note(&marks[i], row.cells[i].text, row.cells[i].length);
    table_scanner_free(scanner);
}

void delimited_decide_styles(struct delimited *d)
{
    struct number_marks *marks = mem_zeroed(d->n_columns + 1, sizeof *marks);
    bool semicolons = d->delimiter != ',', decimal = false;
    const char *first[3] = {NULL};
    size_t n[3] = {0};
    note_rows(d, marks);
    d->styled = true;
    for (size_t i = 0; i < d->n_columns; i++)
        decimal =
            decimal || number_marks_decide(&marks[i], semicolons, false) == NUMBER_DECIMAL_COMMA;
    for (size_t i = 0; i < d->n_columns; i++) {
        enum number_style style = number_marks_decide(&marks[i], semicolons, decimal);
        d->columns[i].style = style;
        first[style] = n[style]++ ? first[style] : d->columns[i].name;
    }
    free(marks);
    static const char *const words[] = {NULL, "decimal commas", "marks between thousands"};
    for (int style = NUMBER_DECIMAL_COMMA; style <= NUMBER_THOUSANDS; style++)
        if (n[style])
            diags_add(d->diags, DIAG_NOTE, (struct diag_place){.file = d->input->path},
                      "columns with %s: %zu, the first is '%s'; read as such", words[style],
                      n[style], first[style]);
}

static bool is_number(const struct table_cell *cell)
{
    double value;
    return cell->length && (cell_number(cell->text, cell->length, &value) != NUM_TEXT ||
                            number_is_marked(cell->text, cell->length));
}

static bool in_header(const struct delimited *d, const struct table_cell *cell)
{
    for (size_t i = 0; i < d->header.n_cells; i++)
        if (d->header.cells[i].length == cell->length &&
            !memcmp(d->header.cells[i].text, cell->text, cell->length))
            return true;
    return false;
}

bool delimited_is_other_header(const struct delimited *d, const struct table_row *row)
{
    enum { COLUMNS_MAX = 5000 }; /* of header against header: bounds the work */
    size_t n_known = 0, n_named = 0;
    if (row->n_cells < 2 || row->n_cells > COLUMNS_MAX || d->header.n_cells > COLUMNS_MAX ||
        !in_header(d, &row->cells[0]))
        return false;
    for (size_t i = 0; i < row->n_cells; i++) {
        if (is_number(&row->cells[i]))
            return false;
        n_named += row->cells[i].length > 0;
        n_known += row->cells[i].length && in_header(d, &row->cells[i]);
    }
    return n_named > 1 && n_known * 2 >= n_named;
}

/* "r,l,t59.5,20,0.6" above rows of three: k - 1 names, a name with a number, k - 1 numbers. */
static bool is_glued(const struct table_row *header, const struct table_row *below)
{
    size_t k = below->n_cells;
    if (k < 2 || header->n_cells != 2 * k - 1)
        return false;
    for (size_t i = 0; i < header->n_cells; i++)
        if (is_number(&header->cells[i]) != (i >= k) || !header->cells[i].length)
            return false;
    const struct table_cell *middle = &header->cells[k - 1];
    char last = middle->text[middle->length - 1];
    return last >= '0' && last <= '9';
}

static bool is_fraction(const struct table_cell *cell)
{
    return is_number(cell) && memchr(cell->text, '.', cell->length) && cell->text[0] != '.' &&
           (cell->text[0] < 'A' || cell->text[0] == '-');
}

/* Numbers, fractions among them, where names should be, and the row below has them in the same
 * places. "0.1" may name a column, but not most of them next to a word in each row. */
static bool is_data(const struct table_row *header, const struct table_row *below)
{
    size_t n_numbers = 0, n_fractions = 0;
    if (header->n_cells != below->n_cells)
        return false;
    for (size_t i = 0; i < header->n_cells; i++) {
        if (is_number(&header->cells[i]) != is_number(&below->cells[i]))
            return false;
        n_numbers += is_number(&header->cells[i]);
        n_fractions += is_fraction(&header->cells[i]);
    }
    return n_numbers * 2 > header->n_cells && n_fractions > 0;
}

const char *delimited_header_fault(const struct table_row *header, const struct table_row *below)
{
    if (is_glued(header, below))
        return "the header and the first row stand on one line; put a line end behind the last "
               "name";
    if (is_data(header, below))
        return "no header: the first row holds numbers in place of names; put a line with one "
               "name a column above it";
    return NULL;
}
