/* What a column or key is by its name: the step, the epoch, a clock, or a metric.
 *
 * The rule, for every format. If the manifest's log: names the step or the epoch, that one it is.
 * Otherwise the first of the table of well-known names (axis.c, case does not matter) that the log
 * has. Names of the table that were not chosen are counters: they say how far a run is, not how
 * well it does. Clocks (_timestamp, wall time, seconds since the start) say when. Neither is read
 * as a metric; log.unused lists them. Durations and rates of single things (step_avg, train_time,
 * eval_runtime, fps) are measurements and stay metrics. */
#ifndef LOGVAR_INGEST_AXIS_H
#define LOGVAR_INGEST_AXIS_H

#include "ingest/reader.h"

#include <stdbool.h>
#include <stddef.h>

enum axis_role { AXIS_METRIC, AXIS_STEP, AXIS_EPOCH, AXIS_CLOCK };

struct axis_name {
    enum axis_role role;
    unsigned rank; /* among steps, among epochs: the smallest wins */
};

struct axis_name axis_of(const struct reader_options *options, const char *name);

#endif
