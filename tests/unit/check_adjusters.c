/* Names of adjusters, statuses where there is no number, and the noise that best-shrunk measures. */
#include "unit.h"

#include "arms.h"
#include "base/mem.h"
#include "engine/crossfit.h"
#include "engine/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 64 };

START_TEST(names_read_back)
{
    static const char *const names[] = {"raw",         "fixed",   "best",        "pca1",
                                        "pca9",        "posthoc", "best-shrunk", "pca1-shrunk",
                                        "pca9-shrunk", "ridge",   "average"};
    static const char *const none[] = {"",      "pca",  "pca0",          "pca10",
                                       "pca1-", "Best", "pca1-shrunken", "pca%u"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct adjuster adjuster;
        char name[ADJUSTER_NAME_MAX];
        ck_assert_msg(adjuster_parse(names[i], &adjuster), "%s", names[i]);
        adjuster_name(adjuster, name);
        ck_assert_str_eq(name, names[i]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct adjuster adjuster;
        ck_assert_msg(!adjuster_parse(none[i], &adjuster), "%s", none[i]);
    }
}
END_TEST

START_TEST(folds_are_balanced_and_keyed)
{
    uint32_t runs[RUNS_MAX], fold[RUNS_MAX], again[RUNS_MAX];
    for (uint64_t draw = 0; draw < 50; draw++) {
        size_t n = 7 + draw % 20, n_folds = fold_plan_folds(n, 5), count[5] = {0};
        struct rng rng, same;
        rng_init(&rng, (struct rng_key){1, 2, 3, draw});
        rng_init(&same, (struct rng_key){1, 2, 3, draw});
        fold_plan_draw(&rng, 40, n, n_folds, runs, fold);
        for (size_t i = 0; i < n; i++) {
            ck_assert(i == 0 || runs[i] > runs[i - 1]);
            ck_assert_uint_lt(runs[i], 40);
            count[fold[i]]++;
        }
        for (size_t f = 0; f < 5; f++)
            ck_assert(count[f] == n / 5 || count[f] == n / 5 + 1);
        fold_plan_draw(&same, 40, n, n_folds, runs, again);
        ck_assert_mem_eq(fold, again, n * sizeof *fold);
    }
    ck_assert_uint_eq(fold_plan_folds(3, 5), 3);
    ck_assert_uint_eq(fold_plan_folds(30, 0), 30);
}
END_TEST

START_TEST(draws_are_uniform)
{
    uint32_t runs[RUNS_MAX], fold[RUNS_MAX];
    size_t seen[12] = {0};
    const size_t n_draws = 12000;
    for (uint64_t draw = 0; draw < n_draws; draw++) {
        struct rng rng;
        rng_init(&rng, (struct rng_key){4, 2, 3, draw});
        fold_plan_draw(&rng, 12, 5, 5, runs, fold);
        for (size_t i = 0; i < 5; i++)
            seen[runs[i]]++;
    }
    /* Each run is in 5/12 of the draws; five standard deviations of a binomial. */
    for (size_t r = 0; r < 12; r++)
        ck_assert(fabs((double)seen[r] - 5000) < 5 * sqrt(5000 * 7 / 12.0));
}
END_TEST

static enum estimate_status status_of(const struct arm *arm, const char *name, size_t n,
                                      size_t folds, size_t statistic)
{
    uint32_t runs[RUNS_MAX], fold[RUNS_MAX], picks[RUNS_MAX];
    double adjusted[RUNS_MAX];
    struct adjuster adjuster;
    size_t n_folds = fold_plan_folds(n, folds);
    for (size_t i = 0; i < n; i++) {
        runs[i] = (uint32_t)i;
        fold[i] = (uint32_t)(i % n_folds);
    }
    struct fold_plan plan = {n, n_folds, runs, fold};
    struct design *design = design_new(arm, UINT64_MAX, 1, &statistic);
    ck_assert(adjuster_parse(name, &adjuster));
    enum estimate_status status = crossfit_adjust(design, adjuster, &plan, 1, 0, adjusted, picks);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(isfinite(adjusted[i]) == (status == ESTIMATE_OK), "%s of %zu runs: %g", name,
                      n, adjusted[i]);
    design_free(design);
    return status;
}

static const char *const adjusting[] = {"fixed", "best",        "posthoc",     "pca1",
                                        "ridge", "pca1-shrunk", "best-shrunk", "average"};
enum { N_ADJUSTING = sizeof adjusting / sizeof *adjusting };

START_TEST(few_runs_are_a_status)
{
    struct arm *arm = arm_made_up(1, 5, 1, 3, 1);
    for (size_t a = 0; a < N_ADJUSTING; a++) {
        /* One run has no variance; with two or three runs a training fold has no freedom left. */
        for (size_t n = 1; n <= 3; n++)
            ck_assert_msg(status_of(arm, adjusting[a], n, 5, 0) == ESTIMATE_TOO_FEW_RUNS,
                          "%s of %zu", adjusting[a], n);
        ck_assert_msg(status_of(arm, adjusting[a], 4, 5, 0) == ESTIMATE_OK, "%s", adjusting[a]);
    }
    ck_assert_int_eq(status_of(arm, "raw", 1, 5, 0), ESTIMATE_TOO_FEW_RUNS);
    ck_assert_int_eq(status_of(arm, "raw", 2, 5, 0), ESTIMATE_OK);
    ck_assert_int_eq(status_of(arm, "pca2", 4, 5, 0), ESTIMATE_TOO_FEW_RUNS);
    ck_assert_int_eq(status_of(arm, "pca2", 5, 5, 0), ESTIMATE_OK);
    arm_discard(arm);
}
END_TEST

START_TEST(an_outcome_without_variance_is_a_status)
{
    struct arm *arm = arm_made_up(1, 12, 1, 3, 1);
    for (size_t i = 0; i < arm->n_runs; i++)
        arm->y[i] = 0.7;
    for (size_t a = 0; a < N_ADJUSTING; a++)
        ck_assert_int_eq(status_of(arm, adjusting[a], 12, 5, 0), ESTIMATE_NO_VARIANCE);
    /* One run apart: some training folds see a constant outcome and adjust by nothing. */
    arm->y[4] = 0.9;
    for (size_t a = 0; a < N_ADJUSTING; a++)
        ck_assert_msg(status_of(arm, adjusting[a], 12, 5, 0) == ESTIMATE_OK, "%s", adjusting[a]);
    arm_discard(arm);
}
END_TEST

START_TEST(candidates_that_do_not_vary_are_a_status)
{
    struct arm *arm = arm_blank(12, 2, 2);
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 8});
    for (size_t i = 0; i < 12; i++)
        arm->y[i] = rng_normal(&rng);
    for (size_t i = 0; i < 48; i++)
        arm->x[i] = 1e6 + 0.1;
    ck_assert_int_eq(status_of(arm, "fixed", 12, 5, 0), ESTIMATE_RANK_DEFICIENT);
    ck_assert_int_eq(status_of(arm, "fixed", 12, 5, ARM_NO_CANDIDATE), ESTIMATE_NO_STATISTIC);
    for (size_t a = 1; a < N_ADJUSTING; a++)
        ck_assert_msg(status_of(arm, adjusting[a], 12, 5, 0) == ESTIMATE_NO_CANDIDATES, "%s",
                      adjusting[a]);
    arm_discard(arm);
    arm = arm_blank(12, 1, 1);
    arm->n_candidates = 0;
    arm->y[3] = 1;
    ck_assert_int_eq(status_of(arm, "best", 12, 5, ARM_NO_CANDIDATE), ESTIMATE_NO_CANDIDATES);
    ck_assert_int_eq(status_of(arm, "pca1", 12, 5, ARM_NO_CANDIDATE), ESTIMATE_NO_CANDIDATES);
    ck_assert_int_eq(status_of(arm, "ridge", 12, 5, ARM_NO_CANDIDATE), ESTIMATE_NO_CANDIDATES);
    arm->n_candidates = 1;
    arm_discard(arm);
}
END_TEST

