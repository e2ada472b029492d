/* Studies of one table, and of wide files. */
#include "study_test.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "logvar: 1\noutcome: {metric: acc, better: higher}\n"
#define TABLE HEAD "table: {file: runs.csv, arm: model, group: data, run: seed}\n"

static const char usual[] = "model,data,seed,acc,val_loss,test_loss,loss,note\n"
                            "a,x,1,0.5,3,1,2,ok\n"
                            "b,x,1,0.6,4,2,3,ok\n"
                            "a,y,1,0.7,5,3,4,ok\n"
                            "a,x,2,0.8,6,4,5,\n"
                            "b,x,2,0.9,7,5,6,\n"
                            "a,y,2,0.1,8,6,7,\n"
                            "a,x,3,0.2,9,7,,ok\n"
                            "b,x,3,NA,9,7,8,ok\n"
                            "a,y,3,0.4,9,7,inf,ok\n";

START_TEST(rows_are_runs_columns_are_candidates)
{
    study_folder("rows");
    study_text("runs.csv", usual);
    struct study *study = study_of(TABLE);
    const struct arm *arm = study_arm(study, "x/a");
    ck_assert_uint_eq(study->n_arms, 3);
    ck_assert_str_eq(study->arms[1].label, "x/b");
    ck_assert_str_eq(study->arms[2].label, "y/a");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_str_eq(arm->runs[2], "3");
    ck_assert_double_eq(study_value(arm, "val_loss", 1), 6);
    ck_assert_str_eq(study_dropped(arm, "loss"), "missing in 1 of 3 runs");
    ck_assert_str_eq(study_dropped(arm, "test_loss"), "measured on the test set");
    ck_assert_str_eq(study_dropped(arm, "note"), "not a number in 2 of 3 runs");
    ck_assert(!study_has(arm, "acc"));
    ck_assert_str_eq(arm->statistic[0], "val_loss");
    ck_assert_str_eq(study->window, "");
    arm = study_arm(study, "x/b");
    ck_assert_uint_eq(arm->n_runs, 2);
    ck_assert_str_eq(arm->left_out[0].run, "3");
    ck_assert_str_eq(arm->left_out[0].reason, "the outcome is missing");
    ck_assert_str_eq(study_dropped(study_arm(study, "y/a"), "loss"), "not finite in 1 of 3 runs");
    study_unref(study);
}
END_TEST

START_TEST(a_table_may_be_as_plain_as_can_be)
{
    study_folder("plain");
    study_text("t.csv", ",acc,early\n0,1,5\n1,2,7\n2,3,6\n");
    struct study *study = study_of(HEAD "table: {file: t.csv}\n");
    const struct arm *arm = study_arm(study, "all");
    ck_assert_str_eq(arm->runs[0], "1");
    ck_assert_uint_eq(arm->n_candidates, 1);
    ck_assert_str_eq(study_dropped(arm, "column 1"), "numbers the rows");
    study_unref(study);
}
END_TEST

START_TEST(families_out_of_column_names)
{
    study_folder("families");
    study_text("t.csv", "acc,gradient-norm:1,validation:1,own:1,validation:2\n"
                        "1,1,2,3,5\n2,2,3,4,6\n3,7,8,9,1\n");
    struct study *study = study_of(HEAD "primary: validation:2\ntable: {file: t.csv}\n");
    const struct arm *arm = study_arm(study, "all");
    static const char *const families[] = {"validation", "gradient-norm", "own"};
    static const char *const names[] = {"validation:1", "validation:2", "gradient-norm:1", "own:1"};
    ck_assert_uint_eq(study->n_families, 3);
    for (size_t f = 0; f < 3; f++)
        ck_assert_str_eq(study->families[f].name, families[f]);
    for (size_t i = 0; i < 4; i++)
        ck_assert_str_eq(arm->candidates[i].name, names[i]);
    ck_assert_uint_eq(arm->statistic_candidate[0], 1);
    study_unref(study);
    study = study_of(HEAD "primary: own:1\ntable: {file: t.csv}\n"
                          "families: {mine: [\"own:*\"], rest: [\"validation:*\"]}\n");
    arm = study_arm(study, "all");
    ck_assert_str_eq(study_dropped(arm, "gradient-norm:1"), "in none of the families");
    ck_assert_uint_eq(arm->candidates[arm_find_candidate(arm, "validation:1")].family, 1);
    study_unref(study);
}
END_TEST

