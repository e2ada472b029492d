/* What a foreign SQLite file may cost. Pages of a hostile one may lead to each other, so that ten
 * kilobytes hold rows without end, and its schema may compute what it pleases. Nothing that MLflow
 * writes comes near these bounds, which grow with the file.
 *
 * One thread. A guard must stay where it is as long as its database is open. */
#ifndef LOGVAR_MLFLOW_MLFLOW_GUARD_H
#define LOGVAR_MLFLOW_MLFLOW_GUARD_H

#include <sqlite3.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mlflow_guard {
    int64_t left; /* of the work, in instructions of SQLite's machine */
};

/* Sets the bounds for a database of n_bytes, its WAL included. */
void mlflow_guard_set(struct mlflow_guard *guard, sqlite3 *database, int64_t n_bytes);
/* A text of so many bytes was taken out: that is work too. */
void mlflow_guard_count(struct mlflow_guard *guard, size_t n_bytes);
/* The work is used up: the next step of any statement fails. */
bool mlflow_guard_is_spent(const struct mlflow_guard *guard);

#endif
