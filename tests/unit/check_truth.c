/* Statuses of small and degenerate studies, and what statistics promises on studies with known truth. */
#include "unit.h"

#include "jobs/jobs.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdlib.h>

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

/* ---- statuses: no figure without a status, no status OK without a figure ---- */

static const char *const every_adjuster[] = {"fixed", "best",    "pca1",        "pca2",
                                             "pca3",  "posthoc", "best-shrunk", "pca1-shrunk",
                                             "ridge", "average", NULL};

static void whole(enum estimate_status status, const double *figures, size_t n)
{
    ck_assert_int_ne(status, ESTIMATE_PENDING);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg((status == ESTIMATE_OK) == isfinite(figures[i]),
                      "figure %zu is %g with status %s", i, figures[i],
                      estimate_status_key(status));
}
#define WHOLE(status, ...)                                                                         \
    whole(status, (const double[]){__VA_ARGS__},                                                   \
          sizeof(const double[]){__VA_ARGS__} / sizeof(double))

static void check_whole(const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_arms; i++)
        for (size_t a = 0; a < snapshot->arms[i].n_adjusters; a++) {
            const struct vr_summary *vr = &snapshot->arms[i].adjusters[a].vr;
            WHOLE(vr->status, vr->mean, vr->median, vr->q25, vr->q75, vr->negative_share,
                  vr->adjusted_sd, vr->effective_runs);
        }
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        for (size_t a = 0; a < snapshot->pairs[i].n_adjusters; a++) {
            const struct pair_adjuster_result *pair = &snapshot->pairs[i].adjusters[a];
            WHOLE(pair->interval.status, pair->interval.low, pair->interval.high, pair->interval.df,
                  pair->mde, pair->narrower_percent, pair->runs_needed, pair->half_width_q25,
                  pair->half_width_q75);
        }
    for (size_t i = 0; i < snapshot->n_budget; i++)
        WHOLE(snapshot->budget[i].status, snapshot->budget[i].median, snapshot->budget[i].q25,
              snapshot->budget[i].negative_share);
    for (size_t i = 0; i < snapshot->n_pair_budget; i++)
        WHOLE(snapshot->pair_budget[i].status, snapshot->pair_budget[i].median,
              snapshot->pair_budget[i].q75);
    for (size_t i = 0; i < snapshot->n_coverage; i++)
        WHOLE(snapshot->coverage[i].status, snapshot->coverage[i].raw,
              snapshot->coverage[i].adjusted, snapshot->coverage[i].corrected_raw,
              snapshot->coverage[i].corrected_adjusted, snapshot->coverage[i].se);
    for (size_t i = 0; i < snapshot->n_null; i++)
        WHOLE(snapshot->null[i].status, snapshot->null[i].raw_rejection,
              snapshot->null[i].adjusted_rejection, snapshot->null[i].raw_se);
    for (size_t i = 0; i < snapshot->n_families; i++)
        WHOLE(snapshot->families[i].status, snapshot->families[i].nested_vr,
              snapshot->families[i].posthoc_vr, snapshot->families[i].nested_negative_share,
              snapshot->families[i].nested_share);
}

START_TEST(small_arms)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = (size_t)_i;
    simulation.n_candidates = 12;
    simulation.n_families = 2;
    struct study *study = simulate_study(&simulation);
    struct request request;
    request_init(&request, study);
    use_adjusters(&request, every_adjuster);
    request.sections = (1u << N_SECTIONS) - 1;
    request.settings.splits = 20;
    request.settings.draws = 20;
    struct snapshot *snapshot = run(study, &request);
    check_whole(snapshot);
    ck_assert_uint_eq(snapshot->arms[0].folds, _i < 5 ? _i : 5);
    if (_i < 3) /* one run in a training fold */
        ck_assert_int_eq(snapshot->arms[0].adjusters[0].vr.status, ESTIMATE_TOO_FEW_RUNS);
    ck_assert_int_eq(snapshot->pairs[0].raw.status, ESTIMATE_OK);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Outcomes that hardly vary, or not at all: as accuracy does on a tiny test set. */
