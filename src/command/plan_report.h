/* logvar plan: what is said of one pair, as text and as JSON. */
#ifndef LOGVAR_COMMAND_PLAN_REPORT_H
#define LOGVAR_COMMAND_PLAN_REPORT_H

#include "base/jsonout.h"
#include "estimate/planner.h"

struct plan_pair {
    const struct arm *arms[2];
    struct planner_goal goal;
    bool goal_is_present; /* no goal was given: the cost of the runs there are */
    /* By the statistic that the manifest declares (or the default); w NaN where nobody knows it. */
    double w, rho2[2];
    struct planner_plan declared;
    /* By search; no curves: there are no training curves, or one cost is given. */
    struct planner_search search;
    struct planner_plan searched; /* of the best curve */
};

void plan_add_text(const struct plan_pair *pair, const char *window, struct strbuf *out);
void plan_add_json(const struct plan_pair *pair, struct jsonout *json);

#endif
