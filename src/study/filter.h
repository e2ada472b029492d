/* What is wrong with a candidate in an arm, if anything: missing, not finite, constant, or one
 * value shared by more than 80 % of the runs (clipped gradient norms do this). */
#ifndef LOGVAR_STUDY_FILTER_H
#define LOGVAR_STUDY_FILTER_H

#include "base/arena.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

/* x: one value per run, NaN = missing, infinite = not finite. True if the
 * candidate may stay; otherwise *kind and *reason (in the arena) say why not. */
bool filter_accepts(const double *x, size_t n_runs, struct arena *arena, enum drop_kind *kind,
                    const char **reason);

#endif
