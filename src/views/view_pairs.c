/* Pairs: the difference of every two arms of a group, its raw interval and the adjusted one around
 * the same point (a forest plot), and what adjustment does to the interval. One row per pair for the
 * adjuster in focus; Enter lists every adjuster of a pair, and the labelled contrasts. `m` shows how
 * many more runs the same rows need, and their confidence sequences. Below, where there is room, the
 * budget curves of the pair under the cursor. */
#include "views/pairs_model.h"
#include "views/views.h"

#include "base/mem.h"
#include "tui/layout.h"

#include <stdlib.h>

enum { PANEL_ROWS_MIN = 10, CONTRAST_ROWS = 4, HEAD_ROWS = 2 };

struct pairs_state {
    const struct arm *a,
        *b;    /* the pair in detail, or NULL; arms of the study, which outlives this */
    bool more; /* runs needed in place of intervals */
    struct table_state detail_table, more_table, more_detail_table;
};

static void *state_new(void)
{
    struct pairs_state *state = mem_zeroed(1, sizeof *state);
    table_state_init(&state->detail_table);
    table_state_init(&state->more_table);
    table_state_init(&state->more_detail_table);
    return state;
}

static void state_free(void *user)
{
    struct pairs_state *state = user;
    table_state_done(&state->detail_table);
    table_state_done(&state->more_table);
    table_state_done(&state->more_detail_table);
    free(state);
}

static unsigned more_sections(const void *user)
{
    const struct pairs_state *state = user;
    return state->more ? 1u << SECTION_MORE : 0;
}

static void make_model(const struct view_context *context, int n_columns, struct pairs_model *model,
                       struct table *table)
{
    const struct pairs_state *state = context->state;
    pairs_model_make(context, state->a, state->b, n_columns, model, table);
    if (state->more)
        pairs_more_make(model, table);
}

static struct table_state *current_table(const struct view_context *context,
                                         const struct pairs_model *model)
{
    struct pairs_state *state = context->state;
    if (state->more)
        return pairs_model_in_detail(model) ? &state->more_detail_table : &state->more_table;
    return pairs_model_in_detail(model) ? &state->detail_table : context->table;
}

/* The pair under the cursor, or in detail; NULL if there is none. */
static const struct pair_result *current_pair(const struct view_context *context,
                                              const struct pairs_model *model, struct table *table)
{
    struct table_state *state = current_table(context, model);
    if (pairs_model_in_detail(model))
        return &model->pairs[model->only];
    table_prepare(table, state);
    return state->current == TABLE_NO_ROW ? NULL : &model->pairs[state->current];
}

/* ---- drawing ---- */

static void add_contrast(struct strbuf *text, const struct pairs_model *model, const char *name,
                         const struct pair_contrast *contrast)
{
    const struct pair_result *pair = &model->pairs[model->only];
    double scale = pair->a->outcome.scale;
    int decimals = pairs_decimals(model, pair);
    strbuf_printf(text, "%s: ", name);
    if (contrast->status != ESTIMATE_OK) {
        strbuf_puts(text, estimate_status_text(contrast->status));
        return;
    }
    view_add_number(text, contrast->difference * scale, decimals);
    strbuf_puts(text, " +- ");
    view_add_number(text, contrast->half_width * scale, decimals);
    strbuf_puts(text, ", moves the difference by ");
    view_add_number(text, contrast->moved * scale, decimals);
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
    const struct view_context *context = model->context;
    const struct pairs_state *state = context->state;
    if (pairs_model_in_detail(model)) {
        pairs_add_name(title, &model->pairs[model->only]);
        strbuf_puts(title, state->more ? ": more runs or not" : ": every adjuster");
        return;
    }
    char label[VIEW_ADJUSTER_LABEL_MAX] = "raw";
    bool flagged = false;
    if (context->request->n_adjusters && !state->more) {
        view_adjuster_label(context->request->adjusters[context->focus->adjuster], label);
        flagged = view_exploratory(context, context->focus->adjuster) != EXPLORATORY_NO;
    }
    strbuf_printf(title, "%s%s%s",
                  state->more ? "More runs or not, " : "Pairs: which arm is better; if log known: ",
                  label, flagged ? "! exploratory" : "");
}

/* What the figures of `more` rest on. */
static void draw_more_notes(const struct view_context *context, struct surface *surface,
                            struct rect rect)
{
    const char *const notes[] = {context->request->half_width > 0
                                     ? "goal: the half-width asked for; more: fewest runs"
                                     : "goal: half the raw +-; more: the fewest runs in all",
                                 "any looks: an interval that holds whenever one looks"};
    for (int i = 0; i < 2; i++)
        surface_text(surface, rect.row + i, rect.column, rect.n_columns, STYLE_DIM, notes[i]);
}

/* Lines under the table; returns how many rows are left for it. */
static int draw_notes(const struct view_context *context, const struct pairs_model *model,
                      struct surface *surface, struct rect inner)
{
    const struct pairs_state *state = context->state;
    int n = state->more ? 3 : pairs_model_in_detail(model) ? CONTRAST_ROWS : 0;
    if (!n || inner.n_rows <= n + HEAD_ROWS + 2)
        return inner.n_rows;
    struct rect place = {inner.row + inner.n_rows - n + 1, inner.column, n - 1, inner.n_columns};
    if (state->more)
        draw_more_notes(context, surface, place);
    else
        draw_contrasts(model, surface, place);
    return inner.n_rows - n;
}

