/* A database that the key `mlflow` names: the bytes of an SQLite file, or, where they do not begin
 * like one, the SQL statements that make one. */
#include "fuzz.h"
#include "support.h"

#include "base/mem.h"
#include "mlflow/mlflow_store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[] = "SQLite format 3";

/* The statements must not run for ever, nor reach another file. */
static int stop(void *user)
{
    int *left = user;
    return --*left < 0;
}

static int allow(void *user, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)user, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_ATTACH || action == SQLITE_DETACH || action == SQLITE_PRAGMA
               ? SQLITE_DENY
               : SQLITE_OK;
}

/* One statement a line, so that one that is wrong does not end the rest. */
static void make_database(const char *path, const uint8_t *bytes, size_t n_bytes)
{
    sqlite3 *database;
    const char *at = (const char *)bytes, *end = at + n_bytes;
    int left = 200;
    char *line;
    if (sqlite3_open(path, &database) != SQLITE_OK)
        abort();
    sqlite3_exec(database, "PRAGMA page_size = 512; PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 16);
    sqlite3_set_authorizer(database, allow, NULL);
    sqlite3_progress_handler(database, 100, stop, &left);
    sqlite3_exec(database, "BEGIN", NULL, NULL, NULL);
    while (fuzz_line(&at, end, &line)) {
        sqlite3_exec(database, line, NULL, NULL, NULL);
        free(line);
    }
    sqlite3_progress_handler(database, 0, NULL, NULL);
    sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(database);
}

static void read_logs(struct mlflow_store *store)
{
    static const char *const ignored[] = {"system/*"};
    size_t n_runs;
    const struct mlflow_run *runs = mlflow_store_runs(store, &n_runs);
    for (size_t i = 0; i < n_runs; i++) {
        struct diags diags;
        diags_init(&diags);
        struct log *log = mlflow_store_log(store, &runs[i], 1, ignored, &diags);
        if (!log && !diags.n_errors)
            abort();
        log_free(log);
        diags_done(&diags);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    bool is_file = n_bytes >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
    char *path = fuzz_file("mlflow.db", bytes, is_file ? n_bytes : 0);
    struct diags diags;
    if (!is_file)
        make_database(path, bytes, n_bytes);
    diags_init(&diags);
    struct manifest_mlflow source = {.file = path,
                                     .arm = {.kind = MLFLOW_PARAM, .name = "lr"},
                                     .group = {.kind = MLFLOW_TAG, .name = "data"}};
    struct mlflow_store *store = mlflow_store_open(&source, &diags);
    if ((store == NULL) != (diags.n_errors > 0))
        abort();
    if (store)
        read_logs(store);
    mlflow_store_close(store);
    diags_done(&diags);
    unlink(path);
    free(path);
    return 0;
}
