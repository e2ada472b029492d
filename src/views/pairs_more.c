#include "views/pairs_model.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

/* The figures of a row: the raw ones; in the detail also an adjuster's, which say what would do if the
 * average log were known. NULL = none yet. */
static const struct more_row *more_of(const struct pairs_model *model, size_t row)
{
    const struct snapshot *snapshot = model->context->snapshot;
    const struct pair_result *pair = pairs_model_pair(model, row);
    const struct pair_adjuster_result *adjusted = pairs_model_adjuster(model, row);
    bool supposed = adjusted && pairs_model_in_detail(model);
    struct adjuster wanted = supposed ? adjusted->adjuster : (struct adjuster){ADJUSTER_RAW, 0};
    for (size_t i = 0; i < snapshot->n_more; i++)
        if (snapshot->more[i].a == pair->a && snapshot->more[i].b == pair->b &&
            adjuster_equal(snapshot->more[i].adjuster, wanted))
            return &snapshot->more[i];
    return NULL;
}

static double row_number(void *user, size_t row, size_t column)
{
    const struct pairs_model *model = user;
    const struct more_row *more = more_of(model, row);
    double scale = pairs_model_pair(model, row)->a->outcome.scale, width = fabs(scale);
    if (!more || more->status != ESTIMATE_OK)
        return NAN;
    double high = scale * (scale > 0 ? more->sequence_high : more->sequence_low);
    double low = scale * (scale > 0 ? more->sequence_low : more->sequence_high);
    const double numbers[N_MORE_COLUMNS] = {[MORE_NOW] = width * more->half_width,
                                            [MORE_GOAL] = width * more->width.wanted,
                                            [MORE_RUNS] = more->width.a + more->width.b,
                                            [MORE_RANGE_OF_RUNS] = more->width.sampling_high,
                                            [MORE_FIRST] = more->width.a,
                                            [MORE_SECOND] = more->width.b,
                                            [MORE_SEQUENCE] = width * more->sequence_half_width,
                                            [MORE_LOW] = low,
                                            [MORE_HIGH] = high,
                                            [MORE_DIFFERENCE] = width * more->power.wanted,
                                            [MORE_POWER] = more->power.a + more->power.b,
                                            [MORE_POWER_RANGE] = more->power.sampling_high};
    return column == MORE_NAME || column == MORE_VERDICT ? NAN : numbers[column];
}

/* "1,234", or "–" where no number of runs does. */
static void add_runs(struct strbuf *text, double runs)
{
    char number[NUM_TEXT_MAX];
    if (!isfinite(runs)) {
        strbuf_puts(text, "–");
        return;
    }
    num_write_grouped(number, (unsigned long long)runs);
    strbuf_puts(text, number);
}

static void add_range(struct strbuf *text, double low, double high)
{
    add_runs(text, low);
    strbuf_puts(text, " to ");
    add_runs(text, high);
}

static void add_verdict(const struct pairs_model *model, size_t row, struct strbuf *text)
{
    const struct more_row *more = more_of(model, row);
    const struct pair_result *pair = pairs_model_pair(model, row);
    if (more->status != ESTIMATE_OK) {
        strbuf_puts(text, estimate_status_text(more->status));
    } else if (more->adjuster.kind != ADJUSTER_RAW) {
        strbuf_puts(text, "if the log were known");
    } else if (more->sequence_low <= 0 && more->sequence_high >= 0) {
        strbuf_puts(text, "not distinguishable");
    } else {
        bool a_ahead = (more->difference > 0) == pair->a->outcome.higher_is_better;
        strbuf_printf(text, "%s better", (a_ahead ? pair->a : pair->b)->name);
    }
}

static void row_cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct pairs_model *model = user;
    const struct more_row *more = more_of(model, row);
    if (!model->context->snapshot->finished && column != MORE_NAME)
        *style = STYLE_DIM;
    if (column == MORE_NAME) {
        pairs_add_row_name(model, row, text);
        return;
    }
    if (!more)
        return;
    if (more->status != ESTIMATE_OK && column != MORE_VERDICT) {
        strbuf_puts(text, "–");
        return;
    }
    switch ((enum more_column)column) {
    case MORE_RUNS:
    case MORE_FIRST:
    case MORE_SECOND:
    case MORE_POWER:
        add_runs(text, row_number(user, row, column));
        break;
    case MORE_RANGE_OF_RUNS:
        add_range(text, more->width.sampling_low, more->width.sampling_high);
        break;
    case MORE_POWER_RANGE:
        add_range(text, more->power.sampling_low, more->power.sampling_high);
        break;
    case MORE_VERDICT:
        add_verdict(model, row, text);
        break;
    default:
        view_add_number(text, row_number(user, row, column),
                        pairs_decimals(model, pairs_model_pair(model, row)));
    }
}

static bool row_draw(void *user, size_t row, size_t column, struct surface *surface,
                     struct rect rect)
{
    return column == MORE_NAME && pairs_draw_name(user, row, surface, rect);
}

