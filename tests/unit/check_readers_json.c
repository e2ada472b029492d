/* The JSON parser and JSON lines. */
#include "readers.h"

#include "logs/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The events of a text, one letter each; the last is '.' for the end or '!' for an error. */
static const char *events_of(const char *text, size_t n)
{
    static const char letters[] = ".!{}[]ksntf0";
    static char events[1000];
    struct json json;
    json_init(&json, text, n);
    size_t used = 0;
    do
        events[used] = letters[json_next(&json)];
    while (events[used] != '.' && events[used] != '!' && ++used < sizeof events - 2);
    events[used + 1] = '\0';
    json_done(&json);
    return events;
}

START_TEST(json_is_read_as_it_stands)
{
    static const struct {
        const char *text, *events;
    } cases[] = {{"{}", "{}."},
                 {"[]", "[]."},
                 {" {\"a\" : 1 , \"b\" : [ true, false , null ] } ", "{knk[tf0]}."},
                 {"{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity,\"d\":nan}", "{knknknkn}."},
                 {"{\"a\":1e999,\"b\":123456789012345678901234567890}", "{knkn}."},
                 {"{\"a\":1,\"a\":2}", "{knkn}."},
                 {"{\"a\":1,}", "{kn!"},
                 {"{\"a\":1", "{kn!"},
                 {"{\"a\"", "{!"},
                 {"{'a':1}", "{!"},
                 {"[1,]", "[n!"},
                 {"[1 2]", "[n!"},
                 {"[01x]", "[!"},
                 {"\"\\q\"", "!"},
                 {"\"abc", "!"},
                 {"", "!"},
                 {"nul", "!"},
                 {"\"x\"", "s."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(events_of(cases[i].text, strlen(cases[i].text)), cases[i].events);
}
END_TEST

START_TEST(json_strings_are_unescaped)
{
    static const char text[] = "\"a\\n\\\"\\u00e9\\ud83d\\ude00\\ud800x\\/\"";
    struct json json;
    json_init(&json, text, sizeof text - 1);
    ck_assert_int_eq(json_next(&json), JSON_STRING);
    static const char expected[] = "a\n\"\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBDx/";
    ck_assert_uint_eq(json.length, sizeof expected - 1);
    ck_assert_mem_eq(json.text, expected, json.length);
    json_done(&json);
}
END_TEST

START_TEST(json_depth_is_limited)
{
    size_t n = 100000;
    char *text = malloc(n);
    memset(text, '[', n);
    struct json json;
    json_init(&json, text, n);
    size_t depth = 0;
    while (json_next(&json) == JSON_ARRAY)
        depth++;
    ck_assert_uint_eq(depth, JSON_DEPTH_MAX);
    ck_assert_str_eq(json.error, "nested too deeply");
    ck_assert_int_eq(json_next(&json), JSON_ERROR);
    json_done(&json);
    free(text);
}
END_TEST

START_TEST(lines_are_rows_whatever_their_keys)
{
    struct log_reading r =
        reading_of("metrics.json",
                   "{\"step\": 1, \"loss\": 0.5, \"lr\": 0.1}\n"
                   "{\"val\": {\"loss\": 0.7, \"acc\": {\"top1\": 3}}, \"step\": 1}\n"
                   "\n"
                   "{\"loss\": \"0.25\", \"step\": 2, \"lr\": NaN, \"note\": \"hi\"}\n"
                   "{\"step\": 3, \"loss\": Infinity}{\"step\": 4, \"loss\": 0.1}\n",
                   NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss lr val/loss val/acc/top1");
    ck_assert_str_eq(points_of(r.log, "loss"), "1=0.5 2=0.25 3=inf 4=0.1");
    ck_assert_str_eq(points_of(r.log, "lr"), "1=0.1");
    ck_assert_str_eq(points_of(r.log, "val/acc/top1"), "1=3");
    ck_assert_str_eq(unused_of(r.log), "note: text");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

START_TEST(of_a_key_that_comes_twice_the_last_counts)
{
    struct log_reading r = reading_of(
        "a.jsonl", "{\"step\":1,\"loss\":3,\"loss\":2}\n{\"step\":2,\"loss\":1}\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=2 2=1");
    reading_done(&r);
}
END_TEST

START_TEST(bad_and_truncated_lines_of_json)
{
    struct log_reading r = reading_of("a.jsonl",
                                      "{\"step\":1,\"loss\":3}\n{\"step\":2,\"loss\":}\n[1,2]\n"
                                      "{\"step\":3,\"loss\":1}\n{\"step\":4,\"lo",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 3=1");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "a value is expected"));
    ck_assert_uint_eq(r.diags.items[0].column, 18);
    ck_assert(reading_says(&r, DIAG_WARNING, 3, "not an object"));
    ck_assert(reading_says(&r, DIAG_NOTE, 5, "incomplete"));
    reading_done(&r);
}
END_TEST

START_TEST(wandb_history_lines)
{
    struct log_reading r =
        reading_of("wandb-history.jsonl",
                   "{\"_step\":0,\"_runtime\":3,\"_timestamp\":1600000000,\"loss\":2,"
                   "\"v\":{\"_type\":\"video-file\",\"size\":12},\"h\":{\"_type\":\"histogram\","
                   "\"bins\":[1]}}\n"
                   "{\"_step\":1,\"_runtime\":5,\"_timestamp\":1600000002,\"val_loss\":1}\n",
                   NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss val_loss");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "1=1");
    reading_done(&r);
}
END_TEST

START_TEST(deep_json_is_a_bad_line)
{
    size_t n = 100000;
    char *text = malloc(n + 64);
    size_t used = (size_t)sprintf(text, "{\"step\":1,\"loss\":3}\n{\"a\":");
    memset(text + used, '[', n);
    text[used + n] = '\n';
    struct log_reading r = reading_of_bytes("a.jsonl", text, used + n + 1, NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "nested too deeply"));
    reading_done(&r);
    free(text);
}
END_TEST

START_TEST(a_line_without_end_is_skipped)
{
    size_t n = (64u << 20) + 100;
    char *text = malloc(n);
    size_t used = (size_t)sprintf(text, "{\"step\":1,\"loss\":3}\n{\"a\":\"");
    memset(text + used, 'x', n - used);
    text[n - 1] = '\n';
    struct reader_options options = {.format = "jsonl"};
    struct log_reading r = reading_of_bytes("a.jsonl", text, n, &options);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "longer than 64 MiB"));
    reading_done(&r);
    free(text);
}
END_TEST

START_TEST(a_file_past_the_limit_is_not_read)
{
    /* Ten gigabytes of one line; the file has holes and takes no room. */
    char *path = unit_text_file("huge.jsonl", "{");
    ck_assert_int_eq(truncate(path, (off_t)10 << 30), 0);
    struct diags diags;
    diags_init(&diags);
    ck_assert_ptr_null(reader_read_file(path, "huge.jsonl", NULL, &diags));
    ck_assert_uint_eq(diags.n_errors, 1);
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "10737418240 bytes; at most 2147483648"));
    diags_done(&diags);
    unlink(path);
    free(path);
}
END_TEST

/* detectron2's metrics.json: JSON lines with sorted keys whatever its name says, iterations from 0;
 * results of an evaluation join the training line of their iteration, or stand alone at the end. */
#define D2(iteration, loss)                                                                        \
    "{\"data_time\": 0.0053, \"eta_seconds\": 311.2, \"fast_rcnn/cls_accuracy\": 0.125, "          \
    "\"iteration\": " #iteration ", \"loss_cls\": 1.5, \"lr\": 1.60675e-05, \"time\": 1.11, "      \
    "\"total_loss\": " #loss "}\n"
#define D2_EVALUATED(iteration, loss, ap)                                                          \
    "{\"bbox/AP\": " #ap ", \"bbox/AP-fig\": 25.7, \"bbox/AP50\": 53.3, \"bbox/APs\": NaN, "       \
    "\"data_time\": 0.0058, \"eta_seconds\": 244.0, \"fast_rcnn/cls_accuracy\": 0.75, "            \
    "\"iteration\": " #iteration ", \"loss_cls\": 0.5, \"lr\": 8.2e-05, \"time\": 1.25, "          \
    "\"total_loss\": " #loss "}\n"
#define D2_LAST(iteration, ap)                                                                     \
    "{\"bbox/AP\": " #ap ", \"bbox/AP-fig\": 64.3, \"bbox/AP50\": 100.0, \"bbox/APs\": NaN, "      \
    "\"iteration\": " #iteration "}\n"

START_TEST(detectron2_metrics)
{
    struct log_reading r = reading_of("output/metrics.json",
                                      D2(19, 2.63) D2(39, 2.09) D2_EVALUATED(59, 1.76, 23.9)
                                          D2(79, 1.61) D2(99, 1.59) D2_LAST(100, 75.8),
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "total_loss"), "19=2.63 39=2.09 59=1.76 79=1.61 99=1.59");
    ck_assert_str_eq(points_of(r.log, "bbox/AP"), "59=23.9 100=75.8");
    ck_assert_str_eq(points_of(r.log, "bbox/APs"), "-");
    ck_assert_str_eq(metrics_of(r.log), "data_time fast_rcnn/cls_accuracy loss_cls lr total_loss "
                                        "bbox/AP bbox/AP-fig bbox/AP50");
    ck_assert(r.log->last_step == 100);
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

/* The file is appended to: by a run that was started again, by one that was resumed (whose first
 * results may stand in a line without an iteration), and one that was killed while it wrote. */
START_TEST(detectron2_metrics_written_on)
{
    struct log_reading r =
        reading_of("metrics.json", D2(19, 9.5) D2(19, 2.5) D2(39, 2.25) D2_LAST(40, 7), NULL);
    ck_assert_str_eq(points_of(r.log, "total_loss"), "19=2.5 39=2.25");
    reading_done(&r);
    r = reading_of("metrics.json",
                   D2(19, 3) D2(39, 2) D2_LAST(40, 7) D2(59, 9) D2(39, 2.5) D2(59, 1.5)
                       D2_LAST(60, 9) "{\"bbox/AP\": 9, \"iter",
                   NULL);
    ck_assert_str_eq(points_of(r.log, "total_loss"), "19=3 39=2.5 59=1.5");
    ck_assert_str_eq(points_of(r.log, "bbox/AP"), "60=9");
    ck_assert(reading_says(&r, DIAG_NOTE, 5, "resumed or second run"));
    ck_assert(reading_says(&r, DIAG_NOTE, 8, "incomplete"));
    reading_done(&r);
    r = reading_of("metrics.json",
                   D2(19, 3) D2(39, 2) "{\"bbox/AP\": 5.5, \"bbox/AP50\": 8}\n" D2(59, 1.5)
                       D2_LAST(60, 9),
                   NULL);
    ck_assert_str_eq(points_of(r.log, "total_loss"), "19=3 39=2 59=1.5");
    ck_assert_str_eq(points_of(r.log, "bbox/AP"), "=5.5 60=9");
    reading_done(&r);
}
END_TEST

START_TEST(mmdetection_lines)
{
    /* The iter of a validation line counts images; its mode may be wrong. */
    struct log_reading r = reading_of(
        "20200101.log.json",
        "{\"env_info\": \"sys.platform: linux\", \"seed\": 1}\n"
        "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 50, \"lr\": 0.1, \"loss\": 4.0}\n"
        "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 100, \"lr\": 0.1, \"loss\": 3.0}\n"
        "{\"mode\": \"val\", \"epoch\": 1, \"iter\": 25, \"lr\": 0.1, \"bbox_mAP\": 0.2}\n"
        "{\"mode\": \"train\", \"epoch\": 2, \"iter\": 50, \"lr\": 0.1, \"loss\": 2.0}\n"
        "{\"mode\": \"train\", \"epoch\": 2, \"iter\": 100, \"lr\": 0.1, \"loss\": 1.0}\n"
        "{\"mode\": \"train\", \"epoch\": 2, \"iter\": 25, \"lr\": 0.1, \"bbox_mAP\": 0.3}\n",
        NULL);
    ck_assert_str_eq(points_of(r.log, "train_loss"), "50/1=4 100/1=3 150/2=2 200/2=1");
    ck_assert_str_eq(points_of(r.log, "val_bbox_mAP"), "/1=0.2 /2=0.3");
    ck_assert(r.log->last_step == 200 && r.log->last_epoch == 2);
    reading_done(&r);
}
END_TEST

START_TEST(mmengine_lines)
{
    struct log_reading r =
        reading_of("vis_data/scalars.json",
                   "{\"lr\": 0.1, \"loss\": 4.0, \"epoch\": 1, \"iter\": 50, \"step\": 50}\n"
                   "{\"coco/bbox_mAP\": 0.2, \"data_time\": 0.1, \"step\": 1}\n"
                   "{\"lr\": 0.1, \"loss\": 2.0, \"epoch\": 2, \"iter\": 100, \"step\": 100}\n"
                   "{\"coco/bbox_mAP\": 0.3, \"data_time\": 0.1, \"step\": 2}\n",
                   NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "50/1=4 100/2=2");
    ck_assert_str_eq(points_of(r.log, "coco/bbox_mAP"), "/1=0.2 /2=0.3");
    reading_done(&r);
}
END_TEST

START_TEST(trainer_state)
{
    static const char text[] =
        "{\n  \"best_metric\": null,\n  \"epoch\": 2.0,\n  \"global_step\": 20,\n"
        "  \"log_history\": [\n"
        "    {\"epoch\": 0, \"eval_a_loss\": 3.0, \"step\": 0},\n"
        "    {\"epoch\": 0, \"eval_b_loss\": 4.0, \"step\": 0},\n"
        "    {\"epoch\": 1, \"loss\": 2.5, \"grad_norm\": NaN, \"step\": 10},\n"
        "    {\"epoch\": 1, \"eval_a_loss\": 2.0, \"step\": 10},\n"
        "    {\"epoch\": 1, \"eval_b_loss\": 3.0, \"step\": 10},\n"
        "    {\"epoch\": 2, \"loss\": 1.5, \"grad_norm\": 1, \"step\": 20},\n"
        "    {\"epoch\": 2, \"step\": 20, \"train_loss\": 2.0, \"total_flos\": 1e15}\n"
        "  ],\n  \"max_steps\": 20\n}\n";
    struct log_reading r = reading_of("trainer_state.json", text, NULL);
    ck_assert_ptr_nonnull(r.log);
    ck_assert_str_eq(points_of(r.log, "eval_a_loss"), "0/0=3 10/1=2");
    ck_assert_str_eq(points_of(r.log, "eval_b_loss"), "0/0=4 10/1=3");
    ck_assert_str_eq(points_of(r.log, "loss"), "10/1=2.5 20/2=1.5");
    ck_assert_str_eq(points_of(r.log, "grad_norm"), "20/2=1");
    ck_assert_ptr_null(log_find(r.log, "max_steps"));
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);

    /* What was whole counts when the file stops short. */
    struct log_reading cut = reading_of_bytes("trainer_state.json", text, 330, NULL);
    ck_assert_str_eq(points_of(cut.log, "eval_a_loss"), "0/0=3 10/1=2");
    ck_assert(cut.diags.n_items == 1 && cut.diags.items[0].severity == DIAG_WARNING);
    reading_done(&cut);
}
END_TEST

