/* Run names out of the columns of a wide file: the pattern holds "{run}" once and may hold "*". */
#ifndef LOGVAR_STUDY_COLUMN_MATCH_H
#define LOGVAR_STUDY_COLUMN_MATCH_H

#include <stdbool.h>
#include <stddef.h>

/* True if the whole column name matches; the run is column[*from .. *from + *length), as short as
 * can be and never empty. Columns that Weights & Biases writes next to each run (__MIN, __MAX, _step)
 * match only a pattern that ends so itself. */
bool column_match(const char *pattern, const char *column, size_t *from, size_t *length);

#endif
