/* Text logs: the built-in grammar, patterns, MLPerf's lines, MLflow's files. */
#include "readers.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(lines_that_begin_with_a_step)
{
    struct log_reading r =
        reading_of("run.txt",
                   "import torch\nprint0(f\"step:{step}/{n} val_loss:{val_loss:.4f}\")\nstep = 0\n"
                   "| N/A   38C    P0   75W / 700W |\n"
                   "step:0/1530 val_loss:10.8258 train_time:0ms step_avg:nanms\n"
                   "step:1/1530 train_loss:10.5 train_time:16539ms step_avg:inf\n"
                   "step:125/1530 val_loss:4.4041 train_time:18935ms step_avg:143.82ms\n"
                   "the val_loss:3 of last week was better\n",
                   NULL);
    ck_assert_str_eq(metrics_of(r.log), "val_loss train_time step_avg train_loss");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "0=10.8258 125=4.4041");
    ck_assert_str_eq(points_of(r.log, "train_time"), "0=0 1=16539 125=18935");
    ck_assert_str_eq(points_of(r.log, "step_avg"), "1=inf 125=143.82");
    ck_assert_uint_eq(r.diags.n_items, 1);
    ck_assert(reading_says(&r, DIAG_NOTE, 8, "passed over: 1, this is the first"));
    reading_done(&r);
}
END_TEST

