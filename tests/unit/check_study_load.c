/* Studies of logs, from a manifest and files on disk. */
#include "study_test.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "logvar: 1\noutcome: {metric: test_acc, at: last, better: higher, scale: 100}\n"
#define FIND "discover: \"{arm}/run_{run}.csv\"\n"

/* Six epochs; everything depends on the run's number. */
static void usual_log(const char *arm, int run)
{
    char text[2000] = "epoch,val_loss,train_loss,lr,test_acc,test_loss\n";
    for (int epoch = 1; epoch <= 6; epoch++) {
        char line[200];
        snprintf(line, sizeof line, "%d,%g,%g,0.1,%g,%g\n", epoch, 2.0 / epoch + 0.01 * run,
                 3.0 / epoch + 0.02 * run * epoch, 0.5 + 0.05 * epoch + 0.001 * run, 1.0 / epoch);
        strcat(text, line);
    }
    study_log(arm, run, text);
}

static void usual_arm(const char *arm, int n_runs)
{
    for (int run = 1; run <= n_runs; run++)
        usual_log(arm, run);
}

START_TEST(a_plain_study)
{
    study_folder("a_plain_study");
    usual_arm("plain", 4);
    struct study *study = study_of(HEAD FIND);
    const struct arm *arm = study_arm(study, "plain");
    ck_assert_uint_eq(arm->n_runs, 4);
    ck_assert_str_eq(arm->runs[0], "01");
    ck_assert_double_eq_tol(arm->y[2], 0.803, 1e-12);
    ck_assert_double_eq_tol(arm->y_mean, 0.8025, 1e-12);
    ck_assert_double_eq_tol(arm->y_sd, 0.001 * sqrt(5.0 / 3), 1e-12);
    ck_assert_str_eq(study->arms[0].outcome.text, "test_acc at last");
    ck_assert_str_eq(study->window, "1/3");
    ck_assert_double_eq(study->arms[0].outcome.scale, 100);
    /* The window ends at epoch 2 of 6. */
    ck_assert_double_eq_tol(study_value(arm, "val_loss@1/3", 1), 1.02, 1e-12);
    ck_assert_double_eq_tol(study_value(arm, "val_loss@e1", 0), 2.01, 1e-12);
    ck_assert(!study_has(arm, "val_loss@e3"));
    ck_assert(!study_has(arm, "mean(val_loss)"));
    ck_assert_double_eq_tol(study_value(arm, "mean(train_loss)", 0), 2.28, 1e-12);
    ck_assert_str_eq(study_dropped(arm, "lr@1/3"), "constant");
    ck_assert_str_eq(study_dropped(arm, "test_acc"), "measured on the test set");
    ck_assert_str_eq(study_dropped(arm, "test_loss"), "measured on the test set");
    ck_assert_uint_eq(arm->n_statistic, 1);
    ck_assert(!arm->statistic_declared);
    ck_assert_str_eq(arm->statistic[0], "val_loss@1/3");
    ck_assert_uint_eq(arm->statistic_candidate[0], arm_find_candidate(arm, "val_loss@1/3"));
    /* The constant learning rate leaves its family empty, so that is not shown. */
    ck_assert_uint_eq(study->n_families, 2);
    ck_assert_str_eq(study->families[0].name, "validation");
    ck_assert_uint_eq(study->families[0].n_candidates, 3);
    ck_assert_str_eq(study->families[1].name, "training-loss");
    study_unref(study);
}
END_TEST

