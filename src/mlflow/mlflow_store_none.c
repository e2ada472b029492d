/* In place of mlflow_store.c where there is no SQLite. */
#include "mlflow/mlflow_store.h"

struct mlflow_store *mlflow_store_open(const struct manifest_mlflow *source, struct diags *diags)
{
    diags_add(diags, DIAG_ERROR, (struct diag_place){.file = source->file},
              "this logvar was built without SQLite and does not read MLflow's database; on Debian "
              "or Ubuntu: apt-get install libsqlite3-dev, then configure and build again");
    return NULL;
}

void mlflow_store_close(struct mlflow_store *store)
{
    (void)store;
}

const struct mlflow_run *mlflow_store_runs(const struct mlflow_store *store, size_t *n_runs)
{
    (void)store;
    *n_runs = 0;
    return NULL;
}

struct log *mlflow_store_log(struct mlflow_store *store, const struct mlflow_run *run,
                             size_t n_ignored, const char *const *ignored, struct diags *diags)
{
    (void)store, (void)run, (void)n_ignored, (void)ignored, (void)diags;
    return NULL;
}

void mlflow_store_finish(const struct mlflow_store *store, struct diags *diags)
{
    (void)store, (void)diags;
}
