#include "study/outcome.h"

#include "base/num.h"
#include "study/metric.h"
#include "study/window.h"

#include <math.h>
#include <string.h>

enum { NO_POINT = -1 };
typedef ptrdiff_t point_index; /* of the outcome's series, or NO_POINT */

static point_index nowhere(struct outcome *out, const char *reason)
{
    out->status = OUTCOME_NO_VALUE;
    out->reason = reason;
    return NO_POINT;
}

static point_index extreme(const struct log_series *series, bool largest)
{
    point_index best = NO_POINT;
    const double *values = series->values;
    for (size_t i = 0; i < series->n_points; i++)
        if (isfinite(values[i]) &&
            (best < 0 || (largest ? values[i] > values[best] : values[i] < values[best])))
            best = (point_index)i;
    return best;
}

static point_index at_position(const struct log_series *series, enum log_axis axis, double position)
{
    for (size_t i = series->n_points; i-- > 0;)
        if (point_position(series, i, axis) == position)
            return (point_index)i;
    return NO_POINT;
}

/* Whether the metric comes to the target from below. Its name says so where it can (better: is about
 * the outcome, the time it takes); otherwise the side on which the run begins. */
static bool rises_to(const struct manifest_outcome *rule, const struct log_series *series)
{
    if (manifest_lower_is_better(rule->metric))
        return false;
    if (metric_has(rule->metric, METRIC_ACCURACY))
        return true;
    for (size_t i = 0; i < series->n_points; i++)
        if (isfinite(series->values[i]) && series->values[i] != rule->position)
            return series->values[i] < rule->position;
    return true;
}

static point_index first_reaching(const struct manifest_outcome *rule,
                                  const struct log_series *series)
{
    bool rises = rises_to(rule, series);
    for (size_t i = 0; i < series->n_points; i++) {
        double value = series->values[i];
        if (isfinite(value) && (rises ? value >= rule->position : value <= rule->position))
            return (point_index)i;
    }
    return NO_POINT;
}

/* The point of `series` that stands where the judge's `best` does; a step names a place more finely
 * than an epoch. Row numbers agree only within one log. */
static point_index beside(const struct log_series *series, const struct log_series *judge,
                          size_t best, bool same_log)
{
    static const enum log_axis axes[] = {LOG_AXIS_INDEX, LOG_AXIS_STEP, LOG_AXIS_EPOCH};
    point_index found = NO_POINT;
    for (size_t i = same_log ? 0 : 1; i < sizeof axes / sizeof *axes && found < 0; i++)
        found = at_position(series, axes[i], point_position(judge, best, axes[i]));
    return found;
}

static point_index at_best(const struct manifest_outcome *rule, const struct log_series *series,
                           const struct log *log, const struct log *file, struct arena *arena,
                           struct outcome *out)
{
    const struct log_series *judge = log_find(file ? file : log, rule->best_metric);
    bool same_log = judge != NULL || !file;
    if (!judge && file && series->n_points == 1)
        return 0;
    if (!judge && file)
        judge = log_find(log, rule->best_metric);
    if (!judge)
        return nowhere(out, arena_printf(arena, "no value of %s, which decides the best checkpoint",
                                         rule->best_metric));
    bool largest =
        judge == series ? rule->higher_is_better : !manifest_lower_is_better(rule->best_metric);
    point_index best = extreme(judge, largest), point = best;
    if (best >= 0 && judge != series)
        point = beside(series, judge, (size_t)best, same_log);
    return point >= 0 ? point
                      : nowhere(out, arena_printf(arena, "no value of %s where %s is best",
                                                  rule->metric, rule->best_metric));
}

static point_index at_logged(const struct manifest_outcome *rule, const struct log_series *series,
                             const struct log *log, struct arena *arena, struct outcome *out)
{
    enum log_axis axis = rule->at == OUTCOME_EPOCH ? LOG_AXIS_EPOCH : LOG_AXIS_STEP;
    point_index point = at_position(series, axis, rule->position);
    out->ahead =
        log && (axis == LOG_AXIS_EPOCH ? log->last_epoch : log->last_step) < rule->position;
    char number[NUM_TEXT_MAX];
    num_write(number, rule->position);
    return point >= 0
               ? point
               : nowhere(out, arena_printf(arena, "no value of %s at %s %s", rule->metric,
                                           axis == LOG_AXIS_EPOCH ? "epoch" : "step", number));
}