START_TEST(one_deviating_run_makes_no_coefficient)
{
    /* All but the held-out run agree: the coefficient would be arbitrary, and huge. */
    struct arm *arm = arm_made_up(2, 20, 1, 2, 1);
    uint32_t runs[20], fold[20], picks[5];
    double adjusted[20];
    for (size_t i = 0; i < 20; i++) {
        runs[i] = (uint32_t)i;
        fold[i] = (uint32_t)(i / 4);
        arm->x[i] = 3 + 1e-5 * (double)(i % 3);
    }
    arm->x[2] = 1000;
    size_t statistic = 0;
    struct fold_plan plan = {20, 5, runs, fold};
    struct design *design = design_new(arm, UINT64_MAX, 1, &statistic);
    ck_assert_int_eq(
        crossfit_adjust(design, (struct adjuster){ADJUSTER_FIXED, 0}, &plan, 1, 0, adjusted, NULL),
        ESTIMATE_RANK_DEFICIENT);
    ck_assert_int_eq(
        crossfit_adjust(design, (struct adjuster){ADJUSTER_BEST, 0}, &plan, 1, 0, adjusted, picks),
        ESTIMATE_OK);
    ck_assert_uint_eq(picks[0], 1);
    ck_assert_int_eq(
        crossfit_adjust(design, (struct adjuster){ADJUSTER_PCA, 1}, &plan, 1, 0, adjusted, NULL),
        ESTIMATE_OK);
    for (size_t i = 0; i < 20; i++)
        ck_assert_double_lt(fabs(adjusted[i]), 20);
    design_free(design);
    arm_discard(arm);
}
END_TEST

