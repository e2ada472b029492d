/* Names of columns, and whole tables. */
#include "logs/table.h"

#include "base/mem.h"
#include "base/num.h"
#include "logs/number_marks.h"

#include <stdlib.h>
#include <string.h>

bool table_is_unnamed(const struct table_cell *cell)
{
    static const char pandas[] = "Unnamed: ";
    return !cell->length ||
           (cell->length >= sizeof pandas - 1 && !memcmp(cell->text, pandas, sizeof pandas - 1));
}

struct numbered_name {
    const char *name;
    size_t column;
};

static int compare_names(const void *a, const void *b)
{
    const struct numbered_name *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->column > y->column) - (x->column < y->column);
}

/* Sorting finds the repeats, so that a header of 100,000 columns takes no quadratic time. */
static void number_repeats(struct arena *arena, const char **names, size_t n)
{
    struct numbered_name *sorted = mem_array(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct numbered_name){names[i], i};
    qsort(sorted, n, sizeof *sorted, compare_names);
    size_t count = 1;
    for (size_t i = 1; i < n; i++) {
        count = strcmp(sorted[i].name, sorted[i - 1].name) ? 1 : count + 1;
        if (count > 1)
            names[sorted[i].column] = arena_printf(arena, "%s (%zu)", sorted[i].name, count);
    }
    free(sorted);
}

const char **table_header(struct arena *arena, const struct table_row *row)
{
    const char **names = arena_alloc(arena, row->n_cells + 1, sizeof *names);
    for (size_t i = 0; i < row->n_cells; i++) {
        const struct table_cell *cell = &row->cells[i];
        names[i] = table_is_unnamed(cell) ? arena_printf(arena, "column %zu", i + 1)
                                          : arena_strndup(arena, cell->text, cell->length);
    }
    number_repeats(arena, names, row->n_cells);
    return names;
}

struct table_parsing {
    const char *path, *bytes;
    size_t n_bytes;
    struct diags *diags;
    struct data_table *table;
    size_t capacity;
    size_t n_short, first_short, n_long, first_long;
};

static void keep_row(struct table_parsing *parse, const struct table_row *row)
{
    struct data_table *t = parse->table;
    size_t n_cells = row->n_cells;
    while (n_cells > t->n_columns && !row->cells[n_cells - 1].length)
        n_cells--;
    if (n_cells > t->n_columns) {
        parse->first_long = parse->n_long++ ? parse->first_long : row->line;
        return;
    }
    if (n_cells < t->n_columns)
        parse->first_short = parse->n_short++ ? parse->first_short : row->line;
    struct table_cell *cells = arena_alloc(&t->arena, n_cells + 1, sizeof *cells);
    for (size_t i = 0; i < n_cells; i++) {
        cells[i] = row->cells[i];
        /* Unescaped text is the scanner's, and gone with the next row. */
        if (cells[i].text < parse->bytes || cells[i].text > parse->bytes + parse->n_bytes)
            cells[i].text = arena_strndup(&t->arena, cells[i].text, cells[i].length);
    }
    t->rows = mem_grow(t->rows, t->n_rows, &parse->capacity, sizeof *t->rows);
    t->rows[t->n_rows++] = (struct table_row){cells, n_cells, row->line};
}

static void say_ragged(const struct table_parsing *parse)
{
    if (parse->n_short)
        diags_add(
            parse->diags, DIAG_WARNING, (struct diag_place){parse->path, parse->first_short, 0},
            "rows with fewer cells than the header has columns: %zu; the rest counts as missing",
            parse->n_short);
    if (parse->n_long)
        diags_add(parse->diags, DIAG_WARNING,
                  (struct diag_place){parse->path, parse->first_long, 0},
                  "more cells than the header has columns (%zu rows); left out", parse->n_long);
}

/* Cells of a column with decimal commas or marks between thousands become plain numbers. */
static void restyle(struct table_parsing *parse, size_t column, enum number_style style)
{
    struct data_table *t = parse->table;
    for (size_t r = 0; r < t->n_rows; r++) {
        struct table_cell *cell = (struct table_cell *)&t->rows[r].cells[column];
        char text[NUM_TEXT_MAX];
        double value;
        if (column >= t->rows[r].n_cells ||
            !number_read_styled(cell->text, cell->length, style, &value))
            continue;
        cell->length = num_write(text, value);
        cell->text = arena_strndup(&t->arena, text, cell->length);
    }
    diags_add(parse->diags, DIAG_NOTE, (struct diag_place){.file = parse->path},
              "column '%s' has %s; read as such", t->names[column],
              style == NUMBER_DECIMAL_COMMA ? "decimal commas" : "marks between thousands");
}

static void read_marked(struct table_parsing *parse, char delimiter)
{
    struct data_table *t = parse->table;
    struct number_marks *marks = mem_zeroed(t->n_columns + 1, sizeof *marks);
    bool decimal = false;
    for (size_t r = 0; r < t->n_rows; r++)
        for (size_t c = 0; c < t->rows[r].n_cells; c++)
            number_marks_note(&marks[c], t->rows[r].cells[c].text, t->rows[r].cells[c].length);
    for (size_t c = 0; c < t->n_columns; c++)
        decimal = decimal ||
                  number_marks_decide(&marks[c], delimiter != ',', false) == NUMBER_DECIMAL_COMMA;
    for (size_t c = 0; c < t->n_columns; c++) {
        enum number_style style = number_marks_decide(&marks[c], delimiter != ',', decimal);
        if (style != NUMBER_PLAIN)
            restyle(parse, c, style);
    }
    free(marks);
}

static bool parse_rows(struct table_parsing *parse, struct table_scanner *scanner)
{
    struct table_row row;
    bool truncated;
    if (!table_next_row(scanner, &row, &truncated))
        return false;
    parse->table->n_columns = row.n_cells;
    parse->table->names = table_header(&parse->table->arena, &row);
    while (table_next_row(scanner, &row, &truncated))
        keep_row(parse, &row);
    read_marked(parse, table_delimiter(scanner));
    say_ragged(parse);
    return !table_too_wide_line(scanner);
}

bool table_parse(const char *path, const char *bytes, size_t n_bytes, char delimiter,
                 struct data_table *table, struct diags *diags)
{
    *table = (struct data_table){0};
    struct table_parsing parse = {path, bytes, n_bytes, diags, table, 0, 0, 0, 0, 0};
    struct table_scanner *scanner = table_scanner_new(bytes, n_bytes, delimiter);
    bool ok = parse_rows(&parse, scanner);
    size_t line = table_too_wide_line(scanner);
    if (!ok && line)
        diags_add(diags, DIAG_ERROR, (struct diag_place){path, line, 0},
                  "more than %d cells in one row", TABLE_CELLS_MAX);
    else if (!ok)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path}, "no row in the table");
    table_scanner_free(scanner);
    if (!ok)
        table_done(table);
    return ok;
}

void table_done(struct data_table *table)
{
    free(table->rows);
    arena_done(&table->arena);
    *table = (struct data_table){0};
}

size_t table_column(const struct data_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (!strcmp(table->names[i], name))
            return i;
    return (size_t)-1;
}
