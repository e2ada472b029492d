/* The early window: how far into training a candidate may look.
 *
 * Progress is measured against the run's full length on the axis of the series: its last epoch or
 * step, or the length that the manifest declares, not against the part that was logged. Where the
 * points themselves show that the step axis stops early (they carry epochs too, and the run went on
 * to later epochs), the full number of steps is extrapolated from their epochs. */
#ifndef LOGVAR_STUDY_WINDOW_H
#define LOGVAR_STUDY_WINDOW_H

#include "logs/log.h"
#include "manifest/manifest.h"

#include <stdbool.h>

/* The run's full length on each enum log_axis; NaN where it is unknown. Rows count from 1. */
struct run_length {
    double full[3];
};

struct run_length run_length_of(const struct log *log, const struct manifest_log *declared);

/* Point i's position on the axis; the index axis counts rows from 1. */
double point_position(const struct log_series *series, size_t i, enum log_axis axis);

/* The last position inside the window on that axis (small slack for rounding included), or NaN when
 * the window cannot be placed on the axis: then nothing of the series is inside. */
double window_end(const struct manifest_window *window, enum log_axis axis,
                  const struct run_length *length);
double window_fraction_end(double fraction, enum log_axis axis, const struct run_length *length);

/* Reads "1/3", "0.25" or "25%" as a fraction in (0, 1]. */
bool window_read_fraction(const char *text, size_t n, double *fraction);

#endif