/* One log each as many programs print it; the metrics and one series of it. */
START_TEST(many_programs_text)
{
    static const struct {
        const char *text, *metrics, *metric, *points;
    } cases[] = {
        {"step 0: train loss 4.1676, val loss 4.1648\niter 0: loss 4.16, time 90.5ms, mfu 12.5%\n"
         "iter 100: loss 2.31, time 90ms, mfu 13%\n",
         "train_loss val_loss loss mfu", "loss", "0=4.16 100=2.31"},
        {" iteration      100/     500 | lm loss: 2.3E+00 | grad norm: 1.2 |\n"
         " iteration      200/     500 | lm loss: 2.1E+00 | grad norm: 1.1 |\n",
         "lm_loss grad_norm", "lm_loss", "100=2.3 200=2.1"},
        {"[0]\ttrain-rmse:0.5\teval-rmse:0.6\n[1]\ttrain-rmse:0.3\teval-rmse:0.4\n",
         "train-rmse eval-rmse", "eval-rmse", "0=0.6 1=0.4"},
        {"s:0 tel:11.0\ns:250 trl:6.5 lr:0.0001 norm:1.5\ns:250 tel:6.3097\n", "tel trl lr norm",
         "tel", "0=11 250=6.3097"},
        {"Epoch 1/2 loss=0.5 acc=0.9\nEpoch 2/2 loss=0.4 acc=0.95\n", "loss acc", "acc",
         "/1=0.9 /2=0.95"},
        {"Train Epoch: 1 [0/60000 (0%)]\tLoss: 2.300039\n"
         "Train Epoch: 1 [640/60000 (1%)]\tLoss: 2.2\nTest Epoch: 1 Loss: 0.3\n",
         "train_Loss test_Loss", "train_Loss", "0/1=2.300039 640/1=2.2"},
        {"Epoch: [0][ 10/5005]\tTime  0.5 ( 1.2)\tLoss 6.9e+00 (6.95e+00)\tAcc@1   0.00 (  0.12)\n"
         "Epoch: [0][ 20/5005]\tTime  0.5 ( 1.2)\tLoss 6.8e+00 (6.95e+00)\tAcc@1   1.00 (  0.12)\n",
         "Loss Acc@1", "Acc@1", "10/1=0 20/1=1"},
        {"2021-03-08 12:31:36,123 - trainer - INFO - epoch 3 - loss: 0.4\n"
         "2021-03-08 12:31:37,123 - trainer - INFO - epoch 4 - loss: 0.3\n",
         "loss", "loss", "/3=0.4 /4=0.3"},
        {"2021-03-08 | INFO | train | epoch 001 | loss 8.1 | ppl 274 | num_updates 100\n"
         "2021-03-08 | INFO | train | epoch 002 | loss 7.1 | ppl 174 | num_updates 200\n",
         "loss ppl", "loss", "100/1=8.1 200/2=7.1"},
        {"Epoch 1/2\n  1/10 [>....] - ETA: 3s - loss: 2.5\r 10/10 [====] - 3s 2ms/step - loss: 0.5 "
         "- val_loss: 0.6\nEpoch 2/2\n10/10 [====] - 3s 2ms/step - loss: 0.4 - val_loss: 0.5\n",
         "loss val_loss", "loss", "/1=0.5 /2=0.4"},
        {"\033[32mstep 1\033[0m loss: \033[1m0.5\033[m\nstep 2 loss: 0.4\b\b\b0.3\n", "loss",
         "loss", "1=0.5 2=0.3"},
        {"epoch 1: val_loss improved from 0.5 to 0.4\nepoch 1: loss 3\nepoch 2: loss 2\n", "loss",
         "loss", "/1=3 /2=2"},
        /* PyTorch's ImageNet example: the line with a star is the pass over the validation set. */
        {"Epoch: [0][ 0/20]\tLoss 2.5e+00 (2.6e+00)\tAcc@1  30.00 ( 31.00)\n"
         "Epoch: [0][10/20]\tLoss 2.4e+00 (2.5e+00)\tAcc@1  32.00 ( 31.50)\n"
         "Test: [ 0/10]\tLoss 2.0e+00 (2.0e+00)\tAcc@1  50.00 ( 50.00)\n"
         " *   Acc@1 41.250 Acc@5 70.500\n"
         "Epoch: [1][ 0/20]\tLoss 2.2e+00 (2.3e+00)\tAcc@1  35.00 ( 34.00)\n"
         " * Acc@1 44.500 Acc@5 72.250\n",
         "train_Loss train_Acc@1 Acc@1 Acc@5", "Acc@1", "/1=41.25 /2=44.5"},
        {" iteration 10/ 20 | lm loss: 2.5E+00 |\n"
         " validation loss at iteration 10 | lm loss value: 2.25E+00 | lm loss PPL: 9.5E+00 |\n"
         " iteration 20/ 20 | lm loss: 2.0E+00 |\n"
         " validation loss at iteration 20 | lm loss value: 1.75E+00 | lm loss PPL: 5.75E+00 |\n",
         "lm_loss val_lm_loss_value val_lm_loss_PPL", "val_lm_loss_value", "10=2.25 20=1.75"},
        {"Eval results after epoch 3: loss 0.5, accuracy 0.75\n", "val_loss val_accuracy",
         "val_accuracy", "/3=0.75"},
        /* nnU-Net: the epoch alone on its line, then a metric per line. */
        {"2023-06-11 23:01:33.267477: Epoch 1 \n2023-06-11 23:01:33.2: learning rate: 0.01 \n"
         "2023-06-11 23:01:33.267479: train_loss -0.25 \n2023-06-11 23:01:33.3: val_loss -0.125 \n"
         "2023-06-11 23:02:33.267477: Epoch 2 \n2023-06-11 23:02:33.267479: train_loss -0.5 \n"
         "2023-06-11 23:02:33.267480: val_loss -0.375 \n2023-06-11 23:02:33.4: Epoch time: 61 s\n",
         "train_loss val_loss", "val_loss", "/1=-0.125 /2=-0.375"},
        {"\xFF\xFE step\nstep 1 loss 3 \xFF\nstep 2 loss 2\n", "loss", "loss", "1=3 2=2"},
    };
    struct reader_options text = {.format = "text"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log_reading r = reading_of("run.log", cases[i].text, &text);
        ck_assert_msg(r.log, "case %zu", i);
        ck_assert_str_eq(metrics_of(r.log), cases[i].metrics);
        ck_assert_str_eq(points_of(r.log, cases[i].metric), cases[i].points);
        reading_done(&r);
    }
}
END_TEST

