#include "study/window.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

/* A third of 24 epochs is 8 epochs, whatever the last bit of 1/3 says. */
static const double slack = 1e-9;

double point_position(const struct log_series *series, size_t i, enum log_axis axis)
{
    return log_position(series, i, axis) + (axis == LOG_AXIS_INDEX);
}

static double last_epoch_with_step_of(const struct log_series *series)
{
    double last = NAN;
    for (size_t i = 0; i < series->n_points; i++) {
        double epoch = log_position(series, i, LOG_AXIS_EPOCH);
        if (!isnan(log_position(series, i, LOG_AXIS_STEP)) && !(epoch <= last))
            last = isnan(epoch) ? last : epoch;
    }
    return last;
}

/* The latest epoch among points that carry a step, or NaN. Neighbours often share their rows. */
static double last_epoch_with_step(const struct log *log)
{
    double last = NAN;
    for (size_t i = 0; i < log->n_series; i++)
        if (!i || !log_same_rows(&log->series[i], &log->series[i - 1], log->series[i].n_points))
            last = fmax(last, last_epoch_with_step_of(&log->series[i]));
    return last;
}

static double full_steps(const struct log *log, const struct manifest_log *declared)
{
    if (declared->length_steps > 0)
        return declared->length_steps;
    double epoch = last_epoch_with_step(log);
    if (epoch > 0 && log->last_epoch >= epoch + 1)
        return log->last_step * (log->last_epoch / epoch);
    return log->last_step;
}

struct run_length run_length_of(const struct log *log, const struct manifest_log *declared)
{
    struct run_length length;
    length.full[LOG_AXIS_STEP] = full_steps(log, declared);
    length.full[LOG_AXIS_EPOCH] =
        declared->length_epochs > 0 ? declared->length_epochs : log->last_epoch;
    length.full[LOG_AXIS_INDEX] = (double)log->n_rows;
    return length;
}

double window_fraction_end(double fraction, enum log_axis axis, const struct run_length *length)
{
    return fraction * length->full[axis] * (1 + slack);
}

double window_end(const struct manifest_window *window, enum log_axis axis,
                  const struct run_length *length)
{
    if (window->kind == WINDOW_FRACTION)
        return window_fraction_end(window->value, axis, length);
    enum log_axis own = window->kind == WINDOW_EPOCH ? LOG_AXIS_EPOCH : LOG_AXIS_STEP;
    if (axis == own)
        return window->value * (1 + slack);
    if (axis == LOG_AXIS_INDEX && isnan(length->full[own]))
        return window->value * (1 + slack); /* a log without any axis: its rows are all there is */
    return window_fraction_end(window->value / length->full[own], axis, length);
}

bool window_read_fraction(const char *text, size_t n, double *fraction)
{
    double value = NAN, divisor = 1;
    const char *bar = memchr(text, '/', n);
    if (bar) {
        size_t before = (size_t)(bar - text);
        if (num_read(text, before, &value) != NUM_FINITE ||
            num_read(bar + 1, n - before - 1, &divisor) != NUM_FINITE)
            return false;
    } else {
        if (n && text[n - 1] == '%') {
            divisor = 100;
            n--;
        }
        if (num_read(text, n, &value) != NUM_FINITE)
            return false;
    }
    *fraction = value / divisor;
    return *fraction > 0 && *fraction <= 1;
}
