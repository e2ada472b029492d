/* logvar plan: how many runs to finish, how many to stop early, and whether that pays. */
#include "command/commands.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/num.h"
#include "command/output.h"
#include "command/plan_report.h"
#include "study/table_file.h"
#include "study/trace.h"
#include "study/window.h"

#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What --cost says. */
struct plan_cost {
    double fraction; /* of the declared window, NaN if not given */
    struct planner_cost table;
};

/* ---- the cost ---- */

static bool cost_fault(const char *file, const char *what)
{
    diag_say(NULL, "--cost: %s: %s", file, what);
    return false;
}

static double cell_number(const struct table_row *row, size_t column)
{
    double value = NAN;
    if (column < row->n_cells)
        num_read(row->cells[column].text, row->cells[column].length, &value);
    return value;
}

/* Shares of training in the first column, ascending to 1; what training until there costs in the other,
 * in any unit. */
static bool take_costs(const char *file, const struct data_table *table, const char *column,
                       struct arena *arena, struct planner_cost *cost)
{
    size_t c = table_column(table, column), n = table->n_rows;
    if (c >= table->n_columns)
        return cost_fault(file, arena_printf(arena, "there is no column '%s'", column));
    double *share = arena_alloc(arena, n + 1, sizeof *share);
    double *paid = arena_alloc(arena, n + 1, sizeof *paid);
    for (size_t i = 0; i < n; i++) {
        share[i] = cell_number(&table->rows[i], 0);
        paid[i] = cell_number(&table->rows[i], c);
        if (!(share[i] > (i ? share[i - 1] : 0)) || !(paid[i] >= (i ? paid[i - 1] : 0)) ||
            !isfinite(paid[i]))
            return cost_fault(file, arena_printf(arena,
                                                 "line %zu: shares of training (first column) must "
                                                 "ascend above 0, and costs not fall",
                                                 table->rows[i].line));
    }
    if (!n || fabs(share[n - 1] - 1) > 1e-9 || !(paid[n - 1] > 0))
        return cost_fault(file, "the last share must be 1, a whole run, and cost something");
    for (size_t i = 0; i < n; i++)
        paid[i] /= paid[n - 1] > 0 && i + 1 < n ? paid[n - 1] : 1;
    paid[n - 1] = 1;
    *cost = (struct planner_cost){n, share, paid};
    return true;
}

