/* Arms (or pairs) by sizes, for one adjuster: the median at each budget, from how many runs on it pays,
 * and the curve in small. */
#include "views/budget.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMN_NAME, COLUMN_PAYS, COLUMN_FIRST_SIZE };
enum { NAME_COLUMNS_MAX = 28, SIZE_COLUMNS = 6, PAYS_COLUMNS = 9, CURVE_COLUMNS = 12 };

double budget_pays_from(const struct budget_curve *curve)
{
    double from = INFINITY;
    for (size_t i = curve->n_points; i-- > 0;) {
        if (isnan(curve->median[i]))
            return isinf(from) ? NAN : from;
        if (!(curve->median[i] > 0))
            break;
        from = curve->n[i];
    }
    return curve->n_points ? from : NAN;
}

/* Every size that any subject has, ascending. */
static void list_sizes(struct budget_model *model)
{
    const struct snapshot *snapshot = model->context->snapshot;
    size_t n_rows = !snapshot ? 0 : model->pairs ? snapshot->n_pair_budget : snapshot->n_budget;
    for (size_t i = 0; i < n_rows; i++) {
        size_t n = model->pairs ? snapshot->pair_budget[i].n : snapshot->budget[i].n, at = 0;
        while (at < model->n_sizes && model->sizes[at] < n)
            at++;
        if (model->n_sizes == BUDGET_SIZES_MAX || (at < model->n_sizes && model->sizes[at] == n))
            continue;
        memmove(&model->sizes[at + 1], &model->sizes[at],
                (model->n_sizes - at) * sizeof *model->sizes);
        model->sizes[at] = n;
        model->n_sizes++;
    }
}

static void collect_row(const struct budget_model *model, size_t row, struct budget_curve *curve)
{
    budget_collect(model->context, budget_subject_at(model->context, model->pairs, row),
                   model->context->focus->adjuster, curve);
}

/* The point of a size, or n_points. */
static size_t point_of(const struct budget_curve *curve, size_t size)
{
    size_t i = 0;
    while (i < curve->n_points && curve->n[i] != (double)size)
        i++;
    return i;
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct budget_model *model = user;
    struct budget_curve curve;
    collect_row(model, row, &curve);
    if (column == COLUMN_PAYS)
        return budget_pays_from(&curve);
    if (column < COLUMN_FIRST_SIZE || column - COLUMN_FIRST_SIZE >= model->n_sizes)
        return NAN;
    size_t i = point_of(&curve, model->sizes[column - COLUMN_FIRST_SIZE]);
    return i < curve.n_points ? curve.median[i] : NAN;
}

static void add_pays(const struct budget_curve *curve, struct strbuf *text, enum style *style)
{
    double from = budget_pays_from(curve);
    if (isnan(from)) {
        *style = STYLE_DIM;
        strbuf_puts(text, curve->n_points ? "…" : "–");
    } else if (isinf(from)) {
        *style = STYLE_LOSS;
        strbuf_printf(text, "not by %.0f", curve->n[curve->n_points - 1]);
    } else {
        strbuf_printf(text, "%.0f", from);
    }
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct budget_model *model = user;
    struct budget_curve curve;
    if (column == COLUMN_NAME) {
        budget_add_label(model->context, budget_subject_at(model->context, model->pairs, row),
                         text);
        return;
    }
    collect_row(model, row, &curve);
    if (column == COLUMN_PAYS) {
        add_pays(&curve, text, style);
        return;
    }
    double value = row_number(user, row, column);
    *style = isnan(value) ? STYLE_DIM : view_sign_style(value);
    view_add_percent(text, value / 100, 1);
}

/* One mark per size, higher for more; below zero they hang under the line. */
static bool draw_curve(void *user, size_t row, size_t column, struct surface *surface,
                       struct rect rect)
{
    static const uint32_t levels[] = {0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587};
    const struct budget_model *model = user;
    struct budget_curve curve;
    if (column != COLUMN_FIRST_SIZE + model->n_sizes)
        return false;
    collect_row(model, row, &curve);
    double most = 1;
    for (size_t i = 0; i < curve.n_points; i++)
        most = fmax(most, curve.median[i]);
    for (size_t i = 0; i < curve.n_points && (int)i < rect.n_columns; i++) {
        double value = curve.median[i];
        uint32_t code = surface->ascii ? '_' : 0x2081;
        if (isnan(value))
            continue;
        if (value > 0)
            code = surface->ascii ? (uint32_t) ".:-=+*#"[(int)fmin(6, value / most * 7)]
                                  : levels[(int)fmin(6, value / most * 7)];
        else
            code = surface->ascii ? '_' : 0x2594;
        surface_put(surface, rect.row, rect.column + (int)i, view_sign_style(value), code);
    }
    return true;
}

static uint64_t row_identity(void *user, size_t row)
{
    const struct budget_model *model = user;
    struct budget_subject subject = budget_subject_at(model->context, model->pairs, row);
    return (uint64_t)subject.a << 32 | (uint32_t)subject.b;
}

static int name_columns(const struct budget_model *model)
{
    int width = 8;
    struct strbuf name;
    strbuf_init(&name);
    for (size_t i = 0; i < budget_n_subjects(model->context, model->pairs); i++) {
        strbuf_clear(&name);
        budget_add_label(model->context, budget_subject_at(model->context, model->pairs, i), &name);
        int n = (int)text_width(name.text);
        width = n > width ? n : width;
    }
    strbuf_done(&name);
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

void budget_make_table(const struct view_context *context, bool pairs, struct budget_model *model,
                       struct table *table)
{
    *model = (struct budget_model){.context = context, .pairs = pairs};
    list_sizes(model);
    size_t n = 0;
    model->columns[n++] =
        (struct table_column){pairs ? "pair" : "arm", NULL, name_columns(model), true};
    model->columns[n++] = (struct table_column){"pays from", "runs", PAYS_COLUMNS, false};
    for (size_t i = 0; i < model->n_sizes; i++) {
        snprintf(model->headings[i], sizeof model->headings[i], "%zu", model->sizes[i]);
        model->columns[n++] = (struct table_column){model->headings[i], i ? NULL : "runs",
                                                    SIZE_COLUMNS, false, .rule = i == 0};
    }
    model->columns[n++] = (struct table_column){"curve", NULL, CURVE_COLUMNS, true};
    *table = (struct table){.n_rows = budget_n_subjects(context, pairs),
                            .n_columns = n,
                            .columns = model->columns,
                            .user = model,
                            .cell = row_cell,
                            .number = row_number,
                            .identity = row_identity,
                            .draw = draw_curve,
                            .filter = context->filter,
                            .find = context->find,
                            .settled = context->snapshot && context->snapshot->finished,
                            .version = context->generation};
}
