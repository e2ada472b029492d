/* Simulated studies drawn again and again: the figures are those of the estimators of a real study,
 * depend on nothing but setting and number, and agree with theory. */
#include "unit.h"

#include "base/mem.h"
#include "engine/crossfit.h"
#include "simulate/lab.h"
#include "stats/moments.h"
#include "stats/student.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

static struct experiment_setting setting_of(enum signal_place signal, double rho2, size_t n_runs,
                                            size_t n_candidates)
{
    struct experiment_setting setting = experiment_defaults();
    setting.simulation.signal = signal;
    setting.simulation.rho2 = rho2;
    setting.simulation.n_runs = n_runs;
    setting.simulation.n_candidates = n_candidates;
    return setting;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void assert_same(const struct experiment_repeat *a, const struct experiment_repeat *b)
{
    ck_assert(a->difference == b->difference && a->half_width == b->half_width &&
              a->covers == b->covers);
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++) {
        const struct experiment_adjusted *x = &a->adjusted[i], *y = &b->adjusted[i];
        ck_assert_uint_eq(x->status, y->status);
        ck_assert(same_number(x->vr, y->vr) && same_number(x->half_width, y->half_width));
        ck_assert(x->covers == y->covers);
    }
}

/* ---- normals ---- */

START_TEST(normals_are_normal)
{
    enum { N = 400000 };
    double *z = mem_array(N, sizeof *z);
    struct rng rng;
    rng_init(&rng, (struct rng_key){1, 2, 3, 4});
    rng_normals(&rng, N, z);
    double sums[5] = {0};
    size_t beyond[5] = {0};
    for (size_t i = 0; i < N; i++) {
        for (int k = 1; k < 5; k++)
            sums[k] += pow(z[i], k);
        for (int k = 1; k < 5; k++)
            beyond[k] += fabs(z[i]) > k;
    }
    double root = sqrt((double)N);
    ck_assert_double_lt(fabs(sums[1] / N), 4 / root);
    ck_assert_double_lt(fabs(sums[2] / N - 1), 4 * sqrt(2) / root);
    ck_assert_double_lt(fabs(sums[3] / N), 4 * sqrt(15) / root);
    ck_assert_double_lt(fabs(sums[4] / N - 3), 4 * sqrt(96) / root);
    for (int k = 1; k < 5; k++) {
        double p = erfc(k / sqrt(2)); /* the last one lies in the ziggurat's tail */
        ck_assert_double_lt(fabs((double)beyond[k] / N - p), 4 * sqrt(p / N) + 1e-9);
    }
    free(z);
}
END_TEST

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov and Smirnov: layers that do not meet would show here. */
START_TEST(normals_follow_the_bell_everywhere)
{
    enum { N = 200000 };
    double *z = mem_array(N, sizeof *z), furthest = 0;
    struct rng rng;
    rng_init(&rng, (struct rng_key){5, 6, 7, 8});
    rng_normals(&rng, N, z);
    qsort(z, N, sizeof *z, ascending);
    for (size_t i = 0; i < N; i++) {
        double p = 0.5 * erfc(-z[i] / sqrt(2));
        furthest = fmax(furthest, fmax(fabs(p - (double)i / N), fabs(p - (double)(i + 1) / N)));
    }
    ck_assert_double_lt(furthest, 2.2 / sqrt((double)N)); /* exceeded once in 8,000 */
    free(z);
}
END_TEST

/* ---- the study ---- */

START_TEST(drawn_again_is_what_a_new_study_would_be)
{
    struct simulation first = simulation_defaults(), second;
    first.n_candidates = 23;
    first.n_families = 4;
    first.n_runs = 11;
    second = first;
    second.repeat = 5;
    second.rho2 = 0.6;
    second.signal = SIGNAL_SPREAD;
    struct study *again = simulate_study(&first), *fresh = simulate_study(&second);
    simulate_again(again, &second);
    for (size_t a = 0; a < 2; a++) {
        const struct arm *x = &again->arms[a], *y = &fresh->arms[a];
        ck_assert(!memcmp(x->y, y->y, 11 * sizeof *x->y));
        ck_assert(!memcmp(x->x, y->x, 11 * 23 * sizeof *x->x));
        ck_assert(x->y_mean == y->y_mean && x->y_sd == y->y_sd);
    }
    study_unref(again);
    study_unref(fresh);
}
END_TEST

