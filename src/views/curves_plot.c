/* The runs of an arm over training: single lines where they are few, else the median and the middle
 * half; those that were left out always as lines of their own, with a cross where they end. */
#include "views/curves.h"

#include "base/mem.h"
#include "base/portable.h"
#include "tui/plot.h"

#include <math.h>
#include <stdlib.h>

enum { LINES_MAX = 12, THIRDS = 3 };

double curves_value(const struct trace_metric *metric, size_t run, size_t time)
{
    return trace_at(metric->runs[run], signal_time(time) * metric->length * (1 + 1e-12));
}

struct ordering {
    const struct trace_metric *metric;
    size_t time;
};

static int compare_runs(const void *left, const void *right, void *user)
{
    const struct ordering *by = user;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    double x = curves_value(by->metric, a, by->time), y = curves_value(by->metric, b, by->time);
    return x != y ? (x > y) - (x < y) : (a > b) - (a < b);
}

size_t curves_order(const struct arm *arm, const struct trace_metric *metric, size_t time,
                    size_t *order)
{
    size_t n = 0;
    for (size_t r = 0; r < arm->traces->n_runs; r++)
        if (isfinite(curves_value(metric, r, time)))
            order[n++] = r;
    struct ordering by = {metric, time};
    portable_sort(order, n, sizeof *order, compare_runs, &by);
    return n;
}

size_t curves_run(const struct curves *curves)
{
    size_t *order = mem_array(curves->arm->traces->n_runs + 1, sizeof *order);
    size_t n = curves_order(curves->arm, curves->metric, curves->state->time, order), run;
    run = n ? order[curves->state->place < n ? curves->state->place : n - 1] : TRACE_NO_RUN;
    free(order);
    return run;
}

/* One plot under way: the places of the times, and room for a line. */
struct drawing_curves {
    struct plot plot;
    double x[SIGNAL_TIMES], y[SIGNAL_TIMES];
};

static void add_run(struct drawing_curves *d, const struct trace_metric *metric, size_t run,
                    enum style style)
{
    for (size_t t = 0; t < SIGNAL_TIMES; t++)
        d->y[t] = curves_value(metric, run, t);
    plot_line(&d->plot, d->x, d->y, SIGNAL_TIMES, style);
}

static void add_left_out(struct drawing_curves *d, const struct arm *arm,
                         const struct trace_metric *metric)
{
    for (size_t r = 0; r < arm->traces->n_runs; r++) {
        const struct trace *trace = metric->runs[r];
        if (!arm->traces->runs[r].reason || !trace || !trace->n_points)
            continue;
        add_run(d, metric, r, STYLE_DIM);
        plot_mark(&d->plot, trace->positions[trace->n_points - 1],
                  trace->values[trace->n_points - 1], STYLE_LOSS,
                  d->plot.surface->ascii ? 'x' : 0x00D7);
    }
}

/* Which runs: all that have an outcome, or one third of them by it. */
struct choice {
    const struct arm *arm;
    double low, high; /* outcomes; low <= y < high */
};

