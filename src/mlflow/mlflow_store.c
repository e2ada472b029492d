#include "mlflow/mlflow_store.h"

#include "base/mem.h"
#include "base/num.h"
#include "mlflow/mlflow_open.h"
#include "mlflow/mlflow_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct mlflow_store {
    struct arena arena;
    struct mlflow_file file;
    sqlite3_stmt *points;
    const char *path;
    struct mlflow_run *runs;
    size_t n_runs, capacity;
};

/* What names an arm, a group or a run: parameters n and n + 1 of the statement. */
#define CHOICE(kind, key)                                                                          \
    "CASE " kind " WHEN 1 THEN e.name"                                                             \
    " WHEN 2 THEN (SELECT p.value FROM params p WHERE p.run_uuid = r.run_uuid AND p.key = " key    \
    ")"                                                                                            \
    " WHEN 3 THEN (SELECT t.value FROM tags t WHERE t.run_uuid = r.run_uuid AND t.key = " key ")"  \
    " END"

enum { RUN_UUID, RUN_NAME, RUN_STATUS, RUN_DELETED, RUN_ARM, RUN_GROUP, RUN_ID };
static const char select_runs[] =
    "SELECT r.run_uuid,"
    " coalesce(nullif(r.name, ''), (SELECT t.value FROM tags t WHERE t.run_uuid = r.run_uuid"
    " AND t.key = 'mlflow.runName')),"
    " r.status, coalesce(r.lifecycle_stage = 'deleted', 0)"
    " OR coalesce(e.lifecycle_stage = 'deleted', 0), " CHOICE("?1", "?2") ", " CHOICE(
        "?3", "?4") ", " CHOICE("?5", "?6") " FROM runs r LEFT JOIN experiments e ON "
                                            "e.experiment_id = r.experiment_id"
                                            " ORDER BY r.experiment_id, r.start_time, r.rowid";

enum { POINT_KEY, POINT_VALUE, POINT_TIME, POINT_STEP, POINT_NAN };
static const char select_points[] = "SELECT key, value, timestamp, step, is_nan FROM metrics"
                                    " WHERE run_uuid = ?1 ORDER BY timestamp, rowid";

static void report(const struct mlflow_store *store, const char *what, struct diags *diags)
{
    mlflow_file_report(&store->file, store->path, what, diags);
}

static char *text_at(struct mlflow_store *store, sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    mlflow_guard_count(&store->file.guard, (size_t)sqlite3_column_bytes(row, column));
    return text ? arena_strdup(&store->arena, (const char *)text) : NULL;
}

/* What a view, a virtual table or a generated column holds may take for ever to compute. */
static const char select_table[] = "SELECT count(*), coalesce(sum(rootpage > 0), 0),"
                                   " (SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden > 1)"
                                   " FROM sqlite_master WHERE type = 'table' AND name = ?1";

static bool has_table(struct mlflow_store *store, const char *name, struct diags *diags)
{
    sqlite3_stmt *row = NULL;
    bool ok = sqlite3_prepare_v2(store->file.database, select_table, -1, &row, NULL) == SQLITE_OK &&
              sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(row) == SQLITE_ROW;
    bool has = ok && sqlite3_column_int(row, 0) == 1 && sqlite3_column_int(row, 1) == 1;
    bool computes = has && sqlite3_column_int(row, 2) > 0;
    if (!ok)
        report(store, "cannot be read", diags);
    else if (!has || computes)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = store->path},
                  "is an SQLite database, but not one of MLflow: %s '%s'",
                  has ? "it computes columns of its table" : "it has no table", name);
    sqlite3_finalize(row);
    return has && !computes;
}

static bool has_tables(struct mlflow_store *store, struct diags *diags)
{
    static const char *const names[] = {"experiments", "runs", "metrics", "params", "tags"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!has_table(store, names[i], diags))
            return false;
    return true;
}

static void add_run(struct mlflow_store *store, sqlite3_stmt *row, bool grouped)
{
    struct mlflow_run run = {.uuid = text_at(store, row, RUN_UUID),
                             .id = text_at(store, row, RUN_ID),
                             .arm = text_at(store, row, RUN_ARM),
                             .group = grouped ? text_at(store, row, RUN_GROUP) : "",
                             .status = text_at(store, row, RUN_STATUS)};
    run.uuid = run.uuid ? run.uuid : "";
    run.id = run.id ? run.id : text_at(store, row, RUN_NAME);
    run.id = run.id ? run.id : run.uuid;
    run.status = run.status ? run.status : "";
    store->runs = mem_grow(store->runs, store->n_runs, &store->capacity, sizeof run);
    store->runs[store->n_runs++] = run;
}

static void tell_deleted(struct mlflow_store *store, size_t n, const char *first,
                         struct diags *diags)
{
    struct diag_place place = {.file = store->path};
    if (n == 1)
        diags_add(diags, DIAG_NOTE, place, "run '%s' is deleted and is not read", first);
    else if (n)
        diags_add(diags, DIAG_NOTE, place,
                  "%zu runs are deleted and are not read, the first is '%s'", n, first);
}

static bool take_runs(struct mlflow_store *store, sqlite3_stmt *statement, bool grouped,
                      struct diags *diags)
{
    size_t n_deleted = 0;
    const char *first = NULL;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!sqlite3_column_int(statement, RUN_DELETED)) {
            add_run(store, statement, grouped);
            continue;
        }
        if (!n_deleted++)
            first = text_at(store, statement,
                            text_at(store, statement, RUN_NAME) ? RUN_NAME : RUN_UUID);
    }
    tell_deleted(store, n_deleted, first ? first : "", diags);
    return code == SQLITE_DONE;
}

