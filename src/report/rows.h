/* Every figure of a snapshot, one after the other: who it is about, what it is called, its value.
 * The CSV report prints them, --fail-if compares them with a bound. Names are those of the CSV. */
#ifndef LOGVAR_REPORT_ROWS_H
#define LOGVAR_REPORT_ROWS_H

#include "estimate/results.h"

#include <stdbool.h>
#include <stddef.h>

/* What the figures of one result share. */
struct row {
    enum section section;
    const struct arm *arm, *versus; /* versus NULL but for pairs */
    const char *adjuster;           /* "" where there is none, "raw" for what is not adjusted */
    bool exploratory;
    const char *family; /* "" where there is none; in SECTION_SIGNAL the metric */
    size_t n;           /* runs */
    enum estimate_status status;
};

/* value is NaN where the status is not ok. The row is the callee's only for the call. */
typedef void row_visitor(void *user, const struct row *row, const char *figure, double value);

/* Those of the sections that the snapshot's request asks for, in a fixed order. */
void rows_visit(const struct snapshot *snapshot, row_visitor *visitor, void *user);

/* Before the names of what a pair's claim says (estimate/results.h), in the raw row. */
#define ROWS_CLAIM "claim_"

/* Whether a section has a figure of this name, of raw rows or of adjusted ones. */
bool rows_has_figure(enum section section, const char *figure);
/* The names that a section has; at most max of them are stored, the number of all is returned. */
size_t rows_figures(enum section section, const char **names, size_t max);

#endif