static bool is_chosen(const struct choice *choice, size_t run)
{
    const struct trace_run *of = &choice->arm->traces->runs[run];
    return of->run != TRACE_NO_RUN && of->y >= choice->low && of->y < choice->high;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Quartiles at every time: quartiles[q][t], NaN where no chosen run has a value. */
static void find_quartiles(const struct choice *choice, const struct trace_metric *metric,
                           double quartiles[3][SIGNAL_TIMES])
{
    size_t n_runs = choice->arm->traces->n_runs;
    double *values = mem_array(n_runs + 1, sizeof *values);
    for (size_t t = 0; t < SIGNAL_TIMES; t++) {
        size_t n = 0;
        for (size_t r = 0; r < n_runs; r++) {
            double value = is_chosen(choice, r) ? curves_value(metric, r, t) : NAN;
            if (isfinite(value))
                values[n++] = value;
        }
        qsort(values, n, sizeof *values, compare_doubles);
        for (int q = 0; q < 3; q++)
            quartiles[q][t] = n ? values[(n - 1) * (size_t)(q + 1) / 4] : NAN;
    }
    free(values);
}

static void add_group(struct drawing_curves *d, const struct choice *choice,
                      const struct trace_metric *metric, enum style style)
{
    double quartiles[3][SIGNAL_TIMES];
    find_quartiles(choice, metric, quartiles);
    plot_band(&d->plot, d->x, quartiles[0], quartiles[2], SIGNAL_TIMES, style);
    plot_line(&d->plot, d->x, quartiles[1], SIGNAL_TIMES, style);
}

static void add_arm(struct drawing_curves *d, const struct arm *arm,
                    const struct trace_metric *metric, enum style style)
{
    struct choice all = {arm, -INFINITY, INFINITY};
    if (arm->traces->n_runs > LINES_MAX) {
        add_group(d, &all, metric, style);
        return;
    }
    for (size_t r = 0; r < arm->traces->n_runs; r++)
        if (is_chosen(&all, r))
            add_run(d, metric, r, style);
}

static void add_thirds(struct drawing_curves *d, const struct arm *arm,
                       const struct trace_metric *metric)
{
    double *y = mem_array(arm->n_runs + 1, sizeof *y), edges[THIRDS + 1] = {-INFINITY};
    for (size_t i = 0; i < arm->n_runs; i++)
        y[i] = arm->y[i];
    qsort(y, arm->n_runs, sizeof *y, compare_doubles);
    for (size_t i = 1; i < THIRDS; i++)
        edges[i] = y[arm->n_runs * i / THIRDS];
    edges[THIRDS] = INFINITY;
    for (int i = 0; i < THIRDS; i++) {
        struct choice choice = {arm, edges[i], edges[i + 1]};
        if (i != 1)
            add_group(d, &choice, metric, plot_series_style((size_t)i));
    }
    free(y);
}

/* From the smallest to the largest value after the first tenth of training, where losses fall from
 * heights that would flatten all that follows; what lies outside is cut at the edge. */
static struct plot_range value_range(const struct arm *arm, const struct trace_metric *metric)
{
    struct plot_range range = PLOT_EMPTY;
    for (size_t r = 0; r < arm->traces->n_runs; r++)
        for (size_t t = SIGNAL_TIMES / 10; t < SIGNAL_TIMES; t++)
            plot_include(&range, curves_value(metric, r, t));
    for (size_t r = 0; r < arm->traces->n_runs && range.low > range.high; r++)
        for (size_t t = 0; t < SIGNAL_TIMES; t++)
            plot_include(&range, curves_value(metric, r, t));
    return plot_padded(range, 0.05);
}

static void draw_legend(const struct curves *curves, struct surface *surface, struct rect rect)
{
    struct plot_legend_entry entries[3];
    size_t n = 0;
    bool few = curves->arm->traces->n_runs <= LINES_MAX;
    if (curves->state->outcome) {
        bool higher = curves->arm->outcome.higher_is_better;
        entries[n++] =
            (struct plot_legend_entry){higher ? "worst third" : "best third", plot_series_style(0)};
        entries[n++] =
            (struct plot_legend_entry){higher ? "best third" : "worst third", plot_series_style(2)};
    } else {
        entries[n++] = (struct plot_legend_entry){curves->other ? curves->arm->name
                                                  : few         ? "runs"
                                                        : "median and middle half of the runs",
                                                  plot_series_style(0)};
        if (curves->other)
            entries[n++] = (struct plot_legend_entry){curves->other->name, plot_series_style(1)};
    }
    int used = plot_legend(surface, rect.row, rect.column + 1, rect.n_columns - 2, entries, n);
    surface_text(surface, rect.row, rect.column + used + 3, rect.n_columns - used - 4, STYLE_DIM,
                 surface->ascii ? "to the rule: window" : "dotted: window");
}

static void add_cursor(const struct curves *curves, struct drawing_curves *d)
{
    size_t run = curves_run(curves), time = curves->state->time;
    plot_vertical(&d->plot, d->x[time], STYLE_DIM);
    if (run == TRACE_NO_RUN)
        return;
    add_run(d, curves->metric, run, STYLE_WARNING);
    plot_mark(&d->plot, d->x[time], curves_value(curves->metric, run, time), STYLE_WARNING,
              d->plot.surface->ascii ? '@' : 0x25C9);
}

void curves_plot(const struct curves *curves, struct surface *surface, struct rect rect)
{
    static const char *const axes[] = {
        [LOG_AXIS_STEP] = "step", [LOG_AXIS_EPOCH] = "epoch", [LOG_AXIS_INDEX] = "row"};
    const struct trace_metric *metric = curves->metric, *second = NULL;
    struct drawing_curves d;
    struct plot_frame frame = {.x = {0, metric->length},
                               .y = value_range(curves->arm, metric),
                               .x_label = axes[metric->axis]};
    for (size_t t = 0; t < SIGNAL_TIMES; t++)
        d.x[t] = signal_time(t) * metric->length;
    if (curves->other)
        second = trace_find(curves->other->traces, metric->name);
    if (second) {
        struct plot_range more = value_range(curves->other, second);
        plot_include(&frame.y, more.low);
        plot_include(&frame.y, more.high);
    }
    draw_legend(curves, surface, rect);
    rect.row++;
    rect.n_rows--;
    if (!plot_begin(&d.plot, surface, rect, &frame))
        return;
    if (isfinite(metric->window_end))
        plot_shade(&d.plot, 0, metric->window_end, STYLE_BORDER);
    add_left_out(&d, curves->arm, metric);
    if (curves->state->outcome)
        add_thirds(&d, curves->arm, metric);
    else
        add_arm(&d, curves->arm, metric, plot_series_style(0));
    if (second && !curves->state->outcome)
        add_arm(&d, curves->other, second, plot_series_style(1));
    if (curves->context->focused)
        add_cursor(curves, &d);
    plot_end(&d.plot);
}
