/* Runs that stop short: "last" that is not the end.
 *
 * The usual length of an arm is the longest that more than half of its runs have, within 2 %; where it has
 * none, that of all runs of the study, if some run of the arm has it. A run that ends before 95 % of it, or
 * whose outcome ends well before its own log does, has no outcome yet; `short_runs: use` keeps it. Not
 * asked of outcomes whose place is declared, or is what they measure (e12, s1500, reach). */
#ifndef LOGVAR_STUDY_SHORT_RUNS_H
#define LOGVAR_STUDY_SHORT_RUNS_H

#include "study/outcome.h"
#include "study/sources.h"

/* Why the outcome, which was found, ends before its time in its own log, or NULL: the log goes on for
 * longer than 1.5 of the widest gap between two values, and than 5 % of its length. */
const char *short_runs_early(const struct manifest_outcome *rule, const struct log *log,
                             const struct outcome *outcome, struct arena *arena);

/* Takes the outcome from short runs, or says that they are used; names runs that are far longer than the
 * others, and arms without a usual length. */
void short_runs_judge(struct study_draft *draft, struct arm_runs *arms, size_t n_arms);

#endif
