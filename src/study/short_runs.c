#include "study/short_runs.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_LENGTH 1.02
#define SHORT_OF 0.95
#define FAR_LONGER 1.5
#define GAPS 1.5

static const char *const axis_words[] = {"step", "epoch", "row"};

static bool wanted(const struct manifest_outcome *rule)
{
    return rule->at == OUTCOME_LAST || rule->at == OUTCOME_MAX || rule->at == OUTCOME_MIN ||
           rule->at == OUTCOME_BEST;
}

/* ---- one run: its outcome against its log ---- */

static double end_of(const struct log *log, enum log_axis axis)
{
    return axis == LOG_AXIS_STEP    ? log->last_step
           : axis == LOG_AXIS_EPOCH ? log->last_epoch
                                    : (double)log->n_rows;
}

static double widest_gap(const struct log_series *series)
{
    double widest = 0;
    for (size_t i = 1; i < series->n_points; i++)
        widest = fmax(widest, point_position(series, i, series->axis) -
                                  point_position(series, i - 1, series->axis));
    return widest;
}

/* A metric that begins where this one ends, and goes on to the end: it was renamed. */
static const struct log_series *successor(const struct log *log, const struct log_series *series,
                                          double end)
{
    double last = point_position(series, series->n_points - 1, series->axis);
    double gap = GAPS * widest_gap(series);
    for (size_t i = 0; i < log->n_series; i++) {
        const struct log_series *other = &log->series[i];
        if (other->axis != series->axis || !other->n_points)
            continue;
        double first = point_position(other, 0, other->axis);
        if (first > last && first <= last + gap &&
            point_position(other, other->n_points - 1, other->axis) >= end - gap)
            return other;
    }
    return NULL;
}

const char *short_runs_early(const struct manifest_outcome *rule, const struct log *log,
                             const struct outcome *outcome, struct arena *arena)
{
    const struct log_series *series = log_find(log, rule->metric);
    if (!wanted(rule) || !series || series->n_points < 3)
        return NULL;
    double last = point_position(series, series->n_points - 1, series->axis);
    double end = end_of(log, series->axis), gap = widest_gap(series);
    if (!(end - last > GAPS * gap) || !(last < SHORT_OF * end))
        return NULL;
    char at[NUM_TEXT_MAX], full[NUM_TEXT_MAX];
    num_write(at, last);
    num_write(full, end);
    const struct log_series *next = successor(log, series, end);
    (void)outcome;
    return arena_printf(arena, "%s ends at %s %s of %s%s%s%s", rule->metric,
                        axis_words[series->axis], at, full, next ? ", where " : "",
                        next ? next->metric : "", next ? " begins" : "");
}

/* ---- the runs of an arm against one another ---- */

struct usual_length {
    double length; /* NaN: none */
    size_t n;      /* runs that have it */
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The longest of the lengths that most have in common. Sorts them. */
static struct usual_length most_common(double *lengths, size_t n)
{
    struct usual_length best = {NAN, 0};
    if (n)
        qsort(lengths, n, sizeof *lengths, ascending);
    for (size_t from = 0, to = 0; from < n; from++) {
        while (to < n && lengths[to] <= SAME_LENGTH * lengths[from])
            to++;
        if (to - from >= best.n)
            best = (struct usual_length){lengths[to - 1], to - from};
    }
    return 2 * best.n > n ? best : (struct usual_length){NAN, 0};
}

static bool counts(const struct run_data *run)
{
    return run->state == RUN_USABLE;
}

/* The axis that all usable runs have: epochs, steps, rows. */
static enum log_axis common_axis(const struct arm_runs *arms, size_t n_arms)
{
    static const enum log_axis axes[] = {LOG_AXIS_EPOCH, LOG_AXIS_STEP};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        bool all = true;
        for (size_t a = 0; a < n_arms; a++)
            for (size_t r = 0; r < arms[a].n_runs; r++)
                if (counts(&arms[a].runs[r]))
                    all = all && arms[a].runs[r].logged.full[axes[i]] > 0;
        if (all)
            return axes[i];
    }
    return LOG_AXIS_INDEX;
}

static struct usual_length usual_of(const struct arm_runs *arms, size_t n_arms, enum log_axis axis)
{
    size_t n = 0, n_most = 0;
    for (size_t a = 0; a < n_arms; a++)
        n_most += arms[a].n_runs;
    double *lengths = mem_array(n_most + 1, sizeof *lengths);
    for (size_t a = 0; a < n_arms; a++)
        for (size_t r = 0; r < arms[a].n_runs; r++)
            if (counts(&arms[a].runs[r]))
                lengths[n++] = arms[a].runs[r].logged.full[axis];
    struct usual_length usual = most_common(lengths, n);
    free(lengths);
    return usual;
}

