/* What a few logs of an arm hold: metrics, how many points, how they end. */
#ifndef LOGVAR_INIT_SURVEY_H
#define LOGVAR_INIT_SURVEY_H

#include "logs/log.h"
#include "init/files.h"

/* How one metric ends in one run. */
struct survey_end {
    double last;
    double earlier_low, earlier_high; /* of all points before the last; infinities if none */
    double start, length;             /* positions of the first and the last point … */
    enum log_axis axis;               /* … on this axis */
};

struct survey_metric {
    const char *name;
    size_t n_ends, capacity; /* one per log that has it */
    struct survey_end *ends; /* owned */
    size_t most_points;
    double low, high; /* of all values */
};

struct survey {
    size_t n_read, n_failed, n_aborted;
    const char *reader; /* of the first log that was read */
    size_t n_metrics, capacity;
    struct survey_metric *metrics; /* in order of first appearance */
    double last_step_low, last_step_high;
};

void survey_init(struct survey *survey);
void survey_done(struct survey *survey);
/* Reads one file into the survey; one that no reader knows is counted as failed. An aborted run
 * counts, but does not end. */
void survey_add_file(struct survey *survey, struct init_files *files, const char *path);
/* The same for a log that was read already; names go to the arena. */
void survey_add_log(struct survey *survey, const struct log *log, struct arena *arena);
/* Adds what `from` has found. */
void survey_merge(struct survey *into, const struct survey *from);
const struct survey_metric *survey_find(const struct survey *survey, const char *name);
/* The names of the metrics, one per line, sorted; in the arena. */
const char *survey_signature(const struct survey *survey, struct arena *arena);
/* Metrics in both over metrics in either; 0 when there are none. */
double survey_likeness(const struct survey *a, const struct survey *b);

#endif