START_TEST(order_is_families_then_metrics_then_statistics)
{
    study_folder("order_is_families_then_metrics_then_statistics");
    for (int run = 1; run <= 3; run++) {
        char text[400];
        snprintf(text, sizeof text,
                 "epoch,loss,val_b,val_a,test_acc\n1,%d,%d,%d,1\n2,%d,%d,%d,1\n3,1,1,1,%d\n", run,
                 run * 2, run * 3, run * 5, run * 7, run * 11, run);
        study_log("order", run, text);
    }
    struct study *study = study_of(HEAD FIND "window: 2/3\nfamilies: {v: [val_*], t: [loss]}\n");
    const struct arm *arm = study_arm(study, "order");
    static const char *const expected[] = {
        "val_b@e1",  "val_b@e2",    "val_b@2/3",   "val_a@e1",   "val_a@e2",    "val_a@2/3",
        "loss@e1",   "loss@e2",     "loss@2/3",    "mean(loss)", "sd(loss)",    "min(loss)",
        "max(loss)", "slope(loss)", "first(loss)", "last(loss)", "change(loss)"};
    ck_assert_uint_eq(arm->n_candidates, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < arm->n_candidates; i++)
        ck_assert_str_eq(arm->candidates[i].name, expected[i]);
    ck_assert_str_eq(arm->candidates[0].metric, "val_b");
    ck_assert_uint_eq(arm->candidates[6].family, 1);
    study_unref(study);
}
END_TEST

START_TEST(runs_left_out_are_named)
{
    study_folder("runs_left_out_are_named");
    usual_arm("some", 3);
    study_log("some", 4, "epoch,val_loss,test_acc\n1,1,nan\n2,1,nan\n");
    study_log("some", 5, "epoch,val_loss,test_acc\n1,1,0.5\n2,1,inf\n");
    char noise[600];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * 197 + 13);
    study_file("some/run_06.csv", noise, sizeof noise);
    usual_log("some", 7);
    struct study *study =
        study_of(HEAD FIND "arms: [{name: some, exclude_runs: [{run: \"07\", why: power cut}]}]\n");
    const struct arm *arm = study_arm(study, "some");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_uint_eq(arm->n_left_out, 4);
    ck_assert_str_eq(arm->left_out[0].run, "04");
    ck_assert_str_eq(arm->left_out[0].reason, "diverged: test_acc is nan throughout");
    ck_assert_str_eq(arm->left_out[1].reason, "diverged: the outcome test_acc is infinite");
    ck_assert_str_eq(arm->left_out[2].run, "06");
    ck_assert_str_eq(arm->left_out[3].reason, "excluded: power cut");
    study_unref(study);
}
END_TEST

START_TEST(an_arm_with_one_run_is_an_error_with_its_place)
{
    study_folder("an_arm_with_one_run_is_an_error_with_its_place");
    usual_arm("lone", 1);
    usual_arm("pair", 2);
    ck_assert_ptr_null(study_of(HEAD "arms:\n  - {name: pair, runs: pair/*.csv}\n"
                                     "  - {name: lone, runs: lone/*.csv}\n"));
    study_assert_said("study.yaml:5:5: error: arm 'lone' has 1 usable run, and at least 2 are");
}
END_TEST

START_TEST(an_outcome_that_no_run_has_is_one_error)
{
    study_folder("an_outcome_that_no_run_has_is_one_error");
    usual_arm("first", 3);
    usual_arm("second", 3);
    ck_assert_ptr_null(study_of("logvar: 1\noutcome: {metric: test_ac, better: higher}\n" FIND));
    study_assert_said("study.yaml:2:19: error: no run has the outcome 'test_ac'");
    study_assert_said("the nearest metric is 'test_acc'");
    const char *first = strstr(study_said(), "error:");
    ck_assert_ptr_null(strstr(first + 1, "error:"));
}
END_TEST

START_TEST(candidates_are_the_same_in_all_runs_or_dropped)
{
    study_folder("candidates_are_the_same_in_all_runs_or_dropped");
    usual_arm("gaps", 4);
    study_log("gaps", 5,
              "epoch,val_loss,train_loss,test_acc\n1,,3,0.1\n2,1.5,2.5,0.2\n6,1,1,0.9\n");
    struct study *study = study_of(HEAD FIND);
    const struct arm *arm = study_arm(study, "gaps");
    ck_assert_str_eq(study_dropped(arm, "val_loss@e1"), "missing in 1 of 5 runs");
    ck_assert_double_eq(study_value(arm, "val_loss@e2", 4), 1.5);
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 4), 1.5);
    ck_assert_str_eq(study_dropped(arm, "lr@1/3"), "missing in 1 of 5 runs");
    study_unref(study);
}
END_TEST

