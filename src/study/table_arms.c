/* Arms from a table with one row per run. A table with a step or epoch column has one row per point and
 * goes its own way (long_arms.c). */
#include "study/sources.h"

#include "base/mem.h"
#include "base/num.h"
#include "study/leakage.h"
#include "study/metric.h"
#include "study/primary.h"
#include "study/table_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct table_arm {
    const char *group, *name;
    size_t n_rows, capacity;
    size_t *
        rows; /* once the runs are known: of the finished ones, then of the unfinished ones that count */
    size_t n_unfinished;
};

struct table_arms {
    struct table_arm *items;
    size_t n_items, capacity;
    struct names labels;
};

/* Rows by group and arm, both in order of first appearance. */
static void sort_rows(struct table_source *source, struct table_arms *arms)
{
    struct arena *arena = &source->draft->study->arena;
    for (size_t row = 0; row < source->table->n_rows; row++) {
        const char *name = table_source_text(source, row, source->arm, "all");
        const char *group = table_source_text(source, row, source->group, "");
        const char *label = arena_printf(arena, "%s\037%s", group, name);
        size_t i = names_add(&arms->labels, label, arms->n_items);
        if (i == arms->n_items) {
            arms->items =
                mem_grow(arms->items, arms->n_items, &arms->capacity, sizeof *arms->items);
            arms->items[arms->n_items++] = (struct table_arm){.group = group, .name = name};
        }
        struct table_arm *arm = &arms->items[i];
        arm->rows = mem_grow(arm->rows, arm->n_rows, &arm->capacity, sizeof *arm->rows);
        arm->rows[arm->n_rows++] = row;
    }
}

static const char *run_id(const struct table_source *source, size_t row)
{
    return source->run == NO_COLUMN ? arena_printf(&source->draft->study->arena, "%zu", row + 1)
                                    : table_source_text(source, row, source->run, "");
}

/* Why the row's run has no outcome, or NULL. */
static const char *outcome_fault(const struct table_source *source, size_t row, size_t column,
                                 double *y)
{
    switch (table_source_number(source, row, column, y)) {
    case NUM_FINITE:
        return NULL;
    case NUM_INFINITE:
        return "the outcome is infinite";
    case NUM_MISSING:
        return "the outcome is missing";
    case NUM_TEXT:
        break;
    }
    return "the outcome is not a number";
}

/* A run that stands in two rows is a table of another shape: an error, told once an arm. */
static void check_repeated(struct table_source *source, const struct arm_draft *arm,
                           struct names *seen, const char *run, size_t row, bool *told)
{
    size_t first = names_add(seen, run, row);
    if (first == row || *told)
        return;
    *told = true;
    diags_add(source->draft->diags, DIAG_ERROR,
              (struct diag_place){source->what->file, source->table->rows[row].line, 0},
              "run '%s' of arm '%s' stands in line %zu already; one row per run is expected", run,
              arm_draft_label(arm), source->table->rows[first].line);
}

/* No outcome yet; one that is written as nan is what became of a run that diverged. */
static bool is_unfinished(const struct table_source *source, size_t row, size_t outcome)
{
    double y;
    return table_source_number(source, row, outcome, &y) == NUM_MISSING &&
           strcasecmp(table_source_text(source, row, outcome, ""), "nan") != 0;
}

static bool is_diverged(const struct table_source *source, size_t row, size_t outcome)
{
    double y;
    enum num_kind kind = table_source_number(source, row, outcome, &y);
    return kind == NUM_INFINITE || (kind == NUM_MISSING && num_is_written_nan(y));
}

/* What a column of states says of a run that came to no good end, as Optuna's, Ray's and W&B's do. */
static const char *state_fault(const struct table_source *source, size_t row, struct arena *arena)
{
    static const char *const columns[] = {"state", "status", "_state", "trial_state"};
    static const char *const states[] = {"pruned", "fail",    "failed",  "crashed", "killed",
                                         "error",  "aborted", "running", "waiting", "preempted"};
    for (size_t c = 0; c < source->table->n_columns; c++)
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
            if (strcasecmp(source->table->names[c], columns[i]) != 0)
                continue;
            const char *text = table_source_text(source, row, c, "");
            for (size_t s = 0; s < sizeof states / sizeof *states; s++)
                if (!strcasecmp(text, states[s]))
                    return arena_printf(arena, "%s: %s", source->table->names[c], text);
        }
    return NULL;
}

