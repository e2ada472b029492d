/* Comparing two arms (METHOD.md, "Pairs of arms"): the difference of raw means, with a Welch interval
 * from whatever variances are given. Pure functions over plain numbers. */
#ifndef LOGVAR_ESTIMATE_PAIRS_H
#define LOGVAR_ESTIMATE_PAIRS_H

#include "estimate/results.h"

#include <stdbool.h>
#include <stddef.h>

struct pair_side {
    double mean, variance; /* of the raw outcome; raw or adjusted sample variance */
    size_t n;
};

/* p_holm is NaN: it needs the other pairs. */
struct interval pair_interval(struct pair_side a, struct pair_side b, double level);
/* An interval that cannot be, for this reason. */
struct interval pair_no_interval(enum estimate_status status);
/* From the estimate, its variance and degrees of freedom; p_holm NaN. */
struct interval pair_interval_of(double estimate, double variance, double df, double level);
double pair_mde(struct pair_side a, struct pair_side b, double level, double power);

/* Least number of runs per arm, the same in both, at which the interval from these variances is no
 * wider than half_width. The adjusted variances against the raw half-width of the present runs say
 * what adjustment is worth in runs: below the present number it saves runs, above it costs them.
 * NaN where no number up to 10^12 does it. */
double pair_runs_needed(double variance_a, double variance_b, double half_width, double level);

/* Whether either arm declares unfinished runs and has some. */
bool pair_declares_unfinished(const struct pair_result *pair);
/* What the claim says: 1 = a is better, -1 = b is, 0 = not distinguishable, or no interval. */
int pair_claim_side(const struct pair_result *pair);

/* Holm (1979), step-down: adjusted[i] for p[i]; NaN p are not tests and stay NaN. */
void pair_holm(const double *p, size_t n, double *adjusted);

#endif
