/* Filters typed by a person: a glob over the whole text if it holds * ? or [, else the words of the
 * filter, each of which must occur (case does not matter). */
#ifndef LOGVAR_TUI_MATCH_H
#define LOGVAR_TUI_MATCH_H

#include <stdbool.h>

/* NULL and "" match everything. */
bool match_filter(const char *filter, const char *text);

#endif
