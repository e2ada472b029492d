/* Pairs: the difference of every two arms of a group, its raw interval and the adjusted one around
 * the same point (a forest plot), and what adjustment does to the interval. One row a pair for the
 * adjuster in focus; Enter lists every adjuster of a pair, and the labelled contrasts. */
#include "ui/pairs_model.h"
#include "estimate/calibration.h"
#include "ui/views.h"

#include "base/mem.h"
#include "ui/layout.h"

#include <stdlib.h>

struct pairs_state {
    const struct arm *a, *b; /* the pair in detail, or NULL; arms of the study, which outlives this */
    struct table_state detail_table;
};

static void *state_new(void)
{
    struct pairs_state *state = mem_zeroed(1, sizeof *state);
    table_state_init(&state->detail_table);
    return state;
}

static void state_free(void *user)
{
    struct pairs_state *state = user;
    table_state_done(&state->detail_table);
    free(state);
}

static void make_model(const struct view_context *context, int n_columns, struct pairs_model *model,
                       struct table *table)
{
    const struct pairs_state *state = context->state;
    pairs_model_make(context, state->a, state->b, n_columns, model, table);
}

static struct table_state *current_table(const struct view_context *context,
                                         const struct pairs_model *model)
{
    struct pairs_state *state = context->state;
    return pairs_model_in_detail(model) ? &state->detail_table : context->table;
}

static void add_contrast(struct strbuf *text, const struct pairs_model *model, const char *name,
                         const struct pair_contrast *contrast)
{
    double scale = model->context->study->scale;
    strbuf_printf(text, "%s: ", name);
    if (contrast->status != ESTIMATE_OK) {
        strbuf_puts(text, estimate_status_text(contrast->status));
        return;
    }
    view_add_number(text, contrast->difference * scale, model->decimals);
    strbuf_puts(text, " +- ");
    view_add_number(text, contrast->half_width * scale, model->decimals);
    strbuf_puts(text, ", moves the difference by ");
    view_add_number(text, contrast->moved * scale, model->decimals);
}

static void draw_contrasts(const struct pairs_model *model, struct surface *surface,
                           struct rect rect)
{
    const struct pair_result *pair = &model->pairs[model->only];
    static const char *const names[] = {"pooled CUPED", "Lin"};
    const struct pair_contrast *contrasts[] = {&pair->pooled, &pair->lin};
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM,
                 "contrasts only, never the result:");
    for (int i = 0; i < 2; i++) {
        struct strbuf line;
        strbuf_init(&line);
        add_contrast(&line, model, names[i], contrasts[i]);
        surface_text(surface, rect.row + 1 + i, rect.column, rect.n_columns, STYLE_DIM, line.text);
        strbuf_done(&line);
    }
}

static void frame_title(const struct pairs_model *model, struct strbuf *title)
{
    if (pairs_model_in_detail(model)) {
        pairs_add_name(title, &model->pairs[model->only]);
        strbuf_puts(title, ": every selector");
        return;
    }
    char label[VIEW_ADJUSTER_LABEL_MAX] = "raw";
    const struct view_context *context = model->context;
    bool flagged = false;
    if (context->request->n_adjusters) {
        view_adjuster_label(context->request->adjusters[context->focus->adjuster], label);
        flagged = view_exploratory(context, context->focus->adjuster) != EXPLORATORY_NO;
    }
    strbuf_printf(title, "Pairs: difference of means, raw and %s%s", label,
                  flagged ? "! exploratory" : "");
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct pairs_model model;
    struct table table;
    struct strbuf title;
    make_model(context, rect.n_columns - 4, &model, &table);
    strbuf_init(&title);
    frame_title(&model, &title);
    surface_frame(surface, rect, context->focused, title.text,
                  pairs_model_in_detail(&model) ? "Esc back" : NULL);
    strbuf_done(&title);
    struct rect inner = layout_padded(rect);
    struct rect before = surface_set_clip(surface, inner);
    if (pairs_model_in_detail(&model) && inner.n_rows > 8) {
        inner.n_rows -= 4;
        draw_contrasts(&model, surface,
                       (struct rect){inner.row + inner.n_rows + 1, inner.column, 3,
                                     inner.n_columns});
    }
    table_draw(&table, current_table(context, &model), surface, inner, context->focused);
    surface->clip = before;
}

static bool act(const struct view_context *context, enum action action)
{
    struct pairs_state *state = context->state;
    struct pairs_model model;
    struct table table;
    make_model(context, 80, &model, &table);
    switch (action) {
    case ACTION_IN:
        table_prepare(&table, context->table);
        if (pairs_model_in_detail(&model) || context->table->current == TABLE_NO_ROW)
            return true;
        state->a = model.pairs[context->table->current].a;
        state->b = model.pairs[context->table->current].b;
        return true;
    case ACTION_OUT:
        if (!state->a)
            return false;
        state->a = state->b = NULL;
        return true;
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        return true;
    default:
        return table_act(&table, current_table(context, &model), action);
    }
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct pairs_model model;
    struct table table;
    make_model(context, rect.n_columns - 4, &model, &table);
    struct rect inner = layout_padded(rect);
    return table_click(&table, current_table(context, &model), inner, row, column);
}

static bool current_row(const struct view_context *context, struct pairs_model *model, size_t *row)
{
    struct table table;
    make_model(context, 80, model, &table);
    struct table_state *state = current_table(context, model);
    table_prepare(&table, state);
    *row = state->current;
    return *row != TABLE_NO_ROW;
}