START_TEST(more_runs_or_candidates_only_add)
{
    struct simulation few = simulation_defaults();
    few.signal = SIGNAL_DIFFUSE;
    few.n_runs = 10;
    few.n_candidates = 20;
    few.n_families = 2;
    struct simulation many = few;
    many.n_runs = 30;
    many.n_candidates = 40;
    struct study *a = simulate_study(&few), *b = simulate_study(&many);
    for (size_t i = 0; i < 10; i++) {
        ck_assert(a->arms[1].y[i] == b->arms[1].y[i]);
        ck_assert(a->arms[1].x[i] == b->arms[1].x[i]); /* the first candidate */
    }
    study_unref(a);
    study_unref(b);
}
END_TEST

/* ---- figures ---- */

START_TEST(figures_are_those_of_a_study_of_its_own)
{
    struct experiment_setting setting = setting_of(SIGNAL_DIFFUSE, 0.4, 24, 40);
    enum { NUMBER = 3 };
    struct experiment *experiment = experiment_new();
    struct experiment_repeat repeat;
    experiment_run(experiment, &setting, NUMBER, &repeat);
    setting.simulation.repeat = NUMBER;
    struct study *study = simulate_study(&setting.simulation);
    const struct arm *arm = &study->arms[0];
    struct design *design = design_new(arm, ~UINT64_C(0), 1, arm->statistic_candidate);
    uint32_t runs[24], fold[24];
    experiment_plan(setting.simulation.seed, 0, NUMBER, 24, runs, fold);
    struct fold_plan plan = {24, EXPERIMENT_FOLDS, runs, fold};
    double raw = moments_variance(arm->y, 24), adjusted[24];
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++) {
        ck_assert_int_eq(crossfit_adjust(design, experiment_adjuster((enum experiment_adjuster)i),
                                         &plan, setting.simulation.seed, NUMBER, adjusted, NULL),
                         ESTIMATE_OK);
        ck_assert_double_eq_tol(repeat.adjusted[i].vr, 1 - moments_variance(adjusted, 24) / raw,
                                1e-12);
    }
    double difference = (study->arms[1].y_mean - study->arms[0].y_mean) / setting.simulation.sd;
    ck_assert_double_eq_tol(repeat.difference, difference, 1e-9);
    design_free(design);
    study_unref(study);
    experiment_free(experiment);
}
END_TEST

START_TEST(a_repeat_depends_on_nothing_that_came_before)
{
    struct experiment_setting setting = setting_of(SIGNAL_ONE, 0.3, 20, 30), other = setting;
    other.simulation.n_runs = 12;
    other.adjusters = other.compared = 1u << EXPERIMENT_FIXED;
    struct experiment *used = experiment_new();
    struct experiment_repeat repeat, wanted;
    for (uint64_t i = 0; i < 6; i++)
        experiment_run(used, i % 2 ? &other : &setting, i, &repeat);
    other.simulation.n_runs = 20; /* the same size, fewer adjusters */
    experiment_run(used, &other, 0, &repeat);
    experiment_run(used, &setting, 7, &repeat);
    struct experiment *fresh = experiment_new();
    experiment_run(fresh, &setting, 7, &wanted);
    assert_same(&repeat, &wanted);
    experiment_free(used);
    experiment_free(fresh);
}
END_TEST

START_TEST(threads_change_nothing)
{
    struct experiment_setting setting = setting_of(SIGNAL_SPREAD, 0.4, 15, 25);
    struct lab_result *one = lab_run(&setting, 40, 1), *three = lab_run(&setting, 40, 3);
    ck_assert_uint_eq(one->n_done, 40);
    ck_assert_uint_eq(three->n_done, 40);
    for (size_t i = 0; i < 40; i++)
        assert_same(&one->repeats[i], &three->repeats[i]);
    free(one);
    free(three);
}
END_TEST

START_TEST(adjusters_left_out_do_not_change_the_others)
{
    struct experiment_setting all = setting_of(SIGNAL_ONE, 0.3, 20, 30), few = all;
    few.adjusters = 1u << EXPERIMENT_POSTHOC | 1u << EXPERIMENT_FIXED;
    few.compared = 1u << EXPERIMENT_FIXED;
    struct experiment *experiment = experiment_new();
    struct experiment_repeat a, b;
    experiment_run(experiment, &all, 2, &a);
    experiment_run(experiment, &few, 2, &b);
    ck_assert(a.adjusted[EXPERIMENT_POSTHOC].vr == b.adjusted[EXPERIMENT_POSTHOC].vr);
    ck_assert(a.adjusted[EXPERIMENT_FIXED].half_width == b.adjusted[EXPERIMENT_FIXED].half_width);
    ck_assert(isnan(b.adjusted[EXPERIMENT_POSTHOC].half_width));
    ck_assert_uint_eq(b.adjusted[EXPERIMENT_BEST].status, ESTIMATE_PENDING);
    experiment_free(experiment);
}
END_TEST