START_TEST(keras_history)
{
    struct log_reading r = reading_of(
        "history.json",
        "{\"loss\": [3, 2, 1.5], \"val_loss\": [4, NaN, 2], \"lr\": [0.1, 0.1, 0.1]}", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=3 /2=2 /3=1.5");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "/1=4 /3=2");
    reading_done(&r);

    r = reading_of("history.json", "{\"history\": {\"loss\": [3, 2]}, \"epoch\": [0, 1]}\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=3 /2=2");
    reading_done(&r);
}
END_TEST

START_TEST(columns_of_two_lengths)
{
    struct log_reading r = reading_of("random_seed__43__x.json",
                                      "{\n \"random_seed\": 43, \"optimizer_name\": \"SGD\",\n"
                                      " \"train_losses\": [3, 2],\n"
                                      " \"minibatch_train_losses\": [4, 3, 2, 1]\n}\n",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "train_losses"), "/1=3 /2=2");
    ck_assert_str_eq(points_of(r.log, "minibatch_train_losses"), "1=4 2=3 3=2 4=1");
    reading_done(&r);
}
END_TEST

START_TEST(sacred_metrics)
{
    struct log_reading r = reading_of(
        "metrics.json",
        "{\"training.loss\": {\"steps\": [10, 20], \"timestamps\": [\"2020-01-01T00:00\","
        "\"2020-01-01T00:01\"], \"values\": [3, NaN]},\n \"val\": {\"steps\": [20],"
        "\"timestamps\": [\"x\"], \"values\": [1.5]}}",
        NULL);
    ck_assert_str_eq(points_of(r.log, "training.loss"), "10=3");
    ck_assert_str_eq(points_of(r.log, "val"), "20=1.5");
    reading_done(&r);
}
END_TEST

