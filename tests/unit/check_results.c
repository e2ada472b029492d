/* Results: comparisons and diagnostics against reference values, and the exploratory rule. */
#include "unit.h"

#include "estimate/calibration.h"
#include "estimate/contrast.h"
#include "estimate/coverage.h"
#include "estimate/pairs.h"
#include "jobs/jobs.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void use_adjusters(struct request *request, const char *const *names)
{
    request->n_adjusters = 0;
    for (; *names; names++)
        ck_assert(adjuster_parse(*names, &request->adjusters[request->n_adjusters++]));
}

static struct snapshot *run(struct study *study, const struct request *request)
{
    struct snapshot *snapshot = jobs_run(study, request, NULL, 2, NULL, NULL);
    ck_assert(snapshot->finished);
    ck_assert_ptr_null(snapshot->failure);
    return snapshot;
}

/* ---- against the reference: a table with its own folds, and leave-one-out ---- */

static struct study *reference_study(void)
{
    char *matrix = unit_shared_path("reference/matrix.csv");
    if (!matrix)
        return NULL;
    char text[2048];
    snprintf(text, sizeof text,
             "logvar: 1\n"
             "outcome: {metric: outcome}\n"
             "primary: \"validation:3\"\n"
             "families:\n"
             "  validation: [\"validation:*\"]\n"
             "  training-loss: [\"training-loss:*\"]\n"
             "  gradient-norm: [\"gradient-norm:*\"]\n"
             "table: {file: \"%s\", run: run, fold: fold}\n",
             matrix);
    char *path = unit_text_file("reference.yaml", text);
    struct diags diags;
    diags_init(&diags);
    struct study *study = study_load(path, &(struct study_load_options){.n_threads = 1}, &diags);
    diags_print(&diags, stderr);
    ck_assert_ptr_nonnull(study);
    diags_done(&diags);
    free(path);
    free(matrix);
    return study;
}

static const char *const reference_adjusters[] = {"fixed",       "best",  "pca1",    "pca2", "pca3",
                                                  "pca1-shrunk", "ridge", "posthoc", NULL};
/* reference.json (numpy 1.24.2, scipy 1.10.1), written by reference/make_reference.py. */
static const double vr_given[] = {0.27720817719293833,  0.27720817719293833,  0.22833790120469732,
                                  0.05124958569841431,  -0.29877265084140636, 0.16508727107219812,
                                  -0.17315293878729987, 0.27720817719293833};
static const double vr_loo[] = {0.283761820705392,    0.283761820705392,    0.22508152043506824,
                                0.024969335488952082, -0.08560075762338726, 0.13690610379160983,
                                -0.30506185717016665, 0.283761820705392};
static const double families_given[][2] = {/* post hoc, nested */
                                           {0.27720817719293833, 0.27720817719293833},
                                           {0.2088541169196434, 0.2088541169196434},
                                           {0.026126983324180064, -0.020627370217105367}};

static void check_reference(struct study *study, const struct request *request, const double *vr,
                            size_t n_folds)
{
    struct snapshot *snapshot = run(study, request);
    const struct arm_result *arm = &snapshot->arms[0];
    ck_assert_uint_eq(arm->folds, n_folds);
    ck_assert_uint_eq(arm->n_splits, 1);
    for (size_t a = 0; a < arm->n_adjusters; a++) {
        ck_assert_uint_eq(arm->adjusters[a].vr.n_done, 1);
        unit_assert_near(arm->adjusters[a].vr.mean, vr[a], 1e-9);
        unit_assert_near(arm->adjusters[a].vr.median, vr[a], 1e-9);
        ck_assert(isnan(arm->adjusters[a].vr.se));
    }
    snapshot_unref(snapshot);
}

