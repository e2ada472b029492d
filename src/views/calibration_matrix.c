#include "views/calibration.h"

#include "estimate/calibration.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

size_t calibration_matrix_adjuster(const struct view_context *context, size_t column)
{
    return column < MATRIX_FIRST ? context->focus->adjuster
                                 : (column - MATRIX_FIRST) / N_MATRIX_FIGURES;
}

static const struct arm *row_arm(const struct calibration_matrix *matrix, size_t row)
{
    return &matrix->context->study->arms[matrix->context->request->arms[row]];
}

static const struct null_row *null_of(const struct calibration_matrix *matrix, size_t row,
                                      size_t column)
{
    const struct view_context *context = matrix->context;
    size_t adjuster = calibration_matrix_adjuster(context, column);
    if (!context->snapshot || adjuster >= context->request->n_adjusters)
        return NULL;
    return snapshot_null(context->snapshot, row_arm(matrix, row),
                         context->request->adjusters[adjuster]);
}

/* The size at which the corrected adjusted interval covers least, where there is something to test. */
static const struct coverage_row *least_coverage(const struct calibration_matrix *matrix,
                                                 size_t row, size_t column)
{
    const struct view_context *context = matrix->context;
    const struct snapshot *snapshot = context->snapshot;
    const struct coverage_row *least = NULL;
    size_t adjuster = calibration_matrix_adjuster(context, column);
    for (size_t i = 0; snapshot && i < snapshot->n_coverage; i++) {
        const struct coverage_row *coverage = &snapshot->coverage[i];
        if (coverage->arm != row_arm(matrix, row) || coverage->status != ESTIMATE_OK ||
            coverage->n == coverage->arm->n_runs ||
            !adjuster_equal(coverage->adjuster, context->request->adjusters[adjuster]))
            continue;
        if (!least || coverage->corrected_adjusted < least->corrected_adjusted)
            least = coverage;
    }
    return least;
}

static double matrix_number(void *user, size_t row, size_t column)
{
    const struct calibration_matrix *matrix = user;
    const struct null_row *null = null_of(matrix, row, column);
    bool ok = null && null->status == ESTIMATE_OK;
    if (column == MATRIX_ARM)
        return NAN;
    if (column == MATRIX_RAW)
        return ok ? null->raw_rejection : NAN;
    switch ((enum matrix_figure)((column - MATRIX_FIRST) % N_MATRIX_FIGURES)) {
    case MATRIX_NULL:
        return ok ? null->adjusted_rejection : NAN;
    case MATRIX_EXPECTED:
        return ok ? null->expected_rejection : NAN;
    default: {
        const struct coverage_row *least = least_coverage(matrix, row, column);
        return least ? least->corrected_adjusted : NAN;
    }
    }
}

/* "↑" where it rejects too often, "↓" where it covers too seldom: marks of their own, since "!" says
 * exploratory and nothing else. */
static const char *mark_of(const struct calibration_matrix *matrix, size_t row, size_t column)
{
    double level = matrix->context->request->settings.level;
    if (column < MATRIX_FIRST)
        return "";
    switch ((enum matrix_figure)((column - MATRIX_FIRST) % N_MATRIX_FIGURES)) {
    case MATRIX_NULL:
        return null_side(null_of(matrix, row, column), level) > 0 ? "↑" : " ";
    case MATRIX_COVERAGE: {
        const struct coverage_row *least = least_coverage(matrix, row, column);
        return least && coverage_side(least, level) < 0 ? "↓" : " ";
    }
    default:
        return "";
    }
}

static void matrix_cell(void *user, size_t row, size_t column, struct strbuf *text,
                        enum style *style)
{
    const struct calibration_matrix *matrix = user;
    if (column == MATRIX_ARM) {
        strbuf_puts(text, row_arm(matrix, row)->label);
        return;
    }
    const struct null_row *null = null_of(matrix, row, column);
    const char *mark = mark_of(matrix, row, column);
    if (!null || null->n_done < null->n_wanted)
        *style = STYLE_DIM;
    view_add_number(text, 100 * matrix_number(user, row, column), 1);
    strbuf_puts(text, mark);
    if (*mark && *mark != ' ')
        *style = STYLE_LOSS;
}

static uint64_t matrix_identity(void *user, size_t row)
{
    const struct calibration_matrix *matrix = user;
    return matrix->context->request->arms[row];
}

void calibration_make_matrix(const struct view_context *context, int name_columns,
                             struct calibration_matrix *matrix, struct table *table)
{
    static const char *const units[N_MATRIX_FIGURES] = {"null %", "from VR", "cover %"};
    const struct request *request = context->request;
    size_t n = MATRIX_FIRST;
    *matrix = (struct calibration_matrix){.context = context};
    matrix->columns[MATRIX_ARM] = (struct table_column){"arm", NULL, name_columns, true};
    matrix->columns[MATRIX_RAW] = (struct table_column){"raw", "null %", 6, false};
    for (size_t a = 0; a < request->n_adjusters; a++) {
        view_adjuster_label(request->adjusters[a], matrix->labels[a]);
        size_t length = strlen(matrix->labels[a]);
        if (view_exploratory(context, a) != EXPLORATORY_NO)
            snprintf(matrix->labels[a] + length, sizeof matrix->labels[a] - length, "!");
        for (int f = 0; f < N_MATRIX_FIGURES; f++)
            matrix->columns[n++] = (struct table_column){f ? "" : matrix->labels[a], units[f], 7,
                                                         false, .rule = f == 0};
    }
    *table = (struct table){.n_rows = request->n_adjusters ? request->n_arms : 0,
                            .n_columns = n,
                            .columns = matrix->columns,
                            .user = matrix,
                            .cell = matrix_cell,
                            .number = matrix_number,
                            .identity = matrix_identity,
                            .filter = context->filter,
                            .find = context->find,
                            .settled = context->snapshot && context->snapshot->finished,
                            .version = context->generation,
                            .empty = request->n_adjusters ? "no arm is ticked"
                                                          : "no adjuster is ticked"};
}

void calibration_add_legend(struct strbuf *out, bool ascii)
{
    strbuf_printf(out,
                  "%s rejects too often  %s covers too seldom  ! exploratory  from VR: what the "
                  "reduction predicts",
                  ascii ? "^" : "↑", ascii ? "v" : "↓");
}
