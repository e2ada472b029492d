#include "views/pairs_model.h"

#include "base/text.h"
#include "estimate/calibration.h"
#include "estimate/pairs.h"

#include <math.h>
#include <string.h>

enum {
    FOREST_COLUMNS_MIN = 17,
    FOREST_COLUMNS_MAX = 61,
    NAME_COLUMNS_MIN = 18,
    DIFFERENCE_COLUMNS = 10,
    GAP = 1, /* the table's, where not everything fits: the forest fills what is left */
    VERDICT_COLUMNS = 21,
    NARROW_COLUMNS = 100
};

bool pairs_model_in_detail(const struct pairs_model *model)
{
    return model->only < model->n_pairs;
}

const struct pair_result *pairs_model_pair(const struct pairs_model *model, size_t row)
{
    return &model->pairs[pairs_model_in_detail(model) ? model->only : row];
}

/* The adjuster of a row; NULL for the raw row of the detail, or where the pair has none. */
const struct pair_adjuster_result *pairs_model_adjuster(const struct pairs_model *model, size_t row)
{
    const struct pair_result *pair = pairs_model_pair(model, row);
    size_t at = pairs_model_in_detail(model) ? row - 1 : model->context->focus->adjuster;
    if (pairs_model_in_detail(model) && row == 0)
        return NULL;
    return at < pair->n_adjusters ? &pair->adjusters[at] : NULL;
}

/* Decimals after the smallest half-width of the pairs with this outcome, so that a change shows. */
static int common_decimals(const struct pairs_model *model, const struct pair_result *pair)
{
    double least = NAN;
    for (size_t i = 0; i < model->n_pairs; i++)
        if (model->pairs[i].a->outcome_index == pair->a->outcome_index)
            least = fmin(least, model->pairs[i].raw.half_width);
    return isfinite(least) ? view_decimals(least * pair->a->outcome.scale) : 3;
}

/* The interval that a row is about. */
static const struct interval *row_interval(const struct pairs_model *model, size_t row)
{
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    return adjusted ? &adjusted->interval : &pairs_model_pair(model, row)->raw;
}

void pairs_add_verdict(struct strbuf *text, const struct pair_result *pair)
{
    int side = pair_claim_side(pair);
    if (pair->claim.interval.status != ESTIMATE_OK)
        strbuf_puts(text, estimate_status_text(pair->claim.interval.status));
    else if (!side)
        strbuf_puts(text, "not distinguishable");
    else
        strbuf_printf(text, "%s better", (side > 0 ? pair->a : pair->b)->name);
}

int pairs_decimals(const struct pairs_model *model, const struct pair_result *pair)
{
    return pair->a->outcome_index == model->pairs[0].a->outcome_index
               ? model->decimals
               : common_decimals(model, pair);
}

