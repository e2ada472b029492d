/* What is asked for: the arms, families, adjusters, statistic and settings of a set of results.
 * The same request gives the same figures to a report and to the screen. Plain data, copied by
 * request_copy; a request is valid for one study only (indices). */
#ifndef LOGVAR_ESTIMATE_REQUEST_H
#define LOGVAR_ESTIMATE_REQUEST_H

#include "engine/adjuster.h"
#include "study/study.h"

#include <stdint.h>

enum section {
    SECTION_ARMS, /* variance reduction per arm and adjuster */
    SECTION_PAIRS,
    SECTION_BUDGET,
    SECTION_COVERAGE,
    SECTION_NULL,
    SECTION_FAMILIES,
    SECTION_VARIABILITY, /* raw outcome per arm: costs nothing */
    SECTION_SIGNAL, /* rho^2 of every metric over training; needs the study's curves (arm.traces) */
    SECTION_MORE,   /* more runs or not, and a confidence sequence, per pair */
    N_SECTIONS
};
const char *section_name(enum section section); /* "arms", … as in --only and JSON */

enum { REQUEST_ADJUSTERS_MAX = 32, REQUEST_STATISTIC_MAX = 8, TUNED_AT_MAX = 1000000000 };

struct request {
    struct analysis_settings settings;
    size_t n_arms;
    size_t *arms;      /* indices into study.arms, ascending; owned */
    uint64_t families; /* bit f = family f is chosen */
    size_t n_adjusters;
    struct adjuster
        adjusters[REQUEST_ADJUSTERS_MAX]; /* in the order shown; raw never stands here */
    size_t n_statistic;
    char *statistic[REQUEST_STATISTIC_MAX]; /* owned; n_statistic 0 = what each arm declares */
    unsigned sections;                      /* bit mask over enum section */
    /* Of SECTION_MORE, unscaled; 0 = half the raw half-width, the present difference, all runs. */
    double half_width, difference;
    size_t tuned_at; /* runs of both arms together at which the confidence sequence is tightest */
};

/* The study's own: all arms, all families, fixed best pca1, declared statistic, arms + pairs +
 * budget. */
void request_init(struct request *request, const struct study *study);
void request_copy(struct request *to, const struct request *from);
void request_done(struct request *request);
/* Whether everything in it is within its bounds and of this study: for a request that was written
 * down somewhere and read back. Any other is made of parts that were checked. */
bool request_is_sound(const struct request *request, const struct study *study);

/* Draws of coverage and the synthetic null: 5,000 where budgets take 2,000, so five halves
 * of `draws`; the budget's draws are the first of the coverage's. */
size_t request_diagnostic_draws(const struct analysis_settings *settings);

/* All families of the study, what its manifest declares. */
uint64_t request_all_families(const struct study *study);

/* The budgets that an arm of n_runs can fill, ascending, its own n last. */
/* Arms without groups are all compared with one another; above this number of pairs that is hardly
 * meant, and no pairs are made until groups are named. */
enum { REQUEST_UNGROUPED_PAIRS_MAX = 300 };
/* The request's pairs of arms without a group. */
size_t request_ungrouped_pairs(const struct request *request, const struct study *study);
/* Why the request has no pairs: a sentence without its full stop. */
const char *request_no_pairs(const struct request *request, const struct study *study);

enum { REQUEST_BUDGETS_MAX = 17 };
size_t request_budgets(const struct analysis_settings *settings, size_t n_runs,
                       size_t budgets[REQUEST_BUDGETS_MAX]);

#endif