START_TEST(alternating_rows_and_shifted_epochs)
{
    study_folder("alternating_rows_and_shifted_epochs");
    for (int run = 1; run <= 3; run++) {
        char text[600];
        snprintf(text, sizeof text,
                 "epoch,step,train_loss,val_loss,test_acc\n"
                 "0,3,%d,,\n0,4,,%d,\n1,7,%d,,\n1,8,,%d,\n2,11,%d,,\n2,12,,%d,\n2,12,,,%d\n",
                 run, run * 2, run * 3, run * 4, run * 5, run * 6, run);
        study_log("light", run, text);
    }
    struct study *study = study_of(HEAD FIND);
    const struct arm *arm = study_arm(study, "light");
    ck_assert_double_eq(study_value(arm, "val_loss@1/3", 1), 4);   /* step 4 of 12 */
    ck_assert_double_eq(study_value(arm, "train_loss@1/3", 1), 2); /* step 3 */
    ck_assert(!study_has(arm, "val_loss@s8"));
    study_unref(study);
}
END_TEST

START_TEST(two_files_a_run_with_a_prefix_and_a_declared_length)
{
    study_folder("two_files_a_run_with_a_prefix_and_a_declared_length");
    usual_arm("two", 3);
    for (int run = 1; run <= 3; run++) {
        char name[60], text[6000] = "step,loss\n";
        for (int step = 1; step <= 300; step++) {
            char line[40];
            snprintf(line, sizeof line, "%d,%g\n", step, 5.0 / step + run);
            strcat(text, line);
        }
        snprintf(name, sizeof name, "two/run_%02d_steps.csv", run);
        study_text(name, text);
    }
    static const char patterns[] = "discover: [\"{arm}/run_{run}.csv\", "
                                   "{path: \"{arm}/run_{run}_steps.csv\", prefix: batch_}]\n";
    char manifest[600];
    snprintf(manifest, sizeof manifest, HEAD "%s", patterns);
    struct study *study = study_of(manifest);
    const struct arm *arm = study_arm(study, "two");
    /* As logged: a third of 300 steps. */
    ck_assert_double_eq_tol(study_value(arm, "batch_loss@1/3", 0), 5.0 / 100 + 1, 1e-5);
    ck_assert(study_has(arm, "mean(batch_loss,1:50)"));
    ck_assert(!study_has(arm, "mean(batch_loss,1:100)"));
    study_unref(study);
    snprintf(manifest, sizeof manifest, HEAD "%slog: {length: [e6, s600]}\n", patterns);
    study = study_of(manifest);
    arm = study_arm(study, "two");
    ck_assert_double_eq_tol(study_value(arm, "batch_loss@1/3", 0), 5.0 / 200 + 1, 1e-5);
    ck_assert(study_has(arm, "mean(batch_loss,1:100)"));
    ck_assert_double_eq_tol(study_value(arm, "val_loss@1/3", 1), 1.02, 1e-12);
    study_unref(study);
}
END_TEST

START_TEST(one_point_an_epoch_makes_a_series_by_epochs)
{
    study_folder("by_epochs");
    for (int run = 1; run <= 3; run++) {
        char text[1000] = "epoch,step,train_loss,val_loss,test_acc\n";
        for (int step = 50; step <= 600; step += 50)
            /* %.0d writes nothing for 0: validation at the end of each epoch only. */
            sprintf(text + strlen(text), "%d,%d,%d,%.0d,0.%d\n", (step - 1) / 100 + 1, step,
                    step * run, step % 100 ? 0 : step / 100 * run, run);
        study_log("e", run, text);
    }
    struct study *study = study_of(HEAD FIND "primary: [val_loss@s200, train_loss@e2]\n");
    const struct arm *arm = study_arm(study, "e");
    ck_assert_double_eq(study_value(arm, "val_loss@e2", 1), 4);
    ck_assert_double_eq(study_value(arm, "val_loss@s200", 1), 4); /* declared by step */
    ck_assert_double_eq(study_value(arm, "train_loss@s150", 1), 300);
    ck_assert_double_eq(study_value(arm, "train_loss@e2", 1), 400); /* the last of epoch 2 */
    ck_assert(!study_has(arm, "val_loss@s100"));
    study_unref(study);
}
END_TEST

