/* Metrics that count epochs in the column of the steps. */
#include "logs/log_builder.h"

#include "base/mem.h"
#include "base/strbuf.h"

#include <math.h>
#include <stdlib.h>

/* Less of the file's rows than this may follow the metric's last value. */
#define ROWS_AFTER 0.1
enum { POINTS_LEAST = 3, NAMED = 4 };

static double step_of(const struct builder_column *column, const struct log_builder *b, size_t i)
{
    return b->steps[column->rows[i]];
}

/* 0, 1, 2, … or 1, 2, 3, …, without an epoch next to them. */
static bool counts_on(const struct log_builder *b, const struct builder_column *column)
{
    double first = column->n ? step_of(column, b, 0) : NAN;
    if (column->n < POINTS_LEAST || (first != 0 && first != 1))
        return false;
    for (size_t i = 0; i < column->n; i++)
        if (step_of(column, b, i) != first + (double)i || !isnan(b->epochs[column->rows[i]]))
            return false;
    return true;
}

/* The most values of a metric that goes on to the last step, and that step. */
static size_t longest(const struct log_builder *b, double *last)
{
    size_t most = 0;
    *last = -INFINITY;
    for (size_t r = 0; r < b->n_rows; r++)
        *last = fmax(*last, b->steps[r]);
    for (size_t m = 0; m < b->n_metrics; m++) {
        const struct builder_column *column = &b->columns[m];
        if (column->n > most && step_of(column, b, column->n - 1) * 2 > *last)
            most = column->n;
    }
    return most;
}

/* It comes to its end with the file, though its steps do not come to half of the file's. */
static bool is_epochs(const struct log_builder *b, const struct builder_column *column, double last,
                      size_t most)
{
    if (!counts_on(b, column) || column->n > most)
        return false;
    double end = step_of(column, b, column->n - 1);
    double row = (double)column->rows[column->n - 1] + 1;
    return 2 * end < last && row >= (1 - ROWS_AFTER) * (double)b->n_rows;
}

/* Rows that only such metrics have a value in. */
static size_t mark_rows(const struct log_builder *b, bool *marked, struct strbuf *names)
{
    double last;
    size_t most = longest(b, &last), n = 0;
    bool *others = mem_zeroed(b->n_rows + 1, sizeof *others);
    for (size_t m = 0; m < b->n_metrics; m++) {
        const struct builder_column *column = &b->columns[m];
        bool epochs = is_epochs(b, column, last, most);
        for (size_t i = 0; i < column->n; i++)
            (epochs ? marked : others)[column->rows[i]] = true;
        if (epochs && n < NAMED)
            strbuf_printf(names, "%s%s", n ? ", " : "", b->names[m]);
        n += epochs;
    }
    for (size_t r = 0; r < b->n_rows; r++)
        if (marked[r] && others[r])
            n = 0;
    free(others);
    return n;
}

void builder_part_epochs(struct log_builder *b)
{
    struct strbuf names;
    strbuf_init(&names);
    bool *marked = mem_zeroed(b->n_rows + 1, sizeof *marked);
    size_t n = mark_rows(b, marked, &names);
    for (size_t r = 0; n && r < b->n_rows; r++)
        if (marked[r]) {
            b->epochs[r] = b->steps[r];
            b->steps[r] = NAN;
        }
    if (n)
        diags_add(b->diags, DIAG_NOTE, (struct diag_place){.file = b->path},
                  "%s%s count epochs where the other metrics count steps: each is taken on its own "
                  "axis",
                  names.text, n > NAMED ? " and others" : "");
    free(marked);
    strbuf_done(&names);
}
