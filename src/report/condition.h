/* Conditions for continuous integration: `report --fail-if pair.high<0`.
 *
 *     WHAT[.ADJUSTER].FIGURE OPERATOR NUMBER
 *
 * WHAT is arm, pair, budget, coverage, null or family; FIGURE is a name of the CSV report, with
 * points or underscores between its words ("vr.median"); ADJUSTER is an adjuster's name, raw, or
 * adjusted (any but raw). Left out, all are meant; but of pair and more, where raw rows have the figure,
 * only what may be claimed: the raw interval, or the two-phase one where the manifest declares unfinished
 * runs. OPERATOR is < <= > or >=. Numbers are unscaled.
 *
 * A condition holds if it holds in any row. A row whose figure is not a number (too few runs, …)
 * cannot be cleared and counts as failing. */
#ifndef LOGVAR_REPORT_CONDITION_H
#define LOGVAR_REPORT_CONDITION_H

#include "base/strbuf.h"
#include "estimate/results.h"

#include <stdbool.h>
#include <stddef.h>

enum condition_rows { CONDITION_ALL, CONDITION_RAW, CONDITION_ADJUSTED, CONDITION_ONE };

struct condition {
    const char *text;  /* as written; borrowed */
    unsigned sections; /* where rows of it stand, bit mask */
    enum condition_rows rows;
    struct adjuster adjuster; /* for CONDITION_ONE */
    char figure[40];
    bool less, or_equal;
    double bound;
};

/* false with a sentence in `problem`. */
bool condition_parse(const char *text, struct condition *condition, struct strbuf *problem);

/* Adds a line a failing row to `out`. Returns the number of failing rows; *n_rows is the number of
 * rows that were looked at. */
size_t condition_judge(const struct condition *condition, const struct snapshot *snapshot,
                       struct strbuf *out, size_t *n_rows);

#endif
