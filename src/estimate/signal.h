/* When do the logs begin to tell? The squared correlation of every metric with the outcome over
 * training, next to the level that noise reaches.
 *
 *     rho^2(t) = (sum_s (x_s(t) - mean)(y_s - mean))^2 / (sum (x_s(t) - mean)^2 sum (y_s - mean)^2)
 *
 * x_s(t): the last value of the metric that run s logged at or before time t; over the arm's runs that
 * have an outcome. A time at which one of them has no value, or at which no two differ, has none.
 *
 * Noise: the SIGNAL_QUANTILE quantile, over SIGNAL_PERMUTATIONS random orders of the outcomes, of the
 * largest rho^2 over all times (the maximum statistic: Westfall and Young 1993). So without any
 * relation a curve rises above its level anywhere in at most one case of twenty. The level of an arm is
 * the same with the largest taken over its candidate metrics too.
 *
 * It ranks metrics by the outcome: whoever reads it has looked (estimate/exploratory.h). */
#ifndef LOGVAR_ESTIMATE_SIGNAL_H
#define LOGVAR_ESTIMATE_SIGNAL_H

#include "base/arena.h"
#include "engine/status.h"
#include "study/study.h"
#include "study/trace.h"

#include <stdint.h>

enum { SIGNAL_TIMES = 60, SIGNAL_PERMUTATIONS = 400 };
#define SIGNAL_QUANTILE 0.95
#define SIGNAL_NEVER ((size_t)-1)

struct signal_metric {
    const struct trace_metric *metric;
    double rho2[SIGNAL_TIMES]; /* 0 .. 1; NaN where there is none */
    double noise;              /* NaN where no time has a figure */
    size_t first;              /* the first time from which on all are above the noise … */
    double first_position;     /* … and its position; SIGNAL_NEVER and NaN if the last is not */
    double at_window;          /* the largest rho^2 inside of the window; NaN without one */
};

struct signal {
    const struct arm *arm;
    enum estimate_status status; /* ESTIMATE_NO_CANDIDATES: no curves were kept */
    size_t n_runs;               /* with an outcome */
    double noise;                /* over all metrics that may be candidates */
    size_t n_metrics;
    struct signal_metric *metrics; /* in the order of the arm's traces */
};

/* The share of training at time t: 1/SIGNAL_TIMES .. 1. */
double signal_time(size_t t);
/* Everything in the arena. The random orders are keyed by seed and arm. */
void signal_compute(const struct arm *arm, uint64_t seed, struct arena *arena,
                    struct signal *signal);

#endif