START_TEST(figures_move_smoothly_with_a_slider)
{
    struct experiment_setting low = setting_of(SIGNAL_ONE, 0.30, 50, 10), high = low;
    high.simulation.rho2 = 0.35;
    low.adjusters = high.adjusters = 1u << EXPERIMENT_FIXED;
    struct lab_result *a = lab_run(&low, 50, 2), *b = lab_run(&high, 50, 2);
    for (size_t i = 0; i < 50; i++) {
        ck_assert_double_lt(fabs(a->repeats[i].difference - b->repeats[i].difference), 0.05);
        ck_assert_double_lt(fabs(a->repeats[i].adjusted[0].vr - b->repeats[i].adjusted[0].vr),
                            0.15);
    }
    free(a);
    free(b);
}
END_TEST

/* ---- theory ---- */

static struct experiment_summary summarise(struct experiment_setting setting,
                                           enum experiment_adjuster adjuster, size_t n)
{
    struct experiment_summary summary;
    setting.adjusters = setting.compared = 1u << adjuster;
    struct lab_result *result = lab_run(&setting, n, 2);
    double *work = mem_array(n, sizeof *work);
    experiment_summarise(result->repeats, n, adjuster, work, &summary);
    ck_assert_uint_eq(summary.n_done, n);
    free(work);
    free(result);
    return summary;
}

/* To second order the slope costs (1 - rho2)/(n_train - 2) and a ratio of variances adds as much
 * again at most: what the first-order rule leaves out. */
static double second_order(const struct simulation *simulation)
{
    double n_train = experiment_n_train(simulation->n_runs);
    return 6 / (n_train * n_train) + simulation_statistic_rho2(simulation) / n_train;
}

START_TEST(fixed_gives_rho2_less_the_price_of_a_slope)
{
    static const struct {
        enum signal_place signal;
        double rho2;
        size_t n_runs;
    } settings[] = {{SIGNAL_ONE, 0.1, 50},     {SIGNAL_ONE, 0.6, 50},   {SIGNAL_ONE, 0.05, 100},
                    {SIGNAL_ONE, 0.05, 20},    {SIGNAL_NONE, 0, 50},    {SIGNAL_ONE, 0.25, 50},
                    {SIGNAL_DIFFUSE, 0.4, 50}, {SIGNAL_SPREAD, 0.4, 50}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct experiment_setting setting =
            setting_of(settings[i].signal, settings[i].rho2, settings[i].n_runs, 10);
        struct experiment_summary fixed = summarise(setting, EXPERIMENT_FIXED, 1500);
        double wanted = experiment_theory(&setting.simulation);
        ck_assert_msg(fabs(fixed.mean - wanted) < 4 * fixed.se + second_order(&setting.simulation),
                      "setting %zu: VR %.4f +- %.4f, theory %.4f", i, fixed.mean, fixed.se, wanted);
    }
}
END_TEST

START_TEST(break_even_is_where_rho2_is_one_over_n_train)
{
    struct experiment_setting below = setting_of(SIGNAL_ONE, 0.05, 15, 10), above = below;
    above.simulation.n_runs = 100;
    ck_assert_double_lt(experiment_theory(&below.simulation), 0);
    ck_assert_double_gt(experiment_theory(&above.simulation), 0);
    struct experiment_summary loses = summarise(below, EXPERIMENT_FIXED, 800);
    struct experiment_summary gains = summarise(above, EXPERIMENT_FIXED, 800);
    ck_assert_double_lt(loses.mean, -3 * loses.se);
    ck_assert_double_gt(gains.mean, 3 * gains.se);
}
END_TEST

START_TEST(post_hoc_shows_a_gain_where_there_is_none)
{
    struct experiment_setting setting = setting_of(SIGNAL_NONE, 0, 50, 200);
    struct experiment_summary posthoc = summarise(setting, EXPERIMENT_POSTHOC, 200);
    struct experiment_summary best = summarise(setting, EXPERIMENT_BEST, 200);
    struct experiment_summary shrunk = summarise(setting, EXPERIMENT_BEST_SHRUNK, 200);
    ck_assert_double_gt(posthoc.mean, 0.05);
    ck_assert_double_lt(best.mean, -0.1);
    ck_assert_double_gt(shrunk.mean, best.mean / 4);
    ck_assert_double_lt(shrunk.mean, 0.01);
}
END_TEST

