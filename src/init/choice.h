/* The likely outcome of each group, and the statistic to declare. */
#ifndef LOGVAR_INIT_CHOICE_H
#define LOGVAR_INIT_CHOICE_H

#include "init/kinds.h"

struct init_outcome {
    const char *metric; /* prefix included; NULL = nothing could serve */
    const struct init_kind *kind;
    const char *second; /* a runner-up that is about as likely, or NULL */
    double score, second_score;
    bool lower_is_better;
    const char *why_direction; /* what says so */
    bool fraction;             /* a score between 0 and 1: shown in percent */
    bool reach;                /* runs stop when they reach `target` */
    double target;
    const char *window; /* "1/3", or "s3360" where a third of the run would tell its length */
};

/* Steps, clocks, learning rates: nothing about how well the model does. */
bool init_is_bookkeeping(const char *metric);
/* Whether the name says that more is better: accuracies, rewards. */
bool init_name_is_score(const char *metric);
/* How well a metric would serve as the outcome, by its name; at most 0 = not at all. */
double init_outcome_score(const char *metric);

/* The arms of one group, or one arm. */
struct init_scope {
    const char *group;
    const char *name; /* NULL = all arms of the group */
};

struct init_outcome init_choose_outcome(const struct init_kinds *kinds,
                                        const struct init_scope *scope, struct arena *arena);
/* Whether the logs in scope hold that outcome at all. */
bool init_scope_has(const struct init_kinds *kinds, const struct init_scope *scope,
                    const struct init_outcome *outcome);
/* The metric whose value at the window's end is declared, prefix included; NULL if no series has a
 * point in the first third. In the arena. */
const char *init_choose_primary(const struct init_kinds *kinds, const struct init_scope *scope,
                                const struct init_outcome *outcome, struct arena *arena);
/* Whether this file kind is read for candidates. */
bool init_kind_is_log(const struct init_kind *kind);
/* The full name of a kind's metric, in the arena. */
const char *init_metric_name(const struct init_kind *kind, const char *metric, struct arena *arena);

#endif
