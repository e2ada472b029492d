/* logvar init: a manifest for folders of logs, guessed from the tree and from what the logs hold.
 *
 * In this order: the files (files.h), the numbers in their paths and which of them counts the runs
 * (places.h), the arms and groups (layout.h), settings that make arms where paths do not (split.h),
 * a few logs of each arm (survey.h), the outcome and the declared statistic (choice.h), the text
 * (draft.c). Where the runs are columns of wide files, or rows of one table, or in MLflow's
 * database, columns.h or mlflow.h takes the place of the middle steps.
 *
 * Every guess that could be wrong is said twice: as a comment in the manifest and as a note in the
 * diagnostics. The text has been loaded once before it is handed out, so `logvar check` reads it.
 */
#ifndef LOGVAR_INIT_INIT_H
#define LOGVAR_INIT_INIT_H

#include "base/diag.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

struct init_request {
    size_t n_folders;
    const char *const *folders; /* or single files */
    const char *output;         /* where the manifest will lie; NULL = the current folder */
};

/* false with errors in diags when there is nothing that could be a study. */
bool init_manifest(const struct init_request *request, struct strbuf *text, struct diags *diags);

#endif
