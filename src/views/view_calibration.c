/* Calibration: does the adjusted interval keep its promise? First a matrix, arms by adjusters; Enter opens
 * one adjuster in words: above, the synthetic null of every arm
 * (two halves of one arm differ by chance alone, so rejections should come at the nominal rate);
 * below, for the arm under the cursor, how often the interval of n runs covers the mean of all
 * runs, next to what drawing without replacement makes of a perfect interval. */
#include "views/calibration.h"
#include "views/views.h"

#include "base/mem.h"
#include "base/num.h"
#include "estimate/calibration.h"
#include "tui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum null_column {
    NULL_ARM,
    NULL_RAW,
    NULL_RAW_SE,
    NULL_ADJUSTED,
    NULL_ADJUSTED_SE,
    NULL_EXPECTED,
    NULL_WORDS,
    N_NULL_COLUMNS
};
enum coverage_column {
    COVERAGE_N,
    COVERAGE_EXPECTED,
    COVERAGE_RAW,
    COVERAGE_ADJUSTED,
    COVERAGE_CORRECTED_RAW,
    COVERAGE_CORRECTED,
    COVERAGE_WORDS,
    N_COVERAGE_COLUMNS
};

enum { COVERAGE_ROWS_MAX = 24, NAME_COLUMNS_MAX = 28 };

struct calibration_state {
    bool detail; /* one adjuster in words, not the matrix */
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct calibration_state));
}

struct calibration_model {
    const struct view_context *context;
    struct adjuster adjuster;
    struct table_column columns[N_NULL_COLUMNS];
};

static const struct null_row *null_of(const struct calibration_model *model, size_t arm)
{
    const struct snapshot *snapshot = model->context->snapshot;
    const struct arm *of = &model->context->study->arms[arm];
    return snapshot ? snapshot_null(snapshot, of, model->adjuster) : NULL;
}

static size_t row_arm(const struct calibration_model *model, size_t row)
{
    return model->context->request->arms[row];
}

static double null_number(void *user, size_t row, size_t column)
{
    const struct calibration_model *model = user;
    const struct null_row *null = null_of(model, row_arm(model, row));
    if (!null || null->status != ESTIMATE_OK)
        return NAN;
    switch ((enum null_column)column) {
    case NULL_RAW:
        return null->raw_rejection;
    case NULL_RAW_SE:
        return null->raw_se;
    case NULL_ADJUSTED:
        return null->adjusted_rejection;
    case NULL_ADJUSTED_SE:
        return null->adjusted_se;
    case NULL_EXPECTED:
        return null->expected_rejection;
    default:
        return NAN;
    }
}

static void add_null_words(const struct calibration_model *model, const struct null_row *null,
                           struct strbuf *text, enum style *style)
{
    static const char *const words[] = {"rejects too seldom", "as it should be",
                                        "rejects too often"};
    if (!null || null->status == ESTIMATE_PENDING)
        return;
    if (null->status != ESTIMATE_OK) {
        strbuf_puts(text, estimate_status_text(null->status));
        return;
    }
    int side = null_side(null, model->context->request->settings.level);
    strbuf_puts(text, words[side + 1]);
    if (side > 0)
        *style = STYLE_LOSS;
}

static void null_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct calibration_model *model = user;
    const struct null_row *null = null_of(model, row_arm(model, row));
    if (null && null->n_done < null->n_wanted)
        *style = STYLE_DIM;
    if (column == NULL_ARM)
        strbuf_puts(text, model->context->study->arms[row_arm(model, row)].label);
    else if (column == NULL_WORDS)
        add_null_words(model, null, text, style);
    else
        view_add_number(text, 100 * null_number(user, row, column),
                        column == NULL_RAW_SE || column == NULL_ADJUSTED_SE ? 2 : 1);
    /* Said where the words do not fit, too. */
    if (column == NULL_ADJUSTED && null_side(null, model->context->request->settings.level) > 0) {
        strbuf_puts(text, "↑");
        *style = STYLE_LOSS;
    }
}