START_TEST(given_folds_and_leave_one_out)
{
    struct study *study = reference_study();
    if (!study)
        return;
    struct request request;
    request_init(&request, study);
    use_adjusters(&request, reference_adjusters);
    request.sections = 1u << SECTION_ARMS;
    check_reference(study, &request, vr_given, 5);
    request.settings.folds = FOLDS_LEAVE_ONE_OUT;
    request.settings.folds_given = true;
    check_reference(study, &request, vr_loo, 30);
    request.settings.folds = 3; /* other folds than the table's were asked for */
    struct snapshot *snapshot = run(study, &request);
    ck_assert(!snapshot->arms[0].given_folds);
    ck_assert_uint_eq(snapshot->arms[0].n_splits, request.settings.splits);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(families_of_the_reference)
{
    struct study *study = reference_study();
    if (!study)
        return;
    struct request request;
    request_init(&request, study);
    request.sections = 1u << SECTION_FAMILIES;
    struct snapshot *snapshot = run(study, &request);
    ck_assert_uint_eq(snapshot->n_families, 3);
    for (size_t f = 0; f < 3; f++) {
        unit_assert_near(snapshot->families[f].posthoc_vr, families_given[f][0], 1e-9);
        unit_assert_near(snapshot->families[f].nested_vr, families_given[f][1], 1e-9);
    }
    const struct arm *arm = snapshot->families[0].arm;
    ck_assert_str_eq(arm->candidates[snapshot->families[0].posthoc_candidate].name, "validation:3");
    ck_assert(snapshot->families[0].nested_share == 1);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* ---- comparisons ---- */

/* reference.json, welch_first15_rest15; the variances are those of the reference's outcomes. */
START_TEST(welch_and_mde)
{
    struct study *study = reference_study();
    if (!study)
        return;
    const double *y = study->arms[0].y;
    struct pair_side sides[2] = {{0, 0, 15}, {0, 0, 15}};
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < 15; i++)
            sides[s].mean += y[15 * s + i] / 15;
        for (size_t i = 0; i < 15; i++)
            sides[s].variance += pow(y[15 * s + i] - sides[s].mean, 2) / 14;
    }
    struct interval interval = pair_interval(sides[0], sides[1], 0.95);
    ck_assert_int_eq(interval.status, ESTIMATE_OK);
    unit_assert_near(interval.half_width, 0.663270703581859, 1e-9);
    unit_assert_near(interval.df, 25.97017337842487, 1e-9);
    unit_assert_near(interval.high - interval.half_width, -0.38713999999998805, 1e-9);
    unit_assert_near(pair_mde(sides[0], sides[1], 0.95, 0.8), 0.9039547163107795, 1e-9);
    study_unref(study);
}
END_TEST

START_TEST(intervals_that_cannot_be)
{
    struct pair_side good = {1, 2, 10}, one = {1, 2, 1}, flat = {1, 0, 10}, wild = {1, INFINITY, 9};
    ck_assert_int_eq(pair_interval(good, one, 0.95).status, ESTIMATE_TOO_FEW_RUNS);
    ck_assert_int_eq(pair_interval(flat, flat, 0.95).status, ESTIMATE_NO_VARIANCE);
    ck_assert_int_eq(pair_interval(good, wild, 0.95).status, ESTIMATE_NOT_FINITE);
    ck_assert_int_eq(pair_interval(good, flat, 0.95).status, ESTIMATE_OK);
    ck_assert(isnan(pair_interval(flat, flat, 0.95).half_width));
}
END_TEST

/* Interval and p tell the same story: p < 5 % where the 95 % interval leaves zero out. */
START_TEST(p_and_interval_agree)
{
    for (double difference = 0; difference < 4; difference += 0.05) {
        struct interval interval = pair_interval((struct pair_side){difference, 2.5, 7},
                                                 (struct pair_side){0, 0.7, 12}, 0.95);
        ck_assert((interval.p < 0.05) == (interval.low > 0));
    }
}
END_TEST

START_TEST(holm)
{
    const double p[] = {0.01, 0.04, NAN, 0.03, 0.005, 0.7},
                 expected[] = {0.04, 0.09, NAN, 0.09, 0.025, 0.7};
    double adjusted[6];
    pair_holm(p, 6, adjusted);
    for (size_t i = 0; i < 6; i++)
        if (isnan(p[i]))
            ck_assert(isnan(adjusted[i]));
        else
            unit_assert_near(adjusted[i], expected[i], 1e-12);
    pair_holm(NULL, 0, NULL);
}
END_TEST

