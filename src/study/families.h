/* Which family a metric's candidates belong to.
 *
 * The manifest's families are ordered, the first glob that matches wins, and a metric that none
 * matches gives no candidates (it is listed as left out). Where the manifest names no families, the
 * metric's words decide (metric.h) between validation, training-loss, training-accuracy,
 * gradient-norm, parameter-norm and other, and times, memory and throughput are in none, since they
 * tell of the machine; a table's column "family:NAME" goes into that family. */
#ifndef LOGVAR_STUDY_FAMILIES_H
#define LOGVAR_STUDY_FAMILIES_H

#include "manifest/manifest.h"

#include <stdbool.h>
#include <stddef.h>

struct family_match {
    const char *name;          /* of the manifest or static; NULL = in no family */
    size_t length;             /* of the name: it may be the part of a column before its colon */
    bool snapshots, summaries; /* what its series give */
};

/* is_column: a column of a table, which may carry its family before a colon. */
struct family_match family_of(const struct manifest_arm *settings, const char *metric,
                              bool is_column);
/* Measured on the validation set, by its own name or by its family's. */
bool family_is_validation(const struct family_match *match, const char *metric);
/* The default families in order; NULL ends the list. */
extern const char *const family_defaults[];

#endif