START_TEST(outcomes_that_do_not_vary)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = 16;
    simulation.n_candidates = 8;
    simulation.n_families = 2;
    struct study *study = simulate_study(&simulation);
    for (size_t i = 0; i < 16; i++) {
        study->arms[0].y[i] = 0.5;
        study->arms[1].y[i] = i ? 0.5 : 0.75;
    }
    struct request request;
    request_init(&request, study);
    use_adjusters(&request, every_adjuster);
    request.sections = (1u << N_SECTIONS) - 1;
    request.settings.splits = 20;
    request.settings.draws = 40;
    struct snapshot *snapshot = run(study, &request);
    check_whole(snapshot);
    for (size_t a = 0; a < snapshot->arms[0].n_adjusters; a++)
        ck_assert_int_eq(snapshot->arms[0].adjusters[a].vr.status, ESTIMATE_NO_VARIANCE);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(an_arm_without_the_statistic)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = 20;
    simulation.n_candidates = 8;
    struct study *study = simulate_study(&simulation);
    study->arms[1].statistic_candidate[0] = ARM_NO_CANDIDATE;
    struct request request;
    request_init(&request, study);
    request.sections = (1u << N_SECTIONS) - 1;
    request.settings.splits = request.settings.draws = 10;
    struct snapshot *snapshot = run(study, &request);
    check_whole(snapshot);
    ck_assert_int_eq(snapshot->arms[0].adjusters[0].vr.status, ESTIMATE_OK);
    ck_assert_int_eq(snapshot->arms[1].adjusters[0].vr.status, ESTIMATE_NO_STATISTIC);
    ck_assert_int_eq(snapshot->pairs[0].adjusters[0].interval.status, ESTIMATE_NO_STATISTIC);
    ck_assert_int_eq(snapshot->pairs[0].adjusters[1].interval.status, ESTIMATE_OK);
    ck_assert_int_eq(snapshot->pairs[0].lin.status, ESTIMATE_NO_STATISTIC);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(no_family_chosen)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = 20;
    simulation.n_candidates = 8;
    struct study *study = simulate_study(&simulation);
    struct request request;
    request_init(&request, study);
    request.families = 0;
    request.sections = (1u << N_SECTIONS) - 1;
    request.settings.splits = request.settings.draws = 10;
    struct snapshot *snapshot = run(study, &request);
    check_whole(snapshot);
    ck_assert_int_eq(snapshot->arms[0].adjusters[0].vr.status, ESTIMATE_OK);
    ck_assert_int_eq(snapshot->arms[0].adjusters[1].vr.status, ESTIMATE_NO_CANDIDATES);
    ck_assert_uint_eq(snapshot->n_families, 0);
    snapshot_unref(snapshot);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* ---- what statistics promises, with fixed seeds; bounds are four Monte Carlo errors wide ---- */

static struct snapshot *simulated(struct simulation simulation, const char *const *adjusters,
                                  unsigned sections, size_t splits, size_t draws)
{
    struct study *study = simulate_study(&simulation);
    struct request request;
    request_init(&request, study);
    use_adjusters(&request, adjusters);
    request.sections = sections;
    request.settings.splits = splits;
    request.settings.draws = draws;
    struct snapshot *snapshot = run(study, &request);
    request_done(&request);
    study_unref(study);
    return snapshot;
}

static void assert_within(double value, double expected, double tolerance)
{
    ck_assert_msg(fabs(value - expected) <= tolerance, "%g is not within %g of %g", value,
                  tolerance, expected);
}

static double mean_vr(const struct snapshot *snapshot, size_t adjuster, double *se)
{
    double n = (double)snapshot->n_arms, sum = 0, squares = 0;
    for (size_t i = 0; i < snapshot->n_arms; i++)
        sum += snapshot->arms[i].adjusters[adjuster].vr.mean;
    for (size_t i = 0; i < snapshot->n_arms; i++)
        squares += pow(snapshot->arms[i].adjusters[adjuster].vr.mean - sum / n, 2);
    *se = sqrt(squares / (n - 1) / n);
    return sum / n;
}

