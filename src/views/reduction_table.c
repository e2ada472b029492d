#include "views/reduction.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    VALUE = 6,
    MARK = 1,
    ERROR = 6,
    SHARE = 4,
    CELL = VALUE + MARK + SHARE,
    NAME_MAX_COLUMNS = 24
};

static const struct arm *arm_of(const struct view_context *context, size_t row)
{
    return &context->study->arms[context->request->arms[row]];
}

static const struct adjuster_result *result_of(const struct reduction_table *made, size_t row,
                                               size_t column)
{
    return view_result(made->context, made->context->request->arms[row],
                       column - REDUCTION_FIRST_ADJUSTER);
}

/* So many decimals that the smallest sd of the arms with this outcome has two digits. */
static int shown_decimals(const struct view_context *context, size_t outcome_index)
{
    double smallest = NAN, scale = 1;
    for (size_t row = 0; row < context->request->n_arms; row++) {
        const struct arm *arm = arm_of(context, row);
        if (arm->outcome_index != outcome_index)
            continue;
        scale = arm->outcome.scale;
        if (arm->y_sd > 0 && !(smallest < arm->y_sd))
            smallest = arm->y_sd;
    }
    return view_decimals(smallest * fabs(scale));
}

/* With its unit where that cannot stand in the heading. */
static void add_outcome(const struct reduction_table *made, const struct arm *arm, double value,
                        struct strbuf *text)
{
    bool first = arm->outcome_index == arm_of(made->context, 0)->outcome_index;
    view_add_number(text, arm->outcome.scale * value,
                    first ? made->decimals : shown_decimals(made->context, arm->outcome_index));
    if (made->mixed && *arm->outcome.unit)
        strbuf_printf(text, " %s", arm->outcome.unit);
}

static void add_raw(const struct reduction_table *made, const struct arm *arm, size_t column,
                    struct strbuf *text)
{
    if (column == REDUCTION_RUNS)
        strbuf_printf(text, "%s%zu", arm->n_runs < STUDY_FEW_RUNS ? "*" : "", arm->n_runs);
    else
        add_outcome(made, arm, column == REDUCTION_MEAN ? arm->y_mean : arm->y_sd, text);
}

/* The VR in words only; its drawing is draw_cell's. Serves sorting by text and filters. */
static void cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct reduction_table *made = user;
    const struct arm *arm = arm_of(made->context, row);
    if (column == REDUCTION_RUNS && arm->n_runs < STUDY_FEW_RUNS)
        *style = STYLE_WARNING;
    if (column == REDUCTION_ARM)
        strbuf_puts(text, arm->label);
    else if (column < REDUCTION_FIRST_ADJUSTER)
        add_raw(made, arm, column, text);
}

static double number(void *user, size_t row, size_t column)
{
    const struct reduction_table *made = user;
    const struct arm *arm = arm_of(made->context, row);
    switch (column) {
    case REDUCTION_ARM:
        return NAN;
    case REDUCTION_RUNS:
        return (double)arm->n_runs;
    case REDUCTION_MEAN:
        return arm->y_mean;
    case REDUCTION_SD:
        return arm->y_sd;
    default: {
        const struct adjuster_result *result = result_of(made, row, column);
        return result && result->vr.status == ESTIMATE_OK ? result->vr.mean : NAN;
    }
    }
}

static uint64_t identity(void *user, size_t row)
{
    const struct reduction_table *made = user;
    return made->context->request->arms[row];
}

/* Gains are solid and blue, losses shaded and orange: the shape says it without colour. */
static void draw_bar(const struct reduction_table *made, double vr, bool finished,
                     struct surface *surface, struct rect rect)
{
    enum style style = !finished ? STYLE_DIM : view_sign_style(vr);
    surface_put(surface, rect.row, rect.column, STYLE_BORDER, 0x258F);
    if (vr >= 0) {
        view_bar(surface, rect.row, rect.column + 1, rect.n_columns - 1, style,
                 vr / made->bar_scale);
        return;
    }
    int n = (int)lround(fmin(-vr / made->bar_scale, 1) * (rect.n_columns - 1));
    for (int i = 0; i < n; i++)
        surface_put(surface, rect.row, rect.column + 1 + i, style, 0x2591);
}