START_TEST(columns_that_are_no_series_are_named)
{
    study_folder("words");
    for (int run = 1; run <= 3; run++) {
        char text[200];
        snprintf(text, sizeof text,
                 "epoch,phase,val_loss,test_acc\n1,warm,%d,0.%d\n"
                 "2,main,1,0.%d\n3,main,1,0.%d\n",
                 run, run, run, run);
        study_log("w", run, text);
    }
    struct study *study = study_of(HEAD FIND);
    ck_assert_str_eq(study_dropped(study_arm(study, "w"), "phase"), "text");
    study_unref(study);
}
END_TEST

START_TEST(reaching_a_target_sooner_is_better)
{
    study_folder("reach");
    usual_arm("r", 3);
    struct study *study = study_of("logvar: 1\noutcome: {metric: test_acc, at: reach(0.7)}\n" FIND);
    ck_assert_double_eq(study_arm(study, "r")->y[0], 4);
    ck_assert(!study->arms[0].outcome.higher_is_better);
    study_assert_said("study.yaml:2:33: warning: the window is a share of each run's own length");
    study_unref(study);
    study = study_of("logvar: 1\noutcome: {metric: test_acc, at: reach(0.3)}\nwindow: e2\n" FIND);
    ck_assert_ptr_null(strstr(study_said(), "own length"));
    study_assert_said("study.yaml:2:33: warning: in arm 'r' the first value of test_acc reaches");
    study_unref(study);
}
END_TEST

START_TEST(too_many_candidates_are_refused)
{
    study_folder("many");
    enum { METRICS = 26000 };
    char *text = malloc(METRICS * 40);
    ck_assert_ptr_nonnull(text);
    for (int run = 1; run <= 2; run++) {
        char *to = text + sprintf(text, "epoch,test_acc");
        for (int m = 0; m < METRICS; m++)
            to += sprintf(to, ",m%d", m);
        for (int epoch = 1; epoch <= 3; epoch++) {
            to += sprintf(to, "\n%d,%d", epoch, run);
            for (int m = 0; m < METRICS; m++)
                to += sprintf(to, ",%d", run);
        }
        strcpy(to, "\n");
        study_log("m", run, text);
    }
    free(text);
    ck_assert_ptr_null(study_of(HEAD FIND "window: 2/3\nfamilies: {all: {metrics: [\"*\"], "
                                          "statistics: all}}\n"));
    study_assert_said("error: arm 'm' has more than 200000 candidates");
}
END_TEST

START_TEST(too_much_in_windows_is_refused)
{
    study_folder("too_much_in_windows_is_refused");
    usual_arm("plain", 4);
    /* Three metrics that may be used, two epochs of six, which they share: 24 values, 8 places. */
    study_unref(study_within(HEAD FIND, 32));
    ck_assert_ptr_null(study_within(HEAD FIND, 31));
    study_assert_said(
        "study.yaml: error: the windows of 4 of the 4 runs hold 32 numbers, and at most "
        "31 are kept");
}
END_TEST

/* Many runs: a few of them tell what all would take, and the rest is not read. */
START_TEST(too_much_is_seen_early)
{
    study_folder("too_much_is_seen_early");
    usual_arm("plain", 40);
    study_unref(study_within(HEAD FIND, 320));
    ck_assert_ptr_null(study_within(HEAD FIND, 319));
    study_assert_said("study.yaml: error: the windows of 40 of the 40 runs hold 320 numbers");
    ck_assert_ptr_null(study_within(HEAD FIND, 200));
    study_assert_said("study.yaml: error: the windows of all 40 runs would hold about 3");
    study_assert_said("going by 16 of them and the size of all files, and at most 200 are kept");
}
END_TEST

