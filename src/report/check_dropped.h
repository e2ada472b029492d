/* What an arm dropped, in as few words as say all of it: metrics and candidates under their reasons. */
#ifndef LOGVAR_REPORT_CHECK_DROPPED_H
#define LOGVAR_REPORT_CHECK_DROPPED_H

#include "report/listing.h"
#include "study/study.h"

/* Adds to both listings as the arm's: metrics that give no candidates, and single candidates. A
 * metric all of whose candidates were dropped for one reason counts as a metric. */
void check_dropped(const struct arm *arm, struct listing *metrics, struct listing *candidates);

#endif
