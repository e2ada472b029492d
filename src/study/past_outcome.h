/* Candidates that are not before the outcome: those leak it. */
#ifndef LOGVAR_STUDY_PAST_OUTCOME_H
#define LOGVAR_STUDY_PAST_OUTCOME_H

#include "study/run_data.h"

#include <stddef.h>

/* In how many of the runs the candidate looks at a value that stands at or past the place of the outcome:
 * on one axis by position, on two by the share of training. series[i] is run i's, or NULL. */
size_t past_outcome(const struct candidate_spec *spec, const struct run_data *const *runs,
                    const struct window_series *const *series, size_t n_runs);

#endif
