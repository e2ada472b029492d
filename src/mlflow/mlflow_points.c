#include "mlflow/mlflow_points.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* A step of NaN marks what has no step; it sorts behind all steps, by time. */
static int by_step(const void *a, const void *b)
{
    const struct mlflow_point *x = a, *y = b;
    bool stepless = isnan(x->step);
    if (stepless != isnan(y->step))
        return stepless ? 1 : -1;
    if (!stepless && x->step != y->step)
        return x->step < y->step ? -1 : 1;
    if (!stepless && x->metric != y->metric)
        return x->metric < y->metric ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void mark_stepless(struct mlflow_points *points)
{
    size_t n_metrics = 0;
    for (size_t i = 0; i < points->n_items; i++)
        if (points->items[i].metric >= n_metrics)
            n_metrics = points->items[i].metric + 1;
    bool *has_steps = mem_zeroed(n_metrics + 1, sizeof *has_steps);
    for (size_t i = 0; i < points->n_items; i++)
        if (points->items[i].step != 0)
            has_steps[points->items[i].metric] = true;
    for (size_t i = 0; i < points->n_items; i++)
        if (!has_steps[points->items[i].metric])
            points->items[i].step = NAN;
    free(has_steps);
}

/* Only the last of each metric and step stays. */
static size_t drop_repeated(struct mlflow_points *points)
{
    size_t n = 0, n_before = points->n_items;
    for (size_t i = 0; i < n_before; i++) {
        const struct mlflow_point *next = i + 1 < n_before ? &points->items[i + 1] : NULL;
        if (!next || next->step != points->items[i].step || next->metric != points->items[i].metric)
            points->items[n++] = points->items[i];
    }
    points->n_items = n;
    return n_before - n;
}

static void log_stepless(const struct mlflow_point *point, struct log_builder *builder)
{
    log_row(builder, NAN, NAN, 0);
    log_value(builder, point->metric, point->value);
}

/* Returns where the step's points end. */
static size_t log_step(const struct mlflow_points *points, size_t from, struct log_builder *builder)
{
    const struct mlflow_point *items = points->items;
    size_t i = from;
    log_row(builder, items[from].step, NAN, 0);
    for (; i < points->n_items && items[i].step == items[from].step; i++)
        log_value(builder, items[i].metric, items[i].value);
    return i;
}

/* The time by which all points of the step were there. */
static double step_time(const struct mlflow_points *points, size_t from)
{
    double last = points->items[from].time_ms;
    for (size_t i = from; i < points->n_items && points->items[i].step == points->items[from].step;
         i++)
        last = fmax(last, points->items[i].time_ms);
    return last;
}

size_t mlflow_points_log(struct mlflow_points *points, struct log_builder *builder)
{
    mark_stepless(points);
    if (points->n_items)
        qsort(points->items, points->n_items, sizeof *points->items, by_step);
    size_t n_repeated = drop_repeated(points), stepless = 0;
    while (stepless < points->n_items && !isnan(points->items[stepless].step))
        stepless++;
    size_t n_stepped = stepless;
    double until = -INFINITY;
    for (size_t i = 0; i < n_stepped;) {
        until = fmax(until, step_time(points, i));
        while (stepless < points->n_items && points->items[stepless].time_ms < until)
            log_stepless(&points->items[stepless++], builder);
        i = log_step(points, i, builder);
    }
    while (stepless < points->n_items)
        log_stepless(&points->items[stepless++], builder);
    return n_repeated;
}
