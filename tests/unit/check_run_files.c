/* The files of one run as one log: workers' monitor files by the wall clock, others by step. */
#include "readers.h"

#include "study/run_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 4 };

struct named_text {
    const char *name, *text;
};

static struct arena texts_arena;
static struct run_fault fault; /* of the last read_run */

/* Reads the texts as the files of a run's folder. */
static struct log_reading read_run(const struct named_text *texts, size_t n_texts)
{
    static struct manifest_file files[FILES_MAX];
    struct manifest_run run = {.id = "1", .n_files = n_texts, .files = files};
    struct log_reading reading;
    diags_init(&reading.diags);
    arena_init(&texts_arena);
    for (size_t i = 0; i < n_texts; i++) {
        char flat[100];
        snprintf(flat, sizeof flat, "%zu_%s", i, strrchr(texts[i].name, '/') + 1);
        files[i] = (struct manifest_file){unit_text_file(flat, texts[i].text), texts[i].name + 1,
                                          "", true};
    }
    reading.log = run_files_read(&run, NULL, &reading.diags, &texts_arena, &fault);
    for (size_t i = 0; i < n_texts; i++)
        free((char *)files[i].path);
    return reading;
}

#define FIRST                                                                                      \
    "#{\"t_start\": 1000.0, \"env_id\": \"CartPole-v1\"}\nr,l,t\n1,10,1.0\n2,20,4.0\n3,5,6.5\n"
#define SECOND                                                                                     \
    "#{\"t_start\": 1002.5, \"env_id\": \"CartPole-v1\"}\nr,l,t\n10,7,0.5\n20,8,1.0\n30,40,5.5\n"

/* By hand, as load_results and ts2xy of Stable-Baselines3 do it: the episodes end at 1001, 1003,
 * 1003.5, 1004, 1006.5 and 1008, after 10, 17, 25, 45, 50 and 90 steps. */