START_TEST(collinear_statistics_are_a_status)
{
    struct arm *arm = arm_made_up(3, 15, 1, 3, 1);
    for (size_t i = 0; i < 15; i++)
        arm->x[15 + i] = 4 - 0.5 * arm->x[i];
    size_t both[] = {0, 1}, others[] = {0, 2};
    uint32_t runs[15], fold[15];
    double adjusted[15];
    for (size_t i = 0; i < 15; i++) {
        runs[i] = (uint32_t)i;
        fold[i] = (uint32_t)(i % 5);
    }
    struct fold_plan plan = {15, 5, runs, fold};
    struct adjuster fixed = {ADJUSTER_FIXED, 0};
    struct design *design = design_new(arm, UINT64_MAX, 2, both);
    ck_assert_int_eq(crossfit_adjust(design, fixed, &plan, 1, 0, adjusted, NULL),
                     ESTIMATE_RANK_DEFICIENT);
    design_free(design);
    design = design_new(arm, UINT64_MAX, 2, others);
    ck_assert_int_eq(crossfit_adjust(design, fixed, &plan, 1, 0, adjusted, NULL), ESTIMATE_OK);
    design_free(design);
    arm_discard(arm);
}
END_TEST

START_TEST(the_factor_of_best_shrunk)
{
    unit_assert_near(search_factor(0.5, 0.2), 0.75, 1e-12);
    unit_assert_near(search_factor(0.9, 0.3), 0.6 / (0.9 * 0.7), 1e-12);
    ck_assert(search_factor(0.2, 0.2) == 0 && search_factor(0.1, 0.2) == 0);
    ck_assert(search_factor(0, 0) == 0);
    unit_assert_near(search_factor(1, 0.4), 1, 1e-12);
}
END_TEST

/* The largest squared correlation of one permutation of training outcomes, by plain loops. */
static double largest_permuted(const struct arm *arm, size_t n_train, const uint32_t *train,
                               const uint32_t *place)
{
    double most = 0;
    for (size_t j = 0; j < arm->n_candidates; j++) {
        double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
        const double *x = arm->x + j * arm->n_runs;
        for (size_t i = 0; i < n_train; i++) {
            mx += x[train[i]] / (double)n_train;
            my += arm->y[train[i]] / (double)n_train;
        }
        for (size_t i = 0; i < n_train; i++) {
            double dx = x[train[i]] - mx, dy = arm->y[train[place[i]]] - my;
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        most = fmax(most, xy * xy / (xx * yy));
    }
    return most;
}

START_TEST(noise_of_the_search_is_what_permuting_shows)
{
    enum { N = 20, TIMES = 400 };
    struct arm *arm = arm_made_up(6, N, 2, 15, 0.5);
    uint32_t runs[N], fold[N], place[N], train[N];
    double ours = 0, theirs = 0, square = 0;
    size_t n_train = 0, none = ARM_NO_CANDIDATE;
    for (size_t i = 0; i < N; i++) {
        runs[i] = (uint32_t)i;
        fold[i] = (uint32_t)(i % 4);
        if (fold[i] != 1)
            train[n_train++] = (uint32_t)i;
    }
    for (size_t i = 0; i < n_train; i++)
        place[i] = (uint32_t)i;
    struct fold_plan plan = {N, 4, runs, fold};
    struct design *design = design_new(arm, UINT64_MAX, 1, &none);
    struct search_workspace *workspace = search_workspace_new(N, 4);
    uint32_t split_run[N], position[N], start[5];
    double y[N];
    struct split split = {.run = split_run, .position = position, .start = start, .y = y};
    split_prepare(&split, design, &plan);
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 77});
    for (size_t t = 0; t < TIMES; t++) {
        double sum = 0;
        search_permute(design, &split, 1, t, workspace);
        ours += search_noise(workspace, 1) / TIMES;
        for (int k = 0; k < SEARCH_PERMUTATIONS; k++) {
            rng_shuffle(&rng, place, n_train);
            sum += largest_permuted(arm, n_train, train, place) / SEARCH_PERMUTATIONS;
        }
        theirs += sum / TIMES;
        square += sum * sum / TIMES;
    }
    /* Four standard errors of the difference of two such means. */
    double error = sqrt(2 * (square - theirs * theirs) / TIMES);
    ck_assert_msg(fabs(ours - theirs) < 4 * error, "%g and %g, standard error %g", ours, theirs,
                  error);
    search_workspace_free(workspace);
    design_free(design);
    arm_discard(arm);
}
END_TEST

