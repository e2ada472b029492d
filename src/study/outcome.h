/* A run's outcome: one number, taken from its log as the manifest's `at` says.
 *
 * "last" is the last non-missing value. Where it is infinite, or the log says nan behind it, the run
 * diverged and has no outcome; so too where a position is asked for that lies behind the last finite
 * value. max, min, best
 * and reach pass over infinite values. best(METRIC) takes the metric at the row where METRIC is at
 * its best for the first time: same row, else same step, else same epoch. reach(VALUE) is the step
 * (or epoch, or row) at which the metric first comes to VALUE or goes past it: from above for a loss, from
 * below for a score, by their names, else from the side on which the run begins. Where the outcome stands in a
 * file of its own that does not hold METRIC, a file with one value gives that value; otherwise the
 * position of the best is sought in the run's logs. */
#ifndef LOGVAR_STUDY_OUTCOME_H
#define LOGVAR_STUDY_OUTCOME_H

#include "base/arena.h"
#include "logs/log.h"
#include "manifest/manifest.h"

#include <stdbool.h>

enum outcome_status {
    OUTCOME_FOUND,
    OUTCOME_NO_METRIC, /* the log has no value of it at all */
    OUTCOME_NO_VALUE,  /* it has, but not there */
    OUTCOME_DIVERGED   /* it is not finite there */
};

struct outcome {
    enum outcome_status status;
    const char *reason; /* in the arena, unless found */
    double y;
    enum log_axis axis; /* where it was taken, if it was taken from `log` … */
    double position;    /* … else NaN: a file of its own */
    bool at_first;      /* it is the series' first point */
    /* Not found, because the log ends before it: no value of the metric at all, or a position after the
     * log's last. Never for reach(VALUE), whose place the outcome itself decides. */
    bool ahead;
};

/* `file` is the log of the outcome's own file, or NULL if the outcome stands in `log`. */
struct outcome outcome_take(const struct manifest_outcome *rule, const struct log *log,
                            const struct log *file, struct arena *arena);
/* "test_acc at last". */
const char *outcome_text(const struct manifest_outcome *rule, struct arena *arena);

#endif