START_TEST(text_is_recognised)
{
    struct log_reading r =
        reading_of("a", "hello, world\nstep 1 loss 3\nstep 2 loss 2\nbye\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    reading_done(&r);
}
END_TEST

START_TEST(a_pattern_says_which_lines_count)
{
    struct reader_options options = {
        .pattern = "at (?<step>\\d+), pass (?<epoch>\\d+): (?<val_loss>\\S+) (?<lr>\\S+)"};
    struct log_reading r = reading_of("a.log",
                                      "see at 1, pass 1: 9 9\nat 10, pass 1: 3.5 0.1\n"
                                      "at 20, pass 2: nan 0.1\rat 30, pass 3: 1.5 50%\n",
                                      &options);
    ck_assert_str_eq(points_of(r.log, "val_loss"), "10/1=3.5 30/3=1.5");
    ck_assert_str_eq(points_of(r.log, "lr"), "10/1=0.1 20/2=0.1 30/3=50");
    reading_done(&r);

    options.pattern = "(?<step>\\d+) (?<metric>\\w+) (?<value>\\S+)";
    r = reading_of("b.log", "1 loss 3\n1 acc 0.5\n2 loss 2\n", &options);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    ck_assert_str_eq(points_of(r.log, "acc"), "1=0.5");
    reading_done(&r);
}
END_TEST

START_TEST(bad_patterns_are_errors)
{
    static const struct {
        const char *pattern, *words;
    } cases[] = {{"(?<step>\\d+", "parenthesis"},
                 {"(?<step>\\d+)", "captures no metric"},
                 {"(?<step>\\d+) (?<metric>\\w+)", "captures no metric"},
                 {"nothing (?<x>1)", "no line that the pattern matches"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reader_options options = {.pattern = cases[i].pattern};
        struct log_reading r = reading_of("a.log", "1 loss 3\n", &options);
        ck_assert_ptr_null(r.log);
        ck_assert_uint_eq(r.diags.n_errors, 1);
        ck_assert_msg(strstr(r.diags.items[0].message, cases[i].words) != NULL, "%s",
                      r.diags.items[0].message);
        reading_done(&r);
    }
}
END_TEST

START_TEST(a_pattern_that_runs_away_gives_up)
{
    struct reader_options options = {.pattern = "(a|aa|aaa)+(?<loss>\\d)"};
    char text[2000] = "a5\n";
    memset(text + 3, 'a', 1000);
    strcpy(text + 1003, "!\n");
    struct log_reading r = reading_of("a.log", text, &options);
    ck_assert_str_eq(points_of(r.log, "loss"), "=5");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "too many steps"));
    reading_done(&r);
}
END_TEST

START_TEST(mlperf_lines)
{
    struct log_reading r = reading_of(
        "result_0.txt",
        "0: \b\b:::MLLOG {\"key\": \"run_start\", \"value\": null, \"metadata\": {}}\r\n"
        ":::MLLOG {\"event_type\": \"INTERVAL_START\", \"key\": \"eval_start\", \"value\": 1, "
        "\"metadata\": {\"epoch_num\": 1}}\r\n"
        ":::MLLOG {\"event_type\": \"POINT_IN_TIME\", \"key\": \"eval_accuracy\", \"value\": 0.5, "
        "\"metadata\": {\"epoch_num\": 168000, \"file\": \"x\"}}\r\n"
        "garbage \xFF\n:::MLLOG {\"key\": \"bad\n"
        ":::MLLOG {\"key\": \"tracked_stats\", \"metadata\": {\"step\": 20}, "
        "\"value\": {\"throughput\": 3.5, \"lr\": {\"a\": 1}}}\n"
        ":::MLLOG {\"key\": \"seed\", \"value\": 42, \"metadata\": {}}\n"
        ":::MLLOG {\"key\": \"eval_accuracy\", \"value\": {\"BBOX\": 0.3, \"SEGM\": 0.2}, "
        "\"metadata\": {\"epoch_num\": 336000}}\n"
        ":::MLLOG {\"key\": \"run_stop\", \"value\": null, \"metadata\": {\"status\": "
        "\"aborted\"}}",
        NULL);
    ck_assert_str_eq(metrics_of(r.log), "eval_accuracy tracked_stats/throughput tracked_stats/lr/a "
                                        "eval_accuracy/BBOX eval_accuracy/SEGM");
    ck_assert_str_eq(points_of(r.log, "eval_accuracy"), "/168000=0.5");
    ck_assert_str_eq(points_of(r.log, "tracked_stats/throughput"), "20=3.5");
    ck_assert_str_eq(points_of(r.log, "eval_accuracy/SEGM"), "/336000=0.2");
    ck_assert_str_eq(r.log->aborted, "aborted");
    ck_assert(reading_says(&r, DIAG_WARNING, 5, "line skipped"));
    reading_done(&r);
}
END_TEST

