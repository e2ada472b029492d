/* Families: what searching each family seems to give (post hoc best, judged on the runs it was
 * chosen from) next to what it really gives (nested best, chosen again in every training fold). The
 * gap is selection noise. One row per arm and family. */
#include "views/views.h"

#include "tui/layout.h"

#include <math.h>
#include <string.h>

enum family_column {
    FAMILY_NAME,
    FAMILY_CANDIDATES,
    FAMILY_POSTHOC,
    FAMILY_NESTED,
    FAMILY_GAP,
    FAMILY_BARS,
    FAMILY_NEGATIVE,
    FAMILY_POSTHOC_PICK,
    FAMILY_NESTED_PICK,
    FAMILY_NESTED_SHARE,
    N_FAMILY_COLUMNS
};

enum { NAME_COLUMNS_MAX = 36, BAR_COLUMNS = 17, PICK_COLUMNS = 26 };

struct families_model {
    const struct view_context *context;
    struct table_column columns[N_FAMILY_COLUMNS];
};

static const struct family_row *row_of(const struct families_model *model, size_t row)
{
    return &model->context->snapshot->families[row];
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct family_row *family = row_of(user, row);
    if (column == FAMILY_CANDIDATES)
        return (double)family->n_candidates;
    if (family->status != ESTIMATE_OK)
        return NAN;
    switch ((enum family_column)column) {
    case FAMILY_POSTHOC:
        return family->posthoc_vr;
    case FAMILY_NESTED:
        return family->nested_vr;
    case FAMILY_GAP:
    case FAMILY_BARS:
        return family->posthoc_vr - family->nested_vr;
    case FAMILY_NEGATIVE:
        return family->nested_negative_share;
    case FAMILY_NESTED_SHARE:
        return family->nested_share;
    default:
        return NAN;
    }
}

static void add_row_name(const struct families_model *model, const struct family_row *family,
                         struct strbuf *text)
{
    strbuf_printf(text, "%s %s", family->arm->label,
                  model->context->study->families[family->family].name);
}

static void add_candidate(const struct family_row *family, size_t candidate, struct strbuf *text)
{
    if (family->status == ESTIMATE_OK && candidate < family->arm->n_candidates)
        strbuf_puts(text, family->arm->candidates[candidate].name);
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct families_model *model = user;
    const struct family_row *family = row_of(model, row);
    double number = row_number(user, row, column);
    bool unfinished = family->n_done < family->n_wanted;
    if (unfinished)
        *style = STYLE_DIM;
    switch ((enum family_column)column) {
    case FAMILY_NAME:
        add_row_name(model, family, text);
        break;
    case FAMILY_CANDIDATES:
        strbuf_printf(text, "%zu", family->n_candidates);
        break;
    case FAMILY_POSTHOC:
    case FAMILY_NESTED:
        if (column == FAMILY_NESTED && family->status != ESTIMATE_OK &&
            family->status != ESTIMATE_PENDING) {
            strbuf_puts(text, estimate_status_text(family->status));
            break;
        }
        view_add_percent(text, number, 1);
        if (column == FAMILY_POSTHOC)
            strbuf_add_char(text, '!');
        if (!unfinished)
            *style = view_sign_style(number);
        break;
    case FAMILY_GAP:
        view_add_number(text, 100 * number, 1);
        break;
    case FAMILY_NEGATIVE:
    case FAMILY_NESTED_SHARE:
        view_add_number(text, 100 * number, 0);
        break;
    case FAMILY_POSTHOC_PICK:
        add_candidate(family, family->posthoc_candidate, text);
        break;
    case FAMILY_NESTED_PICK:
        add_candidate(family, family->nested_candidate, text);
        break;
    default:
        break;
    }
}

/* Both values on one line around a common zero: the nested one as a filled mark, the post hoc one
 * as an open mark, and the gap between them as a line. -50 % to 50 %. */
static bool row_draw(void *user, size_t row, size_t column, struct surface *surface,
                     struct rect rect)
{
    const struct family_row *family = row_of(user, row);
    if (column != FAMILY_BARS)
        return false;
    int middle = rect.n_columns / 2;
    bool ascii = surface->ascii;
    surface_put(surface, rect.row, rect.column + middle, STYLE_BORDER, ascii ? ':' : 0x250A);
    if (family->status != ESTIMATE_OK)
        return true;
    int nested = (int)lround(fmax(-middle, fmin(middle, family->nested_vr * 2 * middle)));
    int posthoc = (int)lround(fmax(-middle, fmin(middle, family->posthoc_vr * 2 * middle)));
    int from = nested < posthoc ? nested : posthoc, to = nested < posthoc ? posthoc : nested;
    for (int i = from; i <= to; i++)
        surface_put(surface, rect.row, rect.column + middle + i, STYLE_DIM, ascii ? '-' : 0x2500);
    surface_put(surface, rect.row, rect.column + middle + posthoc, STYLE_WARNING,
                ascii ? 'o' : 0x25CB);
    surface_put(surface, rect.row, rect.column + middle + nested,
                view_sign_style(family->nested_vr), ascii ? '*' : 0x25CF);
    return true;
}

static uint64_t row_identity(void *user, size_t row)
{
    const struct families_model *model = user;
    const struct family_row *family = row_of(model, row);
    return (uint64_t)(family->arm - model->context->study->arms) << 32 | family->family;
}

