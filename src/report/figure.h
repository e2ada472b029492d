/* Figures as words and digits, the same in every format for people: scaled to the study's unit,
 * with as many decimals as the spread of the outcome deserves, a status in the place of a number
 * that is none, and the exploratory mark. Returned strings live in the arena. */
#ifndef LOGVAR_REPORT_FIGURE_H
#define LOGVAR_REPORT_FIGURE_H

#include "base/arena.h"
#include "estimate/results.h"
#include "record/facts.h"

#include <stdbool.h>
#include <stddef.h>

/* How many digits the outcomes of arms that share one outcome deserve. */
struct outcome_digits {
    int sd;   /* decimals: three figures of the smallest standard deviation */
    int half; /* … of the smallest half-width of their pairs */
};

struct figures {
    struct arena *arena;
    const struct snapshot *snapshot;
    const struct record_facts *facts;    /* of register and ledger; NULL = none are told */
    bool mixed;                          /* the arms have several units */
    const struct outcome_digits *digits; /* by arm.outcome_index */
};

void figures_init(struct figures *figures, struct arena *arena, const struct snapshot *snapshot);

/* Outcomes of the arm and their differences: scaled as the arm's outcome is. A NaN is "-". */
const char *figure_outcome(const struct figures *figures, const struct arm *arm, double value);
const char *figure_half(const struct figures *figures, const struct arm *arm, double value);
const char *figure_half_signed(const struct figures *figures, const struct arm *arm, double value);
/* " pp", or "". */
const char *figure_unit(const struct figures *figures, const struct arm *arm);
/* As figure_outcome, with the unit where the study's arms have several. */
const char *figure_outcome_unit(const struct figures *figures, const struct arm *arm, double value);
/* 0.0712 -> "+7.1": the sign of a reduction is always shown. */
const char *figure_reduction(const struct figures *figures, double fraction);
/* 0.041 -> "4"; anything above 0 is at least "<1", below 1 at most ">99". */
const char *figure_share(const struct figures *figures, double fraction);
const char *figure_fixed(const struct figures *figures, double value, int decimals);
const char *figure_p(const struct figures *figures, double p);
const char *figure_count(const struct figures *figures, unsigned long long count);
const char *figure_range(const struct figures *figures, const char *low, const char *high);

/* "pca1", with " !" where the figures next to it are exploratory. */
const char *figure_adjuster(const struct figures *figures, struct adjuster adjuster,
                            enum exploratory_reason reason);
/* What the adjuster used in this arm: names, what was picked most often, components of families. */
const char *figure_statistic(const struct figures *figures, const struct arm *arm,
                             const struct adjuster_result *result);

#endif
