/* Logs that grow and runs that appear while a study is open. */
#include "study_test.h"
#include "unit.h"

#include "ui/watch.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define STUDY                                                                                      \
    "logvar: 1\noutcome: {metric: acc, better: higher}\ndiscover: \"{arm}/run_{run}.csv\"\n"

static char path[300];

static const char *in_folder(const char *folder, const char *name)
{
    snprintf(path, sizeof path, "%s/%s/%s", unit_folder(), folder, name);
    return path;
}

static void append(const char *folder, const char *name, const char *text)
{
    FILE *out = fopen(in_folder(folder, name), "a");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

static struct watch *watch_study(const char *folder, enum watch_means means)
{
    study_folder(folder);
    for (int run = 1; run <= 3; run++)
        study_log("a", run, "epoch,acc\n1,1\n2,2\n");
    study_text("study.yaml", STUDY);
    struct watch *watch = watch_new(in_folder(folder, "study.yaml"), means);
    ck_assert_ptr_nonnull(watch);
    return watch;
}

/* Waits as an event loop does. */
static bool wait_for_news(struct watch *watch, struct watch_news *news)
{
    for (int i = 0; i < 100; i++) {
        struct pollfd descriptor = {.fd = watch_fd(watch), .events = POLLIN};
        long due_ms = watch_due_ms(watch);
        if (poll(&descriptor, 1, due_ms < 0 ? 10000 : (int)due_ms) <= 0 && due_ms < 0)
            return false;
        if (watch_take(watch, news))
            return true;
    }
    return false;
}

START_TEST(nothing_new_is_no_news)
{
    struct watch *watch = watch_study("still", WATCH_BEST);
    struct watch_news news;
    ck_assert(!watch_look(watch, &news));
    ck_assert(!watch_take(watch, &news));
    watch_free(watch);
}
END_TEST

static void hears_of_everything(const char *folder, enum watch_means means)
{
    struct watch *watch = watch_study(folder, means);
    struct watch_news news;
    append(folder, "a/run_02.csv", "3,3\n4,");
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_grown, 1);
    ck_assert_uint_eq(news.n_new, 0);
    ck_assert(!news.manifest);
    /* The same again is not news; one more is. */
    ck_assert(!watch_look(watch, &news));
    study_log("a", 4, "epoch,acc\n1,1\n");
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_new, 1);
    ck_assert_uint_eq(news.n_grown, 1);
    study_log("b", 1, "epoch,acc\n1,1\n"); /* another arm, in a folder that was not there */
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_new, 2);
    ck_assert_int_eq(unlink(in_folder(folder, "a/run_03.csv")), 0);
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_gone, 1);
    append(folder, "study.yaml", "title: Another\n");
    ck_assert(wait_for_news(watch, &news));
    ck_assert(news.manifest);
    watch_free(watch);
}

START_TEST(the_kernel_tells)
{
    hears_of_everything("told", WATCH_BEST);
}
END_TEST

START_TEST(looking_now_and_then_does_too)
{
    hears_of_everything("polled", WATCH_POLL);
}
END_TEST

/* A folder that is moved away takes its runs along; made again, it is heard again. */
START_TEST(a_folder_that_goes_and_comes)
{
    struct watch *watch = watch_study("moved", WATCH_BEST);
    struct watch_news news;
    char away[320];
    snprintf(away, sizeof away, "%s/gone", unit_folder());
    ck_assert_int_eq(rename(in_folder("moved", "a"), away), 0);
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_gone, 3);
    for (int run = 1; run <= 3; run++)
        study_log("a", run, "epoch,acc\n1,1\n2,2\n");
    do
        ck_assert(wait_for_news(watch, &news));
    while (news.n_grown < 3);
    ck_assert_uint_eq(news.n_gone, 0);
    study_log("a", 4, "epoch,acc\n1,1\n");
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_new, 1);
    watch_free(watch);
    watch = watch_new(in_folder("moved", "study.yaml"), WATCH_BEST);
    snprintf(away, sizeof away, "%s/all-gone", unit_folder());
    char all[320];
    snprintf(all, sizeof all, "%s/moved", unit_folder());
    ck_assert_int_eq(rename(all, away), 0);
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_gone, 4);
    ck_assert(news.manifest);
    watch_free(watch);
}
END_TEST

