/* Reduction: variance reduction of every ticked arm under every ticked adjuster; below it the
 * budget curves of the arm in focus; Enter opens one figure. */
#include "views/reduction.h"
#include "views/views.h"

#include "base/mem.h"
#include "tui/layout.h"

#include <stdlib.h>

enum { PANEL_ROWS_MIN = 8, PANEL_COLUMNS = 42, PANEL_ROWS = 16, TABLE_ROWS_MIN = 8 };

struct reduction_state {
    bool open; /* the detail of the figure under the cursor */
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct reduction_state));
}

static bool is_open(const struct view_context *context)
{
    const struct reduction_state *state = context->state;
    return state->open && reduction_place(context).is_adjuster;
}

/* Rows of the table with its frame; the rest is the panel's, if it is enough for one. */
static int table_rows(const struct view_context *context, struct rect rect)
{
    int wanted = (int)context->request->n_arms + 5;
    int most = rect.n_rows - PANEL_ROWS_MIN + 1;
    if (most < TABLE_ROWS_MIN || !context->request->n_arms || !context->request->n_adjusters)
        return rect.n_rows;
    if (wanted < TABLE_ROWS_MIN)
        wanted = TABLE_ROWS_MIN;
    return wanted < most ? wanted : most;
}

static struct rect table_frame(const struct view_context *context, struct rect rect)
{
    return (struct rect){rect.row, rect.column, table_rows(context, rect), rect.n_columns};
}

/* A legend stands at the foot unless every row is needed for arms. */
static bool has_legend(const struct view_context *context, struct rect rect)
{
    return table_rows(context, rect) >= (int)context->request->n_arms + 5 || rect.n_rows > 20;
}

static struct rect table_place(const struct view_context *context, struct rect rect)
{
    struct rect inner = layout_inner(table_frame(context, rect));
    return (struct rect){inner.row, inner.column + 1, inner.n_rows - has_legend(context, rect),
                         inner.n_columns - 2};
}

static bool has_few_runs(const struct view_context *context)
{
    for (size_t i = 0; i < context->request->n_arms; i++)
        if (context->study->arms[context->request->arms[i]].n_runs < STUDY_FEW_RUNS)
            return true;
    return false;
}

static void draw_legend(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    int row = rect.row + rect.n_rows;
    if (!context->request->n_adjusters) {
        surface_text(surface, row, rect.column, rect.n_columns, STYLE_DIM, "no adjuster is ticked");
        return;
    }
    static const char flag[] = "! exploratory", below[] = "<0%: share of splits with VR < 0";
    static const char few[] = "* few runs: the coefficient costs more than it gives";
    int used = surface_text(surface, row, rect.column, rect.n_columns, STYLE_WARNING, flag) + 3;
    if (has_few_runs(context) && used + (int)sizeof few <= rect.n_columns)
        used +=
            surface_text(surface, row, rect.column + used, rect.n_columns, STYLE_WARNING, few) + 3;
    if (used + (int)sizeof below <= rect.n_columns + 1)
        surface_text(surface, row, rect.column + used, rect.n_columns - used, STYLE_DIM, below);
}

static void draw_table(const struct view_context *context, struct surface *surface,
                       struct rect rect)
{
    struct reduction_table made;
    struct rect frame = table_frame(context, rect), place = table_place(context, rect);
    struct strbuf position;
    reduction_table_make(context, place.n_columns, &made);
    strbuf_init(&position);
    if (*context->filter)
        strbuf_printf(&position, "/%s ", context->filter);
    table_add_position(&made.table, context->table, &position);
    surface_frame(surface, frame, context->focused, "Variance reduction, % of raw variance",
                  context->focused || *context->filter ? position.text : NULL);
    strbuf_done(&position);
    table_draw(&made.table, context->table, surface, place, context->focused);
    if (has_legend(context, rect))
        draw_legend(context, surface, place);
}

static size_t place_in_request(const struct view_context *context)
{
    for (size_t i = 0; i < context->request->n_arms; i++)
        if (context->request->arms[i] == context->focus->arm)
            return i;
    return 0;
}

