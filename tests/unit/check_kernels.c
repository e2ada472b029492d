/* The same bits from every instruction set, whatever else is asked for and however replicates are
 * batched. */
#include "unit.h"

#include "arms.h"
#include "base/mem.h"
#include "base/rng.h"
#include "engine/crossfit.h"
#include "engine/design.h"
#include "engine/kernels.h"

#include <stdlib.h>
#include <string.h>

static const struct adjuster all_adjusters[] = {
    {ADJUSTER_RAW, 0},        {ADJUSTER_FIXED, 0},      {ADJUSTER_BEST, 0},
    {ADJUSTER_PCA, 1},        {ADJUSTER_PCA, 3},        {ADJUSTER_POSTHOC, 0},
    {ADJUSTER_PCA_SHRUNK, 1}, {ADJUSTER_PCA_SHRUNK, 5}, {ADJUSTER_BEST_SHRUNK, 0},
    {ADJUSTER_RIDGE, 0},      {ADJUSTER_AVERAGE, 0},
};
enum { N_ADJUSTERS = sizeof all_adjusters / sizeof *all_adjusters, REPLICATES = 23 };

struct kernel_shape {
    size_t pool, n_families, p, n, folds;
};

static const struct kernel_shape shapes[] = {
    {50, 3, 37, 50, 5}, {31, 2, 8, 17, 5},  {12, 1, 300, 12, 0},  {20, 4, 3, 9, 4},
    {6, 2, 5, 5, 5},    {90, 1, 20, 90, 7}, {140, 2, 12, 140, 4},
};

/* Everything of REPLICATES replicates, done `at_once` at a time. */
static void compute(const struct arm *arm, const struct kernel_shape *shape,
                    const struct adjuster *adjusters, size_t n_adjusters, bool families,
                    size_t at_once, double *variances, uint8_t *statuses)
{
    size_t n_folds = fold_plan_folds(shape->n, shape->folds), statistic = 1;
    struct design *design = design_new(arm, UINT64_MAX, 1, &statistic);
    struct crossfit_request request = {n_adjusters, adjusters, families, 5};
    struct crossfit_workspace *workspace =
        crossfit_workspace_new(design, &request, at_once, shape->n, n_folds);
    uint32_t *runs = mem_array(at_once * shape->n, sizeof *runs);
    uint32_t *fold = mem_array(at_once * shape->n, sizeof *fold);
    for (size_t first = 0; first < REPLICATES; first += at_once) {
        struct fold_plan plans[REPLICATES];
        uint64_t replicates[REPLICATES];
        double mean[REPLICATES], raw[REPLICATES];
        size_t n = REPLICATES - first < at_once ? REPLICATES - first : at_once;
        for (size_t i = 0; i < n; i++) {
            struct rng rng;
            rng_init(&rng, (struct rng_key){9, 9, 9, first + i});
            plans[i] =
                (struct fold_plan){shape->n, n_folds, runs + i * shape->n, fold + i * shape->n};
            fold_plan_draw(&rng, shape->pool, shape->n, n_folds, runs + i * shape->n,
                           fold + i * shape->n);
            replicates[i] = first + i;
        }
        struct crossfit_results results = {.raw_mean = mean,
                                           .raw_variance = raw,
                                           .adjusted_variance = variances + first * n_adjusters,
                                           .status = statuses + first * n_adjusters};
        crossfit_batch(design, &request, plans, replicates, n, workspace, &results);
    }
    free(runs);
    free(fold);
    crossfit_workspace_free(workspace);
    design_free(design);
}

struct kernel_outcome {
    double variances[REPLICATES * N_ADJUSTERS];
    uint8_t statuses[REPLICATES * N_ADJUSTERS];
};

static void assert_same(const struct kernel_outcome *a, const struct kernel_outcome *b,
                        const char *what, const char *which)
{
    for (size_t i = 0; i < REPLICATES * N_ADJUSTERS; i++)
        ck_assert_msg(memcmp(&a->variances[i], &b->variances[i], sizeof *a->variances) == 0 &&
                          a->statuses[i] == b->statuses[i],
                      "%s, %s: adjuster %zu of replicate %zu: %.17g and %.17g", what, which,
                      i % N_ADJUSTERS, i / N_ADJUSTERS, a->variances[i], b->variances[i]);
}

START_TEST(every_instruction_set_gives_the_same_bits)
{
    const struct kernel_shape *shape = &shapes[_i];
    struct arm *arm = arm_made_up(3, shape->pool, shape->n_families, shape->p, 1);
    struct kernel_outcome plainest, other;
    size_t n_ok = 0;
    kernels_force(kernels_number(0));
    compute(arm, shape, all_adjusters, N_ADJUSTERS, false, REPLICATES, plainest.variances,
            plainest.statuses);
    for (size_t i = 0; i < REPLICATES * N_ADJUSTERS; i++)
        n_ok += plainest.statuses[i] == ESTIMATE_OK;
    ck_assert_uint_gt(n_ok, REPLICATES);
    for (size_t k = 1; kernels_number(k); k++) {
        kernels_force(kernels_number(k));
        compute(arm, shape, all_adjusters, N_ADJUSTERS, false, REPLICATES, other.variances,
                other.statuses);
        assert_same(&plainest, &other, "instruction sets", kernels_number(k)->name);
    }
    kernels_force(NULL);
    arm_discard(arm);
}
END_TEST

