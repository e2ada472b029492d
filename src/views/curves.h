/* Curves: a metric over training, and when it begins to tell of the outcome. Shared by the files of the
 * view: view_curves.c (keys, words), curves_plot.c (the runs), curves_signal.c (rho^2). */
#ifndef LOGVAR_VIEWS_CURVES_H
#define LOGVAR_VIEWS_CURVES_H

#include "base/arena.h"
#include "estimate/signal.h"
#include "views/view.h"

struct curves_state {
    const struct study *study; /* whose indices the rest is */
    const struct arm *arm;
    size_t metric; /* index into the arm's traces */
    size_t time;   /* the cursor: 0 .. SIGNAL_TIMES - 1 */
    size_t place;  /* of the run under the cursor, ordered by value at that time */
    bool outcome;  /* runs are told apart by outcome, rho^2 is drawn */
    bool heat;     /* rho^2 of all metrics */
    bool both;     /* a second arm of the group, too */
    /* Kept: it takes milliseconds. */
    struct arena arena;
    const struct arm *computed;
    uint64_t seed;
    struct signal signal;
};

struct curves {
    const struct view_context *context;
    struct curves_state *state;
    const struct arm *arm;             /* NULL: no arm is ticked */
    const struct arm *other;           /* the second arm, or NULL */
    const struct trace_metric *metric; /* NULL: there are no curves */
};

/* The value of a run at the cursor's kind of time. */
double curves_value(const struct trace_metric *metric, size_t run, size_t time);
/* Runs with a value at a time, ascending by value; returns how many. order[n_runs]. */
size_t curves_order(const struct arm *arm, const struct trace_metric *metric, size_t time,
                    size_t *order);
/* The run under the cursor, or TRACE_NO_RUN. */
size_t curves_run(const struct curves *curves);
/* "epoch 4", "step 1500" */
void curves_add_time(const struct trace_metric *metric, size_t time, struct strbuf *out);

void curves_plot(const struct curves *curves, struct surface *surface, struct rect rect);

const struct signal *curves_signal(const struct curves *curves);
/* rho^2 of the metric over training, with the noise. */
void curves_draw_signal(const struct curves *curves, struct surface *surface, struct rect rect);
/* Metrics by times. */
void curves_draw_heat(const struct curves *curves, struct surface *surface, struct rect rect);

#endif