static bool bind_choice(sqlite3_stmt *statement, int at,
                        const struct manifest_mlflow_choice *choice)
{
    return sqlite3_bind_int(statement, at, choice->kind) == SQLITE_OK &&
           sqlite3_bind_text(statement, at + 1, choice->name, -1, SQLITE_STATIC) == SQLITE_OK;
}

static bool list_runs(struct mlflow_store *store, const struct manifest_mlflow *source,
                      struct diags *diags)
{
    sqlite3_stmt *statement = NULL;
    bool ok =
        sqlite3_prepare_v2(store->file.database, select_runs, -1, &statement, NULL) == SQLITE_OK &&
        bind_choice(statement, 1, &source->arm) && bind_choice(statement, 3, &source->group) &&
        bind_choice(statement, 5, &source->run) &&
        take_runs(store, statement, source->group.kind != MLFLOW_UNSET, diags) &&
        sqlite3_prepare_v2(store->file.database, select_points, -1, &store->points, NULL) ==
            SQLITE_OK;
    if (!ok)
        report(store, "MLflow's runs cannot be read", diags);
    sqlite3_finalize(statement);
    return ok;
}

struct mlflow_store *mlflow_store_open(const struct manifest_mlflow *source, struct diags *diags)
{
    struct mlflow_store *store = mem_zeroed(1, sizeof *store);
    arena_init(&store->arena);
    store->path = arena_strdup(&store->arena, source->file);
    if (mlflow_file_open(&store->file, store->path, diags) && has_tables(store, diags) &&
        list_runs(store, source, diags))
        return store;
    mlflow_store_close(store);
    return NULL;
}

void mlflow_store_close(struct mlflow_store *store)
{
    if (!store)
        return;
    sqlite3_finalize(store->points);
    mlflow_file_close(&store->file);
    free(store->runs);
    arena_done(&store->arena);
    free(store);
}

void mlflow_store_finish(const struct mlflow_store *store, struct diags *diags)
{
    if (mlflow_file_changed(&store->file))
        diags_add(diags, DIAG_WARNING, (struct diag_place){.file = store->path},
                  "a program began to write to it while it was read; figures may be wrong until it "
                  "is read again");
}

const struct mlflow_run *mlflow_store_runs(const struct mlflow_store *store, size_t *n_runs)
{
    *n_runs = store->n_runs;
    return store->runs;
}

static double number_at(sqlite3_stmt *row, int column)
{
    int type = sqlite3_column_type(row, column);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(row, column)
                                                          : NAN;
}

static double value_at(sqlite3_stmt *row)
{
    static const double infinite_from = 1.797e308; /* MLflow writes DBL_MAX, more or less exactly */
    if (sqlite3_column_int(row, POINT_NAN))
        return num_nan();
    double value = number_at(row, POINT_VALUE);
    return fabs(value) >= infinite_from ? copysign(INFINITY, value) : value;
}

static void take_point(struct mlflow_store *store, struct log_builder *builder,
                       struct mlflow_points *points)
{
    sqlite3_stmt *row = store->points;
    const char *key = (const char *)sqlite3_column_text(row, POINT_KEY);
    size_t n_key = key ? strlen(key) : 0;
    size_t metric = key ? log_metric(builder, key, n_key) : LOG_NO_METRIC;
    double step = number_at(row, POINT_STEP), time_ms = number_at(row, POINT_TIME);
    mlflow_guard_count(&store->file.guard, n_key);
    if (metric == LOG_NO_METRIC)
        return;
    points->items =
        mem_grow(points->items, points->n_items, &points->capacity, sizeof *points->items);
    points->items[points->n_items] =
        (struct mlflow_point){metric, isnan(step) ? 0 : step, isnan(time_ms) ? 0 : time_ms,
                              value_at(row), points->n_items};
    points->n_items++;
}

static bool take_points(struct mlflow_store *store, const char *uuid, struct log_builder *builder,
                        struct mlflow_points *points)
{
    int code = SQLITE_DONE;
    sqlite3_reset(store->points);
    if (sqlite3_bind_text(store->points, 1, uuid, -1, SQLITE_STATIC) != SQLITE_OK)
        return false;
    while (points->n_items <= LOG_POINTS_MAX && (code = sqlite3_step(store->points)) == SQLITE_ROW)
        take_point(store, builder, points);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

struct log *mlflow_store_log(struct mlflow_store *store, const struct mlflow_run *run,
                             size_t n_ignored, const char *const *ignored, struct diags *diags)
{
    const char *path = arena_printf(&store->arena, "%s, run %s", store->path, run->id);
    struct log_builder *builder = log_builder_new(path, diags);
    struct mlflow_points points = {0};
    struct log *log = NULL;
    log_set_ignored(builder, n_ignored, ignored);
    if (take_points(store, run->uuid, builder, &points)) {
        size_t n_repeated = mlflow_points_log(&points, builder);
        if (n_repeated)
            diags_add(diags, DIAG_NOTE, (struct diag_place){.file = path},
                      "values logged again at the same step: %zu; the later one counts",
                      n_repeated);
        log = log_build(builder);
    } else {
        report(store, "the run's metrics cannot be read", diags);
        /* Who has waited in vain once does not wait again for every other run. */
        sqlite3_busy_timeout(store->file.database, 0);
    }
    sqlite3_reset(store->points);
    free(points.items);
    log_builder_free(builder);
    return log;
}