static bool any_has(const struct arm_runs *arm, enum log_axis axis, double length)
{
    for (size_t r = 0; r < arm->n_runs; r++)
        if (counts(&arm->runs[r]) && arm->runs[r].logged.full[axis] * SAME_LENGTH >= length)
            return true;
    return false;
}

static const char *label_of(const struct study_draft *draft, const struct arm_runs *arm)
{
    return *arm->group ? arena_printf(&draft->study->arena, "%s/%s", arm->group, arm->name)
                       : arm->name;
}

static void say(struct study_draft *draft, const struct arm_runs *arm, enum diag_severity severity,
                const char *text)
{
    diags_add(draft->diags, severity,
              (struct diag_place){draft->study->path, arm->place.line, arm->place.column},
              "in arm '%s' %s", label_of(draft, arm), text);
}

static const char *short_reason(struct run_data *run, enum log_axis axis, double usual)
{
    char at[NUM_TEXT_MAX], full[NUM_TEXT_MAX];
    num_write(at, run->logged.full[axis]);
    num_write(full, usual);
    return arena_printf(&run->arena, "stops short: outcome at %s %s of %s", axis_words[axis], at,
                        full);
}

/* What is wrong with the run's outcome, or NULL. */
static const char *fault_of(struct run_data *run, enum log_axis axis, double usual)
{
    if (run->early_end)
        return run->early_end;
    /* An outcome in a file of its own was written by a run that ended, whatever became of its log. */
    if (isnan(usual) || isnan(run->outcome_position) || run->logged.full[axis] >= SHORT_OF * usual)
        return NULL;
    return short_reason(run, axis, usual);
}

static void judge_run(struct study_draft *draft, struct arm_runs *arm, size_t r, enum log_axis axis,
                      double usual)
{
    struct run_data *run = &arm->runs[r];
    struct arena *arena = &draft->study->arena;
    const char *fault = fault_of(run, axis, usual);
    if (fault && arm->settings->use_short_runs) {
        say(draft, arm, DIAG_WARNING,
            arena_printf(arena, "run '%s' is used although it %s%s", arm->ids[r],
                         run->early_end ? "is short: " : "", fault));
    } else if (fault) {
        run->state = RUN_NO_VALUE;
        run->reason = fault;
        run->outcome_ahead = true;
    } else if (run->logged.full[axis] > FAR_LONGER * usual) {
        char at[NUM_TEXT_MAX], full[NUM_TEXT_MAX];
        num_write(at, run->logged.full[axis]);
        num_write(full, usual);
        say(draft, arm, DIAG_WARNING,
            arena_printf(arena,
                         "run '%s' goes on to %s %s, and the others end at %s: its outcome and its "
                         "window lie later than theirs",
                         arm->ids[r], axis_words[axis], at, full));
    }
}

static void say_no_length(struct study_draft *draft, const struct arm_runs *arm, enum log_axis axis)
{
    double least = INFINITY, most = 0;
    for (size_t r = 0; r < arm->n_runs; r++)
        if (counts(&arm->runs[r])) {
            least = fmin(least, arm->runs[r].logged.full[axis]);
            most = fmax(most, arm->runs[r].logged.full[axis]);
        }
    char low[NUM_TEXT_MAX], high[NUM_TEXT_MAX];
    num_write(low, least);
    num_write(high, most);
    if (least < SHORT_OF * most)
        say(draft, arm, DIAG_NOTE,
            arena_printf(&draft->study->arena,
                         "runs end anywhere from %s %s to %s: outcomes and windows are taken at "
                         "each run's own length",
                         axis_words[axis], low, high));
}

static void judge_arm(struct study_draft *draft, struct arm_runs *arm, enum log_axis study_axis,
                      double study_usual)
{
    enum log_axis axis = common_axis(arm, 1);
    struct usual_length usual = usual_of(arm, 1, axis);
    if (isnan(usual.length) && axis == study_axis && any_has(arm, axis, study_usual))
        usual.length = study_usual;
    if (isnan(usual.length))
        say_no_length(draft, arm, axis);
    for (size_t r = 0; r < arm->n_runs; r++)
        if (counts(&arm->runs[r]))
            judge_run(draft, arm, r, axis, usual.length);
}

void short_runs_judge(struct study_draft *draft, struct arm_runs *arms, size_t n_arms)
{
    enum log_axis axis = common_axis(arms, n_arms);
    double usual = usual_of(arms, n_arms, axis).length;
    for (size_t a = 0; a < n_arms; a++)
        if (wanted(&arms[a].settings->outcome))
            judge_arm(draft, &arms[a], axis, usual);
}