START_TEST(windows_of_epochs)
{
    study_folder("windows_of_epochs");
    usual_arm("window", 3);
    struct study *study = study_of(HEAD FIND "window: e4\n");
    const struct arm *arm = study_arm(study, "window");
    ck_assert_double_eq_tol(study_value(arm, "val_loss@e4", 0), 0.51, 1e-12);
    ck_assert(!study_has(arm, "val_loss@e5"));
    ck_assert_str_eq(arm->statistic[0], "val_loss@e4");
    study_unref(study);
}
END_TEST

START_TEST(declared_statistics)
{
    study_folder("declared_statistics");
    usual_arm("stat", 4);
    struct study *study = study_of(HEAD FIND "primary: [train_loss@1/6, mean(val_loss), lr@1/3]\n");
    const struct arm *arm = study_arm(study, "stat");
    ck_assert(arm->statistic_declared);
    ck_assert_uint_eq(arm->n_statistic, 3);
    ck_assert_double_eq_tol(study_value(arm, "train_loss@1/6", 1), 3.04, 1e-12);
    ck_assert_double_eq_tol(study_value(arm, "mean(val_loss)", 1), 1.52, 1e-12);
    ck_assert_uint_eq(arm->statistic_candidate[1], arm_find_candidate(arm, "mean(val_loss)"));
    ck_assert_uint_eq(arm->statistic_candidate[2], ARM_NO_CANDIDATE);
    study_assert_said("warning: in arm 'stat' the declared statistic lr@1/3 is not a candidate: "
                      "constant");
    study_unref(study);
}
END_TEST

static void assert_bad_primary(const char *primary, const char *said)
{
    char manifest[400];
    snprintf(manifest, sizeof manifest, HEAD FIND "exclude: [lr]\nprimary: %s\n", primary);
    ck_assert_msg(study_of(manifest) == NULL, "%s was accepted", primary);
    study_assert_said("study.yaml:5:10: error:");
    study_assert_said(said);
}

START_TEST(declarations_that_cannot_be)
{
    study_folder("declarations_that_cannot_be");
    usual_arm("bad", 3);
    assert_bad_primary("val_los@1/3", "the nearest is 'val_loss@1/3'");
    assert_bad_primary("val_loss@e5", "after the window");
    assert_bad_primary("val_loss@0.5", "after the window");
    assert_bad_primary("test_loss@1/3", "measured on the test set");
    assert_bad_primary("lr@1/3", "excluded by the manifest");
    assert_bad_primary("nonsense", "no candidate is called 'nonsense'");
}
END_TEST

START_TEST(a_metric_in_no_family_is_named)
{
    study_folder("a_metric_in_no_family_is_named");
    usual_arm("fam", 3);
    struct study *study = study_of(HEAD FIND "families: {validation: [val_*], extra: [no_*]}\n");
    const struct arm *arm = study_arm(study, "fam");
    ck_assert_str_eq(study_dropped(arm, "train_loss"), "in none of the families");
    ck_assert_uint_eq(study->n_families, 2); /* a declared family stays, empty as it is */
    ck_assert_uint_eq(study->families[1].n_candidates, 0);
    study_unref(study);
}
END_TEST

START_TEST(statistics_of_a_family)
{
    study_folder("statistics_of_a_family");
    usual_arm("kinds", 3);
    struct study *study =
        study_of(HEAD FIND "families:\n  validation: {metrics: [val_*], statistics: all}\n"
                           "  training-loss: {metrics: [train_loss], statistics: snapshots}\n");
    const struct arm *arm = study_arm(study, "kinds");
    ck_assert(study_has(arm, "mean(val_loss)"));
    ck_assert(study_has(arm, "train_loss@e1"));
    ck_assert(!study_has(arm, "mean(train_loss)"));
    study_unref(study);
}
END_TEST

