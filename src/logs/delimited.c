#include "logs/delimited.h"

#include "base/mem.h"
#include "logs/cell.h"
#include "logs/delimited_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VAIN_TRIES_MAX = 40 };
enum { TEXT_COLUMN_AFTER = 100 }; /* so many texts and no number: no more tries */

static struct diag_place at_line(const struct delimited *d, size_t line)
{
    return (struct diag_place){d->input->path, line, 0};
}

/* A number with a decimal comma or marks between thousands, where its column has them. */
static bool read_marked(struct delimited *d, size_t column, const struct table_cell *cell,
                        double *value)
{
    if (!number_is_marked(cell->text, cell->length))
        return false;
    if (!d->styled)
        delimited_decide_styles(d);
    return number_read_styled(cell->text, cell->length, d->columns[column].style, value);
}

static double axis_value(struct delimited *d, const struct table_row *row, size_t column, bool *ok)
{
    double value = NAN;
    if (column >= row->n_cells)
        return value;
    const struct table_cell *cell = &row->cells[column];
    if (d->columns[column].style != NUMBER_PLAIN &&
        number_read_styled(cell->text, cell->length, d->columns[column].style, &value))
        return value;
    enum num_kind kind = num_read(cell->text, cell->length, &value);
    if (kind == NUM_FINITE || (kind == NUM_TEXT && read_marked(d, column, cell, &value)))
        return value;
    *ok = *ok && kind == NUM_MISSING;
    return NAN;
}