START_TEST(mlperf_run_that_ends_well_is_not_aborted)
{
    static const char metric[] =
        ":::MLLOG {\"key\": \"run_start\", \"value\": null}\n:::MLLOG {\"key\": "
        "\"x\", \"value\": 1, \"metadata\": {\"step\": 1}}\n";
    char text[1000];
    sprintf(text, "%s:::MLLOG {\"key\": \"run_stop\", \"metadata\": {\"status\": \"success\"}}\n",
            metric);
    struct log_reading r = reading_of("a", text, NULL);
    ck_assert_ptr_null(r.log->aborted);
    reading_done(&r);
    r = reading_of("b", metric, NULL);
    ck_assert_str_eq(r.log->aborted, "no run_stop: it did not end");
    reading_done(&r);
}
END_TEST

START_TEST(mlflow_metric_files)
{
    struct log_reading r =
        reading_of("mlruns/0/abc/metrics/val/loss.raw",
                   "1600000000000 3.5 10\n1600000001000 nan 20\n1600000002000 2 30\n", NULL);
    ck_assert_str_eq(points_of(r.log, "val/loss.raw"), "10=3.5 30=2");
    reading_done(&r);

    /* No step was given: 0 everywhere. */
    r = reading_of("metrics/loss", "1600000000000 3 0\n1600000001000 2 0\n1600000002000 1 0\n",
                   NULL);
    ck_assert_uint_eq(log_find(r.log, "loss")->n_points, 3);
    ck_assert_int_eq(log_find(r.log, "loss")->axis, LOG_AXIS_INDEX);
    reading_done(&r);
}
END_TEST

/* Reads every file of a folder under real/; returns how many were read. */
static size_t read_folder(const char *folder, const char *metric, double *sum, size_t *n_aborted)
{
    size_t n = 0;
    char *path = unit_shared_path(folder);
    DIR *dir = path ? opendir(path) : NULL;
    *sum = 0, *n_aborted = 0;
    for (struct dirent *item; dir && (item = readdir(dir));) {
        char file[2000];
        if (item->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", path, item->d_name);
        struct diags diags;
        diags_init(&diags);
        struct log *log = reader_read_file(file, item->d_name, NULL, &diags);
        ck_assert_ptr_nonnull(log);
        const struct log_series *series = log_find(log, metric);
        ck_assert_ptr_nonnull(series);
        *sum += series->values[series->n_points - 1];
        *n_aborted += log->aborted != NULL;
        n++;
        log_free(log);
        diags_done(&diags);
    }
    if (dir)
        closedir(dir);
    free(path);
    return n;
}

START_TEST(real_speedrun_logs)
{
    static const struct {
        const char *folder;
        size_t n_runs;
        double mean;
    } arms[] = {{"real/modded-nanogpt/2024-12-04_ValueEmbed", 38, 3.27761},
                {"real/modded-nanogpt/2024-12-10_MFUTweaks", 40, 3.27850}};
    for (size_t i = 0; i < 2; i++) {
        double sum;
        size_t n_aborted, n = read_folder(arms[i].folder, "val_loss", &sum, &n_aborted);
        if (!n)
            return;
        ck_assert_uint_eq(n, arms[i].n_runs);
        ck_assert(fabs(sum / (double)n - arms[i].mean) < 6e-6);
    }
}
END_TEST

START_TEST(real_mlperf_logs)
{
    double sum;
    size_t n_aborted;
    size_t n = read_folder("real/mlperf-unet3d/eos_n96_ngc23.04_mxnet/unet3d", "eval_accuracy",
                           &sum, &n_aborted);
    if (!n)
        return;
    ck_assert_uint_eq(n, 40);
    ck_assert_uint_eq(n_aborted, 4);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {lines_that_begin_with_a_step,
                                  many_programs_text,
                                  text_is_recognised,
                                  a_pattern_says_which_lines_count,
                                  bad_patterns_are_errors,
                                  a_pattern_that_runs_away_gives_up,
                                  mlperf_lines,
                                  mlperf_run_that_ends_well_is_not_aborted,
                                  mlflow_metric_files,
                                  real_speedrun_logs,
                                  real_mlperf_logs};
    return unit_main(unit_suite("readers: text", tests, sizeof tests / sizeof *tests));
}
