/* Opens MLflow's database so that nothing is written: not into it, nor a byte next to it.
 *
 * SQLite itself, asked to open a database in WAL mode for reading, makes mlflow.db-wal and
 * mlflow.db-shm where they are missing and leaves them there, owned by whoever only read; where it
 * may not make them it gives up. So the way is chosen by what lies next to the file. */
#ifndef LOGVAR_MLFLOW_MLFLOW_OPEN_H
#define LOGVAR_MLFLOW_MLFLOW_OPEN_H

#include "base/diag.h"
#include "mlflow/mlflow_guard.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

enum mlflow_way {
    MLFLOW_LOCKED,  /* rollback journal: a writer waits while a statement runs, and the other way
                       round */
    MLFLOW_SHARED,  /* WAL with its index: readers and writers do not meet */
    MLFLOW_ALONE,   /* WAL mode, but all is in the file: no program has it open */
    MLFLOW_PRIVATE, /* WAL without its index (a copy, a crash): the index is made in memory */
};

struct mlflow_looks {
    off_t size[2]; /* of the file and its WAL; -1 = there is none */
    struct timespec modified[2];
};

struct mlflow_file {
    sqlite3 *database;
    char *path; /* absolute, links resolved */
    enum mlflow_way way;
    struct mlflow_looks looks; /* when it was opened */
    struct mlflow_guard guard; /* the file itself must stay where it is for it */
};

/* Opens for reading; `file` is to be closed in any case. The name that diagnostics carry is
 * `shown`. */
bool mlflow_file_open(struct mlflow_file *file, const char *shown, struct diags *diags);
void mlflow_file_close(struct mlflow_file *file);
/* Whether a program wrote meanwhile although none was to be expected (MLFLOW_ALONE,
 * MLFLOW_PRIVATE): then what was read may be wrong. */
bool mlflow_file_changed(const struct mlflow_file *file);
/* Adds SQLite's last error, with what to do about it. */
void mlflow_file_report(const struct mlflow_file *file, const char *shown, const char *what,
                        struct diags *diags);

#endif