START_TEST(the_outcome_early_is_a_candidate_but_never_itself)
{
    study_folder("the_outcome_early_is_a_candidate_but_never_itself");
    usual_arm("own", 4);
    struct study *study = study_of("logvar: 1\noutcome: {metric: val_loss, better: lower}\n" FIND);
    const struct arm *arm = study_arm(study, "own");
    ck_assert(study_has(arm, "val_loss@1/3"));
    ck_assert(!study->arms[0].outcome.higher_is_better);
    study_unref(study);
    study = study_of("logvar: 1\noutcome: {metric: val_loss, better: lower, at: e2}\n" FIND);
    arm = study_arm(study, "own");
    ck_assert(!study_has(arm, "val_loss@e1"));
    ck_assert_str_eq(study_dropped(arm, "val_loss"),
                     "the outcome itself: it lies inside the window in 4 of 4 runs");
    study_unref(study);
}
END_TEST

START_TEST(the_best_checkpoint_leaks)
{
    study_folder("the_best_checkpoint_leaks");
    usual_arm("leak", 4);
    struct study *study = study_of("logvar: 1\nprimary: val_loss@1/3\noutcome: {metric: test_acc, "
                                   "better: higher, at: best(val_loss)}\n" FIND);
    const struct arm *arm = study_arm(study, "leak");
    ck_assert_ptr_nonnull(arm->refusal);
    ck_assert_ptr_nonnull(strstr(arm->refusal, "best val_loss"));
    ck_assert(!study_has(arm, "val_loss@1/3"));
    ck_assert(study_has(arm, "train_loss@1/3"));
    ck_assert_uint_eq(arm->statistic_candidate[0], ARM_NO_CANDIDATE);
    ck_assert_str_eq(arm->statistic[0], "val_loss@1/3");
    study_unref(study);
}
END_TEST

START_TEST(the_outcome_in_another_file)
{
    study_folder("the_outcome_in_another_file");
    for (int run = 1; run <= 3; run++) {
        char name[60], text[60];
        snprintf(name, sizeof name, "far/s%d/log.csv", run);
        snprintf(text, sizeof text, "epoch,val_loss\n1,%d\n2,1\n3,1\n", run);
        study_text(name, text);
        snprintf(name, sizeof name, "far/s%d/final.csv", run);
        snprintf(text, sizeof text, "acc,loss\n0.%d,1", run);
        if (run < 3)
            study_text(name, text);
    }
    struct study *study =
        study_of("logvar: 1\noutcome: {metric: acc, better: higher, file: final.csv}\n"
                 "logs: [log.csv]\ndiscover: \"{arm}/s{run}/\"\n");
    const struct arm *arm = study_arm(study, "far");
    ck_assert_uint_eq(arm->n_runs, 2);
    ck_assert_double_eq(arm->y[1], 0.2);
    ck_assert_uint_eq(arm->n_left_out, 1);
    ck_assert_str_eq(arm->left_out[0].run, "3");
    study_unref(study);
}
END_TEST

START_TEST(arms_stand_by_group)
{
    study_folder("arms_stand_by_group");
    usual_arm("x_g1", 2);
    usual_arm("y_g2", 2);
    usual_arm("z_g1", 2);
    struct study *study = study_of(
        HEAD "arms:\n  - {name: x, group: g1, runs: x_g1/*.csv}\n  - {name: y, group: g2, runs: "
             "y_g2/*.csv}\n  - {name: z, group: g1, runs: z_g1/*.csv}\n");
    ck_assert_ptr_nonnull(study);
    static const char *const labels[] = {"g1/x", "g1/z", "g2/y"};
    for (size_t a = 0; a < 3; a++)
        ck_assert_str_eq(study->arms[a].label, labels[a]);
    ck_assert_uint_eq(study->n_groups, 2);
    ck_assert_uint_eq(study->arms[2].group_index, 1);
    study_unref(study);
}
END_TEST