static uint64_t null_identity(void *user, size_t row)
{
    return row_arm(user, row);
}

static int label_columns(const struct view_context *context)
{
    int width = 8;
    for (size_t i = 0; i < context->request->n_arms; i++) {
        int n = (int)strlen(context->study->arms[context->request->arms[i]].label);
        width = n > width ? n : width;
    }
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

static void make_model(const struct view_context *context, struct calibration_model *model,
                       struct table *table)
{
    static const struct table_column columns[N_NULL_COLUMNS] = {
        [NULL_ARM] = {"arm", NULL, 0, true},         [NULL_RAW] = {"raw", "%", 5, false},
        [NULL_RAW_SE] = {"+-", "%", 5, false},       [NULL_ADJUSTED] = {"adjusted", "%", 8, false},
        [NULL_ADJUSTED_SE] = {"+-", "%", 5, false},  [NULL_EXPECTED] = {"from VR", "%", 7, false},
        [NULL_WORDS] = {"in words", NULL, 20, true},
    };
    *model = (struct calibration_model){.context = context};
    if (context->request->n_adjusters)
        model->adjuster = context->request->adjusters[context->focus->adjuster];
    memcpy(model->columns, columns, sizeof columns);
    model->columns[NULL_ARM].width = label_columns(context);
    *table = (struct table){.n_rows = context->request->n_adjusters ? context->request->n_arms : 0,
                            .n_columns = N_NULL_COLUMNS,
                            .columns = model->columns,
                            .user = model,
                            .cell = null_cell,
                            .number = null_number,
                            .identity = null_identity,
                            .filter = context->filter,
                            .settled = context->snapshot && context->snapshot->finished,
                            .version = context->generation,
                            .empty = context->request->n_adjusters ? "no arm is ticked"
                                                                   : "no adjuster is ticked"};
}

static size_t coverage_rows(const struct calibration_model *model, const struct arm *arm,
                            const struct coverage_row *rows[COVERAGE_ROWS_MAX])
{
    const struct snapshot *snapshot = model->context->snapshot;
    size_t n = 0;
    for (size_t i = 0; snapshot && i < snapshot->n_coverage && n < COVERAGE_ROWS_MAX; i++)
        if (snapshot->coverage[i].arm == arm &&
            adjuster_equal(snapshot->coverage[i].adjuster, model->adjuster))
            rows[n++] = &snapshot->coverage[i];
    return n;
}

static void coverage_values(const struct coverage_row *row, double values[N_COVERAGE_COLUMNS])
{
    values[COVERAGE_EXPECTED] = row->expected_raw;
    values[COVERAGE_RAW] = row->raw;
    values[COVERAGE_ADJUSTED] = row->adjusted;
    values[COVERAGE_CORRECTED_RAW] = row->corrected_raw;
    values[COVERAGE_CORRECTED] = row->corrected_adjusted;
}

static const char *coverage_words(const struct calibration_model *model,
                                  const struct coverage_row *row, enum style *style)
{
    static const char *const words[] = {"covers too seldom", "as it should be", "covers too often"};
    if (row->status != ESTIMATE_OK)
        return row->status == ESTIMATE_PENDING ? "" : estimate_status_text(row->status);
    if (row->n == row->arm->n_runs)
        return "all runs: nothing to test";
    int side = coverage_side(row, model->context->request->settings.level);
    if (side < 0)
        *style = STYLE_LOSS;
    return words[side + 1];
}

static void draw_coverage_row(const struct calibration_model *model, struct surface *surface,
                              int row, int column, int n_columns,
                              const struct coverage_row *figures)
{
    double values[N_COVERAGE_COLUMNS] = {0};
    enum style style = figures->n_done < figures->n_wanted ? STYLE_DIM : STYLE_TEXT;
    coverage_values(figures, values);
    surface_printf(surface, row, column, n_columns, style, "%4zu", figures->n);
    for (int c = COVERAGE_EXPECTED; c < COVERAGE_WORDS; c++) {
        struct strbuf text;
        strbuf_init(&text);
        view_add_number(&text, 100 * values[c], 1);
        surface_text_right(surface, row, column + 4 + (c - 1) * 9, 9, style, text.text);
        strbuf_done(&text);
    }
    const char *words = coverage_words(model, figures, &style);
    if (n_columns - 51 >= 16)
        surface_text(surface, row, column + 51, n_columns - 51, style, words);
}

static void draw_coverage(const struct calibration_model *model, struct surface *surface,
                          struct rect rect, const struct arm *arm)
{
    const struct coverage_row *rows[COVERAGE_ROWS_MAX];
    size_t n = coverage_rows(model, arm, rows);
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_HEADING,
                 "   n expected      raw adjusted    corrected");
    surface_text(surface, rect.row + 1, rect.column, rect.n_columns, STYLE_DIM,
                 "runs    raw %        %        %    raw %    adj %");
    for (size_t i = 0; i < n && (int)i + 2 < rect.n_rows; i++)
        draw_coverage_row(model, surface, rect.row + 2 + (int)i, rect.column, rect.n_columns,
                          rows[i]);
    if (!n)
        surface_text(surface, rect.row + 2, rect.column, rect.n_columns, STYLE_DIM,
                     "no figures yet");
}

