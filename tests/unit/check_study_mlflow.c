/* Studies of MLflow's database, which the tests write through SQLite itself. */
#include "study_test.h"
#include "unit.h"

#include "init/init.h"
#include "ui/watch.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD "logvar: 1\noutcome: {metric: acc, better: higher}\n"

static const char schema[] =
    "CREATE TABLE experiments (experiment_id INTEGER PRIMARY KEY, name VARCHAR(256) UNIQUE,"
    " artifact_location VARCHAR(256), lifecycle_stage VARCHAR(32));"
    "CREATE TABLE runs (run_uuid VARCHAR(32) PRIMARY KEY, name VARCHAR(250), status VARCHAR(9),"
    " start_time BIGINT, end_time BIGINT, lifecycle_stage VARCHAR(20), experiment_id INTEGER);"
    "CREATE TABLE metrics (key VARCHAR(250), value FLOAT NOT NULL, timestamp BIGINT NOT NULL,"
    " run_uuid VARCHAR(32), step BIGINT DEFAULT 0 NOT NULL, is_nan BOOLEAN DEFAULT 0 NOT NULL,"
    " PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan));"
    "CREATE TABLE params (key VARCHAR(250), value VARCHAR(8000), run_uuid VARCHAR(32),"
    " PRIMARY KEY (key, run_uuid));"
    "CREATE TABLE tags (key VARCHAR(250), value VARCHAR(5000), run_uuid VARCHAR(32),"
    " PRIMARY KEY (key, run_uuid));"
    "INSERT INTO experiments VALUES (1, 'small', '', 'active'), (2, 'large', '', 'active');";

static sqlite3 *database;

static void sql(const char *text)
{
    char *problem = NULL;
    sqlite3_exec(database, text, NULL, NULL, &problem);
    ck_assert_msg(!problem, "%s in %s", problem, text);
}

static void run(int experiment, int seed, const char *status, const char *stage)
{
    char text[2000];
    snprintf(text, sizeof text,
             "INSERT INTO runs VALUES ('u%d%d', 'run-%d', '%s', %d, 0, '%s', %d);"
             "INSERT INTO params VALUES ('seed', '%d', 'u%d%d'), ('model', 'm%d', 'u%d%d');"
             "INSERT INTO tags VALUES ('data', 'x', 'u%d%d');",
             experiment, seed, seed, status, seed, stage, experiment, 100 + seed, experiment, seed,
             experiment, experiment, seed, experiment, seed);
    sql(text);
}

static void metric(int experiment, int seed, const char *key, double value, int time, int step,
                   int is_nan)
{
    char text[500];
    snprintf(text, sizeof text, "INSERT INTO metrics VALUES ('%s', %.17g, %d, 'u%d%d', %d, %d)",
             key, value, time, experiment, seed, step, is_nan);
    sql(text);
}

/* Six steps of a training loss, three of a validation accuracy without steps. */
static void train(int experiment, int seed)
{
    for (int step = 1; step <= 6; step++)
        metric(experiment, seed, "loss", 10 * seed + step + (step * seed) % 4, 1000 * step, step,
               0);
    for (int k = 1; k <= 6; k++)
        metric(experiment, seed, "val_loss", 7 * seed - k * k, 1000 * k + 500, 0, 0);
    metric(experiment, seed, "acc", seed + experiment * 0.5, 6900, 0, 0);
}

static char path[600];

static void open_database(const char *folder)
{
    study_folder(folder);
    study_text("mlflow.db", "");
    snprintf(path, sizeof path, "%s/%s/mlflow.db", unit_folder(), folder);
    ck_assert_int_eq(sqlite3_open(path, &database), SQLITE_OK);
    sql(schema);
}

static void usual(const char *folder)
{
    open_database(folder);
    for (int experiment = 1; experiment <= 2; experiment++)
        for (int seed = 1; seed <= 3; seed++) {
            run(experiment, seed, "FINISHED", "active");
            train(experiment, seed);
        }
}

static void close_database(void)
{
    sqlite3_close(database);
}