static bool same_cell(const struct table_cell *a, const struct table_cell *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

static bool is_header_again(const struct delimited *d, const struct table_row *row)
{
    size_t n_named = 0;
    if (row->n_cells != d->header.n_cells)
        return false;
    for (size_t i = 0; i < row->n_cells; i++) {
        if (!same_cell(&row->cells[i], &d->header.cells[i]))
            return false;
        n_named += row->cells[i].length > 0;
    }
    return n_named > 0;
}

/* What a cell says, NaN for nothing; keeps the column's count of texts. */
static double cell_value(struct delimited *d, size_t i, const struct table_cell *cell, size_t line,
                         size_t *n_numbers, size_t *n_texts)
{
    struct delimited_column *column = &d->columns[i];
    double value = NAN;
    if (!cell->length || (column->n_texts > TEXT_COLUMN_AFTER && !column->has_number))
        return NAN;
    bool styled = column->style != NUMBER_PLAIN &&
                  number_read_styled(cell->text, cell->length, column->style, &value);
    enum num_kind kind = styled ? NUM_FINITE : num_read(cell->text, cell->length, &value);
    if (kind == NUM_TEXT)
        kind = cell_number(cell->text, cell->length, &value);
    if (kind == NUM_TEXT && read_marked(d, i, cell, &value))
        kind = NUM_FINITE;
    if (kind == NUM_TEXT) {
        column->first_text_line = column->n_texts++ ? column->first_text_line : line;
        ++*n_texts;
        return NAN;
    }
    column->has_number = true;
    ++*n_numbers;
    return value;
}

static enum phase row_phase(const struct delimited *d, const struct table_row *row, size_t n_cells)
{
    return d->phase < n_cells ? phase_of(row->cells[d->phase].text, row->cells[d->phase].length)
                              : PHASE_NONE;
}

/* Names the metrics of columns whose first number has come. */
static void name_metrics(struct delimited *d, enum phase phase, size_t n_cells)
{
    size_t *metrics = d->metrics[phase];
    for (size_t i = 0; i < n_cells; i++) {
        if (metrics[i] != NOT_YET || (isnan(d->values[i]) && !num_is_written_nan(d->values[i])))
            continue;
        const char *name = phase_name(&d->arena, phase, d->columns[i].name);
        metrics[i] = log_metric(d->builder, name, strlen(name));
        d->columns[i].has_number = true;
        d->n_not_yet[phase]--;
    }
}

/* Hands on the row whose values stand in d->values. */
static void add_row(struct delimited *d, size_t line, double step, double epoch, enum phase phase,
                    size_t n_cells)
{
    if (d->lengths < n_cells && d->values[d->lengths] > 0)
        step = d->sum += d->values[d->lengths];
    log_row(d->builder, step, epoch, line);
    if (d->n_not_yet[phase])
        name_metrics(d, phase, n_cells);
    log_values(d->builder, n_cells, d->metrics[phase], d->values);
    d->n_rows++;
}

/* A row of plain numbers, the common case. */
static void add_numbers(struct delimited *d, size_t line)
{
    double step = d->step == NO_COLUMN ? (double)NAN : d->values[d->step];
    double epoch = d->epoch == NO_COLUMN ? (double)NAN : d->values[d->epoch];
    add_row(d, line, step, epoch, PHASE_NONE, d->n_columns);
}

static void read_row(struct delimited *d, const struct table_row *row, size_t n_cells)
{
    bool ok = true;
    double step = axis_value(d, row, d->step, &ok), epoch = axis_value(d, row, d->epoch, &ok);
    if (!ok) {
        log_skip_line(d->builder, row->line, 0, "the step or epoch is not a number");
        return;
    }
    size_t n_numbers = !isnan(step) + !isnan(epoch), n_texts = 0;
    for (size_t i = 0; i < n_cells; i++)
        d->values[i] = d->columns[i].is_skipped
                           ? NAN
                           : cell_value(d, i, &row->cells[i], row->line, &n_numbers, &n_texts);
    if (!n_numbers && n_texts) {
        log_skip_line(d->builder, row->line, 0, "no number in it");
        return;
    }
    add_row(d, row->line, step, epoch, row_phase(d, row, n_cells), n_cells);
}

/* Too many cells: which value is which metric's is anyone's guess. Too few: what lacks is missing,
 * as in files whose header was widened in mid-run. */
static void take_row(struct delimited *d, const struct table_row *row, bool truncated)
{
    size_t n_cells = row->n_cells;
    while (n_cells > d->n_columns && !row->cells[n_cells - 1].length)
        n_cells--;
    if (truncated && n_cells < d->n_columns) {
        log_skip_truncated(d->builder, row->line);
        return;
    }
    if (n_cells > d->n_columns) {
        log_skip_line(d->builder, row->line, 0, "more cells than the header has columns");
        return;
    }
    if (n_cells < d->n_columns)
        d->first_short = d->n_short++ ? d->first_short : row->line;
    read_row(d, row, n_cells);
}

/* From the length of the next line; columns that are blank in most rows make it too much. */
static void guess_size(struct delimited *d, struct table_scanner *scanner)
{
    enum { LEAST_CELL_BYTES = 4 };
    size_t n_left, n_line = table_line_bytes(scanner, &n_left), n_metrics = 0;
    for (size_t i = 0; i < d->n_columns; i++)
        n_metrics += !d->columns[i].is_skipped;
    if (n_line < d->n_columns || n_left < 1 << 14)
        return;
    size_t n_rows = n_left / n_line + n_left / n_line / 8 + 1, n_values = n_rows * n_metrics;
    log_expect(d->builder, n_rows,
               n_values < n_left / LEAST_CELL_BYTES ? n_values : n_left / LEAST_CELL_BYTES);
}

static void say_texts(struct delimited *d, const struct delimited_column *column)
{
    /* A delimiter that ends every line makes a last column of nothing. */
    bool is_nothing = column == &d->columns[d->n_columns - 1] &&
                      !d->header.cells[d->n_columns - 1].length && d->n_columns > 1;
    if (is_nothing)
        return;
    if (column->unused)
        log_add_unused(d->builder, column->name, column->unused);
    else if (column->n_texts && !column->has_number)
        log_add_unused(d->builder, column->name, "text");
    else if (column->n_texts)
        diags_add(d->diags, DIAG_WARNING, at_line(d, column->first_text_line),
                  "column '%s' holds text instead of a number (%zu cells); read as missing",
                  column->name, column->n_texts);
}

/* From here on the rows have these columns. */
static void change_header(struct delimited *d, const struct table_row *row)
{
    size_t n_before = d->n_columns;
    for (size_t i = 0; i < d->n_columns; i++)
        say_texts(d, &d->columns[i]);
    delimited_set_header(d, row);
    log_new_segment(d->builder, row->line);
    diags_add(d->diags, DIAG_NOTE, at_line(d, row->line),
              "another header: %zu columns from here on, %zu before", d->n_columns, n_before);
}

static void read_rows(struct delimited *d, struct table_scanner *scanner)
{
    guess_size(d, scanner);
    struct table_row row;
    bool truncated;
    size_t n_in_vain = 0, line; /* a column of text makes every try vain */
    for (;;) {
        if (n_in_vain < VAIN_TRIES_MAX && d->phase == NO_COLUMN) {
            if (table_next_numbers(scanner, d->n_columns, d->values, &line)) {
                add_numbers(d, line);
                n_in_vain -= n_in_vain > 0;
                continue;
            }
            n_in_vain += 2;
        }
        if (!table_next_row(scanner, &row, &truncated))
            return;
        if (same_cell(&row.cells[0], &d->header.cells[0]) && is_header_again(d, &row))
            log_new_segment(d->builder, row.line);
        else if (delimited_is_other_header(d, &row))
            change_header(d, &row);
        else
            take_row(d, &row, truncated);
    }
}

static void say_what_was_seen(struct delimited *d)
{
    for (size_t i = 0; i < d->n_columns; i++)
        say_texts(d, &d->columns[i]);
    if (d->n_short)
        diags_add(
            d->diags, DIAG_WARNING, at_line(d, d->first_short),
            "rows with fewer cells than the header has columns: %zu; the rest counts as missing",
            d->n_short);
    const struct reader_options *options = d->input->options;
    bool found = options && options->step && d->step != NO_COLUMN &&
                 !strcmp(d->columns[d->step].name, options->step);
    if (options && options->step && d->n_rows > 1 && !found)
        diags_add(d->diags, DIAG_WARNING, at_line(d, d->header.line),
                  "no column '%s'; the step is %s", options->step,
                  d->step == NO_COLUMN ? "the number of the row" : d->columns[d->step].name);
}

/* Looks at the row below the header as well. */
static const char *header_fault(const char *bytes, size_t n_bytes, char delimiter, size_t *line)
{
    struct table_scanner *scanner = table_scanner_new(bytes, n_bytes, delimiter);
    struct table_row header, below;
    bool truncated;
    const char *fault = NULL;
    if (table_next_row(scanner, &header, &truncated)) {
        struct table_cell *cells = mem_array(header.n_cells, sizeof *cells);
        memcpy(cells, header.cells, header.n_cells * sizeof *cells);
        header.cells = cells;
        *line = header.line;
        if (!table_has_unescaped(scanner) && table_next_row(scanner, &below, &truncated))
            fault = delimited_header_fault(&header, &below);
        free(cells);
    }
    table_scanner_free(scanner);
    return fault;
}

static bool header_is_one(struct delimited *d)
{
    size_t line = 0;
    const char *fault = header_fault(d->input->bytes, d->input->n_bytes, d->delimiter, &line);
    if (fault)
        diags_add(d->diags, DIAG_ERROR, at_line(d, line), "%s", fault);
    return !fault;
}

static bool find_header(struct delimited *d, struct table_scanner *scanner)
{
    struct table_row row;
    bool truncated;
    if (!table_next_row(scanner, &row, &truncated)) {
        if (!table_too_wide_line(scanner))
            diags_add(d->diags, DIAG_ERROR, at_line(d, 0), "no row in it");
        return false;
    }
    if (delimited_has_text(&row)) {
        delimited_set_header(d, &row);
        return header_is_one(d);
    }
    if (!delimited_header_from_comment(d, scanner, &row)) {
        diags_add(d->diags, DIAG_ERROR, at_line(d, row.line),
                  "no header: the first row holds no name of a column; put a line with one name a "
                  "column above it");
        return false;
    }
    take_row(d, &row, truncated);
    return true;
}

bool delimited_read(const struct reader_input *input, struct log_builder *builder,
                    struct diags *diags)
{
    struct delimited d = {.input = input, .builder = builder, .diags = diags};
    const char *wanted = input->options ? input->options->delimiter : NULL;
    struct table_scanner *scanner =
        table_scanner_new(input->bytes, input->n_bytes, wanted ? wanted[0] : '\0');
    arena_init(&d.arena);
    d.delimiter = table_delimiter(scanner);
    bool ok = find_header(&d, scanner);
    if (ok) {
        read_rows(&d, scanner);
        say_what_was_seen(&d);
    }
    if (table_too_wide_line(scanner)) {
        diags_add(diags, DIAG_ERROR, at_line(&d, table_too_wide_line(scanner)),
                  "more than %d cells in one row", TABLE_CELLS_MAX);
        ok = false;
    }
    arena_done(&d.arena);
    table_scanner_free(scanner);
    return ok;
}

/* A header with text in it, then a row of as many cells with a number in it. */
int delimited_recognise(const struct reader_input *input)
{
    enum { LOOK_BYTES = 1 << 20, SURE_OF_FAULT = 70 };
    size_t n = input->n_bytes < LOOK_BYTES ? input->n_bytes : LOOK_BYTES;
    if (memchr(input->bytes, '\0', n) || !n || input->bytes[0] == '{' || input->bytes[0] == '[')
        return 0;
    const char *wanted = input->options ? input->options->delimiter : NULL;
    struct table_scanner *scanner = table_scanner_new(input->bytes, n, wanted ? wanted[0] : '\0');
    struct table_row row;
    bool truncated;
    int sure = 0;
    if (table_next_row(scanner, &row, &truncated)) {
        size_t n_cells = row.n_cells;
        bool names = delimited_has_text(&row);
        bool more = table_next_row(scanner, &row, &truncated);
        double value;
        bool number = false;
        for (size_t i = 0; more && i < row.n_cells; i++)
            number = number ||
                     cell_number(row.cells[i].text, row.cells[i].length, &value) == NUM_FINITE ||
                     number_is_marked(row.cells[i].text, row.cells[i].length);
        sure = !number                  ? (n_cells > 2 && !more ? 20 : 0)
               : row.n_cells != n_cells ? 30
               : n_cells == 1           ? 15
                                        : 60 + 10 * names;
    }
    size_t line;
    if (sure && sure < SURE_OF_FAULT &&
        header_fault(input->bytes, n, table_delimiter(scanner), &line))
        sure = SURE_OF_FAULT;
    table_scanner_free(scanner);
    return sure;
}
