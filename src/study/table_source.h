/* The one table of a study: its cells, and which columns the manifest gives a meaning. */
#ifndef LOGVAR_STUDY_TABLE_SOURCE_H
#define LOGVAR_STUDY_TABLE_SOURCE_H

#include "base/num.h"
#include "study/draft.h"
#include "study/table_file.h"

#include <stdbool.h>
#include <stddef.h>

#define NO_COLUMN ((size_t)-1)

struct table_source {
    struct study_draft *draft;
    const struct manifest_table *what;
    struct table_file file;
    const struct data_table *table;            /* of the file */
    size_t arm, group, run, fold, step, epoch; /* columns, or NO_COLUMN */
};

/* false with errors in the draft's diags: the file, a column that is not there, no rows. */
bool table_source_open(struct study_draft *draft, struct table_source *source);
void table_source_close(struct table_source *source);
/* One row per point, not a run. */
bool table_source_is_long(const struct table_source *source);

struct diag_place table_source_place(const struct table_source *source,
                                     struct manifest_place place);
/* NO_COLUMN with an error at that place of the manifest if there is none. */
size_t table_source_column(struct table_source *source, const char *name,
                           struct manifest_place place);
/* The cell's text in the study's arena; `otherwise` where column is NO_COLUMN. */
const char *table_source_text(const struct table_source *source, size_t row, size_t column,
                              const char *otherwise);
enum num_kind table_source_number(const struct table_source *source, size_t row, size_t column,
                                  double *value);

/* For sources.h's table_add_arms. */
void long_table_add_arms(struct table_source *source);

#endif
