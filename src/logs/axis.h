/* What a column or key is by its name: the step, the epoch, a clock, or a metric.
 *
 * The rule, for every format. If the manifest's log: names the step or the epoch, that one it is.
 * Otherwise the first of the table of well-known names (axis.c, case does not matter) that the log
 * has. Names of the table that were not chosen are counters: they say how far a run is, not how
 * well it does. Clocks (_timestamp, wall time, seconds since the start) say when. Neither is read
 * as a metric; log.unused lists them. Durations and rates of single things (step_avg, train_time,
 * eval_runtime, fps) are measurements and stay metrics. */
#ifndef LOGVAR_LOGS_AXIS_H
#define LOGVAR_LOGS_AXIS_H

#include "base/arena.h"
#include "logs/reader.h"

#include <stdbool.h>
#include <stddef.h>

enum axis_role { AXIS_METRIC, AXIS_STEP, AXIS_EPOCH, AXIS_CLOCK };

struct axis_name {
    enum axis_role role;
    unsigned rank; /* among steps, among epochs: the smallest wins */
};

struct axis_name axis_of(const struct reader_options *options, const char *name);

/* Logs in long form say in a column (phase, split, mode, stage, subset) whether a row is of
 * training, validation or test. Their metrics are told apart by a prefix: loss in a row of
 * validation is val_loss, in one of training train_loss; a name that says so already stays as it
 * is. */
enum phase { PHASE_NONE, PHASE_TRAIN, PHASE_VALIDATION, PHASE_TEST };
enum { N_PHASES = PHASE_TEST + 1 };
bool phase_is_column(const char *name);
enum phase phase_of(const char *text, size_t length);
/* The metric's name in that phase; `name` itself or a text in the arena. */
const char *phase_name(struct arena *arena, enum phase phase, const char *name);

#endif
