/* Pairs: the difference of every two arms of a group, its raw interval and the adjusted one around
 * the same point (a forest plot), and what adjustment does to the interval. One row a pair for the
 * adjuster in focus; Enter lists every adjuster of a pair, and the labelled contrasts. */
#include "ui/views.h"

#include "base/mem.h"
#include "ui/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum pair_column {
    PAIR_NAME, PAIR_DIFFERENCE, PAIR_FOREST, PAIR_RAW_HALF, PAIR_HALF, PAIR_CHANGE, PAIR_LOW,
    PAIR_HIGH, PAIR_HOLM, PAIR_MDE, PAIR_NEEDED, PAIR_VERDICT,
    N_PAIR_COLUMNS
};

enum { FOREST_COLUMNS_MIN = 17, FOREST_COLUMNS_MAX = 61, NAME_COLUMNS_MAX = 34 };

struct pairs_state {
    bool detail; /* all adjusters of one pair instead of all pairs */
    size_t pair; /* the pair in detail */
    struct table_state detail_table;
};

/* What the table's callbacks are given: made at every draw, points into the snapshot. */
struct pairs_model {
    const struct view_context *context;
    const struct pair_result *pairs;
    size_t n_pairs;
    size_t only; /* in detail: the pair, else n_pairs */
    int decimals;
    struct table_column columns[N_PAIR_COLUMNS];
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

static bool in_detail(const struct pairs_model *model)
{
    return model->only < model->n_pairs;
}

static const struct pair_result *row_pair(const struct pairs_model *model, size_t row)
{
    return &model->pairs[in_detail(model) ? model->only : row];
}

/* The adjuster of a row; NULL for the raw row of the detail, or where the pair has none. */
static const struct pair_adjuster_result *row_adjuster(const struct pairs_model *model, size_t row)
{
    const struct pair_result *pair = row_pair(model, row);
    size_t at = in_detail(model) ? row - 1 : model->context->focus->adjuster;
    if (in_detail(model) && row == 0)
        return NULL;
    return at < pair->n_adjusters ? &pair->adjusters[at] : NULL;
}

/* The interval that a row is about. */
static const struct interval *row_interval(const struct pairs_model *model, size_t row)
{
    const struct pair_adjuster_result *adjusted = row_adjuster(model, row);
    return adjusted ? &adjusted->interval : &row_pair(model, row)->raw;
}

/* Who is ahead by this interval, the right way round for the outcome's direction. */
static void add_verdict(const struct pairs_model *model, const struct pair_result *pair,
                        const struct interval *interval, struct strbuf *text)
{
    if (interval->status != ESTIMATE_OK) {
        strbuf_puts(text, estimate_status_text(interval->status));
    } else if (interval->low <= 0 && interval->high >= 0) {
        strbuf_puts(text, "not distinguishable");
    } else {
        bool a_ahead = (pair->difference > 0) == model->context->study->higher_is_better;
        strbuf_printf(text, "%s better", (a_ahead ? pair->a : pair->b)->name);
    }
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct pairs_model *model = user;
    const struct pair_result *pair = row_pair(model, row);
    const struct pair_adjuster_result *adjusted = row_adjuster(model, row);
    const struct interval *interval = row_interval(model, row);
    double scale = model->context->study->scale;
    switch ((enum pair_column)column) {
    case PAIR_DIFFERENCE:
    case PAIR_FOREST:
        return pair->difference * scale;
    case PAIR_RAW_HALF:
        return pair->raw.half_width * scale;
    case PAIR_HALF:
        return adjusted ? interval->half_width * scale : NAN;
    case PAIR_CHANGE:
        return adjusted ? adjusted->narrower_percent : NAN;
    case PAIR_LOW:
        return interval->low * scale;
    case PAIR_HIGH:
        return interval->high * scale;
    case PAIR_HOLM:
        return interval->p_holm;
    case PAIR_MDE:
        return (adjusted ? adjusted->mde : pair->raw_mde) * scale;
    case PAIR_NEEDED:
        return adjusted ? adjusted->runs_needed : NAN;
    default:
        return NAN;
    }
}

static void pair_name(const struct pair_result *pair, struct strbuf *text)
{
    strbuf_printf(text, "%s%s%s - %s", pair->a->group, pair->a->group[0] ? ": " : "", pair->a->name,
                  pair->b->name);
}

static void row_name(const struct pairs_model *model, size_t row, struct strbuf *text)
{
    const struct pair_adjuster_result *adjusted = row_adjuster(model, row);
    if (!in_detail(model)) {
        pair_name(row_pair(model, row), text);
        return;
    }
    char label[VIEW_ADJUSTER_LABEL_MAX] = "raw";
    if (adjusted)
        view_adjuster_label(adjusted->adjuster, label);
    strbuf_puts(text, label);
    if (adjusted && adjusted->exploratory != EXPLORATORY_NO)
        strbuf_add_char(text, '!');
}

/* "0.012", "<0.001". */
static void add_p(struct strbuf *text, double p)
{
    if (p < 0.001)
        strbuf_puts(text, "<0.001");
    else
        view_add_number(text, p, 3);
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct pairs_model *model = user;
    const struct interval *interval = row_interval(model, row);
    double number = row_number(user, row, column);
    if (model->context->snapshot && !model->context->snapshot->finished && column > PAIR_RAW_HALF)
        *style = STYLE_DIM;
    switch ((enum pair_column)column) {
    case PAIR_NAME:
        row_name(model, row, text);
        break;
    case PAIR_CHANGE:
        view_add_percent(text, number / 100, 1);
        if (model->context->snapshot->finished)
            *style = view_sign_style(number);
        break;
    case PAIR_HOLM:
        add_p(text, number);
        break;
    case PAIR_NEEDED:
        view_add_number(text, ceil(number), 0);
        break;
    case PAIR_VERDICT:
        add_verdict(model, row_pair(model, row), interval, text);
        break;
    default:
        view_add_number(text, number, model->decimals);
    }
}

/* One scale for the pairs of a group: a narrow group beside a wide one would else show nothing. */
static struct plot_range group_range(const struct pairs_model *model, const char *group)
{
    struct plot_range range = PLOT_EMPTY;
    plot_include(&range, 0);
    for (size_t i = 0; i < model->n_pairs; i++) {
        const struct pair_result *pair = &model->pairs[i];
        if (strcmp(pair->a->group, group))
            continue;
        plot_include(&range, pair->raw.low);
        plot_include(&range, pair->raw.high);
        for (size_t a = 0; a < pair->n_adjusters; a++) {
            plot_include(&range, fmax(pair->adjusters[a].interval.low, 2 * pair->raw.low - pair->difference));
            plot_include(&range, fmin(pair->adjusters[a].interval.high, 2 * pair->raw.high - pair->difference));
        }
    }
    return plot_padded(range, 0.02);
}

static int forest_column(struct plot_range range, int n_columns, double value)
{
    double at = (value - range.low) / (range.high - range.low) * (n_columns - 1);
    return (int)lround(fmin(fmax(at, -1), n_columns));
}

static void forest_span(struct surface *surface, struct rect rect, struct plot_range range,
                        const struct interval *interval, enum style style, const uint32_t glyphs[3])
{
    if (interval->status != ESTIMATE_OK)
        return;
    int low = forest_column(range, rect.n_columns, interval->low);
    int high = forest_column(range, rect.n_columns, interval->high);
    for (int i = low < 0 ? 0 : low; i <= high && i < rect.n_columns; i++)
        surface_put(surface, rect.row, rect.column + i, style,
                    i == low ? glyphs[0] : i == high ? glyphs[2] : glyphs[1]);
}

/* The raw interval is the thin line with end marks, the adjusted one the thick line inside it. */
static bool row_draw(void *user, size_t row, size_t column, struct surface *surface,
                     struct rect rect)
{
    static const uint32_t thin[3] = {0x251C, 0x2500, 0x2524}, thick[3] = {0x2501, 0x2501, 0x2501};
    static const uint32_t thin_ascii[3] = {'|', '-', '|'}, thick_ascii[3] = {'=', '=', '='};
    const struct pairs_model *model = user;
    if (column != PAIR_FOREST)
        return false;
    const struct pair_result *pair = row_pair(model, row);
    const struct pair_adjuster_result *adjusted = row_adjuster(model, row);
    struct plot_range range = group_range(model, pair->a->group);
    bool ascii = surface->ascii;
    surface_put(surface, rect.row, rect.column + forest_column(range, rect.n_columns, 0),
                STYLE_BORDER, ascii ? ':' : 0x250A);
    forest_span(surface, rect, range, &pair->raw, STYLE_TEXT, ascii ? thin_ascii : thin);
    if (adjusted)
        forest_span(surface, rect, range, &adjusted->interval,
                    adjusted->narrower_percent >= 0 ? STYLE_GAIN : STYLE_LOSS,
                    ascii ? thick_ascii : thick);
    surface_put(surface, rect.row,
                rect.column + forest_column(range, rect.n_columns, pair->difference), STYLE_HEADING,
                ascii ? 'o' : 0x25CF);
    return true;
}

static int name_width(const struct pairs_model *model, size_t n_rows)
{
    int width = 12;
    for (size_t i = 0; i < n_rows; i++) {
        struct strbuf name;
        strbuf_init(&name);
        row_name(model, i, &name);
        width = (int)name.length > width ? (int)name.length : width;
        strbuf_done(&name);
    }
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

static void set_columns(struct pairs_model *model, size_t n_rows, int n_columns)
{
    static const struct table_column columns[N_PAIR_COLUMNS] = {
        [PAIR_NAME] = {"pair", NULL, 0, true},
        [PAIR_DIFFERENCE] = {"difference", NULL, 10, false},
        [PAIR_FOREST] = {"raw |--| adjusted ==", NULL, FOREST_COLUMNS_MIN, true},
        [PAIR_RAW_HALF] = {"+- raw", NULL, 7, false},
        [PAIR_HALF] = {"+- adj", NULL, 7, false},
        [PAIR_CHANGE] = {"narrower", "%", 8, false},
        [PAIR_LOW] = {"low", NULL, 8, false},
        [PAIR_HIGH] = {"high", NULL, 8, false},
        [PAIR_HOLM] = {"p Holm", NULL, 6, false},
        [PAIR_MDE] = {"MDE", NULL, 7, false},
        [PAIR_NEEDED] = {"needed", "runs/arm", 8, false},
        [PAIR_VERDICT] = {"in words", NULL, 22, true},
    };
    memcpy(model->columns, columns, sizeof columns);
    model->columns[PAIR_NAME].width = name_width(model, n_rows);
    const char *unit = model->context->study->unit;
    static const enum pair_column in_units[] = {PAIR_DIFFERENCE, PAIR_RAW_HALF, PAIR_HALF, PAIR_LOW,
                                                PAIR_HIGH, PAIR_MDE};
    for (size_t i = 0; unit && unit[0] && i < sizeof in_units / sizeof *in_units; i++)
        model->columns[in_units[i]].unit = unit;
    int used = 0;
    for (size_t i = 0; i <= PAIR_CHANGE; i++)
        used += i == PAIR_FOREST ? 0 : model->columns[i].width + 2;
    int forest = n_columns - used - 2;
    model->columns[PAIR_FOREST].width = forest < FOREST_COLUMNS_MIN   ? FOREST_COLUMNS_MIN
                                        : forest > FOREST_COLUMNS_MAX ? FOREST_COLUMNS_MAX
                                                                      : forest;
    if (model->columns[PAIR_FOREST].width < 20)
        model->columns[PAIR_FOREST].heading = "intervals";
}

/* Decimals after the smallest half-width, so that a change shows. */
static int common_decimals(const struct pairs_model *model)
{
    double least = NAN;
    for (size_t i = 0; i < model->n_pairs; i++)
        least = fmin(least, model->pairs[i].raw.half_width);
    return isfinite(least) ? view_decimals(least * model->context->study->scale) : 3;
}

static uint64_t row_identity(void *user, size_t row)
{
    const struct pairs_model *model = user;
    if (in_detail(model))
        return row;
    const struct pair_result *pair = &model->pairs[row];
    const struct arm *arms = model->context->study->arms;
    return (uint64_t)(pair->a - arms) << 32 | (uint64_t)(pair->b - arms);
}

static void make_model(const struct view_context *context, int n_columns, struct pairs_model *model,
                       struct table *table)
{
    const struct pairs_state *state = context->state;
    const struct snapshot *snapshot = context->snapshot;
    *model = (struct pairs_model){.context = context,
                                  .pairs = snapshot ? snapshot->pairs : NULL,
                                  .n_pairs = snapshot ? snapshot->n_pairs : 0};
    model->only = state->detail && state->pair < model->n_pairs ? state->pair : model->n_pairs;
    model->decimals = common_decimals(model);
    size_t n_rows = in_detail(model) ? 1 + model->pairs[model->only].n_adjusters : model->n_pairs;
    set_columns(model, n_rows, n_columns);
    *table = (struct table){.n_rows = n_rows,
                            .n_columns = N_PAIR_COLUMNS,
                            .columns = model->columns,
                            .user = model,
                            .cell = row_cell,
                            .number = row_number,
                            .identity = row_identity,
                            .draw = row_draw,
                            .filter = in_detail(model) ? NULL : context->filter,
                            .settled = snapshot && snapshot->finished,
                            .version = context->generation,
                            .empty = !snapshot ? "computing"
                                               : "no two arms of one group are ticked"};
}

static struct table_state *current_table(const struct view_context *context,
                                         const struct pairs_model *model)
{
    struct pairs_state *state = context->state;
    return in_detail(model) ? &state->detail_table : context->table;
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
    if (in_detail(model)) {
        pair_name(&model->pairs[model->only], title);
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
                  in_detail(&model) ? "Esc back" : NULL);
    strbuf_done(&title);
    struct rect inner = {rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2};
    struct rect before = surface_set_clip(surface, inner);
    if (in_detail(&model) && inner.n_rows > 8) {
        inner.n_rows -= 4;
        draw_contrasts(&model, surface,
                       (struct rect){inner.row + inner.n_rows + 1, inner.column + 1, 3,
                                     inner.n_columns - 2});
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
        if (in_detail(&model) || context->table->current == TABLE_NO_ROW)
            return true;
        state->pair = context->table->current;
        state->detail = true;
        return true;
    case ACTION_OUT:
        if (!state->detail)
            return false;
        state->detail = false;
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
    struct rect inner = {rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2};
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
    const struct pair_result *pair = row_pair(&model, row);
    const struct pair_adjuster_result *adjusted = row_adjuster(&model, row);
    pair_name(pair, line);
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
    add_verdict(&model, pair, adjusted ? &adjusted->interval : &pair->raw, line);
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

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct pairs_model model;
    size_t row;
    if (!current_row(context, &model, &row))
        return false;
    const struct pair_result *pair = row_pair(&model, row);
    const struct pair_adjuster_result *adjusted = row_adjuster(&model, row);
    double scale = context->study->scale;
    strbuf_printf(text, "difference = mean(%s) - mean(%s) = ", pair->a->name, pair->b->name);
    view_add_number(text, pair->a->y_mean * scale, model.decimals);
    strbuf_puts(text, " - ");
    view_add_number(text, pair->b->y_mean * scale, model.decimals);
    strbuf_puts(text, " = ");
    view_add_number(text, pair->difference * scale, model.decimals);
    strbuf_puts(text, "; adjustment never moves it, it only changes the standard error.\n");
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
