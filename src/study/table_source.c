#include "study/table_source.h"

#include "base/text.h"

struct diag_place table_source_place(const struct table_source *source, struct manifest_place place)
{
    return (struct diag_place){source->draft->study->path, place.line, place.column};
}

size_t table_source_column(struct table_source *source, const char *name,
                           struct manifest_place place)
{
    size_t column = table_column(source->table, name);
    if (column != NO_COLUMN)
        return column;
    const char *near = text_nearest(name, source->table->names, source->table->n_columns);
    diags_add(source->draft->diags, DIAG_ERROR, table_source_place(source, place),
              "the table has no column '%s'%s%s%s", name, near ? "; the nearest is '" : "",
              near ? near : "", near ? "'" : "");
    return NO_COLUMN;
}

static size_t optional_column(struct table_source *source, const char *name)
{
    return name ? table_source_column(source, name, source->what->place) : NO_COLUMN;
}

static struct table_cell cell_at(const struct table_source *source, size_t row, size_t column)
{
    const struct table_row *cells = &source->table->rows[row];
    return column < cells->n_cells ? cells->cells[column] : (struct table_cell){.text = ""};
}

const char *table_source_text(const struct table_source *source, size_t row, size_t column,
                              const char *otherwise)
{
    if (column == NO_COLUMN)
        return otherwise;
    struct table_cell cell = cell_at(source, row, column);
    return arena_strndup(&source->draft->study->arena, cell.text, cell.length);
}

enum num_kind table_source_number(const struct table_source *source, size_t row, size_t column,
                                  double *value)
{
    struct table_cell cell = cell_at(source, row, column);
    return num_read(cell.text, cell.length, value);
}

bool table_source_is_long(const struct table_source *source)
{
    return source->what->step || source->what->epoch;
}

static bool resolve(struct table_source *source)
{
    size_t n_before = source->draft->diags->n_errors;
    const struct manifest_table *what = source->what;
    source->arm = optional_column(source, what->arm);
    source->group = optional_column(source, what->group);
    source->run = optional_column(source, what->run);
    source->fold = optional_column(source, what->fold);
    source->step = optional_column(source, what->step);
    source->epoch = optional_column(source, what->epoch);
    if (table_source_is_long(source) && !what->run)
        diags_add(source->draft->diags, DIAG_ERROR, table_source_place(source, what->place),
                  "a table with one row per step needs the column with the run (run)");
    if (table_source_is_long(source) && what->fold)
        diags_add(source->draft->diags, DIAG_ERROR, table_source_place(source, what->place),
                  "folds can be given in a table with one row per run only");
    if (source->draft->diags->n_errors == n_before && !source->table->n_rows)
        diags_add(source->draft->diags, DIAG_ERROR, (struct diag_place){what->file, 0, 0},
                  "the table has no rows");
    return source->draft->diags->n_errors == n_before;
}

bool table_source_open(struct study_draft *draft, struct table_source *source)
{
    *source = (struct table_source){.draft = draft, .what = &draft->manifest->table};
    if (!table_file_open(source->what->file, draft->manifest->top.log.reader.delimiter,
                         &source->file, draft->diags))
        return false;
    source->table = &source->file.table;
    if (resolve(source))
        return true;
    table_source_close(source);
    return false;
}

void table_source_close(struct table_source *source)
{
    table_file_close(&source->file);
}