/* Cut short, written again, another file under the same name: all of it is a change. */
START_TEST(logs_that_do_not_only_grow)
{
    struct watch *watch = watch_study("rotated", WATCH_POLL);
    struct watch_news news;
    ck_assert_int_eq(truncate(in_folder("rotated", "a/run_01.csv"), 5), 0);
    ck_assert(watch_look(watch, &news));
    ck_assert_uint_eq(news.n_grown, 1);
    study_log("a", 2, "epoch,acc\n7,7\n8,8\n");
    char old[320];
    snprintf(old, sizeof old, "%s", in_folder("rotated", "a/run_03.csv"));
    ck_assert_int_eq(rename(old, in_folder("rotated", "a/run_03.csv.1")), 0);
    append("rotated", "a/run_03.csv", "epoch,acc\n1,1\n");
    ck_assert(watch_look(watch, &news));
    ck_assert_uint_eq(news.n_grown, 3);
    ck_assert_uint_eq(news.n_gone, 0);
    watch_free(watch);
}
END_TEST

/* The clock of the machine that writes jumped: files get times of the future and of the past. */
static void hears_of_jumps(const char *folder, enum watch_means means)
{
    static const time_t times[] = {4000000000, 1, 4000000001};
    struct watch *watch = watch_study(folder, means);
    struct watch_news news;
    for (int i = 0; i < 3; i++) {
        struct timespec both[2] = {{times[i], 0}, {times[i], 0}};
        char name[20];
        snprintf(name, sizeof name, "a/run_%02d.csv", i + 1);
        append(folder, name, "3,3\n");
        ck_assert_int_eq(utimensat(AT_FDCWD, in_folder(folder, name), both, 0), 0);
        ck_assert(wait_for_news(watch, &news));
        ck_assert_uint_eq(news.n_grown, (size_t)i + 1);
    }
    watch_free(watch);
}

START_TEST(times_of_files_may_jump)
{
    hears_of_jumps("jumps", WATCH_BEST);
    hears_of_jumps("jumps_polled", WATCH_POLL);
}
END_TEST

START_TEST(a_table_is_watched_too)
{
    study_folder("table");
    study_text("t.csv", "acc,x\n1,2\n2,3\n");
    study_text("study.yaml",
               "logvar: 1\noutcome: {metric: acc, better: higher}\ntable: {file: t.csv}\n");
    struct watch *watch = watch_new(in_folder("table", "study.yaml"), WATCH_BEST);
    struct watch_news news;
    ck_assert_ptr_nonnull(watch);
    append("table", "t.csv", "3,4\n");
    ck_assert(wait_for_news(watch, &news));
    ck_assert_uint_eq(news.n_files, 1);
    watch_free(watch);
}
END_TEST

START_TEST(a_growing_log_reads_without_a_word_of_error)
{
    study_folder("growing");
    for (int run = 1; run <= 3; run++) {
        char text[100];
        snprintf(text, sizeof text, "epoch,val_loss,acc\n1,%d,0.%d\n2,1,0.%d\n3,0.5,0.", run, run,
                 run);
        study_log("a", run, text);
    }
    struct study *study = study_of(STUDY);
    const struct arm *arm = study_arm(study, "a");
    ck_assert_uint_eq(arm->n_runs, 3);
    ck_assert_ptr_null(strstr(study_said(), "error"));
    study_unref(study);
}
END_TEST

START_TEST(no_manifest_no_watch)
{
    ck_assert_ptr_null(watch_new("/nowhere/study.yaml", WATCH_BEST));
    watch_free(NULL);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        nothing_new_is_no_news,        the_kernel_tells,
        looking_now_and_then_does_too, a_folder_that_goes_and_comes,
        logs_that_do_not_only_grow,    times_of_files_may_jump,
        a_table_is_watched_too,        a_growing_log_reads_without_a_word_of_error,
        no_manifest_no_watch};
    return unit_main(unit_suite("study: watch", tests, sizeof tests / sizeof *tests));
}