static void add_interval(struct strbuf *out, const struct pairs_model *model,
                         const struct interval *interval)
{
    double scale = model->context->study->scale;
    if (interval->status != ESTIMATE_OK) {
        strbuf_puts(out, estimate_status_text(interval->status));
        return;
    }
    view_add_number(out, interval->low * scale, model->decimals);
    strbuf_puts(out, " to ");
    view_add_number(out, interval->high * scale, model->decimals);
}

static void status(const struct view_context *context, struct strbuf *line)
{
    struct pairs_model model;
    size_t row;
    if (!current_row(context, &model, &row))
        return;
    const struct pair_result *pair = pairs_model_pair(&model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(&model, row);
    pairs_add_name(line, pair);
    strbuf_puts(line, ": raw ");
    add_interval(line, &model, &pair->raw);
    if (adjusted) {
        char label[VIEW_ADJUSTER_LABEL_MAX];
        view_adjuster_label(adjusted->adjuster, label);
        strbuf_printf(line, ", %s ", label);
        add_interval(line, &model, &adjusted->interval);
        if (adjusted->interval.status == ESTIMATE_OK)
            strbuf_puts(line, adjusted->narrower_percent > 0   ? ", narrower"
                              : adjusted->narrower_percent < 0 ? ", wider"
                                                               : "");
    }
    strbuf_puts(line, "; ");
    pairs_add_verdict(line, &model, pair, adjusted ? &adjusted->interval : &pair->raw);
}

static void explain_half_width(const struct pairs_model *model, const struct pair_result *pair,
                               const struct interval *interval, struct strbuf *text)
{
    double scale = model->context->study->scale;
    strbuf_puts(text, "half-width = t(df) x SE, SE = sqrt(s_A^2/n_A + s_B^2/n_B), with n_A = ");
    strbuf_printf(text, "%zu, n_B = %zu, df = ", pair->a->n_runs, pair->b->n_runs);
    view_add_number(text, interval->df, 1);
    strbuf_puts(text, " (Welch and Satterthwaite): half-width ");
    view_add_number(text, interval->half_width * scale, model->decimals + 1);
    strbuf_puts(text, "\n");
}

/* What the calibration of both arms says of this interval. */
static void explain_null(const struct pairs_model *model, const struct pair_result *pair,
                         struct adjuster adjuster, struct strbuf *text)
{
    struct pair_null null = snapshot_pair_null(model->context->snapshot, pair, adjuster);
    if (!null.known)
        return;
    strbuf_printf(text, "Synthetic null: two halves of the runs of one arm are told apart in ");
    view_add_number(text, 100 * null.a, 1);
    strbuf_printf(text, " %% of the splits (%s) and ", pair->a->name);
    view_add_number(text, 100 * null.b, 1);
    strbuf_printf(text, " %% (%s), where ", pair->b->name);
    view_add_number(text, 100 * (1 - model->context->request->settings.level), 1);
    strbuf_puts(text, " % would be right.\n");
    if (null.too_narrow)
        strbuf_puts(text, "So this adjusted interval is too narrow: the difference is still the raw "
                          "one, and its spread did not shrink with the standard error. Trust the raw "
                          "interval.\n");
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct pairs_model model;
    size_t row;
    if (!current_row(context, &model, &row))
        return false;
    const struct pair_result *pair = pairs_model_pair(&model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(&model, row);
    double scale = context->study->scale;
    strbuf_printf(text, "difference = mean(%s) - mean(%s) = ", pair->a->name, pair->b->name);
    view_add_number(text, pair->a->y_mean * scale, model.decimals);
    strbuf_puts(text, " - ");
    view_add_number(text, pair->b->y_mean * scale, model.decimals);
    strbuf_puts(text, " = ");
    view_add_number(text, pair->difference * scale, model.decimals);
    strbuf_puts(text, "; adjustment never moves it, it only changes the standard error. In the plot the "
                      "thin line is the raw interval and the thick one the adjusted; an arrow at the "
                      "edge says that zero lies far to that side.\n");
    if (pair->raw.status == ESTIMATE_OK)
        explain_half_width(&model, pair, &pair->raw, text);
    if (!adjusted || adjusted->interval.status != ESTIMATE_OK)
        return true;
    strbuf_puts(text, "Adjusted, each s^2 is the median over splits of the variance of that arm's "
                      "own adjusted outcomes: ");
    explain_half_width(&model, pair, &adjusted->interval, text);
    strbuf_puts(text, "Change of half-width: 1 - adjusted/raw = ");
    view_add_percent(text, adjusted->narrower_percent / 100, 1);
    strbuf_puts(text, " % (positive = narrower). Over the splits the half-width's quartiles are ");
    view_add_number(text, adjusted->half_width_q25 * scale, model.decimals + 1);
    strbuf_puts(text, " and ");
    view_add_number(text, adjusted->half_width_q75 * scale, model.decimals + 1);
    strbuf_puts(text, ".\n");
    explain_null(&model, pair, adjusted->adjuster, text);
    if (adjusted->exploratory != EXPLORATORY_NO)
        strbuf_printf(text, "Exploratory: %s.\n", exploratory_sentence(adjusted->exploratory));
    return true;
}

const struct view view_pairs = {.name = "Pairs",
                                .id = "pairs",
                                .sections = 1u << SECTION_ARMS | 1u << SECTION_PAIRS,
                                .state_new = state_new,
                                .state_free = state_free,
                                .draw = draw,
                                .act = act,
                                .click = click,
                                .status = status,
                                .explain = explain};
