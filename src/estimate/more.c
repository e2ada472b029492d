#include "estimate/more.h"

#include "stats/welch.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_lambert.h>
#include <math.h>
#include <stdbool.h>

#define RUNS_MAX 1e12

/* SE wanted = |difference| / (z_{1-alpha/2} + z_{power})   (METHOD.md, "More runs") */
struct more_goal more_goal_power(double difference, double level, double power)
{
    return (struct more_goal){.se = fabs(difference) /
                                    (normal_quantile(0.5 + level / 2) + normal_quantile(power))};
}

static bool reaches(struct more_side a, struct more_side b, struct more_runs n,
                    struct more_goal goal)
{
    struct welch error = welch_error(a.variance, (size_t)n.a, b.variance, (size_t)n.b);
    return goal.half_width > 0
               ? student_table_quantile(goal.t, error.df) * error.se <= goal.half_width
               : error.se <= goal.se;
}

/* SE^2 = s_a^2/n_a + s_b^2/(total - n_a) */
static double squared_error(struct more_side a, struct more_side b, double n_a, double total)
{
    return a.variance / n_a + b.variance / (total - n_a);
}

/* n_a/total = s_a/(s_a + s_b) is the best n_a for this total (Neyman 1934): the convex function has its least value at one of the two whole
 * numbers around the real optimum, or where a bound is. */
static struct more_runs share_out(struct more_side a, struct more_side b, double total)
{
    double low = (double)a.n, high = total - (double)b.n;
    double n_a = floor(total * sqrt(a.variance) / (sqrt(a.variance) + sqrt(b.variance)));
    n_a = fmin(fmax(n_a, low), high);
    if (n_a + 1 <= high && squared_error(a, b, n_a + 1, total) < squared_error(a, b, n_a, total))
        n_a++;
    return (struct more_runs){n_a, total - n_a};
}

struct more_runs more_runs(struct more_side a, struct more_side b, struct more_goal goal)
{
    const struct more_runs none = {NAN, NAN};
    double now = (double)a.n + (double)b.n, low = -1, high = 0; /* runs added; low is too few */
    if (!(goal.half_width > 0 || goal.se > 0) || !(a.variance + b.variance > 0) || a.n < 2 ||
        b.n < 2)
        return none;
    while (!reaches(a, b, share_out(a, b, now + high), goal)) {
        low = high;
        high = high ? 2 * high : 1;
        if (high > RUNS_MAX)
            return none;
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (reaches(a, b, share_out(a, b, now + middle), goal))
            high = middle;
        else
            low = middle;
    }
    struct more_runs n = share_out(a, b, now + high);
    return (struct more_runs){n.a - (double)a.n, n.b - (double)b.n};
}

/* sigma^2 < s^2 df / chi^2_{df, 1-p} with probability p */
double more_variance_factor(struct more_side a, struct more_side b, double p)
{
    double df = welch_error(a.variance, a.n, b.variance, b.n).df;
    return df / gsl_cdf_chisq_Qinv(p, df);
}

/* rho^2 = (-W_{-1}(-alpha^2/e) - 1) / t* */
double more_sequence_rho2(double tuned_at, double level)
{
    double alpha = 1 - level;
    return (-gsl_sf_lambert_Wm1(-alpha * alpha * exp(-1)) - 1) / tuned_at;
}

/* SE sqrt(2 (t rho^2 + 1)/(t rho^2) log(sqrt(t rho^2 + 1)/alpha)) */
double more_sequence_half_width(double se, double t, double rho2, double level)
{
    double x = t * rho2 + 1;
    return se * sqrt(2 * x / (x - 1) * log(sqrt(x) / (1 - level)));
}