static void draw_figures(const struct reduction_table *made, const struct adjuster_result *result,
                         bool exploratory, struct surface *surface, struct rect rect)
{
    const struct vr_summary *vr = &result->vr;
    bool finished = vr->n_done >= vr->n_wanted;
    int at = rect.column + VALUE + MARK;
    struct strbuf text;
    strbuf_init(&text);
    view_add_percent(&text, vr->mean, 1);
    surface_text_right(surface, rect.row, rect.column, VALUE,
                       finished ? view_sign_style(vr->mean) : STYLE_DIM, text.text);
    if (exploratory)
        surface_put(surface, rect.row, rect.column + VALUE, STYLE_WARNING, '!');
    if (made->shows_error) {
        strbuf_clear(&text);
        strbuf_puts(&text, surface->ascii ? "+-" : "±");
        view_add_number(&text, vr->se * 100, 1);
        surface_text_right(surface, rect.row, at, ERROR, STYLE_DIM, text.text);
        at += ERROR;
    }
    strbuf_clear(&text);
    view_add_number(&text, vr->negative_share * 100, 0);
    surface_text_right(surface, rect.row, at, SHARE, finished ? STYLE_TEXT : STYLE_DIM, text.text);
    at += SHARE;
    strbuf_done(&text);
    if (made->bar_columns)
        draw_bar(made, vr->mean, finished, surface,
                 (struct rect){rect.row, at + 1, 1, made->bar_columns});
}

/* Why there is no figure, shortened where the column is narrow; the status line has it in full. */
static const char *status_words(enum estimate_status status, int n_columns)
{
    static const char *const brief[N_ESTIMATE_STATUSES] = {
        [ESTIMATE_TOO_FEW_RUNS] = "few runs",  [ESTIMATE_RANK_DEFICIENT] = "collinear",
        [ESTIMATE_NO_VARIANCE] = "no spread",  [ESTIMATE_NO_STATISTIC] = "no stat.",
        [ESTIMATE_NO_CANDIDATES] = "no cand.", [ESTIMATE_NOT_FINITE] = "overflow"};
    const char *words = estimate_status_text(status);
    return (int)strlen(words) > n_columns && brief[status] ? brief[status] : words;
}

static bool draw_cell(void *user, size_t row, size_t column, struct surface *surface,
                      struct rect rect)
{
    const struct reduction_table *made = user;
    if (column < REDUCTION_FIRST_ADJUSTER)
        return false;
    const struct adjuster_result *result = result_of(made, row, column);
    if (!result || result->vr.status == ESTIMATE_PENDING)
        surface_text_right(surface, rect.row, rect.column, VALUE, STYLE_DIM, "…");
    else if (result->vr.status != ESTIMATE_OK)
        surface_text(surface, rect.row, rect.column + 1, rect.n_columns - 1, STYLE_DIM,
                     status_words(result->vr.status, rect.n_columns - 1));
    else
        draw_figures(made, result,
                     view_exploratory(made->context, column - REDUCTION_FIRST_ADJUSTER) !=
                         EXPLORATORY_NO,
                     surface, rect);
    return true;
}

/* ---- columns ---- */

static int raw_width(const struct reduction_table *made, size_t column, int least)
{
    int width = least;
    struct strbuf text;
    strbuf_init(&text);
    for (size_t row = 0; row < made->context->request->n_arms; row++) {
        strbuf_clear(&text);
        if (column == REDUCTION_ARM)
            strbuf_puts(&text, arm_of(made->context, row)->label);
        else
            add_raw(made, arm_of(made->context, row), column, &text);
        int one = (int)text_width(text.text);
        width = one > width ? one : width;
    }
    strbuf_done(&text);
    return width;
}

/* What each adjuster's column may hold, given the room for all of them: the error first, bars with
 * what is left. (The table parts its columns by two blanks if they all fit so, as here, else by one.) */
static int adjuster_width(struct reduction_table *made, int room)
{
    int n = (int)made->context->request->n_adjusters;
    int each = n ? (room - 1) / n - 2 : 0, width = CELL;
    made->shows_error = each >= CELL + ERROR;
    if (made->shows_error)
        width += ERROR;
    int bar = each - width - 1;
    made->bar_columns = bar < 4 ? 0 : bar > 12 ? 12 : bar;
    if (made->bar_columns)
        width += made->bar_columns + 1;
    return width;
}

static double largest_figure(const struct view_context *context)
{
    double largest = 0;
    const struct snapshot *snapshot = context->snapshot;
    for (size_t i = 0; snapshot && i < snapshot->n_arms; i++)
        for (size_t a = 0; a < snapshot->arms[i].n_adjusters; a++) {
            const struct vr_summary *vr = &snapshot->arms[i].adjusters[a].vr;
            if (vr->status == ESTIMATE_OK && fabs(vr->mean) > largest)
                largest = fabs(vr->mean);
        }
    return largest;
}