START_TEST(experiments_are_arms)
{
    usual("mlflow1");
    run(1, 4, "FINISHED", "deleted");
    train(1, 4);
    run(2, 4, "FAILED", "active");
    run(2, 5, "KILLED", "active");
    close_database();
    struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
    const struct arm *arm = study_arm(study, "small");
    ck_assert_uint_eq(study->n_arms, 2);
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_str_eq(arm->runs[1], "run-2");
    ck_assert_double_eq(arm->y[2], 3.5);
    ck_assert_double_eq(study_value(arm, "loss@1/3", 1), 20 + 2 + 0);
    study_assert_said("run 'run-4' is deleted and is not read");
    arm = study_arm(study, "large");
    ck_assert_uint_eq(arm->n_left_out, 2);
    ck_assert_str_eq(arm->left_out[0].run, "run-4");
    ck_assert_str_eq(arm->left_out[0].reason, "MLflow says that the run failed: status FAILED");
    ck_assert_str_eq(arm->left_out[1].reason, "MLflow says that the run failed: status KILLED");
    study_unref(study);
}
END_TEST

START_TEST(parameters_and_tags_name_arms_groups_and_runs)
{
    usual("mlflow2");
    sql("DELETE FROM params WHERE run_uuid = 'u23' AND key = 'model'");
    run(1, 9, "RUNNING", "active");
    train(1, 9);
    close_database();
    struct study *study = study_of(HEAD "mlflow:\n  file: mlflow.db\n  arm: param model\n"
                                        "  group: tag data\n  run: param seed\n"
                                        "arms: [{name: m1, exclude_runs: [\"102\"]}]\n");
    const struct arm *arm = study_arm(study, "x/m1");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_str_eq(arm->runs[0], "101");
    ck_assert_str_eq(arm->left_out[0].reason, "excluded by the manifest");
    study_assert_said("run '103' is in no arm: it has no parameter 'model'");
    study_assert_said("runs that have not ended (status RUNNING): 1, the first is '109'");
    study_unref(study);
}
END_TEST

START_TEST(without_steps_the_time_orders)
{
    usual("mlflow3");
    close_database();
    struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
    const struct arm *arm = study_arm(study, "small");
    /* val_loss k is row 2k - 1 of 13 (loss k is row 2k - 2, acc the last): k = 1, 2 lie within the
     * first third, and the outcome does not. */
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 0), 7 - 4);
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 2), 21 - 4);
    ck_assert_str_eq(arm->statistic[0], "val_loss@1/3");
    ck_assert(!study_has(arm, "acc@1/3"));
    study_unref(study);
}
END_TEST

START_TEST(nan_infinity_and_repeats)
{
    usual("mlflow4");
    metric(1, 1, "loss", 0, 2100, 2, 1);  /* NaN, later than the value at step 2 */
    metric(1, 2, "loss", 77, 2100, 2, 0); /* again at step 2 */
    metric(1, 3, "loss", -1.7976931348623157e308, 900, 2, 0); /* earlier than that at step 2 */
    for (int seed = 1; seed <= 3; seed++)
        metric(2, seed, "grad", seed == 2 ? 1.7976931348623157e308 : seed, 900, 1, 0);
    metric(2, 3, "acc", 0, 8000, 0, 1);
    close_database();
    struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
    const struct arm *arm = study_arm(study, "small");
    ck_assert_double_eq(study_value(arm, "loss@1/3", 0), 10 + 1 + 1);
    ck_assert_double_eq(study_value(arm, "loss@1/3", 1), 77);
    ck_assert_double_eq(study_value(arm, "loss@1/3", 2), 30 + 2 + 2);
    study_assert_said("values logged again at the same step: 1; the later one counts");
    arm = study_arm(study, "large");
    ck_assert_uint_eq(arm->n_diverged, 1); /* its last value is NaN */
    ck_assert_str_eq(study_dropped(arm, "grad@1/3"), "not finite in 1 of 2 runs");
    study_unref(study);
}
END_TEST

