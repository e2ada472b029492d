/* Candidates: every candidate of one arm with its squared correlation with the outcome, and what
 * adjusting by it alone would do. Looking here ranks candidates by outcome, which makes whatever is
 * chosen afterwards exploratory; the frame says so. */
#include "views/views.h"

#include "base/mem.h"
#include "base/portable.h"
#include "tui/layout.h"
#include "engine/single.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What fits on a narrow screen comes first. */
enum candidate_column {
    CANDIDATE_NAME,
    CANDIDATE_RHO2,
    CANDIDATE_NOISE,
    CANDIDATE_VR,
    CANDIDATE_FAMILY,
    CANDIDATE_SPARK,
    CANDIDATE_MEAN,
    CANDIDATE_SD,
    N_CANDIDATE_COLUMNS
};

enum { NAME_COLUMNS = 30, FAMILY_COLUMNS = 17, SPARK_COLUMNS = 20 };

/* Fits of one arm's candidates in the chosen families, kept until arm or families change. */
struct candidates_state {
    const struct arm *arm;
    uint64_t families;
    size_t n_rows;
    size_t *candidates;      /* [n_rows] index in the arm */
    struct single_fit *fits; /* [n_rows] */
    double noise;            /* rho^2 that the best of them reaches in noise */
    uint64_t seed;
    size_t *by_outcome; /* the arm's runs, ascending outcome */
    unsigned long version;
};

struct candidates_model {
    const struct view_context *context;
    const struct candidates_state *state;
};

static void *state_new(void)
{
    return mem_zeroed(1, sizeof(struct candidates_state));
}

static void state_clear(struct candidates_state *state)
{
    free(state->candidates);
    free(state->fits);
    free(state->by_outcome);
    *state = (struct candidates_state){.version = state->version};
}

static void state_free(void *user)
{
    state_clear(user);
    free(user);
}

static int compare_outcomes(const void *left, const void *right, void *user)
{
    const double *y = user;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return y[a] != y[b] ? (y[a] > y[b]) - (y[a] < y[b]) : (a > b) - (a < b);
}

static void state_make(struct candidates_state *state, const struct arm *arm, uint64_t families,
                       uint64_t seed)
{
    state_clear(state);
    state->arm = arm;
    state->families = families;
    state->version++;
    state->candidates = mem_array(arm->n_candidates + 1, sizeof *state->candidates);
    state->fits = mem_array(arm->n_candidates + 1, sizeof *state->fits);
    for (size_t j = 0; j < arm->n_candidates; j++)
        if (families >> arm->candidates[j].family & 1) {
            state->candidates[state->n_rows] = j;
            state->fits[state->n_rows++] = single_fit_candidate(arm, j);
        }
    state->seed = seed;
    state->noise = single_noise(arm, state->candidates, state->n_rows, seed);
    state->by_outcome = mem_array(arm->n_runs + 1, sizeof *state->by_outcome);
    for (size_t i = 0; i < arm->n_runs; i++)
        state->by_outcome[i] = i;
    portable_sort(state->by_outcome, arm->n_runs, sizeof *state->by_outcome, compare_outcomes,
                  arm->y);
}

static const struct arm *focus_arm(const struct view_context *context)
{
    return context->request->n_arms ? &context->study->arms[context->focus->arm] : NULL;
}

static const double *row_values(const struct candidates_model *model, size_t row)
{
    const struct arm *arm = model->state->arm;
    return arm->x + model->state->candidates[row] * arm->n_runs;
}

static double row_mean(const struct candidates_model *model, size_t row)
{
    const double *x = row_values(model, row);
    double sum = 0;
    for (size_t i = 0; i < model->state->arm->n_runs; i++)
        sum += x[i];
    return sum / (double)model->state->arm->n_runs;
}

