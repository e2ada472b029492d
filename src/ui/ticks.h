/* What is ticked on the left, and the statistic that was chosen: what a request is made of. */
#ifndef LOGVAR_UI_TICKS_H
#define LOGVAR_UI_TICKS_H

#include "base/strbuf.h"
#include "estimate/request.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TICKS_OFFERED_MAX = REQUEST_ADJUSTERS_MAX };

struct ticks {
    const struct study *study; /* borrowed */
    bool *arms;                /* [study->n_arms], owned */
    uint64_t families;         /* bits */
    size_t n_offered;
    struct adjuster offered[TICKS_OFFERED_MAX];
    bool adjusters[TICKS_OFFERED_MAX];      /* of those offered */
    size_t n_statistic;                     /* chosen; 0 = as declared */
    char *statistic[REQUEST_STATISTIC_MAX]; /* owned */
};

/* The usual adjusters are offered; what the request has is ticked, and offered where it was not. */
void ticks_init(struct ticks *ticks, const struct study *study, const struct request *request);
void ticks_done(struct ticks *ticks);
/* Families, adjusters and statistic as the request has them; the arms stay. */
void ticks_follow(struct ticks *ticks, const struct request *request);
/* This candidate alone is the statistic of `fixed`; NULL, or one that every arm declares: as declared. */
void ticks_set_statistic(struct ticks *ticks, const char *candidate);
/* One more candidate of the statistic; nothing if there are too many. */
void ticks_add_statistic(struct ticks *ticks, const char *candidate);
/* Puts arms, families, adjusters and statistic into a request that was initialised. */
void ticks_put(const struct ticks *ticks, struct request *request);
/* Appends "val_loss@1/3", "a declared statistic per arm". */
void ticks_describe_statistic(const struct ticks *ticks, struct strbuf *out);

#endif