START_TEST(runs_of_one_name_are_told_apart)
{
    usual("mlflow5");
    sql("UPDATE runs SET name = 'same' WHERE run_uuid IN ('u11', 'u13');"
        "UPDATE runs SET name = NULL WHERE run_uuid = 'u12';");
    close_database();
    struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
    const struct arm *arm = study_arm(study, "small");
    ck_assert_str_eq(arm->runs[0], "u11");
    ck_assert_str_eq(arm->runs[1], "u12");
    ck_assert_str_eq(arm->runs[2], "u13");
    study_assert_said("in arm 'small' more than one run is called 'same'");
    study_unref(study);
}
END_TEST

START_TEST(a_database_in_use_is_read)
{
    usual("mlflow6");
    sql("PRAGMA journal_mode = WAL; BEGIN; UPDATE metrics SET value = 0 WHERE key = 'acc';");
    struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
    ck_assert_double_eq(study_arm(study, "small")->y[2], 3.5);
    study_unref(study);
    sql("ROLLBACK; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said(
        "mlflow.db: error: cannot be read: database is locked (another program writes to it; try "
        "again when it has finished)");
    close_database();
}
END_TEST

/* What a server commits stands next to the file until it is taken over; the file itself is still. */
START_TEST(commits_beside_the_file_are_news)
{
    struct watch_news news;
    char manifest[700];
    usual("mlflow11");
    sql("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    study_unref(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    snprintf(manifest, sizeof manifest, "%s/mlflow11/study.yaml", unit_folder());
    struct watch *watch = watch_new(manifest, WATCH_POLL);
    ck_assert(!watch_look(watch, &news));
    metric(1, 1, "acc", 5, 7000, 0, 0);
    ck_assert(watch_look(watch, &news));
    ck_assert_uint_eq(news.n_files, 1);
    watch_free(watch);
    watch = watch_new(manifest, WATCH_POLL);
    ck_assert(!watch_look(watch, &news));
    /* The server ends: the file has what the WAL had. */
    close_database();
    ck_assert(watch_look(watch, &news));
    ck_assert_uint_eq(news.n_files, 1);
    ck_assert_uint_eq(news.n_gone, 0);
    watch_free(watch);
    watch = watch_new(manifest, WATCH_POLL);
    /* Another one begins and has written nothing yet. */
    sqlite3_open(path, &database);
    sql("SELECT * FROM runs");
    ck_assert(!watch_look(watch, &news));
    close_database();
    watch_free(watch);
}
END_TEST

START_TEST(faults_of_the_key)
{
    usual("mlflow7");
    close_database();
    ck_assert_ptr_null(
        study_of(HEAD "mlflow: {file: no.db, arm: model, run: experiment, grup: x}\n"));
    study_assert_said("study.yaml:3:16: error: there is no file");
    study_assert_said(
        "study.yaml:3:28: error: \"model\" is not one of experiment, param NAME, tag NAME");
    study_assert_said(
        "study.yaml:3:40: error: \"experiment\" is not one of name, param NAME, tag NAME");
    study_assert_said("study.yaml:3:52: error: unknown key \"grup\"; did you mean \"group\"?");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {arm: param }\n"));
    study_assert_said("the key \"file\" is missing here");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\ntable: {file: mlflow.db}\n"));
    study_assert_said("study.yaml:3:1: error: choose only one of discover");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db, arm: param lr}\n"));
    study_assert_said("run 'run-1' is in no arm: it has no parameter 'lr'");
    study_assert_said("the study has no arms");
    ck_assert_ptr_null(study_of(HEAD "arms: [{name: a, runs: \"*.db\"}]\n"));
    study_assert_said("is read by the manifest's key mlflow:");
}
END_TEST

