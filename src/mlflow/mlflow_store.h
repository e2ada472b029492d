/* MLflow's SQLite database (mlflow.db): many runs of many experiments in one file.
 *
 * The file is only read, and nothing is written next to it (mlflow_open.h); it may be in use. In WAL
 * mode it is read in one transaction, so what a tracking server commits meanwhile is not seen. With
 * a rollback journal each run is, since a longer one would keep the server from writing. Only tables are read, never views,
 * virtual tables or generated columns (what these compute is the file's choice). Work, memory and
 * texts are bounded by the file's size (mlflow_guard.h).
 *
 * What MLflow writes: a NaN as 0 with is_nan, an infinite value as the largest double, step 0 for
 * every point where the program gave no step (these are ordered by their time), a point that is
 * logged again at the same step next to the first (the later one counts).
 *
 * A store belongs to one thread. Without libsqlite3 (mlflow_store_none.c) opening fails with an
 * error that names the package. */
#ifndef LOGVAR_MLFLOW_MLFLOW_STORE_H
#define LOGVAR_MLFLOW_MLFLOW_STORE_H

#include "base/diag.h"
#include "logs/log.h"
#include "manifest/manifest.h"

#include <stddef.h>

/* Texts are the store's. */
struct mlflow_run {
    const char *uuid;
    const char *id; /* as asked for; else its name, else the uuid; never NULL */
    const char *arm,
        *group;         /* NULL where the run has no such parameter or tag; group "" if not asked */
    const char *status; /* FINISHED, RUNNING, SCHEDULED, FAILED, KILLED, or "" */
};

struct mlflow_store;

/* Opens the file and lists its runs; deleted ones are passed over, which a note says. NULL with an
 * error in diags if it is not such a file, or locked longer than a moment. */
struct mlflow_store *mlflow_store_open(const struct manifest_mlflow *source, struct diags *diags);
void mlflow_store_close(struct mlflow_store *store);
/* To be called after the last run was read: warns if what was read cannot be relied on. */
void mlflow_store_finish(const struct mlflow_store *store, struct diags *diags);
/* By experiment, then by time of start. */
const struct mlflow_run *mlflow_store_runs(const struct mlflow_store *store, size_t *n_runs);
/* The run's metrics, read past those that match one of the globs. NULL with an error in diags if
 * there is not one point, or the file is broken there. */
struct log *mlflow_store_log(struct mlflow_store *store, const struct mlflow_run *run,
                             size_t n_ignored, const char *const *ignored, struct diags *diags);

#endif
