/* The small rules a study is made of: names of metrics, families, the window, candidates of one
 * metric, what is dropped, run names out of columns, and the loader's work on many threads. */
#include "study_test.h"
#include "unit.h"

#include "base/mem.h"
#include "study/candidate.h"
#include "study/column_match.h"
#include "study/families.h"
#include "study/filter.h"
#include "study/leakage.h"
#include "study/metric.h"
#include "study/names.h"
#include "study/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_metric_is_known_by_whole_words)
{
    ck_assert(metric_has("test_acc", METRIC_TEST));
    ck_assert(metric_has("best/Test.acc", METRIC_TEST));
    ck_assert(metric_has("testLoss", METRIC_TEST));
    ck_assert(!metric_has("latest_loss", METRIC_TEST));
    ck_assert(!metric_has("contest", METRIC_TEST));
    ck_assert(metric_has("best_val_acc", METRIC_VALIDATION));
    ck_assert(metric_has("eval/loss", METRIC_VALIDATION));
    ck_assert(!metric_has("value_loss", METRIC_VALIDATION));
    ck_assert(metric_has("valLoss", METRIC_VALIDATION));
    ck_assert(!metric_has("", METRIC_TEST));
}
END_TEST

static void assert_family(const char *metric, const char *family)
{
    struct manifest_arm settings = {0};
    struct family_match match = family_of(&settings, metric, false);
    ck_assert_msg(match.name && !strcmp(match.name, family), "%s is in %s", metric,
                  match.name ? match.name : "none");
}

START_TEST(default_families_follow_the_words)
{
    assert_family("val_loss", "validation");
    assert_family("eval_accuracy", "validation");
    assert_family("train_loss", "training-loss");
    assert_family("loss", "training-loss");
    assert_family("train/acc", "training-accuracy");
    assert_family("batch_grad_norm", "gradient-norm");
    assert_family("gnorm", "gradient-norm");
    assert_family("param_norm", "parameter-norm");
    assert_family("lr", "other");
    struct manifest_arm settings = {0};
    ck_assert_ptr_null(family_of(&settings, "eval_runtime", false).name);
    ck_assert_ptr_null(family_of(&settings, "train_time", false).name);
}
END_TEST

START_TEST(the_first_family_that_matches_wins)
{
    const char *first[] = {"val_loss", "train_*"}, *second[] = {"*loss", "x"};
    struct manifest_family families[] = {{.name = "one", .n_globs = 2, .globs = first},
                                         {.name = "two", .n_globs = 2, .globs = second}};
    struct manifest_arm settings = {.n_families = 2, .families = families};
    ck_assert_str_eq(family_of(&settings, "train_loss", false).name, "one");
    ck_assert_str_eq(family_of(&settings, "batch_loss", false).name, "two");
    ck_assert_ptr_null(family_of(&settings, "lr", false).name);
}
END_TEST

START_TEST(a_validation_series_gives_snapshots_unless_told_otherwise)
{
    const char *globs[] = {"val_*", "loss"};
    struct manifest_family family = {.name = "mixed", .n_globs = 2, .globs = globs};
    struct manifest_arm settings = {.n_families = 1, .families = &family};
    struct family_match match = family_of(&settings, "val_loss", false);
    ck_assert(match.snapshots && !match.summaries);
    match = family_of(&settings, "loss", false);
    ck_assert(match.snapshots && match.summaries);
    family.statistics = STATISTICS_ALL;
    match = family_of(&settings, "val_loss", false);
    ck_assert(match.snapshots && match.summaries);
    family.statistics = STATISTICS_SUMMARIES;
    match = family_of(&settings, "val_loss", false);
    ck_assert(!match.snapshots && match.summaries);
    family.statistics = STATISTICS_DEFAULT;
    family.name = "validation"; /* then its other metrics count as validation too */
    match = family_of(&settings, "loss", false);
    ck_assert(match.snapshots && !match.summaries);
}
END_TEST

START_TEST(a_column_may_carry_its_family)
{
    struct manifest_arm settings = {0};
    struct family_match match = family_of(&settings, "gradient-norm:3", true);
    ck_assert_uint_eq(match.length, strlen("gradient-norm"));
    ck_assert(!strncmp(match.name, "gradient-norm", match.length));
    match = family_of(&settings, "val_loss:", true);
    ck_assert_str_eq(match.name, "validation");
}
END_TEST