void pairs_more_make(struct pairs_model *model, struct table *table)
{
    static const struct table_column columns[N_MORE_COLUMNS] = {
        [MORE_NAME] = {"pair", NULL, 0, true, false},
        [MORE_NOW] = {"+- now", NULL, 7, false, false},
        [MORE_GOAL] = {"goal +-", NULL, 7, false, true},
        [MORE_RUNS] = {"more", "runs", 6, false, false},
        [MORE_RANGE_OF_RUNS] = {"80 % range", "runs", 14, false, false},
        [MORE_FIRST] = {"of 1st", "runs", 6, false, false},
        [MORE_SECOND] = {"of 2nd", "runs", 6, false, false},
        [MORE_SEQUENCE] = {"any looks", "+-", 9, false, true},
        [MORE_LOW] = {"low", "any looks", 9, false, false},
        [MORE_HIGH] = {"high", "any looks", 9, false, false},
        [MORE_VERDICT] = {"in words", "any looks", 22, true, false},
        [MORE_DIFFERENCE] = {"to find", NULL, 8, false, true},
        [MORE_POWER] = {"more", "runs", 6, false, false},
        [MORE_POWER_RANGE] = {"80 % range", "runs", 14, false, false}};
    const char *unit = study_common_unit(model->context->study);
    memcpy(model->more_columns, columns, sizeof columns);
    model->more_columns[MORE_NAME].width = model->columns[PAIR_NAME].width;
    static const enum more_column in_units[] = {MORE_NOW, MORE_GOAL, MORE_DIFFERENCE};
    for (size_t i = 0; unit && *unit && i < sizeof in_units / sizeof *in_units; i++)
        model->more_columns[in_units[i]].unit = unit;
    table->columns = model->more_columns;
    table->n_columns = N_MORE_COLUMNS;
    table->cell = row_cell;
    table->number = row_number;
    table->draw = row_draw;
}

/* ---- words ---- */

static void add_plan(const struct pairs_model *model, const struct more_row *more,
                     const struct more_needed *needed, struct strbuf *text)
{
    (void)model;
    if (!isfinite(needed->a + needed->b)) {
        strbuf_puts(text, "no number of runs does");
        return;
    }
    add_runs(text, needed->a);
    strbuf_printf(text, " more of %s and ", more->a->name);
    add_runs(text, needed->b);
    strbuf_printf(text, " of %s", more->b->name);
}

void pairs_more_status(const struct pairs_model *model, size_t row, struct strbuf *line)
{
    const struct more_row *more = more_of(model, row);
    double width = fabs(pairs_model_pair(model, row)->a->outcome.scale);
    int decimals = pairs_decimals(model, pairs_model_pair(model, row));
    if (!more || more->status != ESTIMATE_OK)
        return;
    pairs_add_name(line, pairs_model_pair(model, row));
    strbuf_puts(line, ": for +- ");
    view_add_number(line, width * more->width.wanted, decimals);
    strbuf_puts(line, " it takes ");
    add_plan(model, more, &more->width, line);
    strbuf_puts(line, "; at any number of looks: ");
    add_verdict(model, row, line);
}

static void explain_goal(const struct pairs_model *model, const struct more_row *more,
                         const struct more_needed *needed, struct strbuf *text)
{
    add_plan(model, more, needed, text);
    strbuf_puts(text,
                ": the fewest in all, shared out by the standard deviations, if the variances "
                "stay what they are. Variances of so few runs are uncertain: 80 % range ");
    add_range(text, needed->sampling_low, needed->sampling_high);
    strbuf_puts(text, " runs in all.\n");
}

void pairs_more_explanation(const struct pairs_model *model, size_t row, struct strbuf *text)
{
    const struct more_row *more = more_of(model, row);
    const struct request *request = model->context->request;
    double width = fabs(pairs_model_pair(model, row)->a->outcome.scale);
    int decimals = pairs_decimals(model, pairs_model_pair(model, row));
    if (!more || more->status != ESTIMATE_OK)
        return;
    strbuf_puts(text, "For a half-width of ");
    view_add_number(text, width * more->width.wanted, decimals);
    strbuf_printf(text, "%s: ", request->half_width > 0 ? "" : " (half the present raw one)");
    explain_goal(model, more, &more->width, text);
    strbuf_puts(text, "To find a difference of ");
    view_add_number(text, width * more->power.wanted, decimals);
    strbuf_printf(
        text, "%s: ", request->difference > 0 ? "" : " (the present one, if it were the true one)");
    explain_goal(model, more, &more->power, text);
    strbuf_puts(text,
                "Who adds runs and looks again may use the confidence sequence only: SE sqrt(2 "
                "(t rho^2 + 1)/(t rho^2) log(sqrt(t rho^2 + 1)/alpha)), t = ");
    strbuf_printf(text, "%zu runs of both arms, rho = ", more->a->n_runs + more->b->n_runs);
    view_add_number(text, more->rho, 4);
    strbuf_puts(text, ": half-width ");
    view_add_number(text, width * more->sequence_half_width, decimals);
    strbuf_puts(text, ", where one look has ");
    view_add_number(text, width * more->half_width, decimals);
    strbuf_puts(text, ". It is tightest at ");
    add_runs(text, more->tuned_at);
    strbuf_puts(text,
                " runs, and must stay tuned to them at every look (option --tuned-at). It holds "
                "asymptotically, for all looks together (arXiv 2103.06476, Theorem 2.2).\n");
    if (more->exploratory != EXPLORATORY_NO)
        strbuf_printf(text, "Exploratory: %s.\n", exploratory_sentence(more->exploratory));
}
