/* Real logs, against figures computed apart from this program (tests/ref/study_candidates.py wrote
 * tests/ref/study_candidates.csv). Nothing is tested where the logs are not at hand. */
#include "study_test.h"
#include "unit.h"

#include "base/file.h"
#include "base/num.h"
#include "logs/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BERT "real/bert-finetune-50seeds/bert_output"

/* The manifest with the place of the logs put in for %s; NULL if they are not there. */
static struct study *real_study(const char *relative, const char *manifest)
{
    char *path = unit_shared_path(relative);
    if (!path)
        return NULL;
    size_t n = strlen(manifest) + strlen(path) * 2 + 1;
    char *text = malloc(n);
    ck_assert_ptr_nonnull(text);
    const char *place = strstr(manifest, "%s");
    const char *second = strstr(place + 2, "%s");
    snprintf(text, n, "%.*s%s%.*s%s%s", (int)(place - manifest), manifest, path,
             second ? (int)(second - place - 2) : 0, place + 2, second ? path : "",
             second ? second + 2 : place + 2);
    struct study *study = study_of(text);
    ck_assert_msg(study != NULL, "%s", study_said());
    free(text);
    free(path);
    return study;
}

static const char rte[] = "logvar: 1\n"
                          "outcome: {metric: test_acc, file: test_last_log.txt, better: higher}\n"
                          "primary: val_loss@1/3\nexclude: [best_*]\nlogs: [raw_log.txt]\n"
                          "discover: \"%s/{arm}/RTE/SEED{run}/\"\n";

START_TEST(bert_rte)
{
    study_folder("rte");
    struct study *study = real_study(BERT, rte);
    if (!study)
        return;
    static const struct {
        const char *arm;
        double mean;
    } expected[] = {
        {"not_debiased", 0.548350}, {"standard_debiased", 0.690492}, {"reinit_debiased", 0.721416}};
    for (size_t i = 0; i < 3; i++) {
        const struct arm *arm = study_arm(study, expected[i].arm);
        ck_assert_uint_eq(arm->n_runs, 50);
        ck_assert_uint_eq(arm->n_left_out, 0);
        ck_assert_double_eq_tol(arm->y_mean, expected[i].mean, 5e-7);
        /* Step 69 of 234 is the last before a third. */
        size_t end = arm_find_candidate(arm, "val_loss@1/3");
        size_t step = arm_find_candidate(arm, "val_loss@s69");
        ck_assert_uint_eq(arm->statistic_candidate[0], end);
        ck_assert(!memcmp(&arm->x[end * 50], &arm->x[step * 50], 50 * sizeof *arm->x));
    }
    study_unref(study);
}
END_TEST

START_TEST(bert_best_checkpoint)
{
    study_folder("best");
    struct study *study =
        real_study(BERT, "logvar: 1\noutcome: {metric: test_acc, file: test_best_log.txt, "
                         "at: best(val_acc), better: higher}\nlogs: [raw_log.txt]\n"
                         "discover: \"%s/{arm}/RTE/SEED{run}/\"\n");
    if (!study)
        return;
    for (size_t a = 0; a < 3; a++) {
        const struct arm *arm = &study->arms[a];
        ck_assert_uint_eq(arm->n_runs, 50);
        ck_assert_ptr_nonnull(arm->refusal);
        for (size_t i = 0; i < arm->n_candidates; i++)
            ck_assert_str_eq(arm->candidates[i].metric, "loss");
        ck_assert_ptr_nonnull(strstr(study_dropped(arm, "best_val_acc"), "checkpoint"));
        ck_assert_uint_eq(arm->statistic_candidate[0], ARM_NO_CANDIDATE);
    }
    study_unref(study);
}
END_TEST

