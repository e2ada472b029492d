/* One candidate by itself against the outcome, in closed form: what the Candidates and Scatter
 * views show of thousands of candidates at once.
 *
 * These are looks at the data over all runs: whoever ranks candidates by them has chosen by
 * outcome (exploratory.h). */
#ifndef LOGVAR_ENGINE_SINGLE_H
#define LOGVAR_ENGINE_SINGLE_H

#include "study/study.h"

#include <stddef.h>
#include <stdint.h>

struct single_fit {
    double slope, intercept; /* ordinary least squares of y on x over all runs */
    double rho2;             /* squared correlation, 0 .. 1 */
    double loo_vr; /* VR of adjusting by x alone, leave-one-out (METHOD.md, "Figures of an arm") */
};

/* x and y of length n. NaN in every field where x or y does not vary or n < 3.
 *
 * With x and y centred, leaving run s out changes the sums by n/(n-1) times its own products
 * (Sxx_{-s} = Sxx - x_s^2 n/(n-1), and so on), so all n fits cost one pass. */
struct single_fit single_fit(const double *x, const double *y, size_t n);

/* What the best of these candidates reaches in noise: the median, over SINGLE_PERMUTATIONS random orders
 * of the outcomes, of the largest rho^2 among them (the maximum statistic: Westfall and Young 1993); NaN
 * where none varies. The orders are keyed by seed and arm. */
enum { SINGLE_PERMUTATIONS = 61 };
double single_noise(const struct arm *arm, const size_t *candidates, size_t n_candidates,
                    uint64_t seed);

/* The same for the arm's candidate. */
struct single_fit single_fit_candidate(const struct arm *arm, size_t candidate);

#endif
