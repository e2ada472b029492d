/* The matrix of the Calibration view: arms by adjusters. */
#ifndef LOGVAR_VIEWS_CALIBRATION_H
#define LOGVAR_VIEWS_CALIBRATION_H

#include "views/view.h"

/* Of each adjuster: what the synthetic null rejects, what follows from the variance reduction, and the
 * lowest corrected coverage over the sizes. */
enum matrix_figure { MATRIX_NULL, MATRIX_EXPECTED, MATRIX_COVERAGE, N_MATRIX_FIGURES };
enum { MATRIX_ARM, MATRIX_RAW, MATRIX_FIRST };

struct calibration_matrix {
    const struct view_context *context;
    char labels[REQUEST_ADJUSTERS_MAX][VIEW_ADJUSTER_LABEL_MAX + 2];
    struct table_column columns[MATRIX_FIRST + N_MATRIX_FIGURES * REQUEST_ADJUSTERS_MAX];
};

/* The table borrows the matrix. name_columns: of the arms' names. */
void calibration_make_matrix(const struct view_context *context, int name_columns,
                             struct calibration_matrix *matrix, struct table *table);
/* The adjuster of a column, as a place in the request; that in focus for the first columns. */
size_t calibration_matrix_adjuster(const struct view_context *context, size_t column);
/* What the marks mean, in one line. */
void calibration_add_legend(struct strbuf *out, bool ascii);

#endif
