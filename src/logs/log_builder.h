/* Inside of the builder, shared by log.c (filling), log_segment.c and log_build.c (the rules). Values
 * lie in a column per metric, which becomes the log's as it is where all rows count. */
#ifndef LOGVAR_LOGS_LOG_BUILDER_H
#define LOGVAR_LOGS_LOG_BUILDER_H

#include "logs/log.h"
#include "logs/name_table.h"

#include <stdint.h>

enum { LOG_NAMED_LINES = 3 }; /* bad lines that are named one by one */

/* Values of one metric, each with the number of its row. */
struct builder_column {
    double *values;
    uint32_t *rows;
    size_t n, capacity;
    /* Rows in which the log says nan: behind the last one (0 = never); how many since the last value; and
     * the most between two values, as a program writes that measures every fifth epoch only. */
    size_t nan_end;
    uint32_t n_nan, n_nan_between;
};

struct log_builder {
    struct arena arena; /* names, reasons; becomes the log's */
    const char *path;
    struct diags *diags;

    double *steps, *epochs; /* of each row */
    uint32_t *lines;
    size_t n_rows, rows_capacity;
    size_t n_values, n_expected; /* n_expected: room that columns to come may take beforehand */

    struct builder_column *columns; /* by number of the metric */
    size_t columns_capacity;
    const char **names; /* of metrics, by number */
    size_t n_metrics, names_capacity;
    struct name_table numbers;

    size_t *breaks; /* rows before which a segment was announced */
    size_t n_breaks, breaks_capacity;
    struct log_unused *unused;
    size_t n_unused, unused_capacity;

    size_t n_ignored;
    const char *const *ignored;
    const char *aborted;
    size_t n_skipped;
    bool keep_epochs, shifted_epochs, too_many_metrics, too_many;
};

/* log_segment.c. Makes a step that begins again in every epoch a step of the run. */
void builder_count_steps_on(struct log_builder *builder);
/* Says which rows count: fills kept[0..n_rows). */
void builder_choose_rows(struct log_builder *builder, bool *kept);
/* log_axes.c. Metrics whose steps are 1, 2, 3, … up to the end of a file whose other metrics come to many
 * more steps count epochs: theirs become epochs. */
void builder_part_epochs(struct log_builder *builder);
/* Whether every row stands behind the one before it, on the same axis: then nothing falls back and
 * nothing repeats, whatever the metrics. LOG_AXIS_INDEX if not. The common case, decided without a
 * look at the values. */
enum log_axis builder_strict_axis(const struct log_builder *builder);

#endif
