/* Sentences that can be pasted: hedged as the evidence asks, better and worse the right way round
 * for either direction of the outcome. Returned strings live in the figures' arena. */
#ifndef LOGVAR_REPORT_SENTENCE_H
#define LOGVAR_REPORT_SENTENCE_H

#include "report/figure.h"

/* "95": the confidence level in percent. */
const char *sentence_level(const struct figures *figures);
/* How the raw means of two arms compare. */
const char *sentence_pair(const struct figures *figures, const struct pair_result *pair);
/* "5.6 % narrower than raw", "not distinguishable from raw in width (…)". */
const char *sentence_width(const struct figures *figures, const struct pair_result *pair,
                           const struct pair_adjuster_result *result);
/* What the adjuster used in each arm, and what that bought there. */
const char *sentence_used(const struct figures *figures, const struct pair_result *pair,
                          const struct pair_adjuster_result *result);
/* How the adjusted intervals of the two arms fare in the synthetic null, and what follows; "" where
 * that is not known. */
const char *sentence_calibration(const struct figures *figures, const struct pair_result *pair,
                                 const struct pair_adjuster_result *result);

/* All of it for one adjuster, to be pasted: interval, width, what was used, calibration, and whether it
 * is exploratory. */
const char *sentence_adjusted(const struct figures *figures, const struct pair_result *pair,
                              const struct pair_adjuster_result *result);

#endif