START_TEST(given_folds)
{
    study_folder("folds");
    study_text("t.csv", "acc,f,x\n1,10,1\n2,2,5\n3,10,3\n4,7,2\n");
    struct study *study = study_of(HEAD "table: {file: t.csv, fold: f}\n");
    const struct arm *arm = study_arm(study, "all");
    static const unsigned expected[] = {2, 0, 2, 1};
    ck_assert_uint_eq(arm->n_folds, 3);
    for (size_t i = 0; i < 4; i++)
        ck_assert_uint_eq(arm->fold[i], expected[i]);
    ck_assert(!study_has(arm, "f"));
    study_unref(study);
    study_text("t.csv", "acc,f,x\n1,1,1\n2,1,5\n");
    ck_assert_ptr_null(study_of(HEAD "table: {file: t.csv, fold: f}\n"));
    study_assert_said("one fold only");
    study_text("t.csv", "acc,f,x\n1,1,1\n2,,5\n");
    ck_assert_ptr_null(study_of(HEAD "table: {file: t.csv, fold: f}\n"));
    study_assert_said("t.csv:3: error: the fold is not a number");
}
END_TEST

START_TEST(faults_of_a_table)
{
    study_folder("faults");
    study_text("runs.csv", usual);
    ck_assert_ptr_null(study_of(HEAD "table: {file: runs.csv, arm: modell, run: sead}\n"));
    study_assert_said("no column 'modell'; the nearest is 'model'");
    study_assert_said("no column 'sead'; the nearest is 'seed'");
    ck_assert_ptr_null(study_of("logvar: 1\noutcome: {metric: ac, better: higher}\n"
                                "table: {file: runs.csv, arm: model, run: seed, group: data}\n"));
    study_assert_said("study.yaml:2:19: error: the table has no column 'ac'");
    ck_assert_ptr_null(study_of(HEAD "table: {file: runs.csv, arm: model, run: seed}\n"));
    study_assert_said("one row per run is expected");
    study_text("runs.csv", "model,data,seed,acc,x\n");
    ck_assert_ptr_null(study_of(TABLE));
    study_assert_said("the table has no rows");
    study_text("runs.csv", "model,data,seed,acc,x\na,x,1,1,1\na,x,2,2,2\nb,x,1,1,1\n");
    ck_assert_ptr_null(study_of(TABLE));
    study_assert_said("arm 'x/b' has 1 usable run");
}
END_TEST

START_TEST(an_arm_of_a_table_may_have_its_own_settings)
{
    study_folder("settings");
    study_text("runs.csv", usual);
    struct study *study =
        study_of(TABLE "exclude: [loss]\narms:\n  - {name: a, group: x, primary: loss, "
                       "exclude: [val_*], exclude_runs: [\"3\"]}\n");
    const struct arm *arm = study_arm(study, "x/a");
    ck_assert_uint_eq(arm->n_runs, 2);
    ck_assert_str_eq(arm->left_out[0].reason, "excluded by the manifest");
    ck_assert(study_has(arm, "loss"));
    ck_assert_str_eq(study_dropped(arm, "val_loss"), "excluded by the manifest");
    ck_assert_str_eq(arm->statistic[0], "loss");
    ck_assert_str_eq(study_dropped(study_arm(study, "y/a"), "loss"), "excluded by the manifest");
    study_unref(study);
    study = study_of(TABLE "arms: [{name: a, group: x, exclude_runs: [\"9\"]}]\n");
    study_assert_said("study.yaml:4:43: warning: exclude_runs: there is no run '9'");
    study_unref(study);
}
END_TEST

START_TEST(a_long_table_holds_the_logs_of_all_runs)
{
    study_folder("long");
    /* Out of order, with a test row that has no step, and words in a column. */
    study_text("l.csv", "seed,method,kind,step,val_loss,test_acc\n"
                        "2,m,log,20,4,\n1,m,log,10,1,\n2,m,log,10,2,\n1,m,log,20,3,\n"
                        "3,m,log,10,7,\n1,m,test,,,0.5\n2,m,test,,,0.75\n3,m,test,,,nan\n"
                        "1,m,log,30,9,\n2,m,log,30,9,\n3,m,log,30,9,\n");
    struct study *study =
        study_of("logvar: 1\noutcome: {metric: test_acc, better: higher}\nwindow: 2/3\n"
                 "table: {file: l.csv, run: seed, arm: method, step: step}\n");
    const struct arm *arm = study_arm(study, "m");
    ck_assert_uint_eq(arm->n_runs, 2);
    ck_assert_str_eq(arm->runs[0], "2");
    ck_assert_double_eq(arm->y[0], 0.75);
    ck_assert_double_eq(study_value(arm, "val_loss@2/3", 0), 4);
    ck_assert_double_eq(study_value(arm, "val_loss@s10", 1), 1);
    ck_assert(!study_has(arm, "val_loss@s30"));
    ck_assert_str_eq(arm->left_out[0].run, "3");
    ck_assert_str_eq(study_dropped(arm, "kind"), "text");
    ck_assert_str_eq(study->window, "2/3");
    study_unref(study);
    ck_assert_ptr_null(study_of("logvar: 1\noutcome: {metric: test_acc, better: higher}\n"
                                "table: {file: l.csv, arm: method, step: step}\n"));
    study_assert_said("needs the column with the run");
}
END_TEST

