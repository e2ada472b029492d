#include "study/unfinished.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct run_length unfinished_usual_length(const struct arm_runs *arm)
{
    struct run_length usual;
    double *lengths = mem_array(arm->n_runs + 1, sizeof *lengths);
    for (size_t axis = 0; axis < 3; axis++) {
        size_t n = 0;
        for (size_t r = 0; r < arm->n_runs; r++)
            if (arm->runs[r].state == RUN_USABLE && !isnan(arm->runs[r].length.full[axis]))
                lengths[n++] = arm->runs[r].length.full[axis];
        if (n)
            qsort(lengths, n, sizeof *lengths, ascending);
        usual.full[axis] = n ? lengths[(n - 1) / 2] : NAN;
    }
    free(lengths);
    return usual;
}

/* By the first axis on which both the run and the window have a place: epochs, steps, rows. */
static bool reaches_window(const struct manifest_window *window, const struct run_data *run)
{
    static const enum log_axis axes[] = {LOG_AXIS_EPOCH, LOG_AXIS_STEP, LOG_AXIS_INDEX};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        double end = window_end(window, axes[i], &run->length);
        double last = run->logged.full[axes[i]];
        if (!isnan(end) && !isnan(last))
            return last * (1 + 2e-9) >= end; /* the end has a slack of its own */
    }
    return false;
}

static void cut_at_window(const struct manifest_window *window, struct run_data *run)
{
    for (size_t s = 0; s < run->n_series; s++) {
        struct window_series *series = &run->series[s];
        double end = window_end(window, series->axis, &run->length);
        size_t n = 0;
        while (n < series->n_points && series->positions[n] <= end)
            n++;
        series->n_points = n;
    }
}

void unfinished_judge(struct arm_runs *arm)
{
    const struct manifest_log *declared = &arm->settings->log;
    struct run_length usual = unfinished_usual_length(arm);
    if (declared->length_steps > 0)
        usual.full[LOG_AXIS_STEP] = declared->length_steps;
    if (declared->length_epochs > 0)
        usual.full[LOG_AXIS_EPOCH] = declared->length_epochs;
    for (size_t r = 0; r < arm->n_runs; r++) {
        struct run_data *run = &arm->runs[r];
        if (run->state == RUN_USABLE && run->whole_series)
            cut_at_window(&arm->settings->window, run);
        if (!run->outcome_ahead)
            continue;
        run->length = usual;
        if (!reaches_window(&arm->settings->window, run))
            continue;
        run->state = RUN_UNFINISHED;
        cut_at_window(&arm->settings->window, run);
    }
}

static void warn(struct study_draft *draft, const struct manifest_arm *settings, const char *text)
{
    diags_add(draft->diags, DIAG_WARNING,
              (struct diag_place){draft->study->path, settings->unfinished_place.line,
                                  settings->unfinished_place.column},
              "%s", text);
}

/* At the top the key holds for every arm: it is amiss where none has such runs. */
static bool is_at_top(const struct study_draft *draft, const struct manifest_arm *settings)
{
    const struct manifest_place *top = &draft->manifest->top.unfinished_place;
    return settings->unfinished_place.line == top->line &&
           settings->unfinished_place.column == top->column;
}

static bool any_unfinished(const struct study *study)
{
    for (size_t a = 0; a < study->n_arms; a++)
        if (study->arms[a].unfinished.random && study->arms[a].unfinished.n)
            return true;
    return false;
}

static size_t n_without(const struct arm *arm, size_t candidate)
{
    const struct unfinished_runs *unfinished = &arm->unfinished;
    size_t n = 0;
    for (size_t i = 0; i < unfinished->n; i++)
        n += !isfinite(unfinished->x[candidate * unfinished->n + i]);
    return n;
}

static void check_statistic(struct study_draft *draft, const struct arm *arm,
                            const struct manifest_arm *settings)
{
    for (size_t i = 0; i < arm->n_statistic; i++) {
        size_t candidate = arm->statistic_candidate[i];
        size_t n = candidate < arm->n_candidates ? n_without(arm, candidate) : 0;
        if (n)
            warn(draft, settings,
                 arena_printf(&draft->study->arena,
                              "arm '%s': %s is missing in %zu of %zu unfinished runs, so that they "
                              "cannot count for it; the raw figures stand",
                              arm->label, arm->statistic[i], n, arm->unfinished.n));
    }
}

void unfinished_check(struct study_draft *draft)
{
    struct arena *arena = &draft->study->arena;
    bool any = any_unfinished(draft->study), told = false;
    for (size_t a = 0; a < draft->study->n_arms; a++) {
        const struct arm *arm = &draft->study->arms[a];
        const struct manifest_arm *settings = draft->settings[a];
        if (!arm->unfinished.random)
            continue;
        bool top = is_at_top(draft, settings);
        if (!arm->unfinished.n && !top)
            warn(draft, settings,
                 arena_printf(arena,
                              "arm '%s' has no unfinished runs: without an outcome, and with a log "
                              "that reaches the end of the window",
                              arm->label));
        if (!any && top && !told)
            warn(draft, settings,
                 "no arm has unfinished runs: without an outcome, and with a log that reaches the "
                 "end of the window");
        told = told || top;
        check_statistic(draft, arm, settings);
    }
}
