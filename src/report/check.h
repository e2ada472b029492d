/* What `logvar check` says of a study that could be loaded: arms, families, the declared statistic,
 * and everything that was left out, with its reason and count. Nothing is left out silently: runs,
 * metrics and candidates are all named; what several arms share is said once, and a metric that lost
 * all its candidates for one reason is named instead of them.
 *
 * Plain text for a terminal or a file, at most CHECK_COLUMNS wide unless a name is longer. Names are
 * made safe. Diagnostics of the loading are the caller's to print. */
#ifndef LOGVAR_REPORT_CHECK_H
#define LOGVAR_REPORT_CHECK_H

#include "base/strbuf.h"
#include "study/study.h"

#include <stdio.h>

enum { CHECK_COLUMNS = 79 };

void check_write(const struct study *study, struct strbuf *out);
void check_print(const struct study *study, FILE *out);

#endif