/* Each page of the database broken in turn: runs may be lost, and that is said; nothing else. */
START_TEST(broken_databases)
{
    study_folder("mlflow8");
    study_text("mlflow.db", "no database at all, and longer than the header of one would be: "
                            "0123456789012345678901234567890123456789012345678901234567890123");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said("mlflow.db: error: cannot be read: file is not a database");
    study_text("mlflow.db", "");
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said(
        "is an SQLite database, but not one of MLflow: it has no table 'experiments'");
    open_database("mlflow9");
    sql("DROP TABLE metrics; CREATE VIEW metrics AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
        "SELECT "
        "i + 1 FROM n) SELECT 'acc' AS key, i AS value, i AS timestamp, 'u' AS run_uuid, i AS "
        "step, 0 "
        "AS is_nan FROM n");
    close_database();
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said("it has no table 'metrics'");
    usual("mlflow8");
    close_database();
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 17], broken[1 << 17];
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_gt(n, 8192);
    ck_assert_uint_lt(n, sizeof bytes);
    study_file("mlflow.db", bytes, n / 2);
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said("mlflow.db: error: ");
    for (size_t page = 0; page < n; page += 4096) {
        memcpy(broken, bytes, n);
        for (size_t i = 0; i < 4096 && page + i < n; i++)
            broken[page + i] = (char)(i * 2654435761u >> 13 ^ page);
        study_file("mlflow.db", broken, n);
        struct study *study = study_of(HEAD "mlflow: {file: mlflow.db}\n");
        ck_assert_msg(!study || strstr(study_said(), "malformed") || study->n_arms == 2,
                      "page %zu: %s", page / 4096, study_said());
        if (study)
            study_unref(study);
    }
}
END_TEST

/* What a generated column holds may take for ever to compute. */
START_TEST(a_column_that_computes_is_refused)
{
    usual("mlflow12");
    sql("ALTER TABLE params ADD COLUMN hex GENERATED ALWAYS AS (hex(value))");
    close_database();
    ck_assert_ptr_null(study_of(HEAD "mlflow: {file: mlflow.db}\n"));
    study_assert_said("it computes columns of its table 'params'");
}
END_TEST

/* Pages that lead to each other hold rows without end. */
START_TEST(rows_without_end_come_to_one)
{
    static const char *const files[] = {"endless-runs.db", "endless-metrics.db"};
    for (size_t i = 0; i < 2; i++) {
        char name[100], manifest[1000];
        snprintf(name, sizeof name, "tests/fuzz/corpus/database/%s", files[i]);
        char *file = unit_source_path(name);
        snprintf(manifest, sizeof manifest, HEAD "mlflow: {file: \"%s\"}\n", file);
        study_folder(files[i]);
        ck_assert_ptr_null(study_of(manifest));
        study_assert_said("the file is damaged: its rows do not come to an end");
        free(file);
    }
}
END_TEST

START_TEST(init_writes_the_key)
{
    usual("mlflow10");
    sql("UPDATE metrics SET key = 'test_acc' WHERE key = 'acc'");
    close_database();
    char folder[600], manifest[700];
    snprintf(folder, sizeof folder, "%s/mlflow10", unit_folder());
    snprintf(manifest, sizeof manifest, "%s/init.yaml", folder);
    const char *folders[] = {folder};
    const struct init_request request = {1, folders, manifest};
    struct strbuf text;
    struct diags diags;
    strbuf_init(&text);
    diags_init(&diags);
    ck_assert(init_manifest(&request, &text, &diags));
    ck_assert_msg(strstr(text.text, "metric: test_acc\n") != NULL, "%s", text.text);
    ck_assert_ptr_nonnull(strstr(text.text, "mlflow: {file: mlflow.db, arm: experiment}\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "primary: val_loss@1/3\n"));
    struct study *study = study_of(text.text);
    ck_assert_uint_eq(study_arm(study, "large")->n_runs, 3);
    study_unref(study);
    strbuf_done(&text);
    diags_done(&diags);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {experiments_are_arms,
                                  parameters_and_tags_name_arms_groups_and_runs,
                                  without_steps_the_time_orders,
                                  nan_infinity_and_repeats,
                                  runs_of_one_name_are_told_apart,
                                  a_database_in_use_is_read,
                                  commits_beside_the_file_are_news,
                                  faults_of_the_key,
                                  broken_databases,
                                  a_column_that_computes_is_refused,
                                  rows_without_end_come_to_one,
                                  init_writes_the_key};
    return unit_main(unit_suite("study_mlflow", tests, sizeof tests / sizeof *tests));
}