START_TEST(the_same_remark_about_many_files_is_said_once)
{
    study_folder("the_same_remark_about_many_files_is_said_once");
    for (int run = 1; run <= 5; run++) {
        char text[200];
        snprintf(text, sizeof text,
                 "epoch,val_loss,test_acc\n1,%d,0.1\n2,2,0.%d\n2,3,0.%d\n3,1,0.5%d\n", run, run,
                 run, run);
        study_log("twice", run, text);
    }
    struct study *study = study_of(HEAD FIND);
    ck_assert_ptr_nonnull(study);
    study_assert_said("(and so in 4 more files)");
    study_unref(study);
}
END_TEST

static bool give_up(void *user, size_t n_done, size_t n_total)
{
    *(size_t *)user += n_done <= n_total;
    return false;
}

START_TEST(loading_can_be_given_up)
{
    study_folder("loading_can_be_given_up");
    usual_arm("stop", 6);
    study_text("study.yaml", HEAD FIND);
    char path[200];
    snprintf(path, sizeof path, "%s/%s/study.yaml", unit_folder(), "loading_can_be_given_up");
    struct diags diags;
    diags_init(&diags);
    size_t n_calls = 0;
    struct study_load_options options = {.n_threads = 1, .progress = give_up, .user = &n_calls};
    ck_assert_ptr_null(study_load(path, &options, &diags));
    ck_assert_uint_eq(n_calls, 1);
    diags_done(&diags);
}
END_TEST

START_TEST(threads_make_no_difference)
{
    study_folder("threads_make_no_difference");
    usual_arm("same", 8);
    usual_arm("other", 8);
    study_text("study.yaml", HEAD FIND);
    char path[200];
    snprintf(path, sizeof path, "%s/%s/study.yaml", unit_folder(), "threads_make_no_difference");
    struct study *studies[2];
    for (size_t i = 0; i < 2; i++) {
        struct diags diags;
        diags_init(&diags);
        struct study_load_options options = {.n_threads = 1 + 3 * i};
        studies[i] = study_load(path, &options, &diags);
        ck_assert_ptr_nonnull(studies[i]);
        diags_done(&diags);
    }
    for (size_t a = 0; a < studies[0]->n_arms; a++) {
        const struct arm *one = &studies[0]->arms[a], *two = &studies[1]->arms[a];
        ck_assert_uint_eq(one->n_candidates, two->n_candidates);
        ck_assert(!memcmp(one->x, two->x, one->n_candidates * one->n_runs * sizeof *one->x));
    }
    struct study *again = study_ref(studies[0]);
    study_unref(studies[0]);
    ck_assert_uint_eq(study_find_family(again, "validation"), 0);
    ck_assert_uint_eq(study_find_family(again, "none"), ARM_NO_CANDIDATE);
    study_unref(again);
    study_unref(studies[1]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_plain_study,
        order_is_families_then_metrics_then_statistics,
        runs_left_out_are_named,
        an_arm_with_one_run_is_an_error_with_its_place,
        an_outcome_that_no_run_has_is_one_error,
        candidates_are_the_same_in_all_runs_or_dropped,
        alternating_rows_and_shifted_epochs,
        two_files_a_run_with_a_prefix_and_a_declared_length,
        one_point_an_epoch_makes_a_series_by_epochs,
        columns_that_are_no_series_are_named,
        reaching_a_target_sooner_is_better,
        too_many_candidates_are_refused,
        too_much_in_windows_is_refused,
        too_much_is_seen_early,
        windows_of_epochs,
        declared_statistics,
        declarations_that_cannot_be,
        a_metric_in_no_family_is_named,
        statistics_of_a_family,
        the_outcome_early_is_a_candidate_but_never_itself,
        the_best_checkpoint_leaks,
        the_outcome_in_another_file,
        arms_stand_by_group,
        the_same_remark_about_many_files_is_said_once,
        loading_can_be_given_up,
        threads_make_no_difference,
    };
    return unit_main(unit_suite("study: logs", tests, sizeof tests / sizeof *tests));
}
