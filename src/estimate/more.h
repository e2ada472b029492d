/* More runs, or not: how many a pair of arms needs, in which arm, and an interval for people who add
 * runs and look each time. Pure functions over plain numbers, safe in any thread.
 *
 * Runs needed. The fewest runs n_a' >= n_a, n_b' >= n_b at which the standard error
 * sqrt(s_a^2/n_a' + s_b^2/n_b') is small enough, shared out as Neyman (1934) does, in proportion to
 * the standard deviations: for a half-width, t_{df} SE <= it, with Welch's df of those numbers; for a
 * power, (z_{1-a/2} + z_{power}) SE <= |difference|, as the MDE has it.
 *
 * The confidence sequence is Theorem 2.2 of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-
 * uniform central limit theory and asymptotic confidence sequences" (arXiv 2103.06476):
 *
 *     mean_t +- s_t sqrt( 2 (t rho^2 + 1) / (t^2 rho^2) * log( sqrt(t rho^2 + 1) / alpha ) )
 *
 * covers the mean at all t together with probability 1 - alpha, asymptotically. For the difference of
 * two arms t = n_a + n_b and s_t^2 / t = s_a^2/n_a + s_b^2/n_b. rho must be chosen beforehand and stay;
 * the width is least at t* runs for rho^2 = (-W(-alpha^2/e) - 1) / t*, W the lower branch of Lambert's
 * function. */
#ifndef LOGVAR_ESTIMATE_MORE_H
#define LOGVAR_ESTIMATE_MORE_H

#include "stats/student.h"

#include <stddef.h>

struct more_side {
    double variance; /* sample variance of the outcome, raw or adjusted */
    size_t n;
};

/* What is to be reached: one of the two, the other 0. */
struct more_goal {
    double half_width;
    double se;
    const struct student_table *t; /* of the level; for a half-width */
};

struct more_goal more_goal_power(double difference, double level, double power);

/* Runs to add; NaN where no number up to 10^12 reaches the goal. */
struct more_runs {
    double a, b;
};
struct more_runs more_runs(struct more_side a, struct more_side b, struct more_goal goal);

/* What a variance may be too small or too large by: with the df of both variances together, df times
 * s^2/sigma^2 is nearly chi-square, so sigma^2 is below s^2 times this with probability p. */
double more_variance_factor(struct more_side a, struct more_side b, double p);

/* rho^2 for t* runs. */
double more_sequence_rho2(double tuned_at, double level);
/* Half-width at t runs, where the standard error is se. */
double more_sequence_half_width(double se, double t, double rho2, double level);

#endif