START_TEST(the_window_is_a_share_of_the_full_length)
{
    struct log *log = study_read_log("epoch,val_loss\n1,3\n2,2\n3,1\n24,0.5\n");
    struct manifest_log undeclared = {.length_steps = NAN, .length_epochs = NAN};
    struct run_length length = run_length_of(log, &undeclared);
    struct manifest_window third = {WINDOW_FRACTION, 1.0 / 3, "1/3", {0, 0}};
    double end = window_end(&third, LOG_AXIS_EPOCH, &length);
    ck_assert(end >= 8 && end < 8.001);
    struct manifest_log declared = {.length_steps = NAN, .length_epochs = 90};
    length = run_length_of(log, &declared);
    end = window_end(&third, LOG_AXIS_EPOCH, &length);
    ck_assert(end >= 30 && end < 30.001);
    /* Nothing tells how many steps the run has: nothing of a step series can be placed. */
    ck_assert(isnan(window_end(&third, LOG_AXIS_STEP, &length)));
    log_free(log);
}
END_TEST

START_TEST(an_epoch_window_reaches_the_step_axis_by_its_share)
{
    struct run_length length = {
        {[LOG_AXIS_STEP] = 1000, [LOG_AXIS_EPOCH] = 10, [LOG_AXIS_INDEX] = 50}};
    struct manifest_window epochs = {WINDOW_EPOCH, 4, "e4", {0, 0}};
    struct manifest_window steps = {WINDOW_STEP, 250, "s250", {0, 0}};
    ck_assert_double_eq_tol(window_end(&epochs, LOG_AXIS_EPOCH, &length), 4, 1e-6);
    ck_assert_double_eq_tol(window_end(&epochs, LOG_AXIS_STEP, &length), 400, 1e-4);
    ck_assert_double_eq_tol(window_end(&steps, LOG_AXIS_EPOCH, &length), 2.5, 1e-6);
    ck_assert_double_eq_tol(window_end(&steps, LOG_AXIS_STEP, &length), 250, 1e-4);
}
END_TEST

START_TEST(steps_logged_early_only_are_measured_by_their_epochs)
{
    /* Steps stop at 200 in epoch 2; the run goes on to epoch 10, so it has 1,000 steps. */
    struct log *log = study_read_log("epoch,step,loss,val_loss\n1,100,5,\n2,200,4,\n10,,,3\n");
    struct manifest_log undeclared = {.length_steps = NAN, .length_epochs = NAN};
    struct run_length length = run_length_of(log, &undeclared);
    ck_assert_double_eq_tol(length.full[LOG_AXIS_STEP], 1000, 1e-9);
    log_free(log);
}
END_TEST

