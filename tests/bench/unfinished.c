/* What unfinished runs bring, tried on a real study: the outcomes of half of each arm's runs are dropped at
 * random, 200 times, and the two-phase interval of the arm's mean by the declared statistic is compared
 * with the raw one of the runs that are left. As a table for data/README.md:
 *
 *     tests/bench/unfinished STUDY.yaml [REPEATS]
 *
 * covers: how often the interval holds the mean of the whole arm. That mean holds the dropped outcomes,
 * too, so a perfect 95 % interval covers it more often: with q = n/N,
 *     raw        Var(mean_n - mean_N) / V = 1 - q
 *     two-phase  (1 - r2) (1 - q) / (1 - r2 + r2 q)
 * and the rate expected is P(|T| < t* / sqrt(of that)). */
#include "estimate/planner.h"
#include "estimate/twophase.h"

#include "base/mem.h"
#include "base/rng.h"
#include "stats/moments.h"
#include "stats/student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A half of an arm: some runs finished, the rest unfinished. */
struct half {
    struct arm arm;
    struct linear_data *data;
    struct linear_workspace *workspace;
    uint32_t *order, *own;
    double *held_out, *extra, *scratch;
    size_t statistic;
};

static void half_init(struct half *half, const struct arm *whole)
{
    size_t n = whole->n_runs / 2, u = whole->n_runs - n;
    half->statistic = 0;
    half->arm = (struct arm){.name = whole->name,
                             .label = whole->label,
                             .n_runs = n,
                             .y = mem_zeroed(n, 8),
                             .n_candidates = 1,
                             .candidates = mem_zeroed(1, sizeof(struct candidate)),
                             .x = mem_zeroed(n, 8),
                             .n_statistic = 1,
                             .statistic_candidate = &half->statistic,
                             .unfinished = {true, u, NULL, mem_zeroed(u, 8)}};
    half->data = linear_data_new(&half->arm, &half->arm.unfinished, 0, 1, &half->statistic);
    half->workspace = linear_workspace_new(half->data, n);
    half->order = mem_zeroed(whole->n_runs, sizeof *half->order);
    half->own = mem_zeroed(n, sizeof *half->own);
    half->held_out = mem_zeroed(n, 8);
    half->extra = mem_zeroed(n * u, 8);
    half->scratch = mem_zeroed(n + u, 8);
    for (size_t i = 0; i < n; i++)
        half->own[i] = (uint32_t)i;
}

static void half_done(struct half *half)
{
    void *owned[] = {
        half->arm.y, half->arm.candidates, half->arm.x, half->arm.unfinished.x, half->order,
        half->own,   half->held_out,       half->extra, half->scratch};
    linear_workspace_free(half->workspace);
    linear_data_free(half->data);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

static struct twophase_estimate drop(struct half *half, const struct arm *whole, uint64_t repeat)
{
    struct rng rng;
    size_t n = half->arm.n_runs, u = half->arm.unfinished.n;
    const double *x = whole->x + whole->statistic_candidate[0] * whole->n_runs;
    rng_init(&rng, (struct rng_key){2026, rng_name(whole->label), rng_name("dropped"), repeat});
    for (size_t i = 0; i < n + u; i++)
        half->order[i] = (uint32_t)i;
    rng_shuffle(&rng, half->order, n + u);
    for (size_t i = 0; i < n + u; i++)
        *(i < n ? half->arm.x + i : half->arm.unfinished.x + i - n) = x[half->order[i]];
    for (size_t i = 0; i < n; i++)
        half->arm.y[i] = whole->y[half->order[i]];
    linear_data_again(half->data);
    struct fold_plan plan = {n, n, half->own, half->own};
    struct linear_request request = {.fit = linear_fixed_shrunk, .reach = TWOPHASE_REACH};
    struct twophase_estimate none = {twophase_guard(&half->arm, NULL), NAN, NAN, NAN};
    if (none.status == ESTIMATE_OK)
        none.status = linear_predict(half->data, &request, &plan, half->workspace, half->held_out,
                                     half->extra);
    return none.status != ESTIMATE_OK
               ? none
               : twophase_mean(&plan, half->arm.y, half->held_out, u, half->extra, half->scratch);
}

static double expected(double t, double df, double ratio)
{
    return 1 - student_two_sided_p(t / sqrt(ratio), df);
}

static void one_arm(const struct arm *whole, size_t n_repeats)
{
    struct half half;
    half_init(&half, whole);
    double n = (double)half.arm.n_runs, q = n / (double)whole->n_runs;
    double t = student_quantile(0.975, n - 1), rho2 = planner_statistic_rho2(whole);
    size_t n_ok = 0, raw_covers = 0, covers = 0;
    double raw_width = 0, width = 0;
    for (size_t r = 0; r < n_repeats; r++) {
        struct twophase_estimate got = drop(&half, whole, r);
        if (got.status != ESTIMATE_OK)
            continue;
        double raw = t * sqrt(moments_variance(half.arm.y, half.arm.n_runs) / n);
        double own = t * sqrt(got.variance);
        n_ok++;
        raw_covers += fabs(moments_mean(half.arm.y, half.arm.n_runs) - whole->y_mean) <= raw;
        covers += fabs(got.mean - whole->y_mean) <= own;
        raw_width += raw;
        width += own;
    }
    double share = 100 / (double)n_ok;
    printf("%-16s %5.0f %6.1f %10.1f %9.1f %8.1f %9.1f %9.1f %8zu\n", whole->label, 100 * rho2,
           100 / (n - 2), share * (double)raw_covers, 100 * expected(t, n - 1, 1 - q),
           share * (double)covers,
           100 * expected(t, n - 1, (1 - rho2) * (1 - q) / (1 - rho2 + rho2 * q)),
           100 * (1 - width / raw_width), n_repeats - n_ok);
    half_done(&half);
}

int main(int argc, char **argv)
{
    struct diags diags;
    size_t n_repeats = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 200;
    diags_init(&diags);
    struct study *study = argc > 1 ? study_load(argv[1], NULL, &diags) : NULL;
    diags_print_from(&diags, DIAG_WARNING, stderr);
    if (!study)
        return 1;
    printf("%-16s %5s %6s %10s %9s %8s %9s %9s %8s\n", "", "rho^2", "pays", "raw covers",
           "expected", "two-ph.", "expected", "narrower", "refused");
    printf("%-16s %5s %6s %10s %9s %8s %9s %9s %8s\n", "arm", "%", "above", "%", "%", "covers, %",
           "%", "%", "");
    for (size_t a = 0; a < study->n_arms; a++)
        if (study->arms[a].n_statistic &&
            study->arms[a].statistic_candidate[0] < study->arms[a].n_candidates)
            one_arm(&study->arms[a], n_repeats);
    study_unref(study);
    diags_done(&diags);
    return 0;
}
