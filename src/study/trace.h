/* Traces: whole training curves, thinned, for those who look at curves instead of candidates.
 *
 * A study keeps only what lies in its windows. Where study_load is asked for traces it also keeps, of
 * every metric of every run that was read (runs without an outcome included), at most
 * TRACE_POINTS_MAX points: all of them, or an even choice by position that has the first and the last.
 * They belong to the study and are as immutable; a table whose columns have no time has none. */
#ifndef LOGVAR_STUDY_TRACE_H
#define LOGVAR_STUDY_TRACE_H

#include "base/arena.h"
#include "logs/log.h"
#include "study/window.h"

#include <stdbool.h>
#include <stddef.h>

enum { TRACE_POINTS_MAX = 240 };

/* One metric of one run. Points ascend by position (steps, epochs from 1, or rows from 1). */
struct trace {
    const char *metric;
    enum log_axis axis;
    size_t n_points, n_logged;  /* kept, and in the log */
    double *positions, *values; /* values may be infinite, never NaN */
};

/* Of a metric in an arm. */
struct trace_metric {
    const char *name;
    enum log_axis axis; /* that most runs have */
    double length;      /* the full length of training on it: the median over finished runs */
    double window_end;  /* the last position inside of the window, on the same axis; NaN: none */
    bool barred;        /* never a candidate: measured on the test set, excluded, ... */
    const struct trace *
        *runs; /* [n_runs]; NULL where the run lacks it or logs it on another axis */
};

struct trace_run {
    const char *id;
    const char *reason; /* why it is left out; NULL = it has an outcome */
    size_t run;         /* its place in arm.runs; TRACE_NO_RUN if left out */
    double y;           /* NaN if left out */
};
#define TRACE_NO_RUN ((size_t)-1)

struct arm_traces {
    size_t n_runs;
    struct trace_run *runs; /* in the order of the manifest */
    size_t n_metrics;
    struct trace_metric *metrics; /* in order of first appearance */
};

struct arm_runs;
struct manifest_arm;

/* The traces of a log's series, in the arena. */
struct trace *trace_take(const struct log *log, struct arena *arena);
/* Those of an arm's runs together, in the study's arena; NULL if no run has any. */
const struct arm_traces *trace_gather(const struct arm_runs *source, struct arena *arena);

/* The value at a position: the last one logged at or before it; NaN if there is none, if the curve had
 * ended by then (another value would have been due), or if it is not finite. trace may be NULL. */
double trace_at(const struct trace *trace, double position);
/* The metric by its name, or NULL. traces may be NULL. */
const struct trace_metric *trace_find(const struct arm_traces *traces, const char *metric);

#endif
