/* Components of many runs, found step by step, against the decomposition of the whole matrix. */
#include "unit.h"

#include "arms.h"
#include "base/mem.h"
#include "engine/gram.h"
#include "engine/lanczos.h"
#include "stats/eigen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 4 };

struct components_shape {
    size_t n, p;
    size_t n_copies; /* candidates that repeat the first one */
};

static const struct components_shape shapes[] = {{30, 60, 0}, {30, 12, 0},  {25, 3, 0},
                                                 {40, 9, 6},  {8, 50, 0},   {4, 5, 0},
                                                 {60, 1, 0},  {150, 300, 0}};

struct fixture {
    struct arm *arm;
    struct design *design;
    struct split split;
};

static void set_up(struct fixture *fixture, const struct components_shape *shape)
{
    size_t n = shape->n, none = ARM_NO_CANDIDATE;
    uint32_t *runs = mem_array(n, sizeof *runs), *fold = mem_array(n, sizeof *fold);
    struct rng rng;
    fixture->arm = arm_made_up(n, n, 1, shape->p, 1);
    for (size_t j = 1; j <= shape->n_copies; j++)
        for (size_t i = 0; i < n; i++)
            fixture->arm->x[j * n + i] = 3 * fixture->arm->x[i];
    fixture->design = design_new(fixture->arm, 1, 1, &none);
    rng_init(&rng, (struct rng_key){.seed = 3});
    fold_plan_draw(&rng, n, n, 4, runs, fold);
    struct fold_plan plan = {n, 4, runs, fold};
    fixture->split.run = mem_array(n, sizeof(uint32_t));
    fixture->split.position = mem_array(n, sizeof(uint32_t));
    fixture->split.start = mem_array(5, sizeof(uint32_t));
    fixture->split.y = mem_array(n, sizeof(double));
    split_prepare(&fixture->split, fixture->design, &plan);
    free(runs);
    free(fold);
}

static void tear_down(struct fixture *fixture)
{
    free(fixture->split.run);
    free(fixture->split.position);
    free(fixture->split.start);
    free(fixture->split.y);
    design_free(fixture->design);
    arm_discard(fixture->arm);
}

/* How many components the whole matrix has, up to K; gram and vectors as it gives them. */
static size_t by_the_whole_matrix(const struct fixture *fixture, size_t fold, double *gram,
                                  double *values, double *vectors)
{
    size_t n = fixture->split.n, n_train = split_n_train(&fixture->split, fold), found = 0;
    struct gram_workspace *products = gram_workspace_new(n);
    struct eigen_workspace *eigen = eigen_workspace_new(n);
    double *square = mem_array(n_train * n_train, sizeof *square);
    memset(gram, 0, n * n_train * sizeof *gram);
    gram_add(fixture->design, &fixture->split, fold, 0, design_octets(fixture->design), products,
             gram);
    memcpy(square, gram, n_train * n_train * sizeof *square);
    eigen_symmetric(n_train, square, values, vectors, eigen);
    while (found < K && found + 2 < n_train && values[found] > 1e-12 * values[0])
        found++;
    free(square);
    gram_workspace_free(products);
    eigen_workspace_free(eigen);
    return found;
}

static void compare_fold(const struct fixture *fixture, size_t fold, struct lanczos *lanczos)
{
    size_t n = fixture->split.n, n_train = split_n_train(&fixture->split, fold);
    double *gram = mem_array(n * n, sizeof *gram), *vectors = mem_array(n * n, sizeof *vectors);
    double *values = mem_array(n, sizeof *values), *scores = mem_array(K * n, sizeof *scores);
    size_t wanted = by_the_whole_matrix(fixture, fold, gram, values, vectors);
    size_t found = lanczos_components(fixture->design, &fixture->split, fold, 0,
                                      design_octets(fixture->design), lanczos, scores);
    ck_assert_uint_eq(found, wanted);
    for (size_t c = 0; c < found; c++) {
        const double *u = vectors + c * n_train, *own = scores + c * n;
        double product = 0;
        for (size_t i = 0; i < n_train; i++)
            product += u[i] * own[i];
        for (size_t i = 0; i < n; i++) {
            double expected = i < n_train ? u[i] : 0;
            for (size_t b = 0; i >= n_train && b < n_train; b++)
                expected += gram[i * n_train + b] * u[b] / values[c];
            ck_assert_msg(fabs(own[i] - (product > 0 ? expected : -expected)) < 1e-9,
                          "component %zu of run %zu: %.12g, not %.12g", c, i, own[i], expected);
        }
    }
    free(gram);
    free(vectors);
    free(values);
    free(scores);
}

START_TEST(lanczos_finds_what_the_whole_matrix_has)
{
    struct fixture fixture;
    set_up(&fixture, &shapes[_i]);
    struct lanczos *lanczos = lanczos_new(fixture.design, shapes[_i].n, K);
    for (size_t fold = 0; fold < 4; fold++)
        if (split_n_train(&fixture.split, fold) >= 3)
            compare_fold(&fixture, fold, lanczos);
    lanczos_free(lanczos);
    tear_down(&fixture);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("components");
    TCase *tcase = tcase_create("components");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, lanczos_finds_what_the_whole_matrix_has, 0,
                        sizeof shapes / sizeof *shapes);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
