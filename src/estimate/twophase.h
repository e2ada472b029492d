/* Two-phase estimates: unfinished runs make the gain of an adjustment real (METHOD: "Two-phase").
 *
 * Of N runs that reached the window's end n were finished, and which ones was decided without a look at
 * logs and outcomes. lambda = 1 - n/N; U the unfinished runs; f_{-k} what an adjuster fitted without
 * fold k predicts:
 *
 *     r_s  = y_s - lambda (f_{-k(s)}(x_s) - mean over U of f_{-k(s)})       s finished
 *     mean = average of r
 *     fbar = sum over k of (n_k/n) f_{-k}
 *     V    = s^2(r)/n + lambda^2 s^2_U(fbar)/(N - n),    df = n - 1
 *     pair: V_A + V_B,  df = V^2 / (V_A^2/(n_A - 1) + V_B^2/(n_B - 1))
 *
 * Unbiased for any adjuster and any n. The declared statistic is fitted leave-one-out with its slope
 * times max(0, 1 - 1/t^2), other adjusters on K folds; statistics are held within the training range
 * plus 1 sd (engine/linear.h). Over several partitions the mean is their average and V their median. */
#ifndef LOGVAR_ESTIMATE_TWOPHASE_H
#define LOGVAR_ESTIMATE_TWOPHASE_H

#include "engine/crossfit.h"
#include "engine/linear.h"
#include "engine/status.h"
#include "study/study.h"

#include <stddef.h>

/* Fewer finished runs, or unfinished ones that differ from them at this level, and there is no
 * two-phase estimate. */
enum { TWOPHASE_FINISHED_MIN = 10 };
#define TWOPHASE_GUARD_LEVEL 0.01
#define TWOPHASE_REACH 1.0
/* Partitions for adjusters on K folds; their spread is small next to an interval's. Above so many finished
 * runs a partition costs more and says less. */
enum { TWOPHASE_SPLITS = 10, TWOPHASE_SPLITS_LARGE = 2, TWOPHASE_LARGE = 128 };
size_t twophase_splits(size_t n_finished);

struct twophase_estimate {
    enum estimate_status status;
    double mean, variance; /* of the mean, in the outcome's units; NaN unless OK */
    double df;
};

/* From predictions (linear_predict): y and held_out[n_runs] in the plan's order, extra[n_folds][n_extra].
 * n_extra >= 2; scratch[n_runs + n_extra]. */
struct twophase_estimate twophase_mean(const struct fold_plan *plan, const double *y,
                                       const double *held_out, size_t n_extra, const double *extra,
                                       double *scratch);

/* V^2 / (V_A^2/df_A + V_B^2/df_B) */
double twophase_pair_df(struct twophase_estimate a, struct twophase_estimate b);

/* Whether the arm's unfinished runs may count at all, whatever the adjuster: OK, FEW_FINISHED,
 * TOO_FEW_RUNS (below 2 unfinished runs no variance can be told), NO_STATISTIC or STATISTIC_UNFINISHED
 * (nothing to guard by) or SELECTIVE. p (may be NULL): of Welch's test of the declared statistic between
 * finished and unfinished runs, of several the smallest times their number; NaN where there is none. */
enum estimate_status twophase_guard(const struct arm *arm, double *p);

/* What declaring the arm's unfinished runs would bring, from rho^2 of the statistic alone:
 * V/V_raw is about 1 - lambda (rho^2 - (1 - rho^2)/(n - 3)). At most 1: what does not pay is shrunk away. */
double twophase_expected_ratio(double rho2, size_t n_finished, size_t n_unfinished);

#endif
