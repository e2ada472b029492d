/* What is said of an arm's unfinished runs, the same on the screen, in check and in every report. */
#ifndef LOGVAR_ESTIMATE_TWOPHASE_WORDS_H
#define LOGVAR_ESTIMATE_TWOPHASE_WORDS_H

#include "base/strbuf.h"
#include "study/study.h"

/* One sentence without the arm's name and without a full stop: that they count, why they cannot, or, not
 * declared, what declaring them would bring. Nothing where the arm has none. */
void twophase_add_words(const struct arm *arm, struct strbuf *out);

#endif