static const struct arm *current_arm(const struct view_context *context,
                                     const struct calibration_model *model, struct table *table)
{
    table_prepare(table, context->table);
    if (context->table->current == TABLE_NO_ROW)
        return NULL;
    return &context->study->arms[row_arm(model, context->table->current)];
}

static void add_label(const struct view_context *context, struct strbuf *title)
{
    char label[VIEW_ADJUSTER_LABEL_MAX];
    if (!context->request->n_adjusters)
        return;
    view_adjuster_label(context->request->adjusters[context->focus->adjuster], label);
    strbuf_printf(title, ", %s", label);
    if (view_exploratory(context, context->focus->adjuster) != EXPLORATORY_NO)
        strbuf_puts(title, "! exploratory");
}

static struct rect upper(const struct view_context *context, struct rect rect)
{
    int wanted = (int)context->request->n_arms + 4;
    int n_rows = wanted < rect.n_rows / 2 ? wanted : rect.n_rows / 2;
    return (struct rect){rect.row, rect.column, n_rows < 5 ? 5 : n_rows, rect.n_columns};
}

static void draw_detail(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    struct calibration_model model;
    struct table table;
    struct strbuf title, place;
    make_model(context, &model, &table);
    strbuf_init(&place);
    struct rect top = upper(context, rect);
    struct rect bottom = {rect.row + top.n_rows, rect.column, rect.n_rows - top.n_rows,
                          rect.n_columns};
    strbuf_init(&title);
    strbuf_puts(&title, "Synthetic null: rejections");
    add_label(context, &title);
    char target[NUM_TEXT_MAX + 16], number[NUM_TEXT_MAX];
    num_write_fixed(number, 100 * (1 - context->request->settings.level), 1);
    snprintf(target, sizeof target, "should be %s %%", number);
    if (context->focused && context->request->n_arms + 4 > (size_t)top.n_rows) {
        strbuf_clear(&place);
        strbuf_printf(&place, "%s, ", target);
        table_add_position(&table, context->table, &place);
    } else {
        strbuf_puts(&place, target);
    }
    surface_frame(surface, top, context->focused, title.text, place.text);
    strbuf_done(&place);
    struct rect inner = layout_padded(top);
    struct rect before = surface_set_clip(surface, inner);
    table_draw(&table, context->table, surface, inner, context->focused);
    surface->clip = before;
    const struct arm *arm = current_arm(context, &model, &table);
    strbuf_clear(&title);
    strbuf_printf(&title, "Coverage of the mean of all runs%s%s", arm ? ", " : "",
                  arm ? arm->label : "");
    surface_frame(surface, bottom, false, title.text, NULL);
    inner = layout_padded(bottom);
    surface_set_clip(surface, inner);
    if (arm)
        draw_coverage(&model, surface, inner, arm);
    surface->clip = before;
    strbuf_done(&title);
}

