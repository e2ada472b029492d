/* How many runs to begin and how many to finish (METHOD.md, "Planner").
 *
 * A run until the window's end costs w of a whole run, so n finished and N begun runs cost
 * C = n (1 - w) + N w whole runs. With r2 the squared correlation of the statistic at the window's end,
 * less (1 - r2)/(n - 3) for a coefficient estimated from n runs:
 *
 *     N/n    = sqrt(r2 (1 - w) / (w (1 - r2)))         best ratio, at least 1
 *     pays     if and only if r2 > w
 *     saving = sin^2(asin sqrt(r2) - asin sqrt(w))     of the cost of the same variance from whole runs
 *     V      = s^2/n (1 - (1 - n/N) r2)                of an arm's mean
 *
 * A plan is for the difference of two arms; runs go to the arms in proportion to s sqrt(V' / C'), V' and
 * C' the variance and the cost a finished run (Neyman). Pure functions, safe in any thread. */
#ifndef LOGVAR_ESTIMATE_PLANNER_H
#define LOGVAR_ESTIMATE_PLANNER_H

#include "base/arena.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

double planner_effective_rho2(double rho2, double n);
double planner_ratio(double rho2, double w);
double planner_saving(double rho2, double w);

struct planner_arm {
    double variance; /* of the outcome */
    double rho2;     /* of the statistic with it */
};

struct planner_plan {
    bool pays;                    /* otherwise all runs are finished: begun == finished */
    double finished[2], begun[2]; /* whole numbers */
    double half_width;
    double cost;     /* in whole runs, both arms */
    double cost_all; /* of finishing all, for the same half-width */
    double saving;   /* 1 - cost / cost_all, 0 where it does not pay */
};
/* The cheapest plan for a half-width, and the narrowest for a cost. w in (0, 1]; 1: finish all. NaN
 * figures where none within a million runs per arm does it. */
struct planner_plan planner_for_half_width(const struct planner_arm arms[2], double w,
                                           double half_width, double level);
struct planner_plan planner_for_cost(const struct planner_arm arms[2], double w, double cost,
                                     double level);

/* ---- which window, which metric ---- */

enum { PLANNER_WINDOWS = 50 }; /* 1 % … 50 % of training */

/* What training until each share of it costs, of a whole run: shares ascending, the last is 1. Between
 * them, and from 0, in a straight line. n == 0: as much as the share. */
struct planner_cost {
    size_t n;
    const double *share, *cost;
};
double planner_cost_at(const struct planner_cost *cost, double share);

struct planner_goal {
    double half_width; /* or, if 0, */
    double budget;     /* in whole runs of both arms */
    double level;
};

/* One metric as the statistic, its value at each window's end. */
struct planner_curve {
    const char *metric;
    double w[PLANNER_WINDOWS];       /* cost */
    double rho2[PLANNER_WINDOWS][2]; /* of each arm; NaN where it has no value there */
    double saving[PLANNER_WINDOWS];  /* of the best plan; NaN likewise */
    size_t best;                     /* window; PLANNER_WINDOWS where no saving is a number */
};
/* Of the declared statistic with the outcome, of several the largest; NaN where none is a candidate. */
double planner_statistic_rho2(const struct arm *arm);
double planner_window(size_t i); /* (i + 1) / 100 */

struct planner_search {
    size_t n_curves;
    struct planner_curve *curves; /* metrics that both arms may have as candidates */
    size_t best;                  /* curve, n_curves where there is none */
};
/* From the arms' traces (study_load with traces); everything in the arena. */
struct planner_search planner_search(const struct arm *a, const struct arm *b,
                                     const struct planner_goal *goal,
                                     const struct planner_cost *cost, struct arena *arena);
struct planner_plan planner_make(const struct planner_arm arms[2], double w,
                                 const struct planner_goal *goal);

#endif