START_TEST(bert_runs_without_an_outcome)
{
    study_folder("sts");
    struct study *study = real_study(
        BERT, "logvar: 1\noutcome: {metric: test_pearson, file: test_last_log.txt, "
              "better: higher}\nlogs: [raw_log.txt]\ndiscover: \"%s/{arm}/STS-B/SEED{run}/\"\n");
    if (!study)
        return;
    const struct arm *arm = study_arm(study, "not_debiased");
    static const char *const left_out[] = {"2", "19", "38", "41", "45", "48"};
    ck_assert_uint_eq(arm->n_runs, 44);
    ck_assert_uint_eq(arm->n_left_out, 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert_str_eq(arm->left_out[i].run, left_out[i]);
    ck_assert_uint_eq(study_arm(study, "reinit_debiased")->n_runs, 50);
    study_unref(study);
}
END_TEST

/* Both names have the same values in every run. */
static void assert_same(const struct arm *arm, const char *one, const char *two)
{
    for (size_t r = 0; r < arm->n_runs; r++)
        ck_assert_double_eq(study_value(arm, one, r), study_value(arm, two, r));
}

START_TEST(the_outcome_metric_early_where_horizons_differ)
{
    study_folder("nano");
    struct study *study =
        real_study("real/modded-nanogpt", "logvar: 1\noutcome: {metric: val_loss, better: lower}\n"
                                          "discover: \"%s/{arm}/{run}.txt\"\n");
    if (!study)
        return;
    const struct arm *embed = study_arm(study, "2024-12-04_ValueEmbed");
    const struct arm *tweaks = study_arm(study, "2024-12-10_MFUTweaks");
    ck_assert_uint_eq(embed->n_runs, 38);
    ck_assert_uint_eq(tweaks->n_runs, 40);
    ck_assert_double_eq_tol(embed->y_mean, 3.27761, 5e-6);
    ck_assert_double_eq_tol(tweaks->y_mean, 3.27850, 5e-6);
    ck_assert_double_eq_tol(embed->y_mean - tweaks->y_mean, -0.000895, 5e-7);
    assert_same(embed, "val_loss@1/3", "val_loss@s500");
    assert_same(tweaks, "val_loss@1/3", "val_loss@s375");
    study_unref(study);
}
END_TEST

START_TEST(aborted_runs_and_a_target)
{
    study_folder("unet");
    struct study *study =
        real_study("real/mlperf-unet3d", "logvar: 1\nwindow: e200000\n"
                                         "outcome: {metric: eval_accuracy, at: reach(0.908)}\n"
                                         "discover: \"%s/{arm}/unet3d/result_{run}.txt\"\n");
    if (!study)
        return;
    const struct arm *arm = &study->arms[0];
    static const char *const aborted[] = {"04", "07", "27", "38"};
    ck_assert_uint_eq(arm->n_runs, 36);
    ck_assert_uint_eq(arm->n_left_out, 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(arm->left_out[i].run, aborted[i]);
        ck_assert_ptr_nonnull(strstr(arm->left_out[i].reason, "aborted"));
    }
    for (size_t r = 0; r < arm->n_runs; r++) /* samples: a whole number of evaluations */
        ck_assert_double_eq(fmod(arm->y[r], 3360), 0);
    ck_assert(!study->arms[0].outcome.higher_is_better);
    study_unref(study);
}
END_TEST

static const char mini[] = "logvar: 1\noutcome: {metric: test_acc, better: higher}\ndiscover:\n"
                           "  - \"%s/{group}_{arm}/run_{run}.csv\"\n"
                           "  - {path: \"%s/{group}_{arm}/run_{run}_steps.csv\", prefix: batch_}\n";

START_TEST(mini_has_nine_arms)
{
    study_folder("mini");
    struct study *study = real_study("real/mini", mini);
    if (!study)
        return;
    ck_assert_uint_eq(study->n_arms, 9);
    ck_assert_uint_eq(study->n_groups, 3);
    for (size_t a = 0; a < 9; a++)
        ck_assert_uint_eq(study->arms[a].n_runs, 50);
    /* Clipped gradients are all alike. */
    ck_assert_str_eq(study_dropped(study_arm(study, "letter/mixer"), "grad_norm_max@1/3"),
                     "constant");
    study_unref(study);
}
END_TEST

START_TEST(wide_seeds_are_runs)
{
    study_folder("tianshou");
    struct study *study =
        real_study("real/tianshou-mujoco-10seeds/examples/mujoco/benchmark",
                   "logvar: 1\noutcome: {metric: rew, better: higher}\n"
                   "wide: {file: \"%s/{group}/{arm}/test_rew_10seeds.csv\", index: env_step, "
                   "runs: \"rew:seed_{run}_*\", metric: rew}\n");
    if (!study)
        return;
    ck_assert_uint_eq(study->n_arms, 54);
    for (size_t a = 0; a < study->n_arms; a++)
        ck_assert_uint_eq(study->arms[a].n_runs, 10);
    study_unref(study);
}
END_TEST

static double cell(const struct table_row *row, size_t column)
{
    double value;
    ck_assert_int_eq(num_read(row->cells[column].text, row->cells[column].length, &value),
                     NUM_FINITE);
    return value;
}

static void compare_row(const struct study *study, const struct table_row *row)
{
    char text[3][100];
    for (size_t i = 0; i < 3; i++)
        snprintf(text[i], sizeof text[i], "%.*s", (int)row->cells[i].length, row->cells[i].text);
    const struct arm *arm = study_arm(study, text[0]);
    size_t run = 0;
    while (run < arm->n_runs && strcmp(arm->runs[run], text[1]) != 0)
        run++;
    ck_assert_uint_lt(run, arm->n_runs);
    unit_assert_near(study_value(arm, text[2], run), cell(row, 3), 1e-12);
}

static size_t compare_with_reference(const struct study *study, const char *reference)
{
    char *path = unit_source_path(reference);
    struct file_bytes bytes;
    struct data_table table;
    struct diags diags;
    diags_init(&diags);
    ck_assert(file_read(path, 1 << 20, &bytes, &diags));
    ck_assert(table_parse(path, bytes.bytes, bytes.n_bytes, ',', &table, &diags));
    size_t n = 0;
    for (size_t i = 0; i < table.n_rows; i++) {
        char label[100];
        snprintf(label, sizeof label, "%.*s", (int)table.rows[i].cells[0].length,
                 table.rows[i].cells[0].text);
        for (size_t a = 0; a < study->n_arms; a++)
            if (!strcmp(study->arms[a].label, label)) {
                compare_row(study, &table.rows[i]);
                n++;
            }
    }
    table_done(&table);
    file_bytes_done(&bytes);
    diags_done(&diags);
    free(path);
    return n;
}

START_TEST(candidates_agree_with_figures_computed_apart)
{
    study_folder("apart");
    struct study *study = real_study(BERT, rte);
    if (study)
        ck_assert_uint_ge(compare_with_reference(study, "tests/ref/study_candidates.csv"), 40);
    study_unref(study);
    study = real_study("real/mini", mini);
    if (study)
        ck_assert_uint_ge(compare_with_reference(study, "tests/ref/study_candidates.csv"), 1000);
    study_unref(study);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {bert_rte,
                                  bert_best_checkpoint,
                                  bert_runs_without_an_outcome,
                                  the_outcome_metric_early_where_horizons_differ,
                                  aborted_runs_and_a_target,
                                  mini_has_nine_arms,
                                  wide_seeds_are_runs,
                                  candidates_agree_with_figures_computed_apart};
    return unit_main(unit_suite("study: real logs", tests, sizeof tests / sizeof *tests));
}
