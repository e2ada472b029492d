/* What counts as a look at candidates ranked by outcome: an arm whose candidates, or whose candidates
 * of another family, come before somebody's eyes. What was shown since it was opened is not counted
 * again, whatever is sorted or searched. */
#ifndef LOGVAR_UI_LOOKS_H
#define LOGVAR_UI_LOOKS_H

#include "estimate/request.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ways to see candidates ranked: the view on the screen, post hoc figures anywhere. */
enum look { LOOK_VIEW, LOOK_POSTHOC, N_LOOKS };

struct looks {
    size_t n_arms;
    uint64_t *shown[N_LOOKS]; /* [n_arms] bits of families, since the way was opened; owned */
};

void looks_init(struct looks *looks, size_t n_arms);
void looks_done(struct looks *looks);
/* The way was closed: what it shows when it is opened again is new. */
void looks_forget(struct looks *looks, enum look look);
/* The request's arms and families are shown this way: which arms (indices into the study, of
 * request->n_arms at most) show something new. Returns their number. */
size_t looks_note(struct looks *looks, enum look look, const struct request *request, size_t *arms);

#endif