START_TEST(runs_needed_is_the_least_number)
{
    struct pair_side a = {0, 1.7, 23}, b = {0, 0.4, 23};
    double raw = pair_interval(a, b, 0.9).half_width;
    ck_assert(pair_runs_needed(1.7, 0.4, raw, 0.9) == 23);
    for (double part = 0.2; part < 3; part += 0.1) {
        double runs = pair_runs_needed(part * 1.7, part * 0.4, raw, 0.9);
        struct pair_side left = {0, part * 1.7, (size_t)runs},
                         right = {0, part * 0.4, (size_t)runs};
        ck_assert(pair_interval(left, right, 0.9).half_width <= raw);
        left.n--, right.n--;
        ck_assert(left.n < 2 || pair_interval(left, right, 0.9).half_width > raw);
    }
    ck_assert(isnan(pair_runs_needed(1, 1, 0, 0.95)));
    ck_assert(isnan(pair_runs_needed(1, 1, 1e-9, 0.95)));
}
END_TEST

/* One statistic: the slopes written out. */
START_TEST(contrasts_by_hand)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = 17;
    simulation.n_candidates = 5;
    struct study *study = simulate_study(&simulation);
    const size_t first = 0;
    double mean_x[2] = {0}, mean_y[2] = {0}, xx[2] = {0}, xy[2] = {0}, n = 17;
    for (size_t s = 0; s < 2; s++) {
        const struct arm *arm = &study->arms[s];
        for (size_t i = 0; i < 17; i++) {
            mean_x[s] += arm->x[i] / n;
            mean_y[s] += arm->y[i] / n;
        }
        for (size_t i = 0; i < 17; i++) {
            xx[s] += (arm->x[i] - mean_x[s]) * (arm->x[i] - mean_x[s]);
            xy[s] += (arm->x[i] - mean_x[s]) * (arm->y[i] - mean_y[s]);
        }
    }
    double shift = mean_x[0] - mean_x[1], pooled = (xy[0] + xy[1]) / (xx[0] + xx[1]);
    double both = (xy[0] / xx[0] + xy[1] / xx[1]) / 2; /* arms of one size */
    struct contrast_side a = {&study->arms[0], 1, &first}, b = {&study->arms[1], 1, &first};
    struct pair_contrast found = contrast_pooled(a, b, 0.95);
    ck_assert_int_eq(found.status, ESTIMATE_OK);
    unit_assert_near(found.moved, -pooled * shift, 1e-9);
    unit_assert_near(found.difference, mean_y[0] - mean_y[1] - pooled * shift, 1e-9);
    found = contrast_lin(a, b, 0.95);
    unit_assert_near(found.moved, -both * shift, 1e-9);
    const size_t none = ARM_NO_CANDIDATE, twice[] = {0, 0};
    b.statistic = &none;
    ck_assert_int_eq(contrast_pooled(a, b, 0.95).status, ESTIMATE_NO_STATISTIC);
    a = (struct contrast_side){&study->arms[0], 2, twice};
    b = (struct contrast_side){&study->arms[1], 2, twice};
    ck_assert_int_eq(contrast_lin(a, b, 0.95).status, ESTIMATE_RANK_DEFICIENT);
    study_unref(study);
}
END_TEST

/* reference.json, expected_coverage. */
START_TEST(expected_coverage)
{
    unit_assert_near(coverage_expected(10, 50, 0.95), 0.9677206243104228, 1e-9);
    unit_assert_near(coverage_expected(15, 50, 0.95), 0.9774807492356336, 1e-9);
    unit_assert_near(coverage_expected(20, 50, 0.95), 0.9858743241127553, 1e-9);
    unit_assert_near(coverage_expected(30, 50, 0.95), 0.9969564660313739, 1e-9);
    ck_assert(coverage_expected(50, 50, 0.95) == 1);
}
END_TEST