START_TEST(batches_do_not_matter)
{
    const struct kernel_shape *shape = &shapes[_i];
    struct arm *arm = arm_made_up(4, shape->pool, shape->n_families, shape->p, 1);
    struct kernel_outcome together, apart;
    compute(arm, shape, all_adjusters, N_ADJUSTERS, false, REPLICATES, together.variances,
            together.statuses);
    compute(arm, shape, all_adjusters, N_ADJUSTERS, false, 4, apart.variances, apart.statuses);
    assert_same(&together, &apart, "batches", "of 4");
    compute(arm, shape, all_adjusters, N_ADJUSTERS, true, 1, apart.variances, apart.statuses);
    assert_same(&together, &apart, "batches", "of 1, with the family diagnostic");
    arm_discard(arm);
}
END_TEST

START_TEST(other_adjusters_do_not_matter)
{
    const struct kernel_shape *shape = &shapes[_i];
    struct arm *arm = arm_made_up(5, shape->pool, shape->n_families, shape->p, 1);
    struct kernel_outcome together, apart;
    compute(arm, shape, all_adjusters, N_ADJUSTERS, false, REPLICATES, together.variances,
            together.statuses);
    for (size_t a = 0; a < N_ADJUSTERS; a++) {
        double variances[REPLICATES];
        uint8_t statuses[REPLICATES];
        compute(arm, shape, &all_adjusters[a], 1, false, REPLICATES, variances, statuses);
        for (size_t s = 0; s < REPLICATES; s++) {
            apart.variances[s * N_ADJUSTERS + a] = variances[s];
            apart.statuses[s * N_ADJUSTERS + a] = statuses[s];
        }
    }
    assert_same(&together, &apart, "adjusters", "one by one");
    arm_discard(arm);
}
END_TEST

enum { POOL = 13, DRAWN = 9, OCTETS = 35, COLUMNS = 24, SLOTS = OCTETS * DESIGN_LANES };
/* Sums of products that begin with this one are untouched. */
#define UNTOUCHED 77.0

static const uint32_t pool[POOL] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const uint32_t drawn[DRAWN] = {0, 2, 3, 4, 7, 8, 9, 11, 12};

/* Where column c of the product of the runs at places a >= b stands. */
static size_t place_of(size_t W, size_t n, size_t a, size_t b, size_t c)
{
    return (c / W * kernels_rows(n) + kernels_row(a, b)) * W + c % W;
}

static void assert_part(size_t W, const double *all, const double *own, size_t from, size_t to)
{
    for (size_t a = 0; a < DRAWN; a++)
        for (size_t b = 0; b <= a; b++)
            for (size_t c = 0; c < COLUMNS; c++) {
                double is = all[place_of(W, POOL, drawn[a], drawn[b], c)];
                ck_assert(own[place_of(W, DRAWN, a, b, c)] ==
                          (c >= from && c < to ? is : UNTOUCHED));
            }
}

/* Some of the pairs, with some of the columns: the sums that all pairs and columns give, and nothing
 * else is written. */
START_TEST(own_pairs_are_those_of_all_pairs)
{
    const struct kernels *kernels = kernels_number((size_t)_i);
    if (!kernels)
        return;
    size_t n_all = COLUMNS * kernels_rows(POOL);
    double *x = mem_aligned(SLOTS * POOL, sizeof *x), *all = mem_aligned(n_all, sizeof *all);
    double *weights = mem_aligned(SLOTS * COLUMNS, sizeof *x),
           *own = mem_aligned(n_all, sizeof *own);
    double *work = mem_aligned(KERNELS_PRODUCTS_WORK, sizeof *work);
    struct rng rng;
    rng_init(&rng, (struct rng_key){4, 4, 4, 4});
    for (size_t i = 0; i < SLOTS * POOL; i++)
        x[i] = rng_uniform(&rng) - 0.5;
    for (size_t i = 0; i < SLOTS * COLUMNS; i++)
        weights[i] = rng_uniform(&rng);
    struct kernel_products of = {x, POOL, OCTETS, pool, POOL, weights, 0, COLUMNS, all};
    kernels->products(&of, work);
    for (size_t from = 0; from < COLUMNS; from++)
        for (size_t to = from + 1; to <= COLUMNS; to++) {
            for (size_t i = 0; i < n_all; i++)
                own[i] = UNTOUCHED;
            of = (struct kernel_products){x, POOL, OCTETS, drawn, DRAWN, weights, from, to, own};
            kernels->products(&of, work);
            assert_part(kernels->width, all, own, from, to);
        }
    void *const owned[] = {x, all, weights, own, work};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernels");
    TCase *tcase = tcase_create("kernels");
    int n_shapes = sizeof shapes / sizeof *shapes;
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, every_instruction_set_gives_the_same_bits, 0, n_shapes);
    tcase_add_loop_test(tcase, batches_do_not_matter, 0, n_shapes);
    tcase_add_loop_test(tcase, other_adjusters_do_not_matter, 0, n_shapes);
    tcase_add_loop_test(tcase, own_pairs_are_those_of_all_pairs, 0, 3);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
