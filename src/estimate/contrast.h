/* What other methods would report for a pair of arms, for contrast only (METHOD.md, "Pairs of arms").
 * Both move the difference of means, which is why they are never the result here.
 *
 * pooled   one theta for both arms: least squares of the outcome on the statistic, each centred in
 *          its own arm, over the runs of both (CUPED, Deng et al. 2013; the slope of an analysis of
 *          covariance). Difference of the means of y - theta'x; Welch interval from their variances.
 * lin      a theta for each arm (Lin 2013, interacted regression): arm means predicted at the mean
 *          of x over the runs of both arms; Welch interval from the residual variances, with
 *          n - 1 - q in their denominators. */
#ifndef LOGVAR_ESTIMATE_CONTRAST_H
#define LOGVAR_ESTIMATE_CONTRAST_H

#include "estimate/results.h"

#include <stddef.h>

/* One arm's statistic: n_statistic candidates of it, ARM_NO_CANDIDATE where it has none such. */
struct contrast_side {
    const struct arm *arm;
    size_t n_statistic;
    const size_t *statistic;
};

struct pair_contrast contrast_pooled(struct contrast_side a, struct contrast_side b, double level);
struct pair_contrast contrast_lin(struct contrast_side a, struct contrast_side b, double level);

#endif
