#include "mlflow/mlflow_guard.h"

enum { CHECKED_EVERY = 1000, TEXT_MAX_BYTES = 1 << 24, TEXT_LEAST_BYTES = 1 << 16 };
/* A scan of all rows takes less than one instruction for 10 bytes of the file, so 1,000 a byte are
 * scans of the whole file for each of 10,000 runs, which only a database without its indexes needs. */
enum { WORK_LEAST = 4 * 1000 * 1000, WORK_PER_BYTE = 1000, BYTES_PER_WORK = 64 };
static const int64_t heap_least = INT64_C(256) << 20, heap_per_byte = 4;

static int check(void *user)
{
    struct mlflow_guard *guard = user;
    guard->left -= CHECKED_EVERY;
    return guard->left < 0;
}

static int text_limit(int64_t file_bytes)
{
    return file_bytes < TEXT_LEAST_BYTES ? TEXT_LEAST_BYTES
           : file_bytes > TEXT_MAX_BYTES ? TEXT_MAX_BYTES
                                         : (int)file_bytes;
}

/* The schema of a foreign file is not to be trusted with functions that have effects. */
void mlflow_guard_set(struct mlflow_guard *guard, sqlite3 *database, int64_t n_bytes)
{
    guard->left = WORK_LEAST + n_bytes * WORK_PER_BYTE;
    sqlite3_progress_handler(database, CHECKED_EVERY, check, guard);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, text_limit(n_bytes));
    sqlite3_hard_heap_limit64(heap_least + n_bytes * heap_per_byte);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY", NULL, NULL,
                 NULL);
}

void mlflow_guard_count(struct mlflow_guard *guard, size_t n_bytes)
{
    guard->left -= (int64_t)(n_bytes / BYTES_PER_WORK);
}

bool mlflow_guard_is_spent(const struct mlflow_guard *guard)
{
    return guard->left < 0;
}