/* A rate is beyond its target by two standard errors of the target: 2 sqrt(0.05 x 0.95 / 5,000) is
 * 0.6164 percent points on either side, also where the rate's own standard error is zero. */
START_TEST(beyond_the_target)
{
    struct arm arm = {.n_runs = 50};
    struct null_row null = {.arm = &arm, .status = ESTIMATE_OK, .n_ok = 5000};
    static const struct {
        double rate;
        int side;
    } rates[] = {{0.05, 0},    {0.0561, 0}, {0.0562, 1}, {0.0439, 0},
                 {0.0438, -1}, {0, -1},     {1, 1},      {NAN, 0}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        null.adjusted_rejection = rates[i].rate;
        ck_assert_int_eq(null_side(&null, 0.95), rates[i].side);
    }
    struct coverage_row coverage = {.arm = &arm, .n = 20, .status = ESTIMATE_OK, .n_ok = 5000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        coverage.corrected_adjusted = 1 - rates[i].rate;
        ck_assert_int_eq(coverage_side(&coverage, 0.95), -rates[i].side);
    }
}
END_TEST

START_TEST(no_side_without_a_figure)
{
    struct arm arm = {.n_runs = 50};
    struct null_row null = {.arm = &arm, .adjusted_rejection = 1, .n_ok = 5000};
    struct coverage_row coverage = {.arm = &arm, .n = 50, .status = ESTIMATE_OK, .n_ok = 5000};
    ck_assert_int_eq(null_side(NULL, 0.95), 0);
    null.status = ESTIMATE_TOO_FEW_RUNS;
    ck_assert_int_eq(null_side(&null, 0.95), 0);
    coverage.corrected_adjusted = 0; /* of all runs, an interval of no width */
    ck_assert_int_eq(coverage_side(&coverage, 0.95), 0);
    /* Few splits: five of 100 at 5 % is what it should be, and so is nine. */
    null = (struct null_row){
        .arm = &arm, .status = ESTIMATE_OK, .n_ok = 100, .adjusted_rejection = 0.09};
    ck_assert_int_eq(null_side(&null, 0.95), 0);
    null.adjusted_rejection = 0.1;
    ck_assert_int_eq(null_side(&null, 0.95), 1);
}
END_TEST

/* Both arms reject in 5.55 %: neither is beyond its margin of 0.62, but their mean is beyond its own,
 * 0.62/sqrt(2). Weighted towards an arm that is right, it is not. */
START_TEST(a_pair_weighs_both_arms)
{
    struct arm arms[2] = {{.n_runs = 50, .y_sd = 1}, {.n_runs = 50, .y_sd = 1}};
    struct null_row rows[2] = {
        {.arm = &arms[0], .status = ESTIMATE_OK, .n_ok = 5000, .adjusted_rejection = 0.0555},
        {.arm = &arms[1], .status = ESTIMATE_OK, .n_ok = 5000, .adjusted_rejection = 0.0555}};
    struct snapshot snapshot = {.n_null = 2, .null = rows};
    struct pair_result pair = {.a = &arms[0], .b = &arms[1]};
    snapshot.request.settings.level = 0.95;
    ck_assert_int_eq(null_side(&rows[0], 0.95), 0);
    struct pair_null both = snapshot_pair_null(&snapshot, &pair, (struct adjuster){0});
    ck_assert(both.known && both.too_narrow);
    ck_assert_double_eq_tol(both.both, 0.0555, 1e-12);
    rows[1].adjusted_rejection = 0.05;
    arms[1].y_sd = 3;
    both = snapshot_pair_null(&snapshot, &pair, (struct adjuster){0});
    ck_assert_double_eq_tol(both.both, 0.05 + 0.0055 / 10, 1e-12);
    ck_assert(!both.too_narrow);
    rows[1].status = ESTIMATE_PENDING;
    ck_assert(!snapshot_pair_null(&snapshot, &pair, (struct adjuster){0}).known);
}
END_TEST