/* Keeps the rows with an outcome and, where they count, the unfinished ones; the others are left out and
 * named. */
static void add_runs(struct table_source *source, struct arm_draft *arm, struct table_arm *rows,
                     size_t outcome)
{
    struct names seen;
    names_init(&seen);
    size_t *unfinished = mem_array(rows->n_rows + 1, sizeof *unfinished);
    size_t n = 0, n_unfinished = 0;
    bool told = false;
    for (size_t i = 0; i < rows->n_rows; i++) {
        size_t row = rows->rows[i];
        const char *run = run_id(source, row);
        const struct manifest_exclusion *exclusion = run_exclusion(arm->settings, run);
        double y;
        const char *fault = outcome_fault(source, row, outcome, &y);
        check_repeated(source, arm, &seen, run, row, &told);
        const char *state = state_fault(source, row, arm->arena);
        fault = state ? state : fault;
        if (exclusion)
            fault = exclusion->why ? arena_printf(arm->arena, "excluded: %s", exclusion->why)
                                   : "excluded by the manifest";
        if (!exclusion && !state && is_unfinished(source, row, outcome)) {
            arm_draft_add_unfinished(arm, run, fault);
            unfinished[n_unfinished++] = row;
        } else if (!exclusion && !state && is_diverged(source, row, outcome)) {
            arm_draft_add_diverged(arm, run, "diverged: the outcome is not finite");
        } else if (fault) {
            arm_draft_leave_out(arm, run, fault);
        } else {
            arm_draft_add_run(arm, run, y);
            rows->rows[n++] = row;
        }
    }
    rows->n_rows = n;
    rows->n_unfinished = arm_draft_unfinished(arm);
    if (rows->n_unfinished)
        memcpy(rows->rows + n, unfinished, rows->n_unfinished * sizeof *unfinished);
    free(unfinished);
    names_done(&seen);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool read_folds(struct table_source *source, const struct table_arm *rows, double *labels)
{
    for (size_t i = 0; i < rows->n_rows; i++)
        if (table_source_number(source, rows->rows[i], source->fold, &labels[i]) != NUM_FINITE) {
            diags_add(
                source->draft->diags, DIAG_ERROR,
                (struct diag_place){source->what->file, source->table->rows[rows->rows[i]].line, 0},
                "the fold is not a number");
            return false;
        }
    return true;
}

/* Labels in ascending order become folds 0, 1, … */
static void add_folds(struct table_source *source, struct arm_draft *arm,
                      const struct table_arm *rows)
{
    size_t n = rows->n_rows, n_folds = 0;
    double *labels = mem_array(n + 1, sizeof *labels), *sorted = mem_array(n + 1, sizeof *sorted);
    if (read_folds(source, rows, labels)) {
        memcpy(sorted, labels, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, compare);
        for (size_t i = 0; i < n; i++)
            if (!i || sorted[i] != sorted[i - 1])
                sorted[n_folds++] = sorted[i];
        arm->arm.fold = mem_array(n + 1, sizeof *arm->arm.fold);
        arm->arm.n_folds = n_folds;
        for (size_t i = 0; i < n; i++) {
            double *at = bsearch(&labels[i], sorted, n_folds, sizeof *sorted, compare);
            arm->arm.fold[i] = (uint32_t)(at - sorted);
        }
        if (n_folds < 2 && n >= 2)
            diags_add(source->draft->diags, DIAG_ERROR,
                      table_source_place(source, source->what->place),
                      "arm '%s' has one fold only; at least 2 are needed", arm_draft_label(arm));
    }
    free(labels);
    free(sorted);
}

static bool is_special(const struct table_source *source, size_t column, size_t outcome)
{
    return column == source->arm || column == source->group || column == source->run ||
           column == source->fold || column == outcome;
}

/* A column without a name that counts rows, as data frames write it. */
static bool is_row_number(const struct table_source *source, size_t column)
{
    double first, value;
    if (strncmp(source->table->names[column], "column ", 7) != 0 || !source->table->n_rows ||
        table_source_number(source, 0, column, &first) != NUM_FINITE)
        return false;
    for (size_t row = 0; row < source->table->n_rows; row++)
        if (table_source_number(source, row, column, &value) != NUM_FINITE ||
            value != first + (double)row)
            return false;
    return true;
}

static void offer_column(struct table_source *source, struct arm_draft *arm,
                         const struct table_arm *rows, size_t column, size_t family, double *values)
{
    const char *name = arena_strdup(arm->arena, source->table->names[column]);
    size_t n_text = 0;
    for (size_t i = 0; i < rows->n_rows + rows->n_unfinished; i++) {
        enum num_kind kind = table_source_number(source, rows->rows[i], column, &values[i]);
        if (kind == NUM_TEXT)
            values[i] = NAN;
        n_text += kind == NUM_TEXT && i < rows->n_rows;
    }
    if (n_text || is_row_number(source, column))
        arm_draft_drop(arm, name, DROP_TEXT,
                       n_text ? arena_printf(arm->arena, "not a number in %zu of %zu runs", n_text,
                                             rows->n_rows)
                              : "numbers the rows");
    else
        arm_draft_offer(arm, (struct candidate){name, name, family}, values);
}

/* Without a declaration: the first validation loss, else the first validation column, else the
 * first candidate there could be. */
struct fallback {
    const char *name;
    int rank;
};

static void consider(struct fallback *fallback, const char *name, const struct family_match *match)
{
    bool validation = family_is_validation(match, name);
    int rank = !validation ? 1 : metric_has(name, METRIC_LOSS) ? 3 : 2;
    if (rank > fallback->rank)
        *fallback = (struct fallback){name, rank};
}

static void add_candidates(struct table_source *source, struct arm_draft *arm,
                           const struct table_arm *rows, size_t outcome)
{
    struct study_draft *draft = source->draft;
    size_t n_columns = source->table->n_columns;
    size_t *families = mem_array(n_columns + 1, sizeof *families);
    double *values = mem_array(rows->n_rows + rows->n_unfinished + 1, sizeof *values);
    struct fallback fallback = {0};
    for (size_t c = 0; c < n_columns; c++) {
        const char *name = source->table->names[c];
        struct family_match match = family_of(arm->settings, name, true);
        enum drop_kind kind = DROP_MISSING;
        families[c] = NO_COLUMN;
        if (is_special(source, c, outcome))
            continue;
        if (leakage_bars(arm->settings, name, &match, &kind)) {
            arm_draft_drop(arm, arena_strdup(arm->arena, name), kind,
                           leakage_reason(kind, arm->settings, arm->arm.refusal));
        } else {
            families[c] = study_draft_family(draft, match.name, match.length, false);
        }
        if (families[c] != NO_COLUMN || kind == DROP_REFUSED)
            consider(&fallback, name, &match);
    }
    for (size_t f = 0; f < draft->study->n_families; f++)
        for (size_t c = 0; c < n_columns; c++)
            if (families[c] == f)
                offer_column(source, arm, rows, c, f, values);
    primary_resolve(arm, fallback.name);
    free(families);
    free(values);
}

static void add_arm(struct table_source *source, struct table_arm *rows)
{
    struct study_draft *draft = source->draft;
    const struct manifest_arm *settings =
        manifest_settings(draft->manifest, rows->name, rows->group);
    size_t outcome =
        table_source_column(source, settings->outcome.metric, settings->outcome.metric_place);
    if (outcome == NO_COLUMN)
        return;
    struct arm_draft arm;
    arm_draft_begin(&arm, draft, settings, rows->group, rows->name, source->what->place);
    arm.arm.refusal = leakage_refusal(&settings->outcome, arm.arena);
    study_draft_families(draft, settings);
    add_runs(source, &arm, rows, outcome);
    if (arm.arm.n_runs >= 2)
        add_candidates(source, &arm, rows, outcome);
    if (source->fold != NO_COLUMN)
        add_folds(source, &arm, rows);
    arm_draft_end(&arm);
}

static void add_table(struct table_source *source)
{
    struct table_arms arms = {0};
    size_t n_before = source->draft->diags->n_errors;
    sort_rows(source, &arms);
    for (size_t i = 0; i < arms.n_items && source->draft->diags->n_errors == n_before; i++)
        add_arm(source, &arms.items[i]);
    for (size_t i = 0; i < arms.n_items; i++)
        free(arms.items[i].rows);
    free(arms.items);
    names_done(&arms.labels);
}

bool table_add_arms(struct study_draft *draft)
{
    struct table_source source;
    if (!table_source_open(draft, &source))
        return true;
    if (table_source_is_long(&source))
        long_table_add_arms(&source);
    else
        add_table(&source);
    table_source_close(&source);
    return true;
}