static bool read_cost_file(const char *text, struct arena *arena, struct planner_cost *cost)
{
    const char *colon = strrchr(text, ':');
    struct table_file file;
    struct diags diags;
    if (!colon || colon == text || !colon[1]) {
        diag_say(NULL, "--cost: \"%s\" is neither a share of a run between 0 and 1 nor FILE:COLUMN",
                 text);
        return false;
    }
    const char *name = arena_strndup(arena, text, (size_t)(colon - text));
    diags_init(&diags);
    bool ok = table_file_open(name, NULL, &file, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    if (!ok)
        return false;
    ok = take_costs(name, &file.table, colon + 1, arena, cost);
    table_file_close(&file);
    return ok;
}

static bool read_cost(const char *text, struct arena *arena, struct plan_cost *cost)
{
    *cost = (struct plan_cost){.fraction = NAN};
    if (!text)
        return true;
    if (window_read_fraction(text, strlen(text), &cost->fraction) && cost->fraction < 1)
        return true;
    cost->fraction = NAN;
    return read_cost_file(text, arena, &cost->table);
}

/* ---- a pair ---- */

/* The share of training at which the window ends: as written, or on the axis of the declared metric. */
static double window_share(const struct study *study, const struct arm *arm)
{
    double share;
    const char *window = study->window;
    if (window_read_fraction(window, strlen(window), &share))
        return share;
    for (size_t m = 0; arm->traces && m < arm->traces->n_metrics; m++) {
        const struct trace_metric *metric = &arm->traces->metrics[m];
        if (metric->window_end > 0 && metric->length > 0)
            return fmin(1, metric->window_end / metric->length);
    }
    return NAN;
}

static struct planner_arm side(const struct arm *arm, double rho2)
{
    return (struct planner_arm){arm->y_sd * arm->y_sd, rho2};
}

static struct plan_pair make_pair(const struct options *options, const struct study *study,
                                  const struct arm *a, const struct arm *b,
                                  const struct plan_cost *cost, struct arena *arena)
{
    double level = options->settings.level > 0 ? options->settings.level : study->analysis.level;
    struct plan_pair pair = {
        .arms = {a, b},
        .goal = {options->half_width / fabs(a->outcome.scale), options->runs_budget, level},
        .goal_is_present = !(options->half_width > 0) && !(options->runs_budget > 0),
        .w = isnan(cost->fraction) ? planner_cost_at(&cost->table, window_share(study, a))
                                   : cost->fraction,
        .rho2 = {planner_statistic_rho2(a), planner_statistic_rho2(b)}};
    if (pair.goal_is_present)
        pair.goal.budget = (double)(a->n_runs + b->n_runs);
    struct planner_arm arms[2] = {side(a, pair.rho2[0]), side(b, pair.rho2[1])};
    pair.declared = planner_make(arms, pair.w, &pair.goal);
    if (!isnan(cost->fraction))
        return pair; /* one cost says nothing about other windows */
    pair.search = planner_search(a, b, &pair.goal, &cost->table, arena);
    if (pair.search.best < pair.search.n_curves) {
        const struct planner_curve *curve = &pair.search.curves[pair.search.best];
        arms[0].rho2 = curve->rho2[curve->best][0];
        arms[1].rho2 = curve->rho2[curve->best][1];
        pair.searched = planner_make(arms, curve->w[curve->best], &pair.goal);
    }
    return pair;
}

/* ---- the study ---- */

static bool is_arm(const struct arm *arm, const char *word)
{
    return !strcmp(arm->label, word) || !strcmp(arm->name, word);
}

/* --pair A,B: in either order; without it every pair is meant. */
static bool is_wanted(const struct options *options, const struct arm *a, const struct arm *b)
{
    const struct word_list *pair = &options->pair;
    if (!pair->n_words)
        return true;
    return (is_arm(a, pair->words[0]) && is_arm(b, pair->words[1])) ||
           (is_arm(b, pair->words[0]) && is_arm(a, pair->words[1]));
}

static size_t write_pairs(const struct options *options, const struct study *study,
                          const struct plan_cost *cost, struct jsonout *json, struct strbuf *text)
{
    size_t n = 0;
    for (size_t i = 0; i < study->n_arms; i++)
        for (size_t j = i + 1; j < study->n_arms; j++) {
            const struct arm *a = &study->arms[i], *b = &study->arms[j];
            if (!arm_comparable(a, b) || !is_wanted(options, a, b))
                continue;
            struct arena arena;
            arena_init(&arena);
            struct plan_pair pair = make_pair(options, study, a, b, cost, &arena);
            if (json)
                plan_add_json(&pair, json);
            else
                plan_add_text(&pair, study->window, text);
            arena_done(&arena);
            n++;
        }
    return n;
}

static enum exit_status write_plans(const struct options *options, const struct study *study,
                                    const struct plan_cost *cost)
{
    struct strbuf text;
    struct jsonout json;
    strbuf_init(&text);
    jsonout_init(&json, &text);
    bool as_json = options->format && !strcmp(options->format, "json");
    if (as_json) {
        jsonout_begin_object(&json, NULL);
        jsonout_string(&json, "logvar", PACKAGE_VERSION);
        jsonout_string(&json, "study", study->path);
        jsonout_begin_array(&json, "pairs");
    }
    size_t n = write_pairs(options, study, cost, as_json ? &json : NULL, &text);
    if (as_json) {
        jsonout_end_array(&json);
        jsonout_end_object(&json);
    }
    enum exit_status status = EXIT_USAGE;
    if (n)
        status = output_write(options->output, text.text, text.length);
    else
        diag_say(study->path,
                 options->pair.n_words
                     ? "no pair of arms of one group is '%s' and '%s'"
                     : "no two arms are of one group, so there is nothing to plan",
                 options->pair.n_words ? options->pair.words[0] : "",
                 options->pair.n_words ? options->pair.words[1] : "");
    strbuf_done(&text);
    return status;
}

static bool options_fit(const struct options *options)
{
    if (options->pair.n_words && options->pair.n_words != 2)
        diag_say(NULL, "--pair wants two arms, such as --pair conv,mixer");
    else if (options->half_width > 0 && options->runs_budget > 0)
        diag_say(NULL, "--half-width and --runs-budget are two goals; one can be reached");
    else if (options->format && strcmp(options->format, "text") && strcmp(options->format, "json"))
        diag_say(NULL, "a plan is written as text or json, not %s", options->format);
    else
        return true;
    return false;
}

enum exit_status command_plan(const struct options *options)
{
    struct arena arena;
    struct plan_cost cost;
    if (!options_fit(options))
        return EXIT_USAGE;
    arena_init(&arena);
    enum exit_status status = EXIT_USAGE;
    struct study *study = NULL;
    if (read_cost(options->cost, &arena, &cost))
        study = command_load(options->operands[0], options, DIAG_WARNING);
    if (study && !*study->window && isnan(cost.fraction)) {
        diag_say(study->path, "the columns of a table have no time: --cost SHARE says what a run "
                              "costs until they are known, such as --cost 0.1");
        status = EXIT_USAGE;
    } else if (study) {
        status = write_plans(options, study, &cost);
    } else if (!isnan(cost.fraction) || !options->cost || cost.table.n) {
        status = EXIT_DATA;
    }
    study_unref(study);
    arena_done(&arena);
    return status;
}
