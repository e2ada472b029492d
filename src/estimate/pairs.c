#include "estimate/pairs.h"

#include "base/mem.h"
#include "stats/student.h"
#include "stats/welch.h"

#include <math.h>
#include <stdlib.h>

struct interval pair_no_interval(enum estimate_status status)
{
    return (struct interval){status, NAN, NAN, NAN, NAN, NAN, NAN};
}

static struct interval interval_of(double estimate, double se, double df, double level)
{
    if (!(se > 0))
        return pair_no_interval(ESTIMATE_NO_VARIANCE);
    double half_width = student_quantile(0.5 + level / 2, df) * se;
    return (struct interval){.status = ESTIMATE_OK,
                             .low = estimate - half_width,
                             .high = estimate + half_width,
                             .half_width = half_width,
                             .df = df,
                             .p = student_two_sided_p(estimate / se, df),
                             .p_holm = NAN};
}

/* (mean_a - mean_b) +- t_{df, 1-alpha/2} SE, p = P(|T_df| > |difference|/SE)   (METHOD.md, "Pairs of arms") */
struct interval pair_interval(struct pair_side a, struct pair_side b, double level)
{
    double difference = a.mean - b.mean;
    if (a.n < 2 || b.n < 2)
        return pair_no_interval(ESTIMATE_TOO_FEW_RUNS);
    if (!isfinite(difference) || !isfinite(a.variance) || !isfinite(b.variance))
        return pair_no_interval(ESTIMATE_NOT_FINITE);
    struct welch error = welch_error(a.variance, a.n, b.variance, b.n);
    return interval_of(difference, error.se, error.df, level);
}

struct interval pair_interval_of(double estimate, double variance, double df, double level)
{
    if (!isfinite(estimate) || !isfinite(variance))
        return pair_no_interval(ESTIMATE_NOT_FINITE);
    return interval_of(estimate, sqrt(variance), df, level);
}

/* MDE = (z_{1-alpha/2} + z_{power}) SE */
double pair_mde(struct pair_side a, struct pair_side b, double level, double power)
{
    return (normal_quantile(0.5 + level / 2) + normal_quantile(power)) *
           welch_error(a.variance, a.n, b.variance, b.n).se;
}

static bool reaches(double variance_a, double variance_b, double n, double half_width, double level)
{
    struct welch error = welch_error(variance_a, (size_t)n, variance_b, (size_t)n);
    return student_quantile(0.5 + level / 2, error.df) * error.se <= half_width;
}

double pair_runs_needed(double variance_a, double variance_b, double half_width, double level)
{
    double low = 1, high = 2; /* low does not reach it, high does */
    if (!(half_width > 0) || !(variance_a + variance_b > 0))
        return NAN;
    while (!reaches(variance_a, variance_b, high, half_width, level)) {
        low = high;
        high *= 2;
        if (high > 1e12)
            return NAN;
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (reaches(variance_a, variance_b, middle, half_width, level))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static int by_value(const void *a, const void *b)
{
    const double *x = *(const double *const *)a, *y = *(const double *const *)b;
    return *x != *y ? (*x > *y) - (*x < *y) : (x > y) - (x < y);
}

/* p_(i) -> max over j <= i of min(1, (m - j + 1) p_(j)), the m tests in ascending order */
void pair_holm(const double *p, size_t n, double *adjusted)
{
    const double **order = mem_array(n, sizeof *order);
    size_t n_tests = 0;
    for (size_t i = 0; i < n; i++) {
        adjusted[i] = NAN;
        if (!isnan(p[i]))
            order[n_tests++] = &p[i];
    }
    if (n_tests)
        qsort(order, n_tests, sizeof *order, by_value);
    double largest = 0;
    for (size_t i = 0; i < n_tests; i++) {
        double value = fmin(1, *order[i] * (double)(n_tests - i));
        largest = fmax(largest, value);
        adjusted[order[i] - p] = largest;
    }
    free(order);
}

bool pair_declares_unfinished(const struct pair_result *pair)
{
    return (pair->a->unfinished.random && pair->a->unfinished.n) ||
           (pair->b->unfinished.random && pair->b->unfinished.n);
}

int pair_claim_side(const struct pair_result *pair)
{
    const struct interval *interval = &pair->claim.interval;
    if (interval->status != ESTIMATE_OK || (interval->low <= 0 && interval->high >= 0))
        return 0;
    return (pair->claim.difference > 0) == pair->a->outcome.higher_is_better ? 1 : -1;
}