static double row_sd(const struct candidates_model *model, size_t row)
{
    const double *x = row_values(model, row);
    double mean = row_mean(model, row), squares = 0;
    for (size_t i = 0; i < model->state->arm->n_runs; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return sqrt(squares / (double)(model->state->arm->n_runs - 1));
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct candidates_model *model = user;
    switch ((enum candidate_column)column) {
    case CANDIDATE_RHO2:
    case CANDIDATE_SPARK:
        return model->state->fits[row].rho2;
    case CANDIDATE_NOISE:
        return model->state->noise;
    case CANDIDATE_VR:
        return model->state->fits[row].loo_vr;
    case CANDIDATE_MEAN:
        return row_mean(model, row);
    case CANDIDATE_SD:
        return row_sd(model, row);
    default:
        return NAN;
    }
}

static bool is_statistic(const struct view_context *context, const struct arm *arm,
                         const char *name)
{
    if (context->request->n_statistic) {
        for (size_t i = 0; i < context->request->n_statistic; i++)
            if (!strcmp(context->request->statistic[i], name))
                return true;
        return false;
    }
    for (size_t i = 0; i < arm->n_statistic; i++)
        if (!strcmp(arm->statistic[i], name))
            return true;
    return false;
}

/* Four significant digits: candidates come in every scale. */
static void add_value(struct strbuf *text, double value)
{
    int decimals = 3 - (int)floor(log10(fabs(value) + 1e-300));
    if (fabs(value) >= 1e-4 && fabs(value) < 1e7)
        view_add_number(text, value, decimals < 0 ? 0 : decimals > 7 ? 7 : decimals);
    else if (value == 0)
        strbuf_puts(text, "0");
    else
        strbuf_printf(text, "%.3e", value);
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct candidates_model *model = user;
    const struct candidate *candidate =
        &model->state->arm->candidates[model->state->candidates[row]];
    switch ((enum candidate_column)column) {
    case CANDIDATE_NAME:
        strbuf_puts(text, candidate->name);
        if (is_statistic(model->context, model->state->arm, candidate->name))
            *style = STYLE_TITLE;
        break;
    case CANDIDATE_FAMILY:
        strbuf_puts(text, model->context->study->families[candidate->family].name);
        *style = STYLE_DIM;
        break;
    case CANDIDATE_RHO2:
        view_add_number(text, 100 * model->state->fits[row].rho2, 1);
        if (model->state->fits[row].rho2 > model->state->noise)
            *style = STYLE_TITLE;
        break;
    case CANDIDATE_NOISE:
        view_add_number(text, 100 * model->state->noise, 1);
        *style = STYLE_DIM;
        break;
    case CANDIDATE_VR:
        view_add_percent(text, model->state->fits[row].loo_vr, 1);
        *style = view_sign_style(model->state->fits[row].loo_vr);
        break;
    case CANDIDATE_MEAN:
    case CANDIDATE_SD:
        add_value(text, row_number(user, row, column));
        break;
    default:
        break;
    }
}

/* The candidate's mean over an equal share of the runs, for each place; runs by ascending outcome. */
static void spark_levels(const struct candidates_model *model, size_t row, int n_places,
                         double levels[SPARK_COLUMNS])
{
    const double *x = row_values(model, row);
    size_t n = model->state->arm->n_runs;
    for (int k = 0; k < n_places; k++) {
        size_t from = n * (size_t)k / (size_t)n_places, to = n * (size_t)(k + 1) / (size_t)n_places;
        double sum = 0;
        for (size_t i = from; i < to; i++)
            sum += x[model->state->by_outcome[i]];
        levels[k] = sum / (double)(to - from);
    }
}

static bool row_draw(void *user, size_t row, size_t column, struct surface *surface,
                     struct rect rect)
{
    static const char ascii_levels[] = "_.-~=+*#";
    const struct candidates_model *model = user;
    if (column != CANDIDATE_SPARK)
        return false;
    int n_places = rect.n_columns < SPARK_COLUMNS ? rect.n_columns : SPARK_COLUMNS;
    if ((size_t)n_places > model->state->arm->n_runs)
        n_places = (int)model->state->arm->n_runs;
    double levels[SPARK_COLUMNS], low = INFINITY, high = -INFINITY;
    spark_levels(model, row, n_places, levels);
    for (int k = 0; k < n_places; k++) {
        low = fmin(low, levels[k]);
        high = fmax(high, levels[k]);
    }
    for (int k = 0; k < n_places; k++) {
        int level = high > low ? (int)lround(7 * (levels[k] - low) / (high - low)) : 0;
        surface_put(surface, rect.row, rect.column + k, STYLE_SERIES_1,
                    surface->ascii ? (uint32_t)ascii_levels[level] : 0x2581u + (uint32_t)level);
    }
    return true;
}

static uint64_t row_identity(void *user, size_t row)
{
    const struct candidates_model *model = user;
    return model->state->candidates[row];
}

static void make_model(const struct view_context *context, struct candidates_model *model,
                       struct table *table)
{
    static const struct table_column columns[N_CANDIDATE_COLUMNS] = {
        [CANDIDATE_NAME] = {"candidate", NULL, NAME_COLUMNS, true},
        [CANDIDATE_FAMILY] = {"family", NULL, FAMILY_COLUMNS, true},
        [CANDIDATE_RHO2] = {"rho^2", "%", 6, false},
        [CANDIDATE_NOISE] = {"noise", "best/N", 6, false},
        [CANDIDATE_VR] = {"VR alone", "% loo", 8, false},
        [CANDIDATE_SPARK] = {"over runs", "by outcome", SPARK_COLUMNS, true},
        [CANDIDATE_MEAN] = {"mean", NULL, 10, false},
        [CANDIDATE_SD] = {"sd", NULL, 10, false},
    };
    struct candidates_state *state = context->state;
    const struct arm *arm = focus_arm(context);
    if (arm && (state->arm != arm || state->families != context->request->families ||
                state->seed != context->request->settings.seed))
        state_make(state, arm, context->request->families, context->request->settings.seed);
    else if (!arm)
        state_clear(state);
    *model = (struct candidates_model){context, state};
    *table = (struct table){.n_rows = state->n_rows,
                            .n_columns = N_CANDIDATE_COLUMNS,
                            .columns = columns,
                            .user = model,
                            .cell = row_cell,
                            .number = row_number,
                            .identity = row_identity,
                            .draw = row_draw,
                            .filter = context->filter,
                            .settled = true,
                            .version = state->version,
                            .empty = arm ? "no candidates in the families that are ticked"
                                         : "no arm is ticked"};
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct candidates_model model;
    struct table table;
    struct strbuf title, note;
    make_model(context, &model, &table);
    strbuf_init(&title);
    strbuf_init(&note);
    strbuf_puts(&title, "Candidates");
    if (model.state->arm)
        strbuf_printf(&title, " of %s", model.state->arm->label);
    table_prepare(&table, context->table);
    strbuf_puts(&note, "! looking is exploratory, ");
    table_add_position(&table, context->table, &note);
    surface_frame(surface, rect, context->focused, title.text, note.text);
    strbuf_done(&title);
    strbuf_done(&note);
    struct rect before = surface_set_clip(surface, layout_padded(rect));
    table_draw(&table, context->table, surface, layout_padded(rect), context->focused);
    surface->clip = before;
}

static const struct candidate *current_candidate(const struct view_context *context,
                                                 struct candidates_model *model, size_t *row)
{
    struct table table;
    make_model(context, model, &table);
    table_prepare(&table, context->table);
    if (context->table->current == TABLE_NO_ROW)
        return NULL;
    *row = context->table->current;
    return &model->state->arm->candidates[model->state->candidates[*row]];
}

static void follow_cursor(const struct view_context *context)
{
    struct candidates_model model;
    size_t row;
    const struct candidate *candidate = current_candidate(context, &model, &row);
    if (candidate)
        context->focus->candidate = candidate->name;
}

static bool act(const struct view_context *context, enum action action)
{
    struct candidates_model model;
    struct table table;
    switch (action) {
    case ACTION_IN:
        follow_cursor(context);
        view_show(context, VIEW_SCATTER);
        return true;
    case ACTION_TOGGLE:
        follow_cursor(context);
        context->wishes->statistic = context->focus->candidate;
        return true;
    case ACTION_NEXT_ARM:
    case ACTION_PREVIOUS_ARM:
        view_step_arm(context, action == ACTION_NEXT_ARM ? 1 : -1);
        return true;
    default:
        make_model(context, &model, &table);
        if (!table_act(&table, context->table, action))
            return false;
        follow_cursor(context);
        return true;
    }
}

static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct candidates_model model;
    struct table table;
    make_model(context, &model, &table);
    if (!table_click(&table, context->table, layout_padded(rect), row, column))
        return false;
    follow_cursor(context);
    return true;
}

