/* Small questions that every format asks of a snapshot. */
#ifndef LOGVAR_REPORT_LOOKUP_H
#define LOGVAR_REPORT_LOOKUP_H

#include "estimate/results.h"

#include <stddef.h>

/* Candidates of one family in this arm. */
size_t lookup_family_size(const struct arm *arm, size_t family);
/* The name of a candidate, NULL for none (ARM_NO_CANDIDATE, or past the end). */
const char *lookup_candidate(const struct arm *arm, size_t candidate);
/* The arm's result of the same adjuster, NULL if it was not computed. */
const struct adjuster_result *lookup_adjuster(const struct snapshot *snapshot,
                                              const struct arm *arm, struct adjuster adjuster);

#endif