static void follow_cursor(const struct view_context *context, const struct calibration_model *model,
                          struct table *table)
{
    const struct arm *arm = current_arm(context, model, table);
    if (arm)
        context->focus->arm = (size_t)(arm - context->study->arms);
}

/* ---- the matrix ---- */

static struct rect matrix_rect(struct rect rect)
{
    struct rect inner = layout_padded(rect);
    inner.n_rows -= inner.n_rows > 6;
    return inner;
}

static void draw_matrix(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    struct calibration_matrix matrix;
    struct table table;
    struct strbuf line;
    char number[NUM_TEXT_MAX];
    calibration_make_matrix(context, label_columns(context), &matrix, &table);
    num_write_fixed(number, 100 * (1 - context->request->settings.level), 1);
    strbuf_init(&line);
    strbuf_printf(&line, "null should be %s %%", number);
    surface_frame(surface, rect, context->focused, "Calibration: null and coverage", line.text);
    struct rect inner = matrix_rect(rect), before = surface_set_clip(surface, layout_padded(rect));
    table_draw(&table, context->table, surface, inner, context->focused);
    strbuf_clear(&line);
    calibration_add_legend(&line, surface->ascii);
    if (inner.n_rows < layout_padded(rect).n_rows)
        surface_text(surface, inner.row + inner.n_rows, inner.column, inner.n_columns, STYLE_DIM,
                     line.text);
    surface->clip = before;
    strbuf_done(&line);
}

/* The cell under the cursor is the arm and the adjuster in focus. */
static void follow_matrix(const struct view_context *context, const struct table *table)
{
    table_prepare(table, context->table);
    if (context->table->current != TABLE_NO_ROW)
        context->focus->arm = context->request->arms[context->table->current];
    size_t adjuster = calibration_matrix_adjuster(context, context->table->column);
    if (adjuster < context->request->n_adjusters)
        context->focus->adjuster = adjuster;
}

static bool act_matrix(const struct view_context *context, enum action action)
{
    struct calibration_state *state = context->state;
    struct calibration_matrix matrix;
    struct table table;
    calibration_make_matrix(context, label_columns(context), &matrix, &table);
    if (!table.n_rows)
        return false;
    if (action == ACTION_IN) {
        follow_matrix(context, &table);
        state->detail = true;
        context->table->column = 0;
        return true;
    }
    if (!table_act(&table, context->table, action))
        return false;
    follow_matrix(context, &table);
    return true;
}

static bool act(const struct view_context *context, enum action action)
{
    struct calibration_state *state = context->state;
    if (!state->detail)
        return act_matrix(context, action);
    if (action == ACTION_OUT) {
        state->detail = false;
        return true;
    }
    struct calibration_model model;
    struct table table;
    make_model(context, &model, &table);
    if (action == ACTION_NEXT_ADJUSTER || action == ACTION_PREVIOUS_ADJUSTER) {
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        return true;
    }
    if (!table_act(&table, context->table, action))
        return false;
    follow_cursor(context, &model, &table);
    return true;
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    const struct calibration_state *state = context->state;
    if (state->detail)
        draw_detail(context, surface, rect);
    else
        draw_matrix(context, surface, rect);
}

