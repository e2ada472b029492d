/* An outcome that no run has is one fault of the manifest, not one of every arm. */
#include "study/sources.h"

#include "base/text.h"

#include <string.h>

static bool is_without_outcome(const struct arm_runs *arm)
{
    size_t n = 0;
    for (size_t r = 0; r < arm->n_runs; r++) {
        if (arm->runs[r].state == RUN_USABLE)
            return false;
        n += arm->runs[r].state == RUN_NO_METRIC || arm->runs[r].state == RUN_NO_VALUE;
    }
    return n > 0;
}

/* The metric that is nearest to what was asked for, of the first runs that have any. */
static const char *nearest_metric(const struct arm_runs *arms, size_t n_arms, const char *metric)
{
    enum { LOOKED_AT_MAX = 2000 };
    const char *best = NULL;
    size_t n_looked_at = 0;
    for (size_t a = 0; a < n_arms; a++)
        for (size_t r = 0; r < arms[a].n_runs; r++) {
            const struct run_data *run = &arms[a].runs[r];
            for (size_t s = 0; s < run->n_series && n_looked_at < LOOKED_AT_MAX; s++) {
                n_looked_at++;
                const char *name = text_nearest(metric, &run->series[s].metric, 1);
                if (name && strcmp(name, metric) != 0 &&
                    (!best || text_distance(metric, name) < text_distance(metric, best)))
                    best = name;
            }
        }
    return best;
}

/* "; the metrics are 'loss', 'lr', …" of the first run that has any. */
static const char *some_metrics(const struct arm_runs *arms, size_t n_arms, struct arena *arena)
{
    enum { NAMED = 6 };
    for (size_t a = 0; a < n_arms; a++)
        for (size_t r = 0; r < arms[a].n_runs; r++) {
            const struct run_data *run = &arms[a].runs[r];
            const char *list = "";
            for (size_t s = 0; s < run->n_series && s < NAMED; s++)
                list = arena_printf(arena, "%s%s'%s'", list, s ? ", " : "; the metrics are ",
                                    run->series[s].metric);
            if (*list)
                return run->n_series > NAMED ? arena_printf(arena, "%s and others", list) : list;
        }
    return "";
}

bool no_outcome_report(struct study_draft *draft, const struct arm_runs *arms, size_t n_arms)
{
    for (size_t a = 0; a < n_arms; a++)
        if (!is_without_outcome(&arms[a]))
            return false;
    const struct manifest_outcome *outcome = &arms[0].settings->outcome;
    const char *near = nearest_metric(arms, n_arms, outcome->metric);
    const char *reason = "";
    for (size_t r = arms[0].n_runs; r-- > 0;)
        if (arms[0].runs[r].state >= RUN_NO_METRIC)
            reason = arms[0].runs[r].reason;
    diags_add(draft->diags, DIAG_ERROR,
              (struct diag_place){draft->study->path, outcome->metric_place.line,
                                  outcome->metric_place.column},
              "no run has the outcome '%s' (%s)%s", outcome->metric, reason,
              near ? arena_printf(&draft->study->arena, "; the nearest metric is '%s'", near)
                   : some_metrics(arms, n_arms, &draft->study->arena));
    return true;
}