START_TEST(components_lead_where_a_family_shares_the_signal)
{
    struct experiment_setting setting = setting_of(SIGNAL_DIFFUSE, 0.4, 50, 200);
    struct experiment_summary pca = summarise(setting, EXPERIMENT_PCA1, 200);
    struct experiment_summary best = summarise(setting, EXPERIMENT_BEST, 200);
    struct experiment_summary shrunk = summarise(setting, EXPERIMENT_BEST_SHRUNK, 200);
    ck_assert_double_gt(pca.mean, best.mean + 0.05);
    ck_assert_double_gt(shrunk.mean, best.mean);
}
END_TEST

/* Adjustment leaves the difference where it is: an interval from raw variances covers as it should,
 * one that is shorter by sqrt(1 - VR) covers as often as a normal deviate is within so much less. */
START_TEST(coverage_is_what_the_widths_imply)
{
    enum { N = 4000 };
    struct experiment_setting setting = setting_of(SIGNAL_ONE, 0.6, 50, 5);
    setting.adjusters = setting.compared = 1u << EXPERIMENT_FIXED;
    struct lab_result *result = lab_run(&setting, N, 2);
    struct experiment_summary raw, fixed;
    double *work = mem_array(N, sizeof *work);
    experiment_summarise_raw(result->repeats, N, &raw);
    experiment_summarise(result->repeats, N, EXPERIMENT_FIXED, work, &fixed);
    double covered = (double)raw.n_covering / N, adjusted = (double)fixed.n_covering / N;
    ck_assert_double_lt(fabs(covered - 0.95), 4 * sqrt(0.95 * 0.05 / N));
    double z = normal_quantile(0.975) * fixed.half_width / raw.half_width;
    ck_assert_double_lt(fabs(adjusted - erf(z / sqrt(2))), 4 * sqrt(0.8 * 0.2 / N) + 0.01);
    free(work);
    free(result);
}
END_TEST

/* ---- the lab ---- */

static struct lab_result *wait_for(struct lab *lab)
{
    struct lab_result *result = NULL;
    while (!result) {
        struct pollfd polled = {.fd = lab_fd(lab), .events = POLLIN};
        poll(&polled, 1, -1);
        result = lab_take(lab);
    }
    return result;
}

START_TEST(a_newer_setting_takes_over_and_is_finished)
{
    struct experiment_setting first = setting_of(SIGNAL_ONE, 0.1, 50, 300), last = first;
    struct lab *lab = lab_new(2);
    lab_submit(lab, &first, 100000);
    for (int i = 0; i < 20; i++) {
        last.simulation.rho2 = 0.02 * i;
        lab_submit(lab, &last, 60);
    }
    struct lab_result *result = NULL;
    do {
        free(result);
        result = wait_for(lab);
        ck_assert_uint_gt(result->n_done, 0);
        ck_assert_uint_le(result->n_done, result->n_wanted);
        ck_assert(experiment_equal(&result->setting, &last) ||
                  experiment_equal(&result->setting, &first));
    } while (result->n_done < 60 || !experiment_equal(&result->setting, &last));
    ck_assert_uint_eq(result->n_done, 60);
    free(result);
    lab_free(lab);
}
END_TEST

/* A held slider: every setting comes before its forerunner is done, and yet there are figures. */
START_TEST(a_held_slider_does_not_starve)
{
    struct experiment_setting setting = setting_of(SIGNAL_ONE, 0.1, 30, 50);
    struct lab *lab = lab_new(2);
    for (int i = 0; i < 30; i++) {
        setting.simulation.rho2 = 0.02 * i;
        lab_submit(lab, &setting, 1000000);
        struct lab_result *result = wait_for(lab);
        ck_assert_uint_lt(result->n_done, 1000000);
        free(result);
    }
    lab_free(lab); /* in the middle of its work */
}
END_TEST

START_TEST(an_idle_lab_ends)
{
    lab_free(lab_new(3));
    lab_free(NULL);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {normals_are_normal,
                                  normals_follow_the_bell_everywhere,
                                  drawn_again_is_what_a_new_study_would_be,
                                  more_runs_or_candidates_only_add,
                                  figures_are_those_of_a_study_of_its_own,
                                  a_repeat_depends_on_nothing_that_came_before,
                                  threads_change_nothing,
                                  adjusters_left_out_do_not_change_the_others,
                                  figures_move_smoothly_with_a_slider,
                                  fixed_gives_rho2_less_the_price_of_a_slope,
                                  break_even_is_where_rho2_is_one_over_n_train,
                                  post_hoc_shows_a_gain_where_there_is_none,
                                  components_lead_where_a_family_shares_the_signal,
                                  coverage_is_what_the_widths_imply,
                                  a_newer_setting_takes_over_and_is_finished,
                                  a_held_slider_does_not_starve,
                                  an_idle_lab_ends};
    Suite *suite = suite_create("experiment");
    TCase *tcase = tcase_create("experiment");
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
