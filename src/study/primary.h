/* The declared statistic: from canonical names to the arm's candidates.
 *
 * A name that the arm knows but had to drop (missing, constant, refused) stays declared, with
 * ARM_NO_CANDIDATE. One that can never be a candidate (test set, excluded, no family, the outcome)
 * is an error, and so is one that no arm of the study knows; the nearest name is suggested. */
#ifndef LOGVAR_STUDY_PRIMARY_H
#define LOGVAR_STUDY_PRIMARY_H

#include "study/draft.h"

/* After all candidates were offered. default_name is used where the manifest declares none; NULL =
 * the arm has nothing that could serve, and then no statistic. */
void primary_resolve(struct arm_draft *arm, const char *default_name);

/* After all arms: reports names that no arm knows, and warns of those that an arm does not have. */
void primary_check(struct study_draft *draft);

#endif