START_TEST(tensorboard_download)
{
    struct log_reading r = reading_of("run-a-tag-train_loss.json",
                                      "[[1600000000.5, 1, 0.5], [1600000001.5, 2, 0.25]]", NULL);
    ck_assert_str_eq(points_of(r.log, "train_loss"), "1=0.5 2=0.25");
    reading_done(&r);
}
END_TEST

START_TEST(list_of_records)
{
    struct log_reading r = reading_of(
        "history.json", "[{\"_step\": 0, \"loss\": 2}, {\"_step\": 1, \"loss\": \"1.5\"}]\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "0=2 1=1.5");
    reading_done(&r);
}
END_TEST

START_TEST(one_file_an_epoch)
{
    struct log *parts[3];
    static const char *const names[] = {"metrics_epoch_0.json", "metrics_epoch_9.json",
                                        "metrics_epoch_10.json"};
    for (size_t i = 0; i < 3; i++) {
        char text[200];
        sprintf(text,
                "{\n  \"training_duration\": \"0:07:35.75\",\n  \"validation_loss\": %zu\n}\n", i);
        struct log_reading r = reading_of(names[i], text, NULL);
        ck_assert_ptr_nonnull(r.log);
        parts[i] = r.log;
        diags_done(&r.diags);
    }
    struct log *log = log_join(parts, NULL, 3);
    ck_assert_str_eq(points_of(log, "validation_loss"), "/1=0 /10=1 /11=2");
    ck_assert(log->last_epoch == 11);
    log_free(log);
}
END_TEST

START_TEST(objects_at_the_end_of_log_lines)
{
    struct log_reading r = reading_of(
        "train.log",
        "2021-03-08 12:31:30 | INFO | fairseq.tasks | NOTE: your device may not support fp16\n"
        "2021-03-08 12:31:36 | INFO | train_inner | {\"epoch\": 1, \"update\": 0.004, "
        "\"loss\": \"20.7\", \"num_updates\": \"1\", \"gnorm\": \"20.751\"}\n"
        "2021-03-08 12:31:37 | INFO | valid | {\"epoch\": 1, \"valid_loss\": \"8.5\", "
        "\"valid_num_updates\": \"1\"}\n"
        "2021-03-08 12:31:38 | INFO | train_inner | {\"epoch\": 1, \"update\": 0.008, "
        "\"loss\": \"19.5\", \"num_updates\": \"2\", \"gnorm\": \"nan\"}\n",
        NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1/1=20.7 2/1=19.5");
    ck_assert_str_eq(points_of(r.log, "valid_loss"), "1/1=8.5");
    ck_assert_str_eq(points_of(r.log, "gnorm"), "1/1=20.751");
    reading_done(&r);

    r = reading_of(
        "stdout.txt",
        "***** Running training *****\n{'loss': 2.3, 'learning_rate': 5e-05, 'epoch': 0.1}\n"
        "  5%|x   | 1/2 [00:01<00:01]\r{'loss': 2.1, 'note': None, 'epoch': 0.2}\n"
        "{'eval_loss': 1.5, 'epoch': 0.2}\n",
        NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/0.1=2.3 /0.2=2.1");
    ck_assert_str_eq(points_of(r.log, "eval_loss"), "/0.2=1.5");
    reading_done(&r);
}
END_TEST

START_TEST(real_trainer_state)
{
    char *path = unit_shared_path("real/samples/huggingface/trainer_state.json");
    if (!path)
        return;
    struct diags diags;
    diags_init(&diags);
    struct log *log = reader_read_file(path, "trainer_state.json", NULL, &diags);
    ck_assert_ptr_nonnull(log);
    for (int i = 0; i < 6; i++) {
        char name[32];
        sprintf(name, "eval_g%d_loss", i);
        ck_assert_uint_eq(log_find(log, name)->n_points, 31);
    }
    ck_assert_uint_eq(log_find(log, "loss")->n_points, 30);
    ck_assert(log->last_step == 12030 && log->last_epoch == 30);
    log_free(log);
    diags_done(&diags);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {json_is_read_as_it_stands,
                                  json_strings_are_unescaped,
                                  json_depth_is_limited,
                                  lines_are_rows_whatever_their_keys,
                                  of_a_key_that_comes_twice_the_last_counts,
                                  bad_and_truncated_lines_of_json,
                                  wandb_history_lines,
                                  deep_json_is_a_bad_line,
                                  a_line_without_end_is_skipped,
                                  a_file_past_the_limit_is_not_read,
                                  detectron2_metrics,
                                  detectron2_metrics_written_on,
                                  mmdetection_lines,
                                  mmengine_lines,
                                  trainer_state,
                                  keras_history,
                                  columns_of_two_lengths,
                                  sacred_metrics,
                                  tensorboard_download,
                                  list_of_records,
                                  one_file_an_epoch,
                                  objects_at_the_end_of_log_lines,
                                  real_trainer_state};
    return unit_main(unit_suite("readers: JSON", tests, sizeof tests / sizeof *tests));
}