/* Round, so that bars do not change their scale with every refinement. */
static double bar_scale(double largest)
{
    static const double steps[] = {0.1, 0.25, 0.5};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (largest <= steps[i])
            return steps[i];
    return 1;
}

/* The label where it fits, else the shorter name that can be typed. */
static void make_heading(struct reduction_table *made, size_t adjuster, int width)
{
    char *heading = made->headings[adjuster];
    struct adjuster shown = made->context->request->adjusters[adjuster];
    bool flagged = view_exploratory(made->context, adjuster) != EXPLORATORY_NO;
    view_adjuster_label(shown, heading);
    if ((int)strlen(heading) + 2 * flagged > width)
        adjuster_name(shown, heading);
    size_t length = strlen(heading);
    if (flagged)
        snprintf(heading + length, sizeof made->headings[adjuster] - length, "%s",
                 (int)length + 2 > width ? "!" : " !");
    made->columns[REDUCTION_FIRST_ADJUSTER + adjuster] =
        (struct table_column){.heading = heading,
                              .unit = made->shows_error ? "  VR %     MC <0%" : "  VR %  <0%",
                              .width = width,
                              .left = true,
                              .rule = adjuster == 0};
}

static void make_raw_columns(struct reduction_table *made)
{
    const char *unit = study_common_unit(made->context->study);
    made->mixed = !unit;
    if (unit && *unit && strlen(unit) < sizeof made->unit)
        memcpy(made->unit, unit, strlen(unit) + 1);
    int name = raw_width(made, REDUCTION_ARM, 6);
    made->columns[REDUCTION_ARM] = (struct table_column){
        .heading = "arm", .width = name > NAME_MAX_COLUMNS ? NAME_MAX_COLUMNS : name, .left = true};
    made->columns[REDUCTION_RUNS] =
        (struct table_column){.heading = "n", .width = raw_width(made, REDUCTION_RUNS, 2)};
    made->columns[REDUCTION_MEAN] = (struct table_column){
        .heading = "mean", .unit = made->unit, .width = raw_width(made, REDUCTION_MEAN, 5)};
    made->columns[REDUCTION_SD] = (struct table_column){
        .heading = "sd", .unit = made->unit, .width = raw_width(made, REDUCTION_SD, 4)};
}

void reduction_table_make(const struct view_context *context, int n_columns,
                          struct reduction_table *made)
{
    const struct request *request = context->request;
    *made = (struct reduction_table){.context = context,
                                     .bar_scale = bar_scale(largest_figure(context))};
    made->decimals =
        request->n_arms ? shown_decimals(context, arm_of(context, 0)->outcome_index) : 0;
    make_raw_columns(made);
    int room = n_columns;
    for (int i = 0; i < REDUCTION_FIRST_ADJUSTER; i++)
        room -= made->columns[i].width + (i ? 2 : 0);
    int width = adjuster_width(made, room);
    for (size_t a = 0; a < request->n_adjusters; a++)
        make_heading(made, a, width);
    made->table = (struct table){.n_rows = request->n_arms,
                                 .n_columns = REDUCTION_FIRST_ADJUSTER + request->n_adjusters,
                                 .columns = made->columns,
                                 .user = made,
                                 .cell = cell,
                                 .number = number,
                                 .identity = identity,
                                 .draw = draw_cell,
                                 .filter = context->filter,
                                 .find = context->find,
                                 .settled = context->snapshot && context->snapshot->finished,
                                 .version = context->generation * 2 + (context->snapshot != NULL),
                                 .empty = "no arm is ticked: Space in the list of arms ticks one"};
}

struct reduction_place reduction_place(const struct view_context *context)
{
    struct reduction_table made;
    struct reduction_place place = {0};
    reduction_table_make(context, 80, &made);
    table_prepare(&made.table, context->table);
    if (context->table->current == TABLE_NO_ROW)
        return place;
    place.arm_index = context->request->arms[context->table->current];
    place.arm = &context->study->arms[place.arm_index];
    place.column = context->table->column;
    place.is_adjuster = place.column >= REDUCTION_FIRST_ADJUSTER;
    if (place.is_adjuster) {
        place.adjuster = place.column - REDUCTION_FIRST_ADJUSTER;
        place.result = view_result(context, place.arm_index, place.adjuster);
    }
    return place;
}
