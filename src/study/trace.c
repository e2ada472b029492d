#include "study/trace.h"

#include "base/mem.h"
#include "study/leakage.h"
#include "study/names.h"
#include "study/sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void take_points(const struct log_series *from, struct trace *to, struct arena *arena)
{
    size_t n = from->n_points, kept = n < TRACE_POINTS_MAX ? n : TRACE_POINTS_MAX;
    to->n_logged = n;
    to->n_points = kept;
    to->positions = arena_alloc_unset(arena, kept, sizeof(double));
    to->values = arena_alloc_unset(arena, kept, sizeof(double));
    for (size_t i = 0; i < kept; i++) {
        size_t point = kept < n ? i * (n - 1) / (kept - 1) : i;
        to->positions[i] = point_position(from, point, to->axis);
        to->values[i] = from->values[point];
    }
}

struct trace *trace_take(const struct log *log, struct arena *arena)
{
    struct trace *traces = arena_alloc(arena, log->n_series + 1, sizeof *traces);
    for (size_t s = 0; s < log->n_series; s++) {
        traces[s].metric = arena_strdup(arena, log->series[s].metric);
        traces[s].axis = run_data_axis(&log->series[s]);
        if (log->series[s].n_points)
            take_points(&log->series[s], &traces[s], arena);
    }
    return traces;
}

static const struct trace *copy_trace(const struct trace *trace, const char *metric,
                                      struct arena *arena)
{
    struct trace *copy = arena_alloc(arena, 1, sizeof *copy);
    size_t n_bytes = trace->n_points * sizeof(double);
    *copy = *trace;
    copy->metric = metric;
    copy->positions = arena_alloc_unset(arena, trace->n_points, sizeof(double));
    copy->values = arena_alloc_unset(arena, trace->n_points, sizeof(double));
    memcpy(copy->positions, trace->positions, n_bytes);
    memcpy(copy->values, trace->values, n_bytes);
    return copy;
}

static enum log_axis most_common_axis(const struct trace_metric *metric, size_t n_runs)
{
    size_t counts[3] = {0};
    enum log_axis most = LOG_AXIS_STEP;
    for (size_t r = 0; r < n_runs; r++)
        if (metric->runs[r])
            counts[metric->runs[r]->axis]++;
    for (int axis = 0; axis < 3; axis++)
        if (counts[axis] > counts[most])
            most = (enum log_axis)axis;
    return most;
}

static int compare_numbers(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median full length of the runs that have an outcome, else of all. */
static double typical_length(const struct arm_runs *source, enum log_axis axis)
{
    double *lengths = mem_array(source->n_runs + 1, sizeof *lengths);
    size_t n = 0;
    for (int finished = 1; finished >= 0 && !n; finished--)
        for (size_t r = 0; r < source->n_runs; r++) {
            double length = source->runs[r].length.full[axis];
            if (isfinite(length) && (!finished || source->runs[r].state == RUN_USABLE))
                lengths[n++] = length;
        }
    qsort(lengths, n, sizeof *lengths, compare_numbers);
    double median = n ? (lengths[(n - 1) / 2] + lengths[n / 2]) / 2 : NAN;
    free(lengths);
    return median;
}

static void finish_metric(struct trace_metric *metric, const struct arm_runs *source)
{
    const struct manifest_arm *settings = source->settings;
    struct family_match match = family_of(settings, metric->name, false);
    struct run_length length = {{NAN, NAN, NAN}};
    enum drop_kind kind;
    metric->axis = most_common_axis(metric, source->n_runs);
    metric->barred = leakage_bars(settings, metric->name, &match, &kind);
    metric->length = length.full[metric->axis] = typical_length(source, metric->axis);
    metric->window_end = window_end(&settings->window, metric->axis, &length);
    for (size_t r = 0; r < source->n_runs; r++)
        if (metric->runs[r] && metric->runs[r]->axis != metric->axis)
            metric->runs[r] = NULL;
}

struct gathered_metrics {
    struct names known;
    struct trace_metric *items;
    size_t n_items, capacity;
};

static void gather_run(struct gathered_metrics *metrics, const struct arm_runs *source, size_t r,
                       struct arena *arena)
{
    const struct run_data *run = &source->runs[r];
    for (size_t s = 0; s < run->n_series && run->traces; s++) {
        const struct trace *trace = &run->traces[s];
        if (!trace->n_points)
            continue;
        size_t i = names_find(&metrics->known, trace->metric);
        if (i == NAMES_NONE) {
            const char *name = arena_strdup(arena, trace->metric);
            i = names_add(&metrics->known, name, metrics->n_items);
            metrics->items = mem_grow(metrics->items, metrics->n_items, &metrics->capacity,
                                      sizeof *metrics->items);
            metrics->items[metrics->n_items++] = (struct trace_metric){
                .name = name, .runs = arena_alloc(arena, source->n_runs, sizeof(struct trace *))};
        }
        metrics->items[i].runs[r] = copy_trace(trace, metrics->items[i].name, arena);
    }
}

static struct trace_run *list_runs(const struct arm_runs *source, struct arena *arena)
{
    struct trace_run *runs = arena_alloc(arena, source->n_runs + 1, sizeof *runs);
    size_t n_usable = 0;
    for (size_t r = 0; r < source->n_runs; r++) {
        const struct run_data *data = &source->runs[r];
        bool usable = data->state == RUN_USABLE;
        runs[r] = (struct trace_run){
            .id = arena_strdup(arena, source->ids[r]),
            .reason = usable ? NULL : arena_strdup(arena, data->reason ? data->reason : ""),
            .run = usable ? n_usable++ : TRACE_NO_RUN,
            .y = usable ? data->y : NAN};
    }
    return runs;
}

const struct arm_traces *trace_gather(const struct arm_runs *source, struct arena *arena)
{
    struct gathered_metrics metrics = {.n_items = 0};
    names_init(&metrics.known);
    for (size_t r = 0; r < source->n_runs; r++)
        gather_run(&metrics, source, r, arena);
    names_done(&metrics.known);
    if (!metrics.n_items)
        return NULL;
    struct arm_traces *traces = arena_alloc(arena, 1, sizeof *traces);
    *traces = (struct arm_traces){.n_runs = source->n_runs,
                                  .runs = list_runs(source, arena),
                                  .n_metrics = metrics.n_items,
                                  .metrics = metrics.items};
    arena_own(arena, metrics.items);
    for (size_t i = 0; i < traces->n_metrics; i++)
        finish_metric(&traces->metrics[i], source);
    return traces;
}

/* Where a curve ends: what is logged now and then holds until the next value would have come. */
static double trace_end(const struct trace *trace)
{
    size_t n = trace->n_points;
    double last = trace->positions[n - 1];
    return n > 1 ? last + (last - trace->positions[0]) / (double)(trace->n_logged - 1) * 0.999
                 : last;
}

double trace_at(const struct trace *trace, double position)
{
    if (!trace || !trace->n_points || !(position >= trace->positions[0] * (1 - 1e-12)) ||
        position > trace_end(trace))
        return NAN;
    size_t low = 0, high = trace->n_points;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (trace->positions[middle] <= position * (1 + 1e-12))
            low = middle;
        else
            high = middle;
    }
    return isfinite(trace->values[low]) ? trace->values[low] : NAN;
}

const struct trace_metric *trace_find(const struct arm_traces *traces, const char *metric)
{
    for (size_t i = 0; traces && i < traces->n_metrics; i++)
        if (!strcmp(traces->metrics[i].name, metric))
            return &traces->metrics[i];
    return NULL;
}
