#include "logs/delimited_columns.h"

#include "logs/cell.h"
#include "logs/file_name.h"

#include <limits.h>
#include <string.h>

bool delimited_has_text(const struct table_row *row)
{
    double value;
    for (size_t i = 0; i < row->n_cells; i++)
        if (cell_number(row->cells[i].text, row->cells[i].length, &value) == NUM_TEXT &&
            !number_is_marked(row->cells[i].text, row->cells[i].length))
            return true;
    return false;
}

/* Header cells outlive the scanner's row. */
static void keep_header(struct delimited *d, const struct table_row *row)
{
    struct table_cell *cells = arena_alloc(&d->arena, row->n_cells, sizeof *cells);
    for (size_t i = 0; i < row->n_cells; i++) {
        cells[i] = row->cells[i];
        cells[i].text = arena_strndup(&d->arena, cells[i].text, cells[i].length);
    }
    d->header = (struct table_row){cells, row->n_cells, row->line};
    d->n_columns = row->n_cells;
}

static void choose_axis(struct delimited *d, enum axis_role role, size_t *column)
{
    unsigned best = UINT_MAX;
    *column = NO_COLUMN;
    for (size_t i = 0; i < d->n_columns; i++) {
        struct axis_name axis = axis_of(d->input->options, d->columns[i].name);
        if (axis.role == role && axis.rank < best) {
            best = axis.rank;
            *column = i;
        }
    }
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), n_end = strlen(end);
    return n >= n_end && !strcmp(s + n - n_end, end);
}

static const char *why_unused(const struct delimited *d, size_t i)
{
    static const char *const reasons[] = {NULL, "a counter; another one is the step",
                                          "a counter; another one is the epoch", "a clock"};
    if (i == d->step || i == d->epoch)
        return NULL;
    if (table_is_unnamed(&d->header.cells[i]))
        return i ? "no name" : "row index";
    if (ends_with(d->columns[i].name, "__MIN") || ends_with(d->columns[i].name, "__MAX") ||
        ends_with(d->columns[i].name, " - _step"))
        return "what an export adds to a metric";
    return reasons[axis_of(d->input->options, d->columns[i].name).role];
}

static bool is_named(const struct delimited *d, size_t column, const char *name)
{
    return column < d->n_columns && !strcmp(d->columns[column].name, name);
}

/* TensorBoard's download and DVCLive have one metric per file, which the file's name gives. DVCLive
 * puts the part before a '/' into a folder, so the column's own name may be only the end of it. */
static void name_by_file(struct delimited *d)
{
    const char *metric = file_name_metric(&d->arena, d->input->name);
    struct delimited_column *last = &d->columns[d->n_columns - 1];
    bool is_download = d->n_columns == 3 && is_named(d, 0, "Wall time") && is_named(d, 1, "Step") &&
                       is_named(d, 2, "Value");
    bool is_dvclive = d->n_columns >= 2 && d->n_columns <= 3 && d->step == d->n_columns - 2;
    if (metric && (is_download || (is_dvclive && ends_with(metric, last->name))))
        last->name = metric;
}

/* Files whose columns mean something by convention. */
static void apply_conventions(struct delimited *d)
{
    /* An episode a row: the step is how many steps all episodes so far took. */
    bool is_monitor = is_named(d, 0, "r") && is_named(d, 1, "l") && is_named(d, 2, "t");
    d->lengths = is_monitor && d->step == NO_COLUMN ? 1 : NO_COLUMN;
    if (is_monitor)
        d->columns[2].unused = "a clock";
    name_by_file(d);
}

static void set_up_metrics(struct delimited *d, int phase)
{
    size_t *metrics = arena_alloc(&d->arena, d->n_columns, sizeof *metrics);
    for (size_t i = 0; i < d->n_columns; i++) {
        metrics[i] = d->columns[i].is_skipped ? NO_METRIC : NOT_YET;
        d->n_not_yet[phase] += !d->columns[i].is_skipped;
    }
    d->metrics[phase] = metrics;
}

static void set_up_columns(struct delimited *d)
{
    const char **names = table_header(&d->arena, &d->header);
    d->columns = arena_alloc(&d->arena, d->n_columns, sizeof *d->columns);
    d->values = arena_alloc(&d->arena, d->n_columns, sizeof *d->values);
    for (size_t i = 0; i < d->n_columns; i++)
        d->columns[i] = (struct delimited_column){.name = names[i]};
    choose_axis(d, AXIS_STEP, &d->step);
    choose_axis(d, AXIS_EPOCH, &d->epoch);
    d->phase = NO_COLUMN;
    for (size_t i = d->n_columns; i-- > 0;)
        if (phase_is_column(names[i]))
            d->phase = i;
    for (size_t i = 0; i < d->n_columns; i++)
        d->columns[i].unused = why_unused(d, i);
    apply_conventions(d);
    for (size_t i = 0; i < d->n_columns; i++)
        d->columns[i].is_skipped = d->columns[i].unused || i == d->step || i == d->epoch;
    memset(d->n_not_yet, 0, sizeof d->n_not_yet);
    for (int phase = 0; phase < N_PHASES; phase++)
        set_up_metrics(d, phase);
    d->styled = false;
}

void delimited_set_header(struct delimited *d, const struct table_row *row)
{
    keep_header(d, row);
    set_up_columns(d);
}

bool delimited_header_from_comment(struct delimited *d, struct table_scanner *scanner,
                                   const struct table_row *first)
{
    struct table_cell comment = table_comment(scanner);
    if (!comment.length)
        return false;
    struct table_scanner *again =
        table_scanner_new(comment.text, comment.length, table_delimiter(scanner));
    struct table_row row;
    bool truncated, found = table_next_row(again, &row, &truncated) &&
                            row.n_cells == first->n_cells && delimited_has_text(&row);
    if (found)
        delimited_set_header(d, &row);
    table_scanner_free(again);
    return found;
}