/* Budget curves of as many arms as there is room for; the arm in focus among them. */
static void draw_panels(const struct view_context *context, struct surface *surface,
                        struct rect rect)
{
    int n_arms = (int)context->request->n_arms;
    if (n_arms < 1)
        return;
    int across = rect.n_columns / PANEL_COLUMNS, down = rect.n_rows / PANEL_ROWS;
    across = across < 1 ? 1 : across > n_arms ? n_arms : across;
    down = down < 1 ? 1 : down;
    while (down > 1 && across * (down - 1) >= n_arms)
        down--;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): both are at least 1 */
    int first = (int)place_in_request(context) / (across * down) * across * down;
    for (int i = first; i < n_arms && i < first + across * down; i++) {
        int column = (i - first) % across, row = (i - first) / across;
        int left = column * rect.n_columns / across, right = (column + 1) * rect.n_columns / across;
        int top = row * (rect.n_rows - 1) / down, bottom = (row + 1) * (rect.n_rows - 1) / down;
        struct view_focus focus = *context->focus;
        struct view_context one = *context;
        focus.arm = context->request->arms[i];
        one.focus = &focus;
        one.focused = false;
        view_budget_panel(
            &one, surface,
            (struct rect){rect.row + top, rect.column + left, bottom - top + 1, right - left});
    }
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    if (is_open(context)) {
        reduction_draw_detail(context, surface, rect);
        return;
    }
    struct rect frame = table_frame(context, rect);
    struct rect panel = {frame.row + frame.n_rows - 1, rect.column, rect.n_rows - frame.n_rows + 1,
                         rect.n_columns};
    draw_table(context, surface, rect);
    if (frame.n_rows < rect.n_rows) {
        draw_panels(context, surface, panel);
        layout_join(surface, panel);
    }
}

static void follow(const struct view_context *context)
{
    struct reduction_place place = reduction_place(context);
    if (place.arm)
        context->focus->arm = place.arm_index;
    if (place.is_adjuster)
        context->focus->adjuster = place.adjuster;
}

/* The cursor goes where the focus went. */
static void lead(const struct view_context *context, const struct table *table)
{
    table_go_to(table, context->table, context->focus->arm);
    context->table->column = REDUCTION_FIRST_ADJUSTER + context->focus->adjuster;
}

static bool step(const struct view_context *context, const struct table *table, enum action action)
{
    int direction = action == ACTION_NEXT_ARM || action == ACTION_NEXT_ADJUSTER ? 1 : -1;
    bool moved = action == ACTION_NEXT_ARM || action == ACTION_PREVIOUS_ARM
                     ? view_step_arm(context, direction)
                     : view_step_adjuster(context, direction);
    if (moved)
        lead(context, table);
    return moved;
}

static bool act(const struct view_context *context, enum action action)
{
    struct reduction_state *state = context->state;
    struct reduction_table made;
    bool known = true;
    reduction_table_make(context, 80, &made);
    switch (action) {
    case ACTION_IN:
        if (context->request->n_adjusters && context->table->column < REDUCTION_FIRST_ADJUSTER)
            context->table->column = REDUCTION_FIRST_ADJUSTER;
        state->open = !state->open;
        break;
    case ACTION_OUT:
        known = is_open(context);
        state->open = false;
        break;
    case ACTION_NEXT_ARM:
    case ACTION_PREVIOUS_ARM:
    case ACTION_NEXT_ADJUSTER:
    case ACTION_PREVIOUS_ADJUSTER:
        return step(context, &made.table, action);
    default:
        known = table_act(&made.table, context->table, action);
        break;
    }
    follow(context);
    return known;
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct reduction_table made;
    struct rect place = table_place(context, rect);
    if (is_open(context))
        return false;
    reduction_table_make(context, place.n_columns, &made);
    bool hit = table_click(&made.table, context->table, place, row, column);
    follow(context);
    return hit;
}

/* What folds picked is a ranking by outcome. */
static bool ranks_candidates(const struct view_context *context)
{
    struct reduction_place place = reduction_place(context);
    return is_open(context) && place.is_adjuster &&
           adjuster_traits(context->request->adjusters[place.adjuster].kind)->picks;
}

const struct view view_reduction = {
    .name = "Reduction",
    .id = "reduction",
    .sections = 1u << SECTION_ARMS | 1u << SECTION_BUDGET,
    .state_new = state_new,
    .state_free = free,
    .draw = draw,
    .act = act,
    .click = click,
    .status = reduction_add_status,
    .explain = reduction_add_explanation,
    .ranks_candidates = ranks_candidates,
};
