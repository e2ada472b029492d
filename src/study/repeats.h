/* The same remark about many files, said once. */
#ifndef LOGVAR_STUDY_REPEATS_H
#define LOGVAR_STUDY_REPEATS_H

#include "base/diag.h"

/* Of the diagnostics from number `from` on, those with the same severity and message about different
 * files become one, the first, which tells how many more there were. Faults of `own_file` (the
 * manifest) are left alone. Errors are never merged. */
void repeats_merge(struct diags *diags, size_t from, const char *own_file);

#endif