/* 60 arms of 50 runs, 20 splits: VR of a fixed statistic is about rho^2 - 1/n_train. */
START_TEST(fixed_is_worth_rho2_less_its_cost)
{
    static const char *const adjusters[] = {"fixed", NULL};
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 60;
    simulation.n_candidates = 2;
    simulation.n_families = 1;
    for (double rho2 = 0; rho2 < 0.7; rho2 += 0.3) {
        double se;
        simulation.rho2 = rho2;
        struct snapshot *snapshot = simulated(simulation, adjusters, 1u << SECTION_ARMS, 20, 1);
        double vr = mean_vr(snapshot, 0, &se);
        assert_within(vr, rho2 - 1.0 / 40, 4 * se + 0.01);
        snapshot_unref(snapshot);
    }
}
END_TEST

START_TEST(searching_noise_costs_and_shrinking_saves)
{
    static const char *const adjusters[] = {"best", "best-shrunk", "posthoc", NULL};
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 12;
    simulation.n_candidates = 150;
    simulation.signal = SIGNAL_NONE;
    struct snapshot *snapshot = simulated(simulation, adjusters, 1u << SECTION_ARMS, 8, 1);
    double se, best = mean_vr(snapshot, 0, &se), shrunk = mean_vr(snapshot, 1, &se);
    ck_assert_msg(best < -0.1, "best on noise: %g", best);
    assert_within(shrunk, 0, 0.06);
    ck_assert_msg(mean_vr(snapshot, 2, &se) > 0.05, "post hoc is biased upward");
    snapshot_unref(snapshot);
}
END_TEST

/* Halves of one arm: the raw Welch test rejects as often as it should. */
START_TEST(raw_null_rejects_one_in_twenty)
{
    static const char *const adjusters[] = {"fixed", NULL};
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 10;
    simulation.n_runs = 40;
    simulation.n_candidates = 2;
    simulation.n_families = 1;
    struct snapshot *snapshot = simulated(simulation, adjusters, 1u << SECTION_NULL, 1, 400);
    double rejection = 0, n = 0;
    for (size_t i = 0; i < snapshot->n_null; i++) {
        ck_assert_uint_eq(snapshot->null[i].n_done, 1000);
        rejection += snapshot->null[i].raw_rejection / (double)snapshot->n_null;
        n += 1000;
        assert_within(snapshot->null[i].raw_se, sqrt(0.05 * 0.95 / 1000), 0.002);
    }
    assert_within(rejection, 0.05, 4 * sqrt(0.05 * 0.95 / n));
    snapshot_unref(snapshot);
}
END_TEST

/* Means of draws from a finite pool: observed next to expected, corrected next to 95 %. */
START_TEST(raw_coverage_as_expected)
{
    static const char *const adjusters[] = {"fixed", NULL};
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 12;
    simulation.n_candidates = 2;
    simulation.n_families = 1;
    struct snapshot *snapshot = simulated(simulation, adjusters, 1u << SECTION_COVERAGE, 1, 400);
    for (size_t b = 0; b < 5; b++) {
        double raw = 0, corrected = 0, n_arms = (double)snapshot->n_arms;
        const struct coverage_row *first = &snapshot->coverage[b];
        for (size_t i = 0; i < snapshot->n_arms; i++) {
            raw += snapshot->coverage[5 * i + b].raw / n_arms;
            corrected += snapshot->coverage[5 * i + b].corrected_raw / n_arms;
        }
        assert_within(raw, first->expected_raw, 0.008);
        if (first->n < 50)
            assert_within(corrected, 0.95, 0.012);
    }
    snapshot_unref(snapshot);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {outcomes_that_do_not_vary,
                                  an_arm_without_the_statistic,
                                  no_family_chosen,
                                  fixed_is_worth_rho2_less_its_cost,
                                  searching_noise_costs_and_shrinking_saves,
                                  raw_null_rejects_one_in_twenty,
                                  raw_coverage_as_expected};
    Suite *suite = unit_suite("truth", tests, sizeof tests / sizeof *tests);
    TCase *sizes = tcase_create("small arms");
    tcase_set_timeout(sizes, 60);
    tcase_add_loop_test(sizes, small_arms, 2, 15);
    suite_add_tcase(suite, sizes);
    return unit_main(suite);
}
