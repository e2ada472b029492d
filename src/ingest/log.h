/* A log: what one run wrote while it trained, as named series of points.
 *
 * Readers (reader.h) fill a log_builder row by row, in the order of the file; log_build applies the
 * rules that hold for every format and hands out an immutable log:
 *   - a repeated step keeps its last value;
 *   - a step that falls back (or a repeated header: log_new_segment) begins a resumed or second
 *     run; of the segments, the last one that reaches the end wins. A resumed run keeps the points
 *     before the place where it took up again;
 *   - an epoch axis that starts at 0 is shifted by one (what is logged for epoch e stands at its
 *     end);
 *   - each of these is said in the diagnostics, once a file, with a count.
 * Train and validation rows may alternate with blanks: a value that is missing is no point.
 *
 * A builder belongs to one thread; a log, once built, may be read by any. */
#ifndef LOGVAR_INGEST_LOG_H
#define LOGVAR_INGEST_LOG_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

/* Axis values are NaN where the log gives none. At least one of the two, or the index, orders the
 * points: `index` is the number of the row (from 0) in the winning segment. */
struct log_point {
    double step, epoch;
    double index;
    double value; /* may be infinite, never NaN */
};

enum log_axis { LOG_AXIS_STEP, LOG_AXIS_EPOCH, LOG_AXIS_INDEX };

struct log_series {
    const char *metric; /* prefix of the manifest's discover entry included */
    size_t n_points;
    const struct log_point *points; /* ordered along `axis`, no position twice */
    enum log_axis axis;             /* the finest axis that every point of the series has */
};

struct log {
    struct arena arena; /* owns everything below */
    size_t n_series;
    struct log_series *series; /* in order of first appearance */
    /* How far the run went on each axis: the largest step and epoch of any row, train, validation
     * or test; NaN where there is no such axis. n_rows serves the index axis. */
    double last_step, last_epoch;
    size_t n_rows;
    const char *aborted; /* why the run says itself that it failed (run status), or NULL */
};

struct log_builder;

struct log_builder *log_builder_new(const char *path, struct diags *diags);
void log_builder_free(struct log_builder *builder);

/* Names are interned: the same name gives the same number. Bounded: past LOG_METRICS_MAX metrics
 * the reader gets LOG_NO_METRIC (values for it are ignored) and one error is reported. */
enum { LOG_METRICS_MAX = 100000 };
#define LOG_NO_METRIC ((size_t)-1)
size_t log_metric(struct log_builder *builder, const char *name, size_t length);
/* Opens the next row; step or epoch NaN where it has none. line counts from 1 in the file. */
void log_row(struct log_builder *builder, double step, double epoch, size_t line);
/* A value of the open row; NaN (missing) is ignored. */
void log_value(struct log_builder *builder, size_t metric, double value);
/* The header came again: what follows is another segment even if steps do not fall back. */
void log_new_segment(struct log_builder *builder, size_t line);
/* The log says that its run failed; the first reason is kept. */
void log_set_aborted(struct log_builder *builder, const char *reason);
/* One line that could not be read: counted, the first few are named, nothing else happens. */
void log_skip_line(struct log_builder *builder, size_t line, size_t column, const char *reason);

/* Ends the building; the builder is spent (free it). NULL if there was not one point. */
struct log *log_build(struct log_builder *builder);
void log_free(struct log *log);

/* Joins logs of one run (its files), each metric prefixed; takes and frees `parts`. A metric that
 * two files share is merged point by point, later files winning. */
struct log *log_join(struct log **parts, const char *const *prefixes, size_t n_parts);

const struct log_series *log_find(const struct log *log, const char *metric);

#endif
