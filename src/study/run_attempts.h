/* Files of one run that give the same metric: what their names and numbers say of one another. */
#ifndef LOGVAR_STUDY_RUN_ATTEMPTS_H
#define LOGVAR_STUDY_RUN_ATTEMPTS_H

#include "logs/log.h"

#include <stdbool.h>
#include <stddef.h>

struct run_part {
    struct log *log; /* owned; NULL once it was left out */
    const char *path, *name, *prefix;
    size_t match; /* manifest_file.match */
};

/* Whether the names are those of several attempts at one run, or of one attempt's pieces: event files of
 * one folder, version_0 and version_1, part1 and part2, names with a date. */
bool run_attempts_by_name(const struct run_part *a, const struct run_part *b);

/* Where two logs contradict each other: they share a metric whose values at the same positions differ
 * in more than one of twenty. Rounding, to a thousandth of the value, is not a difference. */
struct run_clash {
    const char *metric; /* NULL: they do not */
    enum log_axis axis;
    double position;
    double values[2];
};
struct run_clash run_attempts_clash(const struct run_part *a, const struct run_part *b);

#endif