static void status(const struct view_context *context, struct strbuf *line)
{
    struct candidates_model model;
    size_t row;
    const struct candidate *candidate = current_candidate(context, &model, &row);
    if (!candidate)
        return;
    strbuf_printf(line, "%s: rho^2 ", candidate->name);
    view_add_number(line, 100 * model.state->fits[row].rho2, 1);
    strbuf_puts(line, " %, alone it would remove ");
    view_add_percent(line, model.state->fits[row].loo_vr, 1);
    strbuf_puts(line, " % (leave-one-out)");
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct candidates_model model;
    size_t row;
    const struct candidate *candidate = current_candidate(context, &model, &row);
    if (!candidate)
        return false;
    size_t n = model.state->arm->n_runs;
    strbuf_printf(text,
                  "rho^2 is the squared correlation of %s with the outcome over all %zu runs: ",
                  candidate->name, n);
    view_add_number(text, 100 * model.state->fits[row].rho2, 2);
    strbuf_printf(
        text, " %%. Estimating its coefficient from n_train = %zu runs costs about 1/%zu = ", n - 1,
        n - 1);
    view_add_number(text, 100 / (double)(n - 1), 2);
    strbuf_puts(text, " %, and leave-one-out adjustment by it alone removes ");
    view_add_percent(text, model.state->fits[row].loo_vr, 2);
    strbuf_printf(
        text,
        " %%.\nThe best of %zu candidates looks good by chance alone: in half of %d random "
        "orders of the outcomes the largest rho^2 was above ",
        model.state->n_rows, SINGLE_PERMUTATIONS);
    view_add_number(text, 100 * model.state->noise, 1);
    strbuf_printf(text,
                  " %%. This one is %s that. A statistic that is chosen from this list makes the "
                  "result exploratory.\n",
                  model.state->fits[row].rho2 > model.state->noise ? "above" : "not above");
    return true;
}

const struct view view_candidates = {.name = "Candidates",
                                     .id = "candidates",
                                     .marks_candidates = true,
                                     .state_new = state_new,
                                     .state_free = state_free,
                                     .draw = draw,
                                     .act = act,
                                     .click = click,
                                     .status = status,
                                     .explain = explain};
