/* A log: what one run wrote while it trained, as named series of points.
 *
 * Readers (reader.h) fill a log_builder row by row, in the order of the file; log_build applies the
 * rules that hold for every format and hands out an immutable log:
 *   - a repeated step keeps its last value;
 *   - a step that falls back (or a repeated header: log_new_segment) begins a resumed or second
 *     run; of the segments, the last one that reaches the end wins. A resumed run keeps the points
 *     before the place where it took up again. A step falls back when a row carries a metric that
 *     already has a value at a later step; train and validation rows need not share steps;
 *   - a step that begins again in every epoch (batch numbers) is counted on instead;
 *   - an epoch axis that starts at 0 is shifted by one (what is logged for epoch e stands at its
 *     end), unless an epoch is a fraction: such an axis measures progress already;
 *   - each of these is said in the diagnostics, once a file, with a count.
 * Train and validation rows may alternate with blanks: a value that is missing is not a point.
 *
 * A builder belongs to one thread; a log, once built, may be read by any. */
#ifndef LOGVAR_LOGS_LOG_H
#define LOGVAR_LOGS_LOG_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_axis { LOG_AXIS_STEP, LOG_AXIS_EPOCH, LOG_AXIS_INDEX };

/* Where the rows of a log stand; its series share this. Axis values are NaN where the log gives
 * none; the index, the number of the row (from 0) among the rows of its file that were kept, is
 * always there. */
struct log_rows {
    size_t n;
    double *steps, *epochs;
    uint32_t *indexes; /* NULL: each row's own number */
};

/* Columns of one metric, so that a value takes 12 bytes however many axes there are. */
struct log_series {
    const char *metric; /* prefix of the manifest's discover entry included */
    size_t n_points;
    double *values;            /* may be infinite, never NaN */
    uint32_t *rows;            /* the row of each point */
    const struct log_rows *at; /* what the rows' numbers mean */
    /* The finest axis that every point of the series has and that orders it: points ascend along it,
     * no position twice. An axis that hardly moves (the same step for most points, many rows an
     * epoch) does not order a series. */
    enum log_axis axis;
    /* Behind its last point the log says nan, in more rows than between any two points. */
    bool ends_in_nan;
};

static inline double log_position(const struct log_series *series, size_t i, enum log_axis axis)
{
    const struct log_rows *at = series->at;
    uint32_t row = series->rows[i];
    return axis == LOG_AXIS_STEP    ? at->steps[row]
           : axis == LOG_AXIS_EPOCH ? at->epochs[row]
                                    : (double)(at->indexes ? at->indexes[row] : row);
}

/* Whether the first n points of both stand at the same rows; false where one has fewer. */
bool log_same_rows(const struct log_series *a, const struct log_series *b, size_t n);

/* A column or key that stands in the log and is not a series, and why: "a clock", "text". */
struct log_unused {
    const char *name, *reason;
};
#define LOG_NAN_THROUGHOUT "nan throughout"

struct log {
    struct arena arena; /* owns everything below */
    struct log_rows rows;
    size_t n_series;
    struct log_series *series; /* in order of first appearance */
    /* How far the run went on each axis: the largest step and epoch of any row, train, validation
     * or test; NaN where there is no such axis. n_rows serves the index axis. */
    double last_step, last_epoch;
    size_t n_rows;
    bool epochs_shifted; /* they were counted from 0 */
    bool epochs_kept;    /* they are progress: not to be shifted */
    const char *aborted; /* why the run says itself that it failed (run status), or NULL */
    size_t n_unused;
    struct log_unused *unused;
};

struct log_builder;

/* Points, and rows, of one file; more is an error. 12 bytes per point, 20 per row. */
enum { LOG_POINTS_MAX = 150 * 1000 * 1000 };

struct log_builder *log_builder_new(const char *path, struct diags *diags);
void log_builder_free(struct log_builder *builder);
/* Metrics whose name matches one of these globs are read past. Borrowed until log_build. */
void log_set_ignored(struct log_builder *builder, size_t n_globs, const char *const *globs);
/* About how many rows and values will come, so that arrays need not grow; a guess, no limit. */
void log_expect(struct log_builder *builder, size_t n_rows, size_t n_values);
/* Epochs are progress, exact as they stand: never shift them. */
void log_keep_epochs(struct log_builder *builder);

/* Names are interned: the same name gives the same number. LOG_NO_METRIC for an ignored one.
 * Bounded: past LOG_METRICS_MAX metrics the reader gets LOG_NO_METRIC (values for it are ignored)
 * and one error is reported. */
enum { LOG_METRICS_MAX = 100000 };
#define LOG_NO_METRIC ((size_t)-1)
size_t log_metric(struct log_builder *builder, const char *name, size_t length);
/* Opens the next row; step or epoch NaN where it has none. line counts from 1 in the file. */
void log_row(struct log_builder *builder, double step, double epoch, size_t line);
/* A value of the open row; NaN (missing) is ignored, but where the log says so (num_nan) it is kept in
 * mind: see log_series.ends_in_nan. Of two for one metric the last one counts. */
void log_value(struct log_builder *builder, size_t metric, double value);
/* The same for n values; those of LOG_NO_METRIC are ignored as well. */
void log_values(struct log_builder *builder, size_t n, const size_t *metrics, const double *values);
/* The header came again: what follows is another segment even if steps do not fall back. */
void log_new_segment(struct log_builder *builder, size_t line);
/* The log says that its run failed; the first reason is kept. */
void log_set_aborted(struct log_builder *builder, const char *reason);
/* One line that could not be read: counted, the first few are named, nothing else happens. */
void log_skip_line(struct log_builder *builder, size_t line, size_t column, const char *reason);
/* The last line has no end and is not whole: a run that was killed, or is still writing. */
void log_skip_truncated(struct log_builder *builder, size_t line);
/* What stands in the log and is not a series; the reason is a literal. */
void log_add_unused(struct log_builder *builder, const char *name, const char *reason);

/* Ends the building; the builder is spent (free it). NULL if there was not one point, which is an
 * error in diags. */
struct log *log_build(struct log_builder *builder);
void log_free(struct log *log);

/* Joins logs of one run (its files), each metric prefixed; takes and frees `parts`, which may have
 * LOG_JOINED_ROWS_MAX rows together. A metric that
 * two files share is merged point by point, later files winning (study/run_sequence.h sees to it that
 * they do not contradict each other); where the epochs of one of the two
 * were counted from 0, so were those of the other, which a resumed run went on to write.
 * `prefixes` may be NULL. */
enum { LOG_JOINED_ROWS_MAX = 1000 * 1000 * 1000 };
struct log *log_join(struct log **parts, const char *const *prefixes, size_t n_parts);

/* The part of log_join that is about epochs counted from 0; to do it twice changes nothing. */
void log_align_epochs(struct log **parts, const char *const *prefixes, size_t n_parts);
/* Leaves out what stands at or behind a place: of each series by its own axis, NaN where nothing is left
 * out on that axis. */
void log_cut_from(struct log *log, double step, double epoch);

const struct log_series *log_find(const struct log *log, const char *metric);

#endif
