/* The rules that hold for every format: segments, repeats, epochs, joining. */
#include "readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_repeated_step_keeps_its_last_value)
{
    struct log_reading r = reading_of("a.csv", "step,loss\n1,3\n2,2\n2,1.5\n3,1\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=1.5 3=1");
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "values at a step that comes again: 1"));
    reading_done(&r);
}
END_TEST

START_TEST(a_resumed_run_keeps_what_came_before_it)
{
    struct log_reading r =
        reading_of("a.csv", "step,loss\n10,9\n20,8\n30,7\n40,6\n30,5\n40,4\n50,3\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "10=9 20=8 30=5 40=4 50=3");
    ck_assert(reading_says(&r, DIAG_NOTE, 6, "resumed or second run"));
    ck_assert(reading_says(&r, DIAG_NOTE, 6, "2 of 7 rows are left out"));
    ck_assert(r.log->last_step == 50);
    reading_done(&r);
}
END_TEST

START_TEST(of_several_runs_the_last_that_reaches_the_end_counts)
{
    /* Two whole runs, then one that was killed. */
    struct log_reading r =
        reading_of("a.csv", "step,loss\n1,9\n2,8\n3,7\n1,6\n2,5\n3,4\n1,3\n2,2\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=6 2=5 3=4");
    ck_assert_uint_eq(r.log->n_rows, 3);
    reading_done(&r);
}
END_TEST

START_TEST(train_and_validation_rows_need_not_share_steps)
{
    /* The train row of step 49 comes before the validation row of step 48. */
    struct log_reading r =
        reading_of("a.csv", "step,train,val\n49,3,\n48,,4\n99,2,\n97,,3\n", NULL);
    ck_assert_str_eq(points_of(r.log, "train"), "49=3 99=2");
    ck_assert_str_eq(points_of(r.log, "val"), "48=4 97=3");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

START_TEST(a_resumed_run_may_begin_with_a_validation_row)
{
    struct log_reading r = reading_of(
        "a.csv", "step,train,val\n1,9,\n2,8,\n2,,7\n3,6,\n4,5,\n3,,55\n3,4,\n4,3,\n5,2,\n", NULL);
    ck_assert_str_eq(points_of(r.log, "val"), "2=7 3=55");
    ck_assert_str_eq(points_of(r.log, "train"), "1=9 2=8 3=4 4=3 5=2");
    reading_done(&r);
}
END_TEST

START_TEST(batch_numbers_are_counted_on)
{
    struct log_reading r = reading_of(
        "a.csv", "epoch,batch,loss\n1,10,6\n1,20,5\n2,10,4\n2,20,3\n3,10,2\n3,20,1\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "10/1=6 20/1=5 30/2=4 40/2=3 50/3=2 60/3=1");
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "begins again in every epoch"));
    ck_assert(r.log->last_step == 60);
    reading_done(&r);
}
END_TEST

START_TEST(epochs_from_0_are_shifted_unless_they_are_fractions)
{
    struct log_reading r = reading_of("a.csv", "epoch,loss\n0,3\n1,2\n2,1\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=3 /2=2 /3=1");
    ck_assert(r.log->last_epoch == 3 && isnan(r.log->last_step));
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "epochs are counted from 0"));
    reading_done(&r);

    r = reading_of("b.csv", "epoch,loss\n0,3\n0.5,2\n1,1\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/0=3 /0.5=2 /1=1");
    reading_done(&r);
}
END_TEST

START_TEST(many_rows_an_epoch_are_ordered_by_row)
{
    struct log_reading r = reading_of("a.csv", "epoch,loss\n1,6\n1,5\n1,4\n2,3\n2,2\n2,1\n", NULL);
    const struct log_series *loss = log_find(r.log, "loss");
    ck_assert_uint_eq(loss->n_points, 6);
    ck_assert_int_eq(loss->axis, LOG_AXIS_INDEX);
    reading_done(&r);
}
END_TEST

