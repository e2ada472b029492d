#include "estimate/signal.h"

#include "base/mem.h"
#include "base/rng.h"
#include "stats/moments.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double signal_time(size_t t)
{
    return (double)(t + 1) / SIGNAL_TIMES;
}

/* Values of one metric at one time for the runs with an outcome; false if one has none. */
static bool values_at(const struct arm_traces *traces, const struct trace_metric *metric, double at,
                      double *x)
{
    for (size_t r = 0; r < traces->n_runs; r++) {
        if (traces->runs[r].run == TRACE_NO_RUN)
            continue;
        double value = trace_at(metric->runs[r], at);
        if (!isfinite(value))
            return false;
        x[traces->runs[r].run] = value;
    }
    return true;
}

/* (x - mean) / sqrt(sum (x - mean)^2): rho^2 is then the square of a product. */
static bool normalise(const double *x, size_t n, double *unit)
{
    double mean = moments_mean(x, n), sum = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        double d = x[i] - mean;
        sum += d * d;
        rest += d;
    }
    sum -= rest * rest / (double)n;
    if (!(sum > 0) || !isfinite(sum))
        return false;
    for (size_t i = 0; i < n; i++)
        unit[i] = (x[i] - mean) / sqrt(sum);
    return true;
}

/* Unit vectors of all times of all metrics, for the permutations. */
struct units {
    size_t n_runs, n_vectors;
    double *vectors;  /* [n_vectors * n_runs] */
    size_t *first_of; /* [n_metrics + 1]: a metric's vectors are first_of[m] .. first_of[m+1]-1 */
};

static double product(const double *a, const double *b, size_t n)
{
    double sums[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            sums[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static void fill_metric(const struct signal *signal, struct signal_metric *metric, double *x,
                        struct units *units)
{
    const struct arm *arm = signal->arm;
    for (size_t t = 0; t < SIGNAL_TIMES; t++) {
        metric->rho2[t] = NAN;
        double at = signal_time(t) * metric->metric->length * (1 + 1e-12);
        double *unit = units->vectors + units->n_vectors * units->n_runs;
        if (!values_at(arm->traces, metric->metric, at, x) || !normalise(x, units->n_runs, unit))
            continue;
        metric->rho2[t] = moments_rho2(x, arm->y, units->n_runs);
        units->n_vectors++;
    }
}

static void fill(struct signal *signal, struct arena *arena, struct units *units)
{
    const struct arm_traces *traces = signal->arm->traces;
    size_t n = units->n_runs, n_metrics = traces->n_metrics;
    double *x = mem_array(n, sizeof *x);
    units->vectors = mem_array((n_metrics * SIGNAL_TIMES + 1) * n, sizeof *units->vectors);
    units->first_of = mem_array(n_metrics + 1, sizeof *units->first_of);
    signal->n_metrics = n_metrics;
    signal->metrics = arena_alloc(arena, n_metrics, sizeof *signal->metrics);
    for (size_t m = 0; m < n_metrics; m++) {
        signal->metrics[m] = (struct signal_metric){.metric = &traces->metrics[m], .noise = NAN};
        units->first_of[m] = units->n_vectors;
        fill_metric(signal, &signal->metrics[m], x, units);
    }
    units->first_of[n_metrics] = units->n_vectors;
    free(x);
}

/* Permutation p of the outcomes. */
static void shuffle(const struct signal *signal, uint64_t seed, size_t p, const double *unit_y,
                    uint32_t *order, double *shuffled)
{
    size_t n = signal->n_runs;
    struct rng rng;
    rng_init(&rng, (struct rng_key){seed, rng_name(signal->arm->label), rng_name("signal"), p});
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    rng_shuffle(&rng, order, n);
    for (size_t i = 0; i < n; i++)
        shuffled[i] = unit_y[order[i]];
}

/* The largest rho^2 over all times of metric m. */
static double largest_of(const struct units *units, size_t m, const double *unit_y)
{
    double most = 0;
    for (size_t v = units->first_of[m]; v < units->first_of[m + 1]; v++) {
        double r = product(units->vectors + v * units->n_runs, unit_y, units->n_runs);
        most = fmax(most, r * r);
    }
    return most;
}

static double level_of(double *largest)
{
    double q = SIGNAL_QUANTILE, level;
    quantile_select(largest, SIGNAL_PERMUTATIONS, &q, 1, &level);
    return level;
}

/* largest[m * SIGNAL_PERMUTATIONS + p] of each metric; the last row of all that may be candidates. */
static void permute(struct signal *signal, uint64_t seed, const struct units *units,
                    const double *unit_y)
{
    size_t n_metrics = signal->n_metrics;
    double *shuffled = mem_array(units->n_runs, sizeof *shuffled);
    double *largest = mem_zeroed((n_metrics + 1) * SIGNAL_PERMUTATIONS, sizeof *largest);
    double *of_all = largest + n_metrics * SIGNAL_PERMUTATIONS;
    uint32_t *order = mem_array(units->n_runs, sizeof *order);
    for (size_t p = 0; p < SIGNAL_PERMUTATIONS; p++) {
        shuffle(signal, seed, p, unit_y, order, shuffled);
        for (size_t m = 0; m < n_metrics; m++) {
            double most = largest_of(units, m, shuffled);
            largest[m * SIGNAL_PERMUTATIONS + p] = most;
            if (!signal->metrics[m].metric->barred)
                of_all[p] = fmax(of_all[p], most);
        }
    }
    for (size_t m = 0; m < n_metrics; m++)
        if (units->first_of[m] < units->first_of[m + 1])
            signal->metrics[m].noise = level_of(largest + m * SIGNAL_PERMUTATIONS);
    signal->noise = level_of(of_all);
    free(shuffled);
    free(largest);
    free(order);
}

/* From where on every later time is above the noise, and the most inside of the window. */
static void judge(struct signal_metric *metric)
{
    double window = metric->metric->window_end, length = metric->metric->length;
    metric->first = SIGNAL_NEVER;
    metric->first_position = metric->at_window = NAN;
    for (size_t t = SIGNAL_TIMES; t-- > 0;) {
        if (isnan(metric->rho2[t]) || !(metric->rho2[t] > metric->noise))
            break;
        metric->first = t;
        metric->first_position = signal_time(t) * length;
    }
    for (size_t t = 0; t < SIGNAL_TIMES; t++)
        if (!isnan(metric->rho2[t]) && signal_time(t) * length <= window * (1 + 1e-9))
            metric->at_window =
                fmax(isnan(metric->at_window) ? 0 : metric->at_window, metric->rho2[t]);
}

void signal_compute(const struct arm *arm, uint64_t seed, struct arena *arena,
                    struct signal *signal)
{
    const struct arm_traces *traces = arm->traces;
    *signal = (struct signal){.arm = arm, .n_runs = arm->n_runs, .noise = NAN};
    signal->status = !traces            ? ESTIMATE_NO_CANDIDATES
                     : arm->n_runs < 3  ? ESTIMATE_TOO_FEW_RUNS
                     : !(arm->y_sd > 0) ? ESTIMATE_NO_VARIANCE
                                        : ESTIMATE_OK;
    if (signal->status != ESTIMATE_OK)
        return;
    struct units units = {.n_runs = arm->n_runs};
    fill(signal, arena, &units);
    double *unit_y = mem_array(arm->n_runs, sizeof *unit_y);
    if (normalise(arm->y, arm->n_runs, unit_y))
        permute(signal, seed, &units, unit_y);
    for (size_t m = 0; m < signal->n_metrics; m++)
        judge(&signal->metrics[m]);
    free(unit_y);
    free(units.vectors);
    free(units.first_of);
}