START_TEST(best_shrunk_is_best_times_the_factor)
{
    enum { N = 30 };
    struct arm *arm = arm_made_up(9, N, 2, 10, 1.5);
    uint32_t runs[N], fold[N], picks[5];
    double best[N], shrunk[N], y[N];
    size_t none = ARM_NO_CANDIDATE;
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 5});
    fold_plan_draw(&rng, N, N, 5, runs, fold);
    struct fold_plan plan = {N, 5, runs, fold};
    struct design *design = design_new(arm, UINT64_MAX, 1, &none);
    ck_assert_int_eq(
        crossfit_adjust(design, (struct adjuster){ADJUSTER_BEST, 0}, &plan, 3, 11, best, picks),
        ESTIMATE_OK);
    ck_assert_int_eq(crossfit_adjust(design, (struct adjuster){ADJUSTER_BEST_SHRUNK, 0}, &plan, 3,
                                     11, shrunk, NULL),
                     ESTIMATE_OK);
    uint32_t split_run[N], position[N], start[6];
    struct split split = {.run = split_run, .position = position, .start = start, .y = y};
    struct search_workspace *workspace = search_workspace_new(N, 5);
    split_prepare(&split, design, &plan);
    search_permute(design, &split, 3, 11, workspace);
    for (size_t f = 0; f < 5; f++) {
        uint32_t train[N], straight[N];
        size_t n = 0;
        for (size_t i = 0; i < N; i++)
            if (fold[i] != f) {
                straight[n] = (uint32_t)n;
                train[n++] = (uint32_t)i;
            }
        /* Unpermuted, the largest squared correlation is the winner's. */
        double factor =
            search_factor(largest_permuted(arm, n, train, straight), search_noise(workspace, f));
        ck_assert(factor > 0 && factor < 1);
        for (size_t i = 0; i < N; i++)
            if (fold[i] == f)
                ck_assert_double_eq_tol(arm->y[i] - shrunk[i], factor * (arm->y[i] - best[i]),
                                        1e-12);
    }
    search_workspace_free(workspace);
    design_free(design);
    arm_discard(arm);
}
END_TEST

START_TEST(numbers_too_large_to_add_are_no_candidates)
{
    struct arm *arm = arm_made_up(5, 12, 1, 3, 1);
    for (size_t i = 0; i < 12; i++) {
        arm->x[i] = i % 3 ? 1.7e308 : 1.6e308;
        arm->x[12 + i] *= 1e-300; /* small ones are as good as any */
    }
    ck_assert_int_eq(status_of(arm, "fixed", 12, 5, 0), ESTIMATE_RANK_DEFICIENT);
    ck_assert_int_eq(status_of(arm, "fixed", 12, 5, 1), ESTIMATE_OK);
    for (size_t a = 1; a < N_ADJUSTING; a++)
        ck_assert_msg(status_of(arm, adjusting[a], 12, 5, 1) == ESTIMATE_OK, "%s", adjusting[a]);
    arm->y[0] = 1.7e308;
    arm->y[1] = 1.7e308;
    for (size_t a = 0; a < N_ADJUSTING; a++)
        ck_assert_msg(status_of(arm, adjusting[a], 12, 5, 1) != ESTIMATE_OK, "%s", adjusting[a]);
    arm_discard(arm);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {names_read_back,
                                  folds_are_balanced_and_keyed,
                                  draws_are_uniform,
                                  few_runs_are_a_status,
                                  an_outcome_without_variance_is_a_status,
                                  candidates_that_do_not_vary_are_a_status,
                                  one_deviating_run_makes_no_coefficient,
                                  collinear_statistics_are_a_status,
                                  the_factor_of_best_shrunk,
                                  noise_of_the_search_is_what_permuting_shows,
                                  best_shrunk_is_best_times_the_factor,
                                  numbers_too_large_to_add_are_no_candidates};
    return unit_main(unit_suite("adjusters", tests, sizeof tests / sizeof *tests));
}