static point_index choose(const struct manifest_outcome *rule, const struct log_series *series,
                          const struct log *log, const struct log *file, struct arena *arena,
                          struct outcome *out)
{
    point_index point = NO_POINT;
    char number[NUM_TEXT_MAX];
    switch (rule->at) {
    case OUTCOME_LAST:
        return (point_index)series->n_points - 1;
    case OUTCOME_FIRST:
        return 0;
    case OUTCOME_MAX:
    case OUTCOME_MIN:
        point = extreme(series, rule->at == OUTCOME_MAX);
        return point >= 0 ? point : nowhere(out, "no finite value");
    case OUTCOME_BEST:
        return at_best(rule, series, log, file, arena, out);
    case OUTCOME_EPOCH:
    case OUTCOME_STEP:
        return at_logged(rule, series, log, arena, out);
    case OUTCOME_REACH:
        break;
    }
    num_write(number, rule->position);
    point = first_reaching(rule, series);
    return point >= 0
               ? point
               : nowhere(out, arena_printf(arena, "%s never reached %s", rule->metric, number));
}

static bool is_nan_throughout(const struct log *holder, const char *metric)
{
    for (size_t i = 0; holder && i < holder->n_unused; i++)
        if (!strcmp(holder->unused[i].name, metric) &&
            !strcmp(holder->unused[i].reason, LOG_NAN_THROUGHOUT))
            return true;
    return false;
}

/* Whether the outcome is asked for where the series has become nan. */
static bool is_past_end(const struct manifest_outcome *rule, const struct log_series *series,
                        point_index point)
{
    size_t last = series->n_points - 1;
    switch (rule->at) {
    case OUTCOME_LAST:
        return true;
    case OUTCOME_EPOCH:
    case OUTCOME_STEP:
        return point < 0 &&
               rule->position >
                   point_position(series, last,
                                  rule->at == OUTCOME_EPOCH ? LOG_AXIS_EPOCH : LOG_AXIS_STEP);
    default:
        return false;
    }
}

static struct outcome diverged(struct outcome out, const struct manifest_outcome *rule,
                               const struct log_series *series, struct arena *arena)
{
    static const char *const words[] = {"step", "epoch", "row"};
    char number[NUM_TEXT_MAX];
    num_write(number, point_position(series, series->n_points - 1, series->axis));
    out.status = OUTCOME_DIVERGED;
    out.ahead = false;
    out.reason = arena_printf(arena, "diverged: %s is nan after %s %s", rule->metric,
                              words[series->axis], number);
    return out;
}

struct outcome outcome_take(const struct manifest_outcome *rule, const struct log *log,
                            const struct log *file, struct arena *arena)
{
    struct outcome out = {.status = OUTCOME_FOUND, .y = NAN, .position = NAN};
    const struct log *holder = file ? file : log;
    const struct log_series *series = holder ? log_find(holder, rule->metric) : NULL;
    if (!series || !series->n_points) {
        out.status = is_nan_throughout(holder, rule->metric) ? OUTCOME_DIVERGED : OUTCOME_NO_METRIC;
        out.ahead = out.status == OUTCOME_NO_METRIC && rule->at != OUTCOME_REACH;
        out.reason = out.status == OUTCOME_DIVERGED
                         ? arena_printf(arena, "diverged: %s is nan throughout", rule->metric)
                         : arena_printf(arena, "no value of the outcome %s", rule->metric);
        return out;
    }
    out.axis = series->axis;
    point_index point = choose(rule, series, log, file, arena, &out);
    if (series->ends_in_nan && is_past_end(rule, series, point))
        return diverged(out, rule, series, arena);
    if (point < 0)
        return out;
    out.at_first = point == 0;
    double position = point_position(series, (size_t)point, series->axis);
    out.position = file ? NAN : position;
    out.y = rule->at == OUTCOME_REACH ? position : series->values[point];
    if (!isfinite(out.y)) {
        out.status = OUTCOME_DIVERGED;
        out.reason = arena_printf(arena, "diverged: the outcome %s is infinite", rule->metric);
    }
    return out;
}

const char *outcome_text(const struct manifest_outcome *rule, struct arena *arena)
{
    static const char *const forms[] = {
        [OUTCOME_LAST] = "last", [OUTCOME_FIRST] = "first", [OUTCOME_MAX] = "max",
        [OUTCOME_MIN] = "min",   [OUTCOME_BEST] = "best(",  [OUTCOME_EPOCH] = "e",
        [OUTCOME_STEP] = "s",    [OUTCOME_REACH] = "reach("};
    char number[NUM_TEXT_MAX] = "";
    const char *inner = "", *close = "";
    if (rule->at == OUTCOME_BEST) {
        inner = rule->best_metric;
        close = ")";
    } else if (rule->at >= OUTCOME_EPOCH) {
        num_write(number, rule->position);
        inner = number;
        close = rule->at == OUTCOME_REACH ? ")" : "";
    }
    return arena_printf(arena, "%s at %s%s%s", rule->metric, forms[rule->at], inner, close);
}