static int name_columns(const struct families_model *model, size_t n_rows)
{
    int width = 10;
    for (size_t i = 0; i < n_rows; i++) {
        struct strbuf name;
        strbuf_init(&name);
        add_row_name(model, row_of(model, i), &name);
        width = (int)name.length > width ? (int)name.length : width;
        strbuf_done(&name);
    }
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

static void make_model(const struct view_context *context, struct families_model *model,
                       struct table *table)
{
    static const struct table_column columns[N_FAMILY_COLUMNS] = {
        [FAMILY_NAME] = {"arm, family", NULL, 0, true},
        [FAMILY_CANDIDATES] = {"of", "cand.", 5, false},
        [FAMILY_POSTHOC] = {"post hoc", "VR %", 8, false},
        [FAMILY_NESTED] = {"nested", "VR %", 7, false},
        [FAMILY_GAP] = {"gap", "%", 5, false},
        [FAMILY_BARS] = {"nested, post hoc", "-50 to +50 %", BAR_COLUMNS, true},
        [FAMILY_NEGATIVE] = {"VR < 0", "% splits", 8, false},
        [FAMILY_POSTHOC_PICK] = {"post hoc pick", NULL, PICK_COLUMNS, true},
        [FAMILY_NESTED_PICK] = {"nested pick, most often", NULL, PICK_COLUMNS, true},
        [FAMILY_NESTED_SHARE] = {"picked", "% folds", 7, false},
    };
    const struct snapshot *snapshot = context->snapshot;
    *model = (struct families_model){.context = context};
    memcpy(model->columns, columns, sizeof columns);
    size_t n_rows = snapshot ? snapshot->n_families : 0;
    model->columns[FAMILY_NAME].width = name_columns(model, n_rows);
    *table = (struct table){.n_rows = n_rows,
                            .n_columns = N_FAMILY_COLUMNS,
                            .columns = model->columns,
                            .user = model,
                            .cell = row_cell,
                            .number = row_number,
                            .identity = row_identity,
                            .draw = row_draw,
                            .filter = context->filter,
                            .settled = snapshot && snapshot->finished,
                            .version = context->generation,
                            .empty = snapshot ? "no arm, or no family, is ticked" : "computing"};
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct families_model model;
    struct table table;
    make_model(context, &model, &table);
    surface_frame(surface, rect, context->focused,
                  rect.n_columns < 78 ? "Families: seeming and real gain"
                                      : "Families: what searching seems to give, and gives",
                  "! post hoc: exploratory");
    struct rect before = surface_set_clip(surface, layout_padded(rect));
    table_draw(&table, context->table, surface, layout_padded(rect), context->focused);
    surface->clip = before;
}

static bool current_row(const struct view_context *context, struct families_model *model,
                        const struct family_row **row)
{
    struct table table;
    make_model(context, model, &table);
    table_prepare(&table, context->table);
    if (context->table->current == TABLE_NO_ROW)
        return false;
    *row = row_of(model, context->table->current);
    return true;
}

static void follow_cursor(const struct view_context *context)
{
    struct families_model model;
    const struct family_row *row;
    if (current_row(context, &model, &row))
        context->focus->arm = (size_t)(row->arm - context->study->arms);
}

static bool act(const struct view_context *context, enum action action)
{
    struct families_model model;
    struct table table;
    const struct family_row *row;
    if (action == ACTION_IN && current_row(context, &model, &row)) {
        if (row->status == ESTIMATE_OK && row->posthoc_candidate < row->arm->n_candidates) {
            context->focus->candidate = row->arm->candidates[row->posthoc_candidate].name;
            view_show(context, VIEW_SCATTER);
        }
        return true;
    }
    make_model(context, &model, &table);
    if (!table_act(&table, context->table, action))
        return false;
    follow_cursor(context);
    return true;
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct families_model model;
    struct table table;
    make_model(context, &model, &table);
    if (!table_click(&table, context->table, layout_padded(rect), row, column))
        return false;
    follow_cursor(context);
    return true;
}

static void status(const struct view_context *context, struct strbuf *line)
{
    struct families_model model;
    const struct family_row *row;
    if (!current_row(context, &model, &row) || row->status != ESTIMATE_OK)
        return;
    add_row_name(&model, row, line);
    strbuf_puts(line, ": best looks like ");
    view_add_percent(line, row->posthoc_vr, 1);
    strbuf_puts(line, " % (");
    add_candidate(row, row->posthoc_candidate, line);
    strbuf_puts(line, "), gives ");
    view_add_percent(line, row->nested_vr, 1);
    strbuf_puts(line, " %");
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct families_model model;
    const struct family_row *row;
    if (!current_row(context, &model, &row) || row->status != ESTIMATE_OK)
        return false;
    strbuf_printf(text, "%s has %zu candidates in %s. Post hoc, the best of them on all %zu runs (",
                  row->arm->label, row->n_candidates, context->study->families[row->family].name,
                  row->arm->n_runs);
    add_candidate(row, row->posthoc_candidate, text);
    strbuf_puts(text, ") seems to remove ");
    view_add_percent(text, row->posthoc_vr, 1);
    strbuf_puts(text,
                " % of the variance; it was chosen on the runs it is judged on, so the figure "
                "is biased upward and is a diagnostic only.\nNested, the choice is made again "
                "in every training fold: ");
    view_add_percent(text, row->nested_vr, 1);
    strbuf_puts(text, " %. Its most frequent pick, ");
    add_candidate(row, row->nested_candidate, text);
    strbuf_puts(text, ", won in ");
    view_add_number(text, 100 * row->nested_share, 0);
    strbuf_puts(text, " % of the folds. The gap of ");
    view_add_number(text, 100 * (row->posthoc_vr - row->nested_vr), 1);
    strbuf_puts(text, " points is selection noise.\n");
    return true;
}

const struct view view_families = {.name = "Families",
                                   .id = "families",
                                   .sections = 1u << SECTION_FAMILIES,
                                   .marks_candidates = true,
                                   .draw = draw,
                                   .act = act,
                                   .click = click,
                                   .status = status,
                                   .explain = explain};