/* The table with its notes above, what is left below. */
static struct rect table_frame(const struct view_context *context, const struct pairs_model *model,
                               const struct table *table, struct rect rect)
{
    const struct pairs_state *state = context->state;
    int wanted = (int)table->n_rows + HEAD_ROWS + 2;
    wanted += state->more ? 3 : pairs_model_in_detail(model) ? CONTRAST_ROWS : 0;
    if (!context->request->n_adjusters || !table->n_rows ||
        rect.n_rows - wanted + 1 < PANEL_ROWS_MIN)
        return rect;
    return (struct rect){rect.row, rect.column, wanted, rect.n_columns};
}

static void draw_panel(const struct view_context *context, const struct pair_result *pair,
                       struct surface *surface, struct rect rect)
{
    const struct arm *arms = context->study->arms;
    view_pair_budget_panel(context, surface, rect, (size_t)(pair->a - arms),
                           (size_t)(pair->b - arms));
    layout_join(surface, rect);
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct pairs_model model;
    struct table table;
    struct strbuf title, place;
    make_model(context, rect.n_columns - 4, &model, &table);
    struct rect frame = table_frame(context, &model, &table, rect);
    const struct pair_result *pair = current_pair(context, &model, &table);
    strbuf_init(&title);
    strbuf_init(&place);
    frame_title(&model, &title);
    if (pairs_model_in_detail(&model))
        strbuf_puts(&place, "Esc back");
    else if (context->focused)
        table_add_position(&table, current_table(context, &model), &place);
    surface_frame(surface, frame, context->focused, title.text, place.length ? place.text : NULL);
    strbuf_done(&title);
    strbuf_done(&place);
    struct rect inner = layout_padded(frame);
    struct rect before = surface_set_clip(surface, inner);
    inner.n_rows = draw_notes(context, &model, surface, inner);
    table_draw(&table, current_table(context, &model), surface, inner, context->focused);
    surface->clip = before;
    if (pair && frame.n_rows < rect.n_rows)
        draw_panel(context, pair, surface,
                   (struct rect){frame.row + frame.n_rows - 1, rect.column,
                                 rect.n_rows - frame.n_rows + 1, rect.n_columns});
}

/* ---- keys ---- */

static void follow(const struct view_context *context)
{
    struct pairs_model model;
    struct table table;
    make_model(context, 80, &model, &table);
    const struct pair_result *pair = current_pair(context, &model, &table);
    if (!pair)
        return;
    context->focus->pair[0] = (size_t)(pair->a - context->study->arms);
    context->focus->pair[1] = (size_t)(pair->b - context->study->arms);
}

/* The cursor stays on its row. */
static void toggle_more(const struct view_context *context)
{
    struct pairs_state *state = context->state;
    struct pairs_model model;
    struct table table;
    make_model(context, 80, &model, &table);
    struct table_state *former = current_table(context, &model);
    table_prepare(&table, former);
    size_t row = former->current;
    uint64_t identity = row == TABLE_NO_ROW ? 0 : table.identity(table.user, row);
    state->more = !state->more;
    make_model(context, 80, &model, &table);
    if (row != TABLE_NO_ROW)
        table_go_to(&table, current_table(context, &model), identity);
    context->wishes->sections_changed = true;
}

static void open_pair(const struct view_context *context)
{
    struct pairs_state *state = context->state;
    struct pairs_model model;
    struct table table;
    make_model(context, 80, &model, &table);
    const struct pair_result *pair = current_pair(context, &model, &table);
    if (!pair || pairs_model_in_detail(&model))
        return;
    state->a = pair->a;
    state->b = pair->b;
}

static bool act(const struct view_context *context, enum action action)
{
    struct pairs_state *state = context->state;
    struct pairs_model model;
    struct table table;
    bool acted = true;
    switch (action) {
    case ACTION_IN:
        open_pair(context);
        break;
    case ACTION_OUT:
        acted = state->a != NULL;
        state->a = state->b = NULL;
        break;
    case ACTION_MORE:
        toggle_more(context);
        break;
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        view_step_adjuster(context, action == ACTION_NEXT_ADJUSTER ? 1 : -1);
        break;
    default:
        make_model(context, 80, &model, &table);
        acted = table_act(&table, current_table(context, &model), action);
    }
    follow(context);
    return acted;
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct pairs_model model;
    struct table table;
    make_model(context, rect.n_columns - 4, &model, &table);
    struct rect inner = layout_padded(table_frame(context, &model, &table, rect));
    if (!table_click(&table, current_table(context, &model), inner, row, column))
        return false;
    follow(context);
    return true;
}

/* ---- words ---- */

static bool current_row(const struct view_context *context, struct pairs_model *model, size_t *row)
{
    struct table table;
    make_model(context, 80, model, &table);
    struct table_state *state = current_table(context, model);
    table_prepare(&table, state);
    *row = state->current;
    return *row != TABLE_NO_ROW;
}

static void status(const struct view_context *context, struct strbuf *line)
{
    const struct pairs_state *state = context->state;
    struct pairs_model model;
    size_t row;
    if (!current_row(context, &model, &row))
        return;
    if (state->more)
        pairs_more_status(&model, row, line);
    else
        pairs_add_status(&model, row, line);
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    const struct pairs_state *state = context->state;
    struct pairs_model model;
    size_t row;
    if (!current_row(context, &model, &row))
        return false;
    if (state->more)
        pairs_more_explanation(&model, row, text);
    else
        pairs_add_explanation(&model, row, text);
    return text->length > 0;
}

const struct view view_pairs = {.name = "Pairs",
                                .id = "pairs",
                                .sections =
                                    1u << SECTION_ARMS | 1u << SECTION_PAIRS | 1u << SECTION_BUDGET,
                                .more_sections = more_sections,
                                .state_new = state_new,
                                .state_free = state_free,
                                .draw = draw,
                                .act = act,
                                .click = click,
                                .status = status,
                                .explain = explain};
