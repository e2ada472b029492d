/* Studies whose runs stand in MLflow's SQLite database: its experiments are taken for the arms. */
#ifndef LOGVAR_INIT_MLFLOW_H
#define LOGVAR_INIT_MLFLOW_H

#include "init/kinds.h"

struct init_mlflow {
    const char *file; /* path as in init_files; NULL = there is none */
    size_t n_databases;
    const char *single;      /* an experiment with one run that ended, or NULL */
    struct init_kinds kinds; /* one kind, "mlflow", whose arms are the experiments */
};

/* The first database with an experiment of two runs that ended. False (and empty) without one, or
 * where this build has no SQLite. */
bool init_mlflow_find(struct init_files *files, struct init_mlflow *found);
void init_mlflow_done(struct init_mlflow *found);

#endif
