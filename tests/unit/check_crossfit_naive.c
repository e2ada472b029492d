/* Cross-fitting against the stupid second implementation, on random small studies: few runs,
 * collinear, constant, doubled and wildly scaled candidates, draws smaller than the arm. */
#include "unit.h"

#include "arms.h"
#include "base/rng.h"
#include "naive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const adjusters[] = {"raw",         "fixed", "best",   "posthoc",
                                        "pca1",        "pca2",  "pca3",   "pca1-shrunk",
                                        "pca3-shrunk", "ridge", "average"};

static void copy_column(struct arm *arm, size_t from, size_t to, double factor, double offset)
{
    for (size_t i = 0; i < arm->n_runs; i++)
        arm->x[to * arm->n_runs + i] = factor * arm->x[from * arm->n_runs + i] + offset;
}

static void spoil(struct arm *arm, struct rng *rng)
{
    size_t n = arm->n_runs, p = arm->n_candidates;
    for (size_t j = 0; j < p; j++) {
        double factor = pow(10, (double)rng_below(rng, 17) - 8);
        if (rng_below(rng, 2))
            copy_column(arm, j, j, factor, rng_below(rng, 3) == 0 ? 1e6 * factor : 0);
    }
    for (size_t times = rng_below(rng, 4); times > 0; times--) {
        size_t to = rng_below(rng, (uint32_t)p), from = rng_below(rng, (uint32_t)p);
        switch (rng_below(rng, 4)) {
        case 0: /* constant */
            copy_column(arm, to, to, 0, 1.1);
            break;
        case 1: /* one run stands apart, the others agree */
            copy_column(arm, to, to, 0, 2);
            arm->x[to * n + rng_below(rng, (uint32_t)n)] += 1;
            break;
        case 2: /* the same twice */
            copy_column(arm, from, to, 1, 0);
            break;
        default: /* the same in other units */
            copy_column(arm, from, to, -8, 0);
        }
    }
}

struct trial {
    struct arm *arm;
    uint64_t families;
    size_t n_statistic, statistic[2];
    struct fold_plan plan;
    uint32_t runs[NAIVE_RUNS], fold[NAIVE_RUNS];
};

static void make_trial(struct trial *trial, uint64_t seed, size_t n_most, size_t p_most)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = seed, .analysis = 7});
    size_t n = 3 + rng_below(&rng, (uint32_t)(n_most - 2)), n_families = 1 + rng_below(&rng, 3);
    size_t p = 1 + rng_below(&rng, (uint32_t)p_most);
    trial->arm = arm_made_up(seed, n, n_families, p, rng_uniform(&rng) * 3);
    spoil(trial->arm, &rng);
    trial->families = rng_below(&rng, 3) ? UINT64_MAX : 1;
    trial->n_statistic = 1 + rng_below(&rng, 2);
    for (size_t q = 0; q < 2; q++)
        trial->statistic[q] = rng_below(&rng, (uint32_t)trial->arm->n_candidates);
    size_t drawn = rng_below(&rng, 2) ? n : 3 + rng_below(&rng, (uint32_t)(n - 2));
    size_t folds = fold_plan_folds(drawn, rng_below(&rng, 3) ? 2 + rng_below(&rng, 5) : 0);
    fold_plan_draw(&rng, n, drawn, folds, trial->runs, trial->fold);
    trial->plan = (struct fold_plan){drawn, folds, trial->runs, trial->fold};
}

static double spread(const struct arm *arm)
{
    double low = arm->y[0], high = arm->y[0];
    for (size_t i = 0; i < arm->n_runs; i++) {
        low = fmin(low, arm->y[i]);
        high = fmax(high, arm->y[i]);
    }
    return high - low;
}

/* Returns 1 if there was a number to compare. */
static int compare(const struct trial *trial, const char *name, uint64_t seed)
{
    double wanted[NAIVE_RUNS], found[NAIVE_RUNS];
    uint32_t wanted_picks[NAIVE_RUNS], picks[NAIVE_RUNS];
    struct adjuster adjuster;
    ck_assert(adjuster_parse(name, &adjuster));
    struct design *design =
        design_new(trial->arm, trial->families, trial->n_statistic, trial->statistic);
    enum estimate_status status =
        crossfit_adjust(design, adjuster, &trial->plan, 1, 0, found, picks);
    enum estimate_status expected =
        naive_adjust(trial->arm, trial->families, trial->n_statistic, trial->statistic, adjuster,
                     &trial->plan, wanted, wanted_picks);
    design_free(design);
    ck_assert_msg(status == expected, "seed %lu %s: %s, not %s", (unsigned long)seed, name,
                  estimate_status_text(status), estimate_status_text(expected));
    for (size_t f = 0; f < trial->plan.n_folds; f++)
        ck_assert_msg(picks[f] == wanted_picks[f], "seed %lu %s fold %zu: picked %u, not %u",
                      (unsigned long)seed, name, f, picks[f], wanted_picks[f]);
    if (status != ESTIMATE_OK)
        return 0;
    double largest = spread(trial->arm);
    for (size_t i = 0; i < trial->plan.n_runs; i++)
        largest = fmax(largest, fabs(wanted[i]));
    for (size_t i = 0; i < trial->plan.n_runs; i++)
        ck_assert_msg(fabs(found[i] - wanted[i]) <= 1e-8 * largest,
                      "seed %lu %s run %zu: %.17g, not %.17g", (unsigned long)seed, name, i,
                      found[i], wanted[i]);
    return 1;
}

static void many_trials(uint64_t first, uint64_t n_trials, size_t n_most, size_t p_most)
{
    const size_t n_adjusters = sizeof adjusters / sizeof *adjusters;
    int n_compared[sizeof adjusters / sizeof *adjusters] = {0};
    for (uint64_t seed = first; seed < first + n_trials; seed++) {
        struct trial trial;
        make_trial(&trial, seed, n_most, p_most);
        for (size_t a = 0; a < n_adjusters; a++)
            n_compared[a] += compare(&trial, adjusters[a], seed);
        arm_discard(trial.arm);
    }
    for (size_t a = 0; a < n_adjusters; a++)
        ck_assert_msg(n_compared[a] * 20 > (int)n_trials, "%s was compared %d times only",
                      adjusters[a], n_compared[a]);
}

START_TEST(random_small_studies)
{
    many_trials(1, 500, 14, 16);
}
END_TEST

START_TEST(random_studies_of_ordinary_size)
{
    many_trials(10001, 25, 50, 16);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_small_studies, random_studies_of_ordinary_size};
    return unit_main(unit_suite("crossfit_naive", tests, sizeof tests / sizeof *tests));
}
