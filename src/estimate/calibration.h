/* When is a rate that was counted over random splits or draws not what it should be? One rule, for the
 * synthetic null, for coverage and for pairs, on the screen and in every report and figure: it lies
 * further from its target than two Monte Carlo standard errors *of the target*,
 * sqrt(target (1 - target)/n), as in a score test (Wilson, JASA 22, 1927).
 *
 * Why not the standard error estimated from the rate itself, which is printed next to it: that one is
 * zero where nothing (or everything) was rejected, too small below 5 % and too large above, so that the
 * same distance would count on one side and not on the other, and it needs a floor out of the air;
 * Wald's test is known for all of this (Agresti and Coull, Am. Stat. 52, 1998). If the target is the
 * truth, the error is known and need not be estimated.
 *
 * Only the chance of the splits is in it. The runs themselves are given: how another 50 runs would
 * behave is not the question. */
#ifndef LOGVAR_ESTIMATE_CALIBRATION_H
#define LOGVAR_ESTIMATE_CALIBRATION_H

#include "estimate/results.h"

/* Monte Carlo standard error, over n replicates, of a share whose true value is the target. */
double calibration_se(double target, size_t n);
/* 1 above the target, -1 below, 0 within two standard errors (also for NaN). */
int calibration_side(double share, double target, double se);

/* The share of splits in which two halves of one arm, n_half runs each, differ "significantly" although
 * they cannot (METHOD: "What an interval may claim"): adjusting by VR shrinks the standard error, but not
 * the spread of the difference, so
 *     2 F_t(-t* sqrt(1 - VR)),   t* = t_{1-alpha/2},  2 (n_half - 1) degrees of freedom */
double calibration_expected_rejection(double vr, size_t n_half, double level);

/* Of what the adjusted interval rejects under the synthetic null: 1 = too often, so it is too narrow
 * for this arm; -1 = too seldom. 0 also where there is no figure; row may be NULL. */
int null_side(const struct null_row *row, double level);
/* Of what the corrected adjusted interval covers: -1 = too seldom. 0 also without a figure, and where
 * all runs were drawn, since nothing is tested there. */
int coverage_side(const struct coverage_row *row, double level);

/* The synthetic null of an arm under an adjuster; NULL if it was not asked for. */
const struct null_row *snapshot_null(const struct snapshot *snapshot, const struct arm *arm,
                                     struct adjuster adjuster);

/* The synthetic null as it bears on a pair: the rates of both arms, and their mean weighted by each
 * arm's share s^2/n of the difference's raw variance. too_narrow: that mean is above 1 - level, by the
 * same rule, its standard error being that of the weighted mean of two independent rates. */
struct pair_null {
    bool known; /* both arms have figures; else nothing below means anything */
    double a, b, both;
    double expected_a, expected_b, expected_both; /* of expected_rejection */
    bool too_narrow;
};
struct pair_null snapshot_pair_null(const struct snapshot *snapshot, const struct pair_result *pair,
                                    struct adjuster adjuster);

#endif