START_TEST(fractions_are_read_in_three_forms)
{
    double f;
    ck_assert(window_read_fraction("1/4", 3, &f));
    ck_assert_double_eq(f, 0.25);
    ck_assert(window_read_fraction("0.5", 3, &f));
    ck_assert_double_eq(f, 0.5);
    ck_assert(window_read_fraction("20%", 3, &f));
    ck_assert_double_eq(f, 0.2);
    static const char *const bad[] = {"", "0", "1/0", "2", "-1/3", "a/b", "1/", "/3", "1//3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!window_read_fraction(bad[i], strlen(bad[i]), &f), "'%s'", bad[i]);
}
END_TEST

/* A series by steps 1 … n with these values. */
static struct window_series series_of(double *values, size_t n)
{
    struct window_series series = {.metric = "m", .axis = LOG_AXIS_STEP, .n_points = n};
    series.positions = mem_array(n + 1, sizeof *series.positions);
    series.values = values;
    for (size_t i = 0; i < n; i++)
        series.positions[i] = (double)(i + 1);
    return series;
}

static double value_named(const char *name, const struct window_series *series)
{
    struct candidate_spec spec;
    struct run_length length = {
        {[LOG_AXIS_STEP] = 12, [LOG_AXIS_EPOCH] = 3, [LOG_AXIS_INDEX] = 12}};
    size_t from, n;
    ck_assert_msg(candidate_read(name, &spec, &from, &n), "%s", name);
    ck_assert_uint_eq(n, strlen(series->metric));
    ck_assert(!strncmp(name + from, series->metric, n));
    return candidate_value(&spec, series, &length);
}

START_TEST(values_of_a_series_by_name)
{
    double values[] = {4, 1, 3, 8, 2, 6};
    struct window_series series = series_of(values, 6);
    ck_assert_double_eq(value_named("m@s3", &series), 3);
    ck_assert(isnan(value_named("m@s7", &series)));
    ck_assert(isnan(value_named("m@s2.5", &series)));
    ck_assert_double_eq(value_named("m@1/3", &series), 8); /* step 4 of 12 */
    ck_assert_double_eq(value_named("m@0.49", &series), 2);
    ck_assert(isnan(value_named("m@0.01", &series)));
    ck_assert_double_eq(value_named("m@e1", &series), 8); /* a third of 3 epochs */
    ck_assert_double_eq_tol(value_named("mean(m)", &series), 4, 1e-15);
    ck_assert_double_eq_tol(value_named("sd(m)", &series), sqrt(34.0 / 5), 1e-15);
    ck_assert_double_eq(value_named("min(m)", &series), 1);
    ck_assert_double_eq(value_named("max(m,1:3)", &series), 4);
    ck_assert_double_eq(value_named("first(m)", &series), 4);
    ck_assert_double_eq(value_named("last(m,1:2)", &series), 1);
    ck_assert_double_eq(value_named("change(m)", &series), 2);
    ck_assert_double_eq_tol(value_named("slope(m)", &series), 9 / 17.5, 1e-14);
    ck_assert_double_eq_tol(value_named("slope(m,1:2)", &series), -3, 1e-15);
    ck_assert(isnan(value_named("mean(m,1:7)", &series)));
    ck_assert(isnan(value_named("sd(m,1:1)", &series)));
    free(series.positions);
}
END_TEST

START_TEST(what_an_infinite_value_touches_is_not_finite)
{
    double values[] = {1, INFINITY, 2};
    struct window_series series = series_of(values, 3);
    static const char *const touched[] = {"mean(m)", "sd(m)", "slope(m)", "max(m)", "m@s2"};
    for (size_t i = 0; i < sizeof touched / sizeof *touched; i++)
        ck_assert_msg(isinf(value_named(touched[i], &series)), "%s", touched[i]);
    ck_assert_double_eq(value_named("min(m)", &series), 1);
    ck_assert_double_eq(value_named("m@s3", &series), 2);
    free(series.positions);
}
END_TEST

START_TEST(texts_that_name_no_candidate)
{
    static const char *const bad[] = {"",         "m",     "@s3",    "m@",     "m@s",
                                      "m@sx",     "m@3/2", "mean()", "mean(m", "median(m)",
                                      "mean(m)x", "m@e1x", "mean"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct candidate_spec spec;
        size_t from, n;
        ck_assert_msg(!candidate_read(bad[i], &spec, &from, &n), "'%s'", bad[i]);
    }
}
END_TEST

START_TEST(names_survive_the_round_trip)
{
    static const char *const names[] = {
        "val_loss@e12",           "a@b@s1500",        "m@r3",    "m@e0.25",
        "mean(batch_loss,1:100)", "slope(f(x),1:10)", "sd(a,b)", "last(m)"};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct candidate_spec spec;
        size_t from, n;
        ck_assert(candidate_read(names[i], &spec, &from, &n));
        const char *metric = arena_strndup(&arena, names[i] + from, n);
        ck_assert_str_eq(candidate_name(&spec, metric, "1/3", &arena), names[i]);
    }
    arena_done(&arena);
}
END_TEST

static size_t n_of_kind(const struct spec_list *list, enum spec_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n_items; i++)
        n += list->items[i].kind == kind;
    return n;
}

START_TEST(a_long_series_gives_snapshots_on_an_even_grid_that_all_runs_reached)
{
    enum { LONG = 1000, SHORT = 400 };
    double values[LONG] = {0};
    struct window_series one = series_of(values, LONG), two = series_of(values, SHORT);
    const struct window_series *both[] = {&one, &two};
    struct family_match match = {.snapshots = true};
    struct spec_list list;
    candidate_specs(both, 2, &match, &list);
    ck_assert_uint_eq(n_of_kind(&list, SPEC_POSITION), SNAPSHOTS_MAX);
    ck_assert_uint_eq(n_of_kind(&list, SPEC_END), 1);
    for (size_t i = 0; i < SNAPSHOTS_MAX; i++)
        ck_assert_double_eq(list.items[i].position, (double)(4 * (i + 1)));
    free(list.items);
    free(one.positions);
    free(two.positions);
}
END_TEST

START_TEST(long_series_without_a_common_position_are_said_to_be_so)
{
    enum { N = 150 };
    double values[N] = {0};
    struct window_series one = series_of(values, N), two = series_of(values, N);
    for (size_t i = 0; i < N; i++)
        two.positions[i] += 0.5;
    const struct window_series *both[] = {&one, &two};
    struct family_match match = {.snapshots = true};
    struct spec_list list;
    candidate_specs(both, 2, &match, &list);
    ck_assert(list.no_common_position);
    ck_assert_uint_eq(n_of_kind(&list, SPEC_POSITION), 0);
    free(list.items);
    free(one.positions);
    free(two.positions);
}
END_TEST

