/* Which metrics may give candidates at all.
 *
 * Never: what is measured on the test set; what the manifest excludes; what no family of the
 * manifest matches. Refused, with the reason: when the outcome is taken at the checkpoint that was
 * best on validation (best(val_*), or the extreme of a validation metric), everything derived from
 * validation, running bests included, because that checkpoint was chosen by looking at the
 * validation results of the whole run; for best(OTHER), OTHER itself. */
#ifndef LOGVAR_STUDY_LEAKAGE_H
#define LOGVAR_STUDY_LEAKAGE_H

#include "base/arena.h"
#include "manifest/manifest.h"
#include "study/families.h"
#include "study/study.h"

#include <stdbool.h>

/* Why validation-derived candidates are refused in an arm with this outcome, or NULL. */
const char *leakage_refusal(const struct manifest_outcome *outcome, struct arena *arena);

/* True if the metric gives no candidates; *kind says why. */
bool leakage_bars(const struct manifest_arm *settings, const char *metric,
                  const struct family_match *match, enum drop_kind *kind);

/* What to say of it; NULL where the kind's own text says all. */
const char *leakage_reason(enum drop_kind kind, const struct manifest_arm *settings,
                           const char *refusal);

#endif