START_TEST(episodes_of_workers_follow_the_wall_clock)
{
    const struct named_text texts[] = {{"/0.monitor.csv", FIRST}, {"/1.monitor.csv", SECOND}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 17=10 25=20 45=2 50=3 90=30");
    ck_assert_str_eq(points_of(r.log, "l"), "10=10 17=7 25=8 45=20 50=5 90=40");
    ck_assert_str_eq(unused_of(r.log), "t: a clock");
    ck_assert(r.log->last_step == 90);
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
    /* The order of the files does not matter. */
    const struct named_text turned[] = {{"/1.monitor.csv", SECOND}, {"/0.monitor.csv", FIRST}};
    r = read_run(turned, 2);
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 17=10 25=20 45=2 50=3 90=30");
    reading_done(&r);
}
END_TEST

START_TEST(episodes_of_an_evaluation_stand_apart)
{
    const struct named_text texts[] = {
        {"/0.monitor.csv", FIRST},
        {"/eval/monitor.csv", SECOND},
        {"/1.monitor.csv", SECOND},
        {"/progress.csv", "time/total_timesteps,train/loss\n50,4\n"}};
    struct log_reading r = read_run(texts, 4);
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 17=10 25=20 45=2 50=3 90=30");
    ck_assert_str_eq(points_of(r.log, "eval/r"), "7=10 15=20 55=30");
    ck_assert_str_eq(points_of(r.log, "train/loss"), "50=4");
    reading_done(&r);
}
END_TEST

/* What info_keywords add has a column of its own; a file that was written on to has its first lines
 * again; in one that was not closed the last line may be half. */
START_TEST(monitor_files_as_they_are)
{
    const struct named_text texts[] = {
        {"/0.monitor.csv",
         "\xEF\xBB\xBF# {\"env_id\": \"None\", \"t_start\": 100}\r\nr,l,t,is_success\r\n"
         "1,10,5,True\r\n"
         "#{\"t_start\": 300}\r\nr,l,t,is_success\r\n2,10,5,False\r\n3,1"},
        {"/1.monitor.csv",
         "#{\"t_start\": 200}\nr,l,t\n9,100,5\nno episode\n8,100,7,6\n8,0,8\n7,100,9\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 110=9 210=7 220=2");
    ck_assert_str_eq(points_of(r.log, "is_success"), "10=1 220=0");
    ck_assert(reading_says(&r, DIAG_NOTE, 7, "the last line is incomplete"));
    ck_assert(reading_says(&r, DIAG_WARNING, 4, "line skipped: no length of an episode"));
    ck_assert(
        reading_says(&r, DIAG_WARNING, 5, "line skipped: more cells than the header has columns"));
    ck_assert(reading_says(&r, DIAG_WARNING, 6, "line skipped: no length of an episode"));
    reading_done(&r);
}
END_TEST

/* t falls back where a run is taken up again (override_existing=False), with no word of when: not
 * before it stopped. */
START_TEST(a_clock_that_falls_back_goes_on)
{
    const struct named_text texts[] = {
        {"/0.monitor.csv", "#{\"t_start\": 100}\nr,l,t\n1,10,5\n2,10,9\n3,10,1\n4,10,3\n"},
        {"/1.monitor.csv", "#{\"t_start\": 100}\nr,l,t\n5,1,8\n6,1,10\n7,1,12\n"}};
    struct log_reading r = read_run(texts, 2);
    /* 105, 108, 109, 109 (1 s, put off by 8), 110, 111 (3 s), 112 */
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 11=5 21=2 31=3 32=6 42=4 43=7");
    reading_done(&r);
}
END_TEST

START_TEST(files_without_a_start_begin_with_the_first)
{
    const struct named_text texts[] = {
        {"/0.monitor.csv", "#{\"t_start\": 50}\nr,l,t\n1,10,5\n2,10,9\n"},
        {"/1.monitor.csv", "r,l,t\n3,1,6\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "r"), "10=1 11=3 21=2");
    ck_assert(reading_says(&r, DIAG_WARNING, 1, "no t_start in a line above the header"));
    reading_done(&r);
}
END_TEST

/* Each checkpoint of Hugging Face's trainer holds the history up to it; the names sort otherwise. */
#define HISTORY(more)                                                                              \
    "{\"log_history\": [{\"epoch\": 0.5, \"loss\": 3.0, \"step\": 500}, "                          \
    "{\"epoch\": 0.5, \"eval_loss\": 2.5, \"step\": 500}, "                                        \
    "{\"epoch\": 1, \"loss\": 2.0, \"grad_norm\": NaN, \"step\": 1000}" more "]}\n"

START_TEST(checkpoints_are_beginnings_of_one_run)
{
    const struct named_text texts[] = {
        {"/checkpoint-1000/trainer_state.json", HISTORY("")},
        {"/checkpoint-1500/trainer_state.json",
         HISTORY(", {\"epoch\": 1.5, \"loss\": 1.0, \"step\": 1500}, "
                 "{\"epoch\": 1.5, \"eval_loss\": 1.5, \"step\": 1500}")},
        {"/checkpoint-500/trainer_state.json",
         "{\"log_history\": [{\"epoch\": 0.5, \"loss\": 3.0, \"step\": 500}, "
         "{\"epoch\": 0.5, \"eval_loss\": 2.5, \"step\": 500}]}\n"}};
    struct log_reading r = read_run(texts, 3);
    ck_assert_str_eq(points_of(r.log, "loss"), "500/0.5=3 1000/1=2 1500/1.5=1");
    ck_assert_str_eq(points_of(r.log, "eval_loss"), "500/0.5=2.5 1500/1.5=1.5");
    ck_assert(r.log->last_step == 1500 && r.log->last_epoch == 1.5);
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

/* A file that nothing can be read from is passed over. */
START_TEST(other_files_are_joined_by_step)
{
    const struct named_text texts[] = {{"/a.csv", "step,loss\n1,3\n2,2\n"},
                                       {"/b.csv", "step,loss,acc\n2,1.5,9\n3,1,10\n"},
                                       {"/empty.csv", ""}};
    struct log_reading r = read_run(texts, 3);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=1.5 3=1");
    ck_assert_str_eq(points_of(r.log, "acc"), "2=9 3=10");
    reading_done(&r);
}
END_TEST

/* ---- several attempts at one run ---- */

#define WHOLE "epoch,loss,val_acc\n1,4,0.5\n2,3,0.625\n3,2,0.75\n4,1,0.875\n"

/* Outcome and statistics come from one attempt, the complete one, whichever was the last. */
START_TEST(an_attempt_that_stops_short_is_not_read)
{
    const struct named_text texts[] = {
        {"/version_0/metrics.csv", WHOLE},
        {"/version_1/metrics.csv", "epoch,loss,val_acc\n1,40,0.1\n2,30,0.2\n3,20,0.3\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=4 /2=3 /3=2 /4=1");
    ck_assert_str_eq(points_of(r.log, "val_acc"), "/1=0.5 /2=0.625 /3=0.75 /4=0.875");
    ck_assert(reading_says(&r, DIAG_WARNING, 0,
                           "not read: this attempt at the run ends at epoch 3, and "
                           "version_0/metrics.csv goes on to 4"));
    reading_done(&r);
}
END_TEST

START_TEST(of_two_whole_attempts_the_later_one_counts)
{
    const struct named_text texts[] = {
        {"/version_0/metrics.csv", "epoch,loss,val_acc\n1,9,0.1\n2,8,0.2\n3,7,0.3\n4,6,0.4\n"},
        {"/version_1/metrics.csv", WHOLE}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "val_acc"), "/1=0.5 /2=0.625 /3=0.75 /4=0.875");
    ck_assert(reading_says(&r, DIAG_WARNING, 0, "version_1/metrics.csv is a later attempt"));
    reading_done(&r);
}
END_TEST

/* Killed after epoch 3, resumed from the checkpoint of epoch 1 to the end. */
START_TEST(a_resumed_attempt_keeps_what_lies_before_it)
{
    const struct named_text texts[] = {
        {"/version_0/metrics.csv", "epoch,loss,val_acc\n1,9,0.1\n2,8,0.2\n3,7,0.3\n"},
        {"/version_1/metrics.csv", "epoch,loss,val_acc\n2,3,0.625\n3,2,0.75\n4,1,0.875\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=9 /2=3 /3=2 /4=1");
    ck_assert_str_eq(points_of(r.log, "val_acc"), "/1=0.1 /2=0.625 /3=0.75 /4=0.875");
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "resumed by version_1/metrics.csv"));
    reading_done(&r);
}
END_TEST

/* Resumed without a gap, in files whose names sort the other way round: nothing is contradicted. */
START_TEST(pieces_one_behind_the_other_are_joined)
{
    const struct named_text texts[] = {{"/after.csv", "epoch,loss\n3,2\n4,1\n"},
                                       {"/before.csv", "epoch,loss\n1,4\n2,3\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=4 /2=3 /3=2 /4=1");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

/* The same numbers, rounded, in a second file that goes less far. */
START_TEST(copies_contradict_nothing)
{
    const struct named_text texts[] = {{"/a.csv", "epoch,loss\n1,0.33333\n2,0.25\n3,0.2\n"},
                                       {"/b.csv", "epoch,loss,acc\n1,0.3333,7\n2,0.25,8\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_str_eq(points_of(r.log, "acc"), "/1=7 /2=8");
    ck_assert_uint_eq(r.log->series[0].n_points, 3);
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

START_TEST(files_of_two_trainings_are_no_run)
{
    const struct named_text texts[] = {{"/lr1.csv", WHOLE},
                                       {"/lr2.csv", "epoch,val_acc\n1,0.1\n2,0.2\n3,0.3\n4,0.4\n"}};
    struct log_reading r = read_run(texts, 2);
    ck_assert_ptr_null(r.log);
    ck_assert(fault.text && !fault.of_manifest);
    ck_assert(strstr(fault.text, "0_lr1.csv and ") &&
              strstr(fault.text, "1_lr2.csv both give val_acc at epoch 1 "
                                 "(0.5 and 0.1)"));
    reading_done(&r);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {episodes_of_workers_follow_the_wall_clock,
                                  episodes_of_an_evaluation_stand_apart,
                                  monitor_files_as_they_are,
                                  a_clock_that_falls_back_goes_on,
                                  files_without_a_start_begin_with_the_first,
                                  checkpoints_are_beginnings_of_one_run,
                                  other_files_are_joined_by_step,
                                  an_attempt_that_stops_short_is_not_read,
                                  of_two_whole_attempts_the_later_one_counts,
                                  a_resumed_attempt_keeps_what_lies_before_it,
                                  pieces_one_behind_the_other_are_joined,
                                  copies_contradict_nothing,
                                  files_of_two_trainings_are_no_run};
    return unit_main(unit_suite("run files", tests, sizeof tests / sizeof *tests));
}