START_TEST(a_short_series_gives_every_position_of_any_run)
{
    double values[4] = {0};
    struct window_series one = series_of(values, 3), two = series_of(values, 4);
    two.positions[0] = 0.5;
    const struct window_series *three[] = {&one, NULL, &two};
    struct family_match match = {.snapshots = true, .summaries = true};
    struct spec_list list;
    candidate_specs(three, 3, &match, &list);
    static const double expected[] = {0.5, 1, 2, 3, 4};
    ck_assert_uint_eq(n_of_kind(&list, SPEC_POSITION), 5);
    for (size_t i = 0; i < 5; i++)
        ck_assert_double_eq(list.items[i].position, expected[i]);
    ck_assert_uint_eq(n_of_kind(&list, SPEC_SUMMARY), N_STATISTICS);
    free(list.items);
    free(one.positions);
    free(two.positions);
}
END_TEST

START_TEST(prefixes_are_those_shorter_than_the_series_and_only_for_steps)
{
    enum { N = 120 };
    double values[N] = {0};
    struct window_series series = series_of(values, N);
    const struct window_series *one[] = {&series};
    struct family_match match = {.summaries = true};
    struct spec_list list;
    candidate_specs(one, 1, &match, &list);
    ck_assert_uint_eq(list.n_items, 4 * N_STATISTICS); /* 10, 50, 100 and the whole window */
    ck_assert_uint_eq(list.items[0].n_prefix, 10);
    ck_assert_uint_eq(list.items[2].n_prefix, 100);
    ck_assert_uint_eq(list.items[3].n_prefix, 0);
    ck_assert_int_eq(list.items[3].statistic, STATISTIC_MEAN);
    free(list.items);
    series.axis = LOG_AXIS_EPOCH;
    candidate_specs(one, 1, &match, &list);
    ck_assert_uint_eq(list.n_items, N_STATISTICS);
    free(list.items);
    free(series.positions);
}
END_TEST

static const char *filtered(const double *x, size_t n, struct arena *arena)
{
    enum drop_kind kind;
    const char *reason = "kept";
    filter_accepts(x, n, arena, &kind, &reason);
    return reason;
}

START_TEST(what_is_dropped_and_why)
{
    struct arena arena;
    arena_init(&arena);
    double x[10] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 3};
    ck_assert_str_eq(filtered(x, 10, &arena), "kept"); /* 80 % is not more than 80 % */
    x[8] = 1;
    ck_assert_str_eq(filtered(x, 10, &arena), "one value shared by 90 % of the runs");
    x[9] = 1;
    ck_assert_str_eq(filtered(x, 10, &arena), "constant");
    x[3] = NAN;
    x[4] = INFINITY;
    ck_assert_str_eq(filtered(x, 10, &arena), "missing in 1 of 10 runs");
    x[3] = 5;
    ck_assert_str_eq(filtered(x, 10, &arena), "not finite in 1 of 10 runs");
    double zeros[2] = {0.0, -0.0};
    ck_assert_str_eq(filtered(zeros, 2, &arena), "constant");
    arena_done(&arena);
}
END_TEST

static bool is_barred(enum outcome_at at, const char *metric, const char *best, const char *asked,
                      enum drop_kind *kind)
{
    struct manifest_arm settings = {
        .outcome = {.at = at, .metric = metric, .best_metric = best, .higher_is_better = true}};
    struct family_match match = family_of(&settings, asked, false);
    return leakage_bars(&settings, asked, &match, kind);
}

START_TEST(a_best_validation_checkpoint_bars_validation)
{
    enum drop_kind kind;
    ck_assert(is_barred(OUTCOME_BEST, "test_acc", "val_acc", "val_loss", &kind));
    ck_assert_int_eq(kind, DROP_REFUSED);
    ck_assert(is_barred(OUTCOME_BEST, "test_acc", "val_acc", "best_acc", &kind));
    ck_assert(!is_barred(OUTCOME_BEST, "test_acc", "val_acc", "train_loss", &kind));
    ck_assert(is_barred(OUTCOME_MAX, "val_acc", NULL, "val_loss", &kind));
    ck_assert(!is_barred(OUTCOME_MAX, "test_acc", NULL, "val_loss", &kind));
    ck_assert(!is_barred(OUTCOME_LAST, "test_acc", NULL, "val_loss", &kind));
    ck_assert(is_barred(OUTCOME_LAST, "test_acc", NULL, "test_loss", &kind));
    ck_assert_int_eq(kind, DROP_TEST);
    /* The best training loss decides: that metric is out, validation is not. */
    ck_assert(is_barred(OUTCOME_BEST, "test_acc", "loss", "loss", &kind));
    ck_assert(!is_barred(OUTCOME_BEST, "test_acc", "loss", "val_loss", &kind));
}
END_TEST

