/* Candidates of one metric: what they are called, which there are, and their value in a run.
 *
 * Canonical names (METHOD.md, "Candidates from a log"):
 *   val_loss@e12, val_loss@s1500, val_loss@r3   snapshot at an epoch, a step, a row (logs without
 *                                               either; rows count from 1)
 *   val_loss@1/3                                the last value at or before that share of training
 *   mean(loss,1:100), slope(loss)               a summary of the first 100 points, of all points
 * all inside the window. Slopes are per point (against the index 0, 1, …), sd has n - 1.
 *
 * Order within a metric: snapshots by position, the value at the window's end, then the summaries
 * statistic by statistic (mean sd min max slope first last change), each from short prefixes to the
 * whole window. A series by steps whose points have epochs too answers to val_loss@e4 with its last
 * value of epoch 4, one by epochs to @s1500 in the same way; but its snapshots have one name each. All runs of an arm get the same candidates: a series of up to SNAPSHOTS_MAX
 * positions gives all of them, a longer one an even grid over the positions that every run reached. */
#ifndef LOGVAR_STUDY_CANDIDATE_H
#define LOGVAR_STUDY_CANDIDATE_H

#include "base/arena.h"
#include "study/families.h"
#include "study/window.h"

#include <stdbool.h>
#include <stddef.h>

enum { SNAPSHOTS_MAX = 100 };

enum statistic {
    STATISTIC_MEAN,
    STATISTIC_SD,
    STATISTIC_MIN,
    STATISTIC_MAX,
    STATISTIC_SLOPE,
    STATISTIC_FIRST,
    STATISTIC_LAST,
    STATISTIC_CHANGE, /* last - first */
    N_STATISTICS
};

enum spec_kind { SPEC_POSITION, SPEC_FRACTION, SPEC_END, SPEC_SUMMARY };

struct candidate_spec {
    enum spec_kind kind;
    enum log_axis axis; /* SPEC_POSITION */
    double position;    /* SPEC_POSITION: on the axis; SPEC_FRACTION: in (0, 1] */
    enum statistic statistic;
    size_t n_prefix; /* SPEC_SUMMARY: points; 0 = the whole window */
};

/* One run's series, cut at the window's end. Positions ascend. A series with at most one point an
 * epoch, all of them whole, is one by epochs even where its points have steps too. */
struct window_series {
    const char *metric;
    enum log_axis axis;
    size_t n_points;
    double *positions, *values; /* positions may be shared with other metrics of the run */
    /* Where all points stand on the other of step and epoch too; NULL if they do not. */
    enum log_axis other_axis;
    double *other_positions;
};

struct spec_list {
    struct candidate_spec *items; /* freed by the caller */
    size_t n_items, capacity;
    bool no_common_position; /* a long series, and no position that every run reached */
};

/* The regular candidates of a metric, on the axis that most runs have. series[i] is run i's, or NULL if it has none. */
void candidate_specs(const struct window_series *const *series, size_t n_runs,
                     const struct family_match *match, struct spec_list *list);

/* NaN = missing; infinite = not finite. series may be NULL. */
double candidate_value(const struct candidate_spec *spec, const struct window_series *series,
                       const struct run_length *length);

/* window is the window as written ("1/3"), the name of SPEC_END. */
const char *candidate_name(const struct candidate_spec *spec, const char *metric,
                           const char *window, struct arena *arena);

/* Reads a name; the metric is name[*from .. *from + *length). Never gives SPEC_END: the caller
 * compares names first. false if it has none of the forms. */
bool candidate_read(const char *name, struct candidate_spec *spec, size_t *from, size_t *length);

#endif