START_TEST(a_repeated_header_begins_another_segment)
{
    struct log_reading r = reading_of("a.csv", "loss,acc\n3,1\n2,2\nloss,acc\n1,3\n0.5,4\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "=1 =0.5");
    ck_assert(reading_says(&r, DIAG_NOTE, 5, "resumed or second run"));
    reading_done(&r);

    r = reading_of("b.csv", "step,loss\n1,3\n2,2\nstep,loss\n3,1\n4,0.5\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2 3=1 4=0.5");
    reading_done(&r);
}
END_TEST

static struct log *log_of(const char *name, const char *text)
{
    struct log_reading r = reading_of(name, text, NULL);
    ck_assert_ptr_nonnull(r.log);
    diags_done(&r.diags);
    return r.log;
}

START_TEST(joined_files_get_their_prefixes)
{
    struct log *parts[] = {log_of("a.csv", "epoch,loss\n1,3\n2,2\n"),
                           log_of("b.csv", "step,loss\n1,9\n2,8\n3,7\n")};
    static const char *const prefixes[] = {"", "step_"};
    struct log *log = log_join(parts, prefixes, 2);
    ck_assert_str_eq(metrics_of(log), "loss step_loss");
    ck_assert_str_eq(points_of(log, "step_loss"), "1=9 2=8 3=7");
    ck_assert(log->last_step == 3 && log->last_epoch == 2);
    log_free(log);
}
END_TEST

START_TEST(a_metric_of_two_files_is_merged_and_the_later_file_wins)
{
    struct log *parts[] = {log_of("a.csv", "step,loss,lr\n1,9,1\n2,8,1\n3,7,1\n"),
                           log_of("b.csv", "step,loss,acc\n2,5,0\n3,4,0\n4,3,0\n")};
    struct log *log = log_join(parts, NULL, 2);
    ck_assert_str_eq(metrics_of(log), "loss lr acc");
    ck_assert_str_eq(points_of(log, "loss"), "1=9 2=5 3=4 4=3");
    log_free(log);
}
END_TEST

/* Each file counts its rows from 0 anew; steps and epochs stay with their points. */
START_TEST(joined_points_keep_their_places)
{
    struct log *parts[] = {log_of("a.csv", "step,epoch,loss\n1,0,9\n2,1,8\n"),
                           log_of("b.csv", "step,epoch,loss,acc\n3,2,7,0\n4,2,6,1\n5,3,5,2\n"),
                           log_of("c.csv", "lr\n0.5\n0.25\n")};
    struct log *log = log_join(parts, NULL, 3);
    ck_assert_str_eq(metrics_of(log), "loss acc lr");
    ck_assert_str_eq(points_of(log, "loss"), "1/1=9 2/2=8 3/3=7 4/3=6 5/4=5");
    ck_assert_str_eq(points_of(log, "acc"), "3/3=0 4/3=1 5/4=2");
    ck_assert_str_eq(points_of(log, "lr"), "=0.5 =0.25");
    ck_assert(log_position(log_find(log, "acc"), 0, LOG_AXIS_INDEX) == 0);
    ck_assert(log_position(log_find(log, "lr"), 1, LOG_AXIS_INDEX) == 1);
    ck_assert(log->n_rows == 3 && log->last_step == 5 && log->last_epoch == 4);
    log_free(log);
}
END_TEST

START_TEST(a_metric_twice_in_a_row_counts_once)
{
    struct diags diags;
    diags_init(&diags);
    struct log_builder *b = log_builder_new("x", &diags);
    size_t m = log_metric(b, "m", 1);
    for (int step = 0; step < 40; step++) {
        log_row(b, step, NAN, (size_t)step + 1);
        log_value(b, m, 1);
        log_value(b, m, NAN);
        log_value(b, m, step);
    }
    struct log *log = log_build(b);
    ck_assert_uint_eq(log->series[0].n_points, 40);
    ck_assert(log->series[0].values[39] == 39 && log->series[0].values[0] == 0);
    ck_assert_uint_eq(diags.n_items, 0);
    log_free(log);
    log_builder_free(b);
    diags_done(&diags);
}
END_TEST

START_TEST(metrics_past_the_limit_are_an_error_with_the_number)
{
    struct diags diags;
    diags_init(&diags);
    struct log_builder *b = log_builder_new("x", &diags);
    char name[32];
    log_row(b, 1, NAN, 1);
    for (int i = 0; i < LOG_METRICS_MAX + 10; i++) {
        size_t metric = log_metric(b, name, (size_t)snprintf(name, sizeof name, "m%d", i));
        ck_assert((metric == LOG_NO_METRIC) == (i >= LOG_METRICS_MAX));
        log_value(b, metric, i);
    }
    ck_assert_uint_eq(diags.n_errors, 1);
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "100000"));
    struct log *log = log_build(b);
    ck_assert_uint_eq(log->n_series, LOG_METRICS_MAX);
    log_free(log);
    log_builder_free(b);
    diags_done(&diags);
}
END_TEST

START_TEST(every_reader_stands_in_the_manual)
{
    size_t n;
    const struct reader *readers = reader_table(&n);
    char *path = unit_source_path("man/logvar-manifest.5");
    struct file_bytes manual;
    ck_assert(file_read(path, 1 << 20, &manual, NULL));
    for (size_t i = 0; i < n; i++) {
        char tag[64];
        snprintf(tag, sizeof tag, ".IP \\fB%s\\fR 12\n", readers[i].name);
        ck_assert_msg(strstr(manual.bytes, tag) != NULL, "%s is not in the manual",
                      readers[i].name);
        ck_assert_ptr_eq(reader_named(readers[i].name), &readers[i]);
    }
    file_bytes_done(&manual);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_repeated_step_keeps_its_last_value,
                                  a_resumed_run_keeps_what_came_before_it,
                                  of_several_runs_the_last_that_reaches_the_end_counts,
                                  train_and_validation_rows_need_not_share_steps,
                                  a_resumed_run_may_begin_with_a_validation_row,
                                  batch_numbers_are_counted_on,
                                  epochs_from_0_are_shifted_unless_they_are_fractions,
                                  many_rows_an_epoch_are_ordered_by_row,
                                  a_repeated_header_begins_another_segment,
                                  joined_files_get_their_prefixes,
                                  a_metric_of_two_files_is_merged_and_the_later_file_wins,
                                  joined_points_keep_their_places,
                                  a_metric_twice_in_a_row_counts_once,
                                  metrics_past_the_limit_are_an_error_with_the_number,
                                  every_reader_stands_in_the_manual};
    return unit_main(unit_suite("readers: rules", tests, sizeof tests / sizeof *tests));
}
