/* What an arm's outcome is called, which way it is better and how it is shown; which arms share one. */
#ifndef LOGVAR_STUDY_ARM_OUTCOME_H
#define LOGVAR_STUDY_ARM_OUTCOME_H

#include "study/draft.h"

/* Texts live in the arena. */
struct arm_outcome arm_outcome_of(const struct manifest_outcome *rule, struct arena *arena);
/* Numbers the outcomes of the study's arms, which stand group by group; of a group with several, a
 * warning says which arms are not compared. */
void arm_outcome_number(struct study_draft *draft);

#endif
