/* Studies whose runs are the columns of wide files, or the rows of one table. */
#ifndef LOGVAR_INIT_COLUMNS_H
#define LOGVAR_INIT_COLUMNS_H

#include "init/layout.h"

/* Columns of one shape, one per run. */
struct init_wide {
    const char *file; /* path as in init_files */
    const char *runs; /* glob with {run} */
    const char *metric;
    const char *prefix; /* what stands before the run's number, without words for runs; may be "" */
    const char *index;  /* first column */
    size_t n_runs;
};

struct init_wides {
    size_t n_items, capacity;
    struct init_wide *items; /* owned */
    size_t n_files;          /* that have such columns */
};

/* Looks at a few files, and at all of them if most are wide. False (and empty) if they are not. */
bool init_wides_find(const struct init_files *files, struct init_wides *wides);
void init_wides_done(struct init_wides *wides);

struct init_table {
    const char *file;
    const char *arm, *group, *run, *fold; /* columns, NULL if none */
    const char *step, *epoch; /* of a long table, with many rows per run; both NULL otherwise */
    const char *outcome, *second;
    size_t n_rows, n_numeric;
    bool fraction; /* the outcome is a score between 0 and 1 */
    bool optuna;   /* trials of Optuna: value, state, params_… */
    size_t n_others;
    const char *others; /* names of other tables like it, or NULL */
};

/* The first file that is a table with one row per run, or with many rows per run and a step or epoch. */
bool init_table_find(const struct init_files *files, struct init_table *table, struct diags *diags);

#endif