/* Of the claim where it is two-phase, or of the row's adjuster. */
static double two_phase_half(const struct pair_result *pair,
                             const struct pair_adjuster_result *adjusted, bool in_detail)
{
    if (in_detail && adjusted)
        return adjusted->two_phase.interval.half_width;
    return pair->claim.basis == CLAIM_TWO_PHASE ? pair->claim.interval.half_width : NAN;
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct pairs_model *model = user;
    const struct pair_result *pair = pairs_model_pair(model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    const struct interval *interval = row_interval(model, row);
    double scale = pair->a->outcome.scale;
    switch ((enum pair_column)column) {
    case PAIR_DIFFERENCE:
    case PAIR_FOREST:
        return pair->difference * scale;
    case PAIR_RAW_HALF:
        return pair->raw.half_width * scale;
    case PAIR_TWO_PHASE:
        return two_phase_half(pair, adjusted, pairs_model_in_detail(model)) * scale;
    case PAIR_HALF:
        return adjusted ? interval->half_width * scale : NAN;
    case PAIR_CHANGE:
        return adjusted ? adjusted->narrower_percent : NAN;
    case PAIR_NULL:
        return adjusted
                   ? snapshot_pair_null(model->context->snapshot, pair, adjusted->adjuster).both
                   : NAN;
    case PAIR_LOW:
        return interval->low * scale;
    case PAIR_HIGH:
        return interval->high * scale;
    case PAIR_HOLM: /* in the detail, of the raw row alone */
        return adjusted && pairs_model_in_detail(model) ? NAN : pair->claim.interval.p_holm;
    case PAIR_MDE:
        return (adjusted ? adjusted->mde : pair->raw_mde) * scale;
    case PAIR_NEEDED:
        return adjusted ? adjusted->runs_needed : NAN;
    default:
        return NAN;
    }
}

void pairs_add_name(struct strbuf *text, const struct pair_result *pair)
{
    strbuf_printf(text, "%s%s%s - %s", pair->a->group, pair->a->group[0] ? ": " : "", pair->a->name,
                  pair->b->name);
}

void pairs_add_row_name(const struct pairs_model *model, size_t row, struct strbuf *text)
{
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    if (!pairs_model_in_detail(model)) {
        pairs_add_name(text, pairs_model_pair(model, row));
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

static void add_null(const struct pairs_model *model, size_t row, struct strbuf *text,
                     enum style *style)
{
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    if (!adjusted)
        return;
    struct pair_null null = snapshot_pair_null(model->context->snapshot,
                                               pairs_model_pair(model, row), adjusted->adjuster);
    view_add_number(text, 100 * null.both, 1);
    strbuf_add_char(text, '/');
    view_add_number(text, 100 * null.expected_both, 1);
    if (null.too_narrow) {
        strbuf_puts(text, "↑");
        *style = STYLE_LOSS;
    }
}

/* An adjusted interval carries no verdict: what stands there says what it is. */
static void add_verdict_cell(const struct pairs_model *model, size_t row, struct strbuf *text,
                             enum style *style)
{
    const struct pair_result *pair = pairs_model_pair(model, row);
    bool distinct = pair->claim.interval.status == ESTIMATE_OK && pair_claim_side(pair);
    if (pairs_model_in_detail(model) && pairs_model_adjuster(model, row)) {
        *style = STYLE_DIM;
        strbuf_puts(text, model->narrow ? "if log known" : "if the log were known");
    } else if (model->narrow && !distinct && pair->claim.interval.status == ESTIMATE_OK) {
        strbuf_puts(text, "cannot tell");
    } else {
        *style = distinct ? STYLE_HEADING : STYLE_TEXT;
        pairs_add_verdict(text, pair);
    }
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct pairs_model *model = user;
    double number = row_number(user, row, column);
    if (model->context->snapshot && !model->context->snapshot->finished && column > PAIR_RAW_HALF)
        *style = STYLE_DIM;
    switch ((enum pair_column)column) {
    case PAIR_NAME:
        pairs_add_row_name(model, row, text);
        break;
    case PAIR_CHANGE:
        view_add_percent(text, number / 100, 1);
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): rows come from a snapshot */
        if (model->context->snapshot->finished)
            *style = view_sign_style(number);
        break;
    case PAIR_NULL:
        add_null(model, row, text, style);
        break;
    case PAIR_HOLM:
        add_p(text, number);
        break;
    case PAIR_NEEDED:
        view_add_number(text, ceil(number), 0);
        break;
    case PAIR_VERDICT:
        add_verdict_cell(model, row, text, style);
        break;
    default:
        view_add_number(text, number, pairs_decimals(model, pairs_model_pair(model, row)));
        if (column == PAIR_DIFFERENCE && !study_common_unit(model->context->study))
            strbuf_printf(text, " %s", pairs_model_pair(model, row)->a->outcome.unit);
    }
}

/* What is too long of the arms' names gives way, the longer one first, so that both can still be told.
 * The table's filter knows the whole name. */
bool pairs_draw_name(const struct pairs_model *model, size_t row, struct surface *surface,
                     struct rect rect)
{
    const struct pair_result *pair = pairs_model_pair(model, row);
    bool grouped = *pair->a->group != '\0';
    int a = (int)text_width(pair->a->name), b = (int)text_width(pair->b->name);
    int taken = (int)text_width(pair->a->group) + (grouped ? 2 : 0) + 3,
        room = rect.n_columns - taken;
    if (pairs_model_in_detail(model) || a + b <= room || room < 8)
        return false;
    int first = a <= room / 2 ? a : b <= room / 2 ? room - b : room / 2, at = rect.column;
    at += surface_printf(surface, rect.row, at, taken, STYLE_TEXT, "%s%s", pair->a->group,
                         grouped ? ": " : "");
    at += surface_text(surface, rect.row, at, first, STYLE_TEXT, pair->a->name);
    at += surface_text(surface, rect.row, at, 3, STYLE_TEXT, " - ");
    surface_text(surface, rect.row, at, rect.column + rect.n_columns - at, STYLE_TEXT,
                 pair->b->name);
    return true;
}

static bool row_draw(void *user, size_t row, size_t column, struct surface *surface,
                     struct rect rect)
{
    const struct pairs_model *model = user;
    if (column == PAIR_NAME)
        return pairs_draw_name(model, row, surface, rect);
    if (column != PAIR_FOREST)
        return false;
    pairs_draw_forest(model, pairs_model_pair(model, row), pairs_model_adjuster(model, row),
                      surface, rect);
    return true;
}

/* At most half of the width. */
static int name_width(const struct pairs_model *model, size_t n_rows, int n_columns)
{
    int width = 12, most = n_columns / 2 > NAME_COLUMNS_MIN ? n_columns / 2 : NAME_COLUMNS_MIN;
    for (size_t i = 0; i < n_rows; i++) {
        struct strbuf name;
        strbuf_init(&name);
        pairs_add_row_name(model, i, &name);
        width = (int)text_width(name.text) > width ? (int)text_width(name.text) : width;
        strbuf_done(&name);
    }
    return width < most ? width : most;
}

static int longest_unit(const struct pairs_model *model)
{
    int longest = 0;
    for (size_t i = 0; i < model->n_pairs; i++) {
        int width = (int)text_width(model->pairs[i].a->outcome.unit);
        longest = width > longest ? width : longest;
    }
    return longest < 12 ? longest : 12;
}

/* "conv better", whichever arm it may be. */
static int verdict_width(const struct pairs_model *model)
{
    int width = model->narrow ? 12 : VERDICT_COLUMNS;
    for (size_t i = 0; i < model->n_pairs; i++) {
        struct strbuf verdict;
        strbuf_init(&verdict);
        pairs_add_verdict(&verdict, &model->pairs[i]);
        bool distinct = pair_claim_side(&model->pairs[i]) != 0;
        int n = (int)text_width(verdict.text);
        width = distinct && n > width ? n : width;
        strbuf_done(&verdict);
    }
    return width < VERDICT_COLUMNS ? width : VERDICT_COLUMNS;
}

static bool any_two_phase(const struct pairs_model *model)
{
    for (size_t i = 0; i < model->n_pairs; i++)
        if (pair_declares_unfinished(&model->pairs[i]))
            return true;
    return false;
}

/* One scale, if all pairs may be compared with each other. */
static bool one_scale(const struct pairs_model *model)
{
    for (size_t i = 1; i < model->n_pairs; i++)
        if (!arm_comparable(model->pairs[0].a, model->pairs[i].a))
            return false;
    return model->n_pairs > 0;
}

static void set_units(struct pairs_model *model)
{
    static const enum pair_column in_units[] = {
        PAIR_DIFFERENCE, PAIR_RAW_HALF, PAIR_TWO_PHASE, PAIR_HALF, PAIR_LOW, PAIR_HIGH, PAIR_MDE};
    const char *unit = study_common_unit(model->context->study);
    model->columns[PAIR_DIFFERENCE].width += unit ? 0 : longest_unit(model) + 1;
    for (size_t i = 0; unit && unit[0] && i < sizeof in_units / sizeof *in_units; i++)
        model->columns[in_units[i]].unit = unit;
}

/* The forest takes what the answer leaves of the width. */
static void set_columns(struct pairs_model *model, size_t n_rows, int n_columns)
{
    static const struct table_column columns[N_PAIR_COLUMNS] = {
        [PAIR_NAME] = {"pair", NULL, 0, true},
        [PAIR_VERDICT] = {"verdict", NULL, 0, true},
        [PAIR_DIFFERENCE] = {"difference", NULL, DIFFERENCE_COLUMNS, false},
        [PAIR_RAW_HALF] = {"+- raw", NULL, 7, false},
        [PAIR_TWO_PHASE] = {"+- 2ph", NULL, 7, false},
        [PAIR_FOREST] = {"raw |--|, if log known ==", NULL, FOREST_COLUMNS_MIN, true},
        [PAIR_HALF] = {"+- known", NULL, 8, false},
        [PAIR_CHANGE] = {"narrower", "%", 8, false},
        [PAIR_NULL] = {"null/VR", "% rej.", 10, false},
        [PAIR_LOW] = {"low", NULL, 8, false},
        [PAIR_HIGH] = {"high", NULL, 8, false},
        [PAIR_HOLM] = {"p Holm", NULL, 6, false},
        [PAIR_MDE] = {"MDE", NULL, 7, false},
        [PAIR_NEEDED] = {"runs for", "raw +-", 8, false},
    };
    memcpy(model->columns, columns, sizeof columns);
    model->narrow = n_columns < NARROW_COLUMNS;
    model->columns[PAIR_NAME].width = name_width(model, n_rows, n_columns);
    model->columns[PAIR_VERDICT].width = verdict_width(model);
    if (!any_two_phase(model))
        model->columns[PAIR_TWO_PHASE].width = 0;
    set_units(model);
    int used = 0;
    for (size_t i = 0; i < PAIR_FOREST; i++)
        used += model->columns[i].width ? model->columns[i].width + GAP : 0;
    int forest = n_columns - used, after = 0;
    for (size_t i = PAIR_HALF; i <= PAIR_NULL; i++)
        after += model->columns[i].width + GAP;
    if (forest - after >= FOREST_COLUMNS_MIN)
        forest -= after;
    model->columns[PAIR_FOREST].width = forest < FOREST_COLUMNS_MIN   ? FOREST_COLUMNS_MIN
                                        : forest > FOREST_COLUMNS_MAX ? FOREST_COLUMNS_MAX
                                                                      : forest;
    if (model->columns[PAIR_FOREST].width < 26)
        model->columns[PAIR_FOREST].heading = "intervals";
    if (one_scale(model))
        pairs_forest_scale(model, &model->pairs[0], model->columns[PAIR_FOREST].width, model->scale,
                           sizeof model->scale);
    model->columns[PAIR_FOREST].unit = *model->scale ? model->scale : "scale per group";
}

static uint64_t row_identity(void *user, size_t row)
{
    const struct pairs_model *model = user;
    if (pairs_model_in_detail(model))
        return row;
    const struct pair_result *pair = &model->pairs[row];
    const struct arm *arms = model->context->study->arms;
    return (uint64_t)(pair->a - arms) << 32 | (uint64_t)(pair->b - arms);
}

static size_t find_pair(const struct pairs_model *model, const struct arm *a, const struct arm *b)
{
    size_t i = 0;
    while (i < model->n_pairs && (model->pairs[i].a != a || model->pairs[i].b != b))
        i++;
    return i;
}

void pairs_model_make(const struct view_context *context, const struct arm *detail_a,
                      const struct arm *detail_b, int n_columns, struct pairs_model *model,
                      struct table *table)
{
    const struct snapshot *snapshot = context->snapshot;
    *model = (struct pairs_model){.context = context,
                                  .pairs = snapshot ? snapshot->pairs : NULL,
                                  .n_pairs = snapshot ? snapshot->n_pairs : 0};
    model->only = detail_a ? find_pair(model, detail_a, detail_b) : model->n_pairs;
    if (model->n_pairs)
        model->decimals = common_decimals(model, &model->pairs[0]);
    size_t n_rows =
        pairs_model_in_detail(model) ? 1 + model->pairs[model->only].n_adjusters : model->n_pairs;
    set_columns(model, n_rows, n_columns);
    *table = (struct table){
        .n_rows = n_rows,
        .n_columns = N_PAIR_COLUMNS,
        .columns = model->columns,
        .user = model,
        .cell = row_cell,
        .number = row_number,
        .identity = row_identity,
        .draw = row_draw,
        .filter = pairs_model_in_detail(model) ? NULL : context->filter,
        .settled = snapshot && snapshot->finished,
        .version = context->generation,
        .empty = !snapshot ? "computing" : request_no_pairs(context->request, context->study)};
}