static bool click_matrix(const struct view_context *context, struct rect rect, int row, int column)
{
    struct calibration_matrix matrix;
    struct table table;
    calibration_make_matrix(context, label_columns(context), &matrix, &table);
    if (!table_click(&table, context->table, matrix_rect(rect), row, column))
        return false;
    follow_matrix(context, &table);
    return true;
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    const struct calibration_state *state = context->state;
    if (!state->detail)
        return click_matrix(context, rect, row, column);
    struct calibration_model model;
    struct table table;
    make_model(context, &model, &table);
    struct rect top = upper(context, rect);
    struct rect inner = layout_padded(top);
    if (!table_click(&table, context->table, inner, row, column))
        return false;
    follow_cursor(context, &model, &table);
    return true;
}

static void status(const struct view_context *context, struct strbuf *line)
{
    struct calibration_model model;
    struct table table;
    enum style ignored;
    make_model(context, &model, &table);
    const struct arm *arm = current_arm(context, &model, &table);
    const struct null_row *null =
        arm ? null_of(&model, (size_t)(arm - context->study->arms)) : NULL;
    if (!null)
        return;
    strbuf_printf(line, "%s: ", arm->label);
    if (null->status == ESTIMATE_OK) {
        strbuf_puts(line, "two halves of its runs differ in ");
        view_add_number(line, 100 * null->adjusted_rejection, 1);
        strbuf_puts(line, " % (raw ");
        view_add_number(line, 100 * null->raw_rejection, 1);
        strbuf_puts(line, " %); ");
        view_add_number(line, 100 * null->expected_rejection, 1);
        strbuf_puts(line, " % follows from VR ");
        view_add_percent(line, null->half_vr, 0);
        strbuf_puts(line, " %; ");
    }
    add_null_words(&model, null, line, &ignored);
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct calibration_model model;
    struct table table;
    make_model(context, &model, &table);
    const struct arm *arm = current_arm(context, &model, &table);
    if (!arm)
        return false;
    const struct null_row *null = null_of(&model, (size_t)(arm - context->study->arms));
    strbuf_printf(
        text,
        "The %zu runs of %s are split at random into two halves of %zu runs; each half is "
        "adjusted by itself and a Welch interval of their difference is made. The truth is "
        "zero, so an interval that leaves zero out is a false alarm.\n",
        arm->n_runs, arm->label, arm->n_runs / 2);
    if (null && null->status == ESTIMATE_OK) {
        strbuf_printf(text, "In %zu splits the raw interval did so in ", null->n_done);
        view_add_number(text, 100 * null->raw_rejection, 1);
        strbuf_puts(text, " %, the adjusted one in ");
        view_add_number(text, 100 * null->adjusted_rejection, 1);
        strbuf_puts(text, " % (Monte Carlo standard error ");
        view_add_number(text, 100 * null->adjusted_se, 2);
        strbuf_puts(text, " %).\nThe adjusted interval keeps the raw difference and shrinks its "
                          "standard error by sqrt(1 - VR), VR ");
        view_add_percent(text, null->half_vr, 1);
        strbuf_puts(text, " % at the halves' size, so that 2 F_t(-t* sqrt(1 - VR)) = ");
        view_add_number(text, 100 * null->expected_rejection, 1);
        strbuf_puts(text, " % must be rejected. It is the interval that one would have if the "
                          "average log were known, not the result.\n");
    }
    strbuf_puts(text,
                "Coverage below draws n of the arm's N runs without replacement. That alone lifts "
                "the coverage of the mean of all N by the factor sqrt(1 - n/N), so the value "
                "expected of a perfect interval stands next to the observed one; the corrected "
                "columns shorten the interval by that factor, and their target is the level.\n");
    return true;
}

const struct view view_calibration = {.name = "Calibration",
                                      .id = "calibration",
                                      .sections = 1u << SECTION_NULL | 1u << SECTION_COVERAGE,
                                      .state_new = state_new,
                                      .state_free = free,
                                      .draw = draw,
                                      .act = act,
                                      .click = click,
                                      .status = status,
                                      .explain = explain};