static void assert_run(const char *pattern, const char *column, const char *run)
{
    size_t from, n;
    bool found = column_match(pattern, column, &from, &n);
    ck_assert_msg(found == (run != NULL), "%s on %s", pattern, column);
    if (run)
        ck_assert_msg(n == strlen(run) && !strncmp(column + from, run, n), "%.*s is not %s", (int)n,
                      column + from, run);
}

START_TEST(run_names_out_of_columns)
{
    assert_run("rew:seed_{run}_*", "rew:seed_0_0112_232157-Ant_v3_sac/test_rew.csv", "0");
    assert_run("rew:seed_{run}_*", "rew:shaded", NULL);
    assert_run("rew:seed_{run}_*", "rew", NULL);
    assert_run("{run} - val_loss", "proud-sun-3 - val_loss", "proud-sun-3");
    assert_run("{run} - val_loss", "proud-sun-3 - val_loss__MIN", NULL);
    assert_run("{run} - *", "a - loss__MAX", NULL);
    assert_run("*_{run}", "x_y_7", "y_7");
    assert_run("{run}", "[a]", "[a]");
    assert_run("s{run}", "s", NULL);
}
END_TEST

START_TEST(names_keep_their_first_number)
{
    struct names names;
    names_init(&names);
    char texts[2000][8];
    for (size_t i = 0; i < 2000; i++) {
        snprintf(texts[i], sizeof texts[i], "n%zu", i);
        ck_assert_uint_eq(names_add(&names, texts[i], i), i);
    }
    ck_assert_uint_eq(names_add(&names, "n77", 5), 77);
    for (size_t i = 0; i < 2000; i++)
        ck_assert_uint_eq(names_find(&names, texts[i]), i);
    ck_assert_uint_eq(names_find(&names, "other"), NAMES_NONE);
    names_done(&names);
}
END_TEST

static void square(void *context, size_t item)
{
    ((size_t *)context)[item] = item * item;
}

static bool stop_at_once(void *user, size_t n_done, size_t n_total)
{
    (void)n_total;
    *(size_t *)user = n_done;
    return false;
}

START_TEST(every_item_is_done_once_whatever_the_threads)
{
    for (size_t n_threads = 0; n_threads < 5; n_threads++) {
        size_t squares[300] = {0};
        ck_assert(parallel_for(n_threads, 300, square, squares, NULL, NULL));
        for (size_t i = 0; i < 300; i++)
            ck_assert_uint_eq(squares[i], i * i);
    }
    ck_assert(parallel_for(2, 0, square, NULL, NULL, NULL));
    size_t squares[300], n_done = 0;
    ck_assert(!parallel_for(1, 300, square, squares, stop_at_once, &n_done));
    ck_assert_uint_eq(n_done, 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_metric_is_known_by_whole_words,
        default_families_follow_the_words,
        the_first_family_that_matches_wins,
        a_validation_series_gives_snapshots_unless_told_otherwise,
        a_column_may_carry_its_family,
        the_window_is_a_share_of_the_full_length,
        an_epoch_window_reaches_the_step_axis_by_its_share,
        steps_logged_early_only_are_measured_by_their_epochs,
        fractions_are_read_in_three_forms,
        values_of_a_series_by_name,
        what_an_infinite_value_touches_is_not_finite,
        texts_that_name_no_candidate,
        names_survive_the_round_trip,
        a_long_series_gives_snapshots_on_an_even_grid_that_all_runs_reached,
        long_series_without_a_common_position_are_said_to_be_so,
        a_short_series_gives_every_position_of_any_run,
        prefixes_are_those_shorter_than_the_series_and_only_for_steps,
        what_is_dropped_and_why,
        a_best_validation_checkpoint_bars_validation,
        run_names_out_of_columns,
        names_keep_their_first_number,
        every_item_is_done_once_whatever_the_threads,
    };
    return unit_main(unit_suite("study: rules", tests, sizeof tests / sizeof *tests));
}
