/* Outcomes that are there and hardly mean what they seem to: shares next to percent, and one run counted
 * twice. Warnings only; nothing is left out. */
#ifndef LOGVAR_STUDY_PLAUSIBLE_H
#define LOGVAR_STUDY_PLAUSIBLE_H

#include "study/draft.h"

/* Once all arms are there, ordered by group and with their outcomes numbered. */
void plausible_check(struct study_draft *draft);

#endif