START_TEST(budgets_an_arm_can_fill)
{
    struct analysis_settings settings = {
        .n_budgets = 5, .budgets = {10, 15, 20, 30, 50}, .draws = 2001};
    size_t budgets[REQUEST_BUDGETS_MAX];
    ck_assert_uint_eq(request_budgets(&settings, 24, budgets), 4);
    ck_assert_uint_eq(budgets[2], 20);
    ck_assert_uint_eq(budgets[3], 24);
    ck_assert_uint_eq(request_budgets(&settings, 50, budgets), 5);
    ck_assert_uint_eq(request_budgets(&settings, 3, budgets), 1);
    ck_assert_uint_eq(budgets[0], 3);
    settings.draws = 2000;
    ck_assert_uint_eq(request_diagnostic_draws(&settings), 5000);
}
END_TEST

/* ---- the exploratory rule, every combination ---- */

START_TEST(exploratory_in_every_combination)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_candidates = 12;
    simulation.n_families = 3;
    struct study *study = simulate_study(&simulation);
    study->n_families = 4; /* the last one without candidates */
    study->families[3] = (struct study_family){.name = "empty"};
    struct request request;
    request_init(&request, study);
    char *const declared = (char *)(size_t)study->arms[0].statistic[0];
    char *const other = (char *)(size_t)study->arms[0].candidates[1].name;
    char *const statistics[][2] = {
        {NULL, NULL}, {declared, NULL}, {other, NULL}, {declared, other}};
    const uint64_t families[] = {15, 7, 3, 0};
    for (unsigned kind = 0; kind < N_ADJUSTER_KINDS; kind++)
        for (size_t s = 0; s < 4; s++)
            for (size_t f = 0; f < 4; f++)
                for (int h = 0; h < 16; h++) {
                    bool viewed = h & 1, first = h & 2, otherwise = h & 4, left_out = h & 8;
                    struct exploratory_history history = {viewed, first, otherwise, left_out};
                    request.n_statistic = (statistics[s][0] != NULL) + (statistics[s][1] != NULL);
                    memcpy(request.statistic, statistics[s], sizeof statistics[s]);
                    request.families = families[f];
                    bool fixed = kind == ADJUSTER_FIXED;
                    enum exploratory_reason expected = otherwise  ? EXPLORATORY_REGISTER
                                                       : left_out ? EXPLORATORY_LEFT_OUT
                                                       : viewed && !(first && fixed)
                                                           ? EXPLORATORY_HISTORY
                                                           : EXPLORATORY_NO;
                    bool pca = kind == ADJUSTER_PCA || kind == ADJUSTER_PCA_SHRUNK;
                    if (kind == ADJUSTER_RAW)
                        expected = left_out ? EXPLORATORY_LEFT_OUT : EXPLORATORY_NO;
                    else if (!fixed && !pca)
                        expected = EXPLORATORY_ADJUSTER;
                    else if (fixed && s >= 2)
                        expected = EXPLORATORY_STATISTIC;
                    else if (pca && f >= 2)
                        expected = EXPLORATORY_FAMILIES;
                    struct adjuster adjuster = {(enum adjuster_kind)kind, pca};
                    enum exploratory_reason found =
                        exploratory_rule(study, &request, adjuster, &history);
                    ck_assert_int_eq(found, expected);
                    ck_assert((*exploratory_sentence(found) == '\0') == (found == EXPLORATORY_NO));
                    if (!viewed && !otherwise && !left_out)
                        ck_assert_int_eq(exploratory_rule(study, &request, adjuster, NULL),
                                         expected);
                }
    request.n_statistic = 0;
    request_done(&request);
    study_unref(study);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {given_folds_and_leave_one_out,
                                  families_of_the_reference,
                                  welch_and_mde,
                                  intervals_that_cannot_be,
                                  p_and_interval_agree,
                                  holm,
                                  runs_needed_is_the_least_number,
                                  contrasts_by_hand,
                                  expected_coverage,
                                  beyond_the_target,
                                  no_side_without_a_figure,
                                  a_pair_weighs_both_arms,
                                  budgets_an_arm_can_fill,
                                  exploratory_in_every_combination};
    return unit_main(unit_suite("results", tests, sizeof tests / sizeof *tests));
}