#define WIDE "logvar: 1\noutcome: {metric: rew, better: higher}\n"

START_TEST(columns_are_runs_in_a_wide_file)
{
    study_folder("wide");
    study_text("w.csv", "step,rew,rew:shaded,rew:s_0_x,rew:s_1_x,rew:s_2_x\n"
                        "0,9,9,1,2,3\n10,9,9,4,5,5\n20,9,9,7,8,\n30,9,9,10,12,11\n");
    struct study *study =
        study_of(WIDE "wide: {file: w.csv, index: step, runs: \"rew:s_{run}_*\", arm: sac}\n");
    const struct arm *arm = study_arm(study, "sac");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_str_eq(arm->runs[1], "1");
    ck_assert_double_eq(arm->y[2], 11);
    ck_assert_double_eq(study_value(arm, "rew@s0", 1), 2);
    ck_assert_double_eq(study_value(arm, "rew@1/3", 0), 4);
    ck_assert_double_eq(study_value(arm, "change(rew)", 2), 2);
    ck_assert_str_eq(arm->statistic[0], "rew@1/3");
    study_assert_said("2 columns are not runs, the first is 'rew'");
    study_unref(study);
}
END_TEST

START_TEST(wide_files_of_one_arm_are_metrics_of_the_same_runs)
{
    study_folder("wide2");
    study_text("acc.csv", "Step,a - acc,b - acc,c - acc\n1,1,2,3\n3,4,5,9\n");
    study_text("loss.csv", "Step,b - loss,b - loss__MIN,a - loss,c - loss\n1,6,0,5,8\n3,1,0,1,1\n");
    struct study *study =
        study_of("logvar: 1\noutcome: {metric: acc, better: higher}\nwide:\n"
                 "  - {file: acc.csv, runs: \"{run} - acc\", metric: acc, arm: m}\n"
                 "  - {file: loss.csv, runs: \"{run} - loss\", metric: val_loss, arm: m}\n");
    const struct arm *arm = study_arm(study, "m");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_double_eq(arm->y[1], 5);
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 0), 5);
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 1), 6);
    ck_assert_str_eq(arm->statistic[0], "val_loss@1/3");
    study_unref(study);
}
END_TEST

START_TEST(faults_of_a_wide_file)
{
    study_folder("wide3");
    study_text("w.csv", "step,a,b\n1,2,3\n2,3,4\n");
    ck_assert_ptr_null(study_of(WIDE "wide: {file: w.csv, index: stepp, runs: \"{run}\"}\n"));
    study_assert_said("has no column 'stepp'");
    ck_assert_ptr_null(study_of(WIDE "wide: {file: w.csv, runs: \"seed{run}\"}\n"));
    study_assert_said("matches 'seed{run}'");
}
END_TEST

START_TEST(the_reference_matrix)
{
    char *path = unit_shared_path("reference/matrix.csv");
    if (!path)
        return;
    study_folder("reference");
    char manifest[600];
    snprintf(manifest, sizeof manifest,
             "logvar: 1\noutcome: {metric: outcome, better: higher}\nprimary: validation:1\n"
             "table: {file: \"%s\", run: run, fold: fold}\n",
             path);
    struct study *study = study_of(manifest);
    const struct arm *arm = study_arm(study, "all");
    ck_assert_uint_eq(arm->n_runs, 30);
    ck_assert_uint_eq(arm->n_candidates, 45);
    ck_assert_uint_eq(arm->n_folds, 5);
    ck_assert_uint_eq(arm->fold[1], 4);
    ck_assert_double_eq(arm->y[0], 70.1013);
    ck_assert_uint_eq(study->families[1].n_candidates, 25);
    study_unref(study);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        rows_are_runs_columns_are_candidates,
        a_table_may_be_as_plain_as_can_be,
        families_out_of_column_names,
        given_folds,
        faults_of_a_table,
        an_arm_of_a_table_may_have_its_own_settings,
        a_long_table_holds_the_logs_of_all_runs,
        columns_are_runs_in_a_wide_file,
        wide_files_of_one_arm_are_metrics_of_the_same_runs,
        faults_of_a_wide_file,
        the_reference_matrix,
    };
    return unit_main(unit_suite("study: tables", tests, sizeof tests / sizeof *tests));
}
