/* Inside of the reader for delimited text: delimited_header.c finds out what the columns are,
 * delimited.c reads the rows. */
#ifndef LOGVAR_LOGS_DELIMITED_COLUMNS_H
#define LOGVAR_LOGS_DELIMITED_COLUMNS_H

#include "logs/axis.h"
#include "logs/number_marks.h"
#include "logs/table.h"

#define NO_COLUMN ((size_t)-1)
#define NO_METRIC LOG_NO_METRIC
#define NOT_YET (LOG_NO_METRIC - 1) /* no number has come */

struct delimited_column {
    const char *name;
    const char *unused; /* why it is not a metric, or NULL */
    bool is_skipped, has_number;
    size_t n_texts, first_text_line;
    enum number_style style;
};

struct delimited {
    const struct reader_input *input;
    struct log_builder *builder;
    struct diags *diags;
    struct arena arena;
    struct table_row header;
    struct delimited_column *columns;
    size_t n_columns;
    size_t step, epoch, phase; /* columns, NO_COLUMN if none */
    size_t lengths; /* column whose running sum is the step (monitor.csv), or NO_COLUMN */
    double sum;
    double *values; /* of one row, by column */
    /* By phase, the metrics by column: NO_METRIC where the column is none, NOT_YET before its first
     * number; n_not_yet counts the latter. */
    size_t *metrics[N_PHASES], n_not_yet[N_PHASES];
    size_t n_rows, n_short, first_short;
    char delimiter;
    bool styled; /* the columns' styles of numbers are decided */
};

/* Takes the header's cells and sets up the columns: names, roles, conventions of known files. */
void delimited_set_header(struct delimited *d, const struct table_row *row);
/* The first cell with a decimal comma or a mark between thousands: decides how each column writes its
 * numbers, from the whole file, and says so. */
void delimited_decide_styles(struct delimited *d);
/* Whether the row names columns, most of those that the header has: another header. */
bool delimited_is_other_header(const struct delimited *d, const struct table_row *row);
/* What is wrong with a header that is none, or NULL: numbers for names, or the first row glued to it.
 * `below` is the row that follows. */
const char *delimited_header_fault(const struct table_row *header, const struct table_row *below);
/* A header in a comment ("# epoch,loss") counts when the first row is numbers only. */
bool delimited_header_from_comment(struct delimited *d, struct table_scanner *scanner,
                                   const struct table_row *first);
/* Whether a cell of the row is not a number in any form. */
bool delimited_has_text(const struct table_row *row);

#endif
