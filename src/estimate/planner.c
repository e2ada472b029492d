#include "estimate/planner.h"

#include "estimate/twophase.h"
#include "stats/student.h"

#include <math.h>

#define RUNS_MAX 1e6

/* rho^2 - (1 - rho^2)/(n - 3) */
double planner_effective_rho2(double rho2, double n)
{
    return n > 3 ? rho2 - (1 - rho2) / (n - 3) : 0;
}

/* sqrt(rho^2 (1 - w) / (w (1 - rho^2))) */
double planner_ratio(double rho2, double w)
{
    if (!(rho2 > w))
        return 1;
    return rho2 < 1 ? sqrt(rho2 * (1 - w) / (w * (1 - rho2))) : RUNS_MAX;
}

/* sin^2(asin sqrt(rho^2) - asin sqrt(w)) */
double planner_saving(double rho2, double w)
{
    if (!(rho2 > w))
        return 0;
    double sine = sin(asin(sqrt(fmin(rho2, 1))) - asin(sqrt(w)));
    return sine * sine;
}

/* One arm at a scale of the whole plan: whole runs, at least two (ten where logs are to count). */
struct planner_share {
    double finished, begun, variance, cost; /* variance of the mean */
};

static struct planner_share share_of(struct planner_arm arm, double w, double scale)
{
    double n = scale * sqrt(arm.variance), ratio = 1, kept = 1;
    for (int round = 0; round < 4; round++) { /* rho^2 depends on n, n on rho^2: a few rounds do */
        double rho2 = planner_effective_rho2(arm.rho2, n);
        ratio = planner_ratio(rho2, w);
        kept = 1 - (1 - 1 / ratio) * fmax(rho2, 0);
        n = scale * sqrt(arm.variance * kept / (1 - w + ratio * w));
    }
    n = fmax(ceil(n), ratio > 1 ? TWOPHASE_FINISHED_MIN : 2);
    double begun = fmax(round(ratio * n), n), rho2 = planner_effective_rho2(arm.rho2, n);
    kept = 1 - (1 - n / begun) * fmax(rho2, 0);
    return (struct planner_share){n, begun, arm.variance * kept / n, n * (1 - w) + begun * w};
}

/* V = V_A + V_B,  df = V^2 / (V_A^2/(n_A - 1) + V_B^2/(n_B - 1)) */
static struct planner_plan plan_at(const struct planner_arm arms[2], double w, double scale,
                                   double level)
{
    struct planner_share a = share_of(arms[0], w, scale), b = share_of(arms[1], w, scale);
    double v = a.variance + b.variance;
    double df =
        v * v /
        (a.variance * a.variance / (a.finished - 1) + b.variance * b.variance / (b.finished - 1));
    return (struct planner_plan){.finished = {a.finished, b.finished},
                                 .begun = {a.begun, b.begun},
                                 .half_width = student_quantile(0.5 + level / 2, df) * sqrt(v),
                                 .cost = a.cost + b.cost};
}

static const struct planner_plan no_plan = {false, {NAN, NAN}, {NAN, NAN}, NAN, NAN, NAN, NAN};

/* The smallest scale that is narrow enough, or the largest that is cheap enough. */
static struct planner_plan search_scale(const struct planner_arm arms[2], double w,
                                        double half_width, double cost, double level)
{
    double sd = sqrt(fmax(arms[0].variance, arms[1].variance));
    double low = 1 / sd, high = RUNS_MAX / sd; /* runs = scale * sd */
    if (!(sd > 0) || !isfinite(sd))
        return no_plan;
    for (int i = 0; i < 60; i++) {
        double middle = sqrt(low * high);
        struct planner_plan plan = plan_at(arms, w, middle, level);
        bool enough = half_width > 0 ? plan.half_width <= half_width : plan.cost > cost;
        *(enough ? &high : &low) = middle;
    }
    struct planner_plan plan = plan_at(arms, w, half_width > 0 ? high : low, level);
    bool good = half_width > 0 ? plan.half_width <= half_width : plan.cost <= cost;
    return good ? plan : no_plan;
}

static struct planner_plan judged(struct planner_plan plan, struct planner_plan all)
{
    if (!(plan.cost < all.cost)) { /* NaN too */
        plan = all;
        plan.pays = false;
    } else {
        plan.pays = plan.begun[0] > plan.finished[0] || plan.begun[1] > plan.finished[1];
    }
    plan.cost_all = all.cost;
    plan.saving = plan.pays ? 1 - plan.cost / all.cost : isnan(all.cost) ? NAN : 0;
    return plan;
}

struct planner_plan planner_for_half_width(const struct planner_arm arms[2], double w,
                                           double half_width, double level)
{
    return judged(search_scale(arms, w, half_width, 0, level),
                  search_scale(arms, 1, half_width, 0, level));
}

struct planner_plan planner_for_cost(const struct planner_arm arms[2], double w, double cost,
                                     double level)
{
    struct planner_plan plan = search_scale(arms, w, 0, cost, level);
    struct planner_plan all = search_scale(arms, 1, 0, cost, level);
    if (!(plan.half_width < all.half_width)) {
        all.cost_all = all.cost;
        return all;
    }
    return judged(plan, search_scale(arms, 1, plan.half_width, 0, level));
}

struct planner_plan planner_make(const struct planner_arm arms[2], double w,
                                 const struct planner_goal *goal)
{
    return goal->half_width > 0 ? planner_for_half_width(arms, w, goal->half_width, goal->level)
                                : planner_for_cost(arms, w, goal->budget, goal->level);
}
