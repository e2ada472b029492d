/* What each kind of work costs in one thread: microseconds a replicate on the paper's shape (50 runs,
 * 1,200 candidates in 5 families), or on another one:
 *
 *     kernels [RUNS [CANDIDATES [FAMILIES [SECONDS [KIND]]]]]      KIND: of the lines that contain it only
 *
 * No test: nothing here passes or fails. */
#include "../unit/arms.h"
#include "base/mem.h"
#include "engine/crossfit.h"
#include "engine/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 64 };

struct kernel_kind {
    const char *label;
    size_t n_runs; /* 0 = all of the arm */
    const char *adjusters[12];
    bool families;
};

static const struct kernel_kind kinds[] = {
    {"fixed", 0, {"fixed"}, false},
    {"fixed, draws of half", 2, {"fixed"}, false},
    {"best", 0, {"best"}, false},
    {"best, draws of half", 2, {"best"}, false},
    {"best, draws of a fifth", 5, {"best"}, false},
    {"best + families", 0, {"best"}, true},
    {"post hoc", 0, {"posthoc"}, false},
    {"pca 1", 0, {"pca1"}, false},
    {"pca 1-3", 0, {"pca1", "pca2", "pca3"}, false},
    {"pca 1-3, shrunk too",
     0,
     {"pca1", "pca2", "pca3", "pca1-shrunk", "pca2-shrunk", "pca3-shrunk"},
     false},
    {"pca 1-3, draws of half", 2, {"pca1", "pca2", "pca3"}, false},
    {"pca 1-3, draws of a fifth", 5, {"pca1", "pca2", "pca3"}, false},
    {"best, shrunk", 0, {"best-shrunk"}, false},
    {"best, shrunk, draws of half", 2, {"best-shrunk"}, false},
    {"best, shrunk, of a fifth", 5, {"best-shrunk"}, false},
    {"average", 0, {"average"}, false},
    {"pca 1-3 and average", 0, {"pca1", "pca2", "pca3", "average"}, false},
    {"pca 1-3 and ridge", 0, {"pca1", "pca2", "pca3", "ridge"}, false},
    {"all of them",
     0,
     {"fixed", "best", "pca1", "pca2", "pca3", "posthoc", "best-shrunk", "pca1-shrunk", "ridge",
      "average"},
     false},
    {"ridge", 0, {"ridge"}, false},
    {"ridge, draws of half", 2, {"ridge"}, false},
    {"ridge, draws of a fifth", 5, {"ridge"}, false},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct batch_arrays {
    struct fold_plan plans[BATCH];
    uint64_t replicates[BATCH];
    uint32_t *runs, *fold;
    struct crossfit_results results;
};

static void draw_batch(struct batch_arrays *arrays, size_t pool, size_t n, uint64_t first)
{
    size_t n_folds = fold_plan_folds(n, 5);
    for (size_t i = 0; i < BATCH; i++) {
        struct rng rng;
        rng_init(&rng, (struct rng_key){1, 2, 3, first + i});
        uint32_t *runs = arrays->runs + i * pool, *fold = arrays->fold + i * pool;
        fold_plan_draw(&rng, pool, n, n_folds, runs, fold);
        arrays->plans[i] = (struct fold_plan){n, n_folds, runs, fold};
        arrays->replicates[i] = first + i;
    }
}

/* Returns microseconds a replicate. */
static double measure(const struct arm *arm, const struct kernel_kind *kind, double budget)
{
    struct adjuster adjusters[12];
    struct crossfit_request request = {0, adjusters, kind->families, 1};
    while (kind->adjusters[request.n_adjusters]) {
        adjuster_parse(kind->adjusters[request.n_adjusters], &adjusters[request.n_adjusters]);
        request.n_adjusters++;
    }
    size_t n = kind->n_runs ? arm->n_runs / kind->n_runs : arm->n_runs, statistic = 0, done = 0;
    struct design *design = design_new(arm, UINT64_MAX, 1, &statistic);
    size_t n_families = design_families(design, NULL), cells = BATCH * request.n_adjusters;
    struct crossfit_workspace *workspace = crossfit_workspace_new(design, &request, BATCH, n, 5);
    struct batch_arrays arrays = {.runs = mem_array(BATCH * arm->n_runs, sizeof(uint32_t)),
                                  .fold = mem_array(BATCH * arm->n_runs, sizeof(uint32_t))};
    arrays.results = (struct crossfit_results){
        .raw_mean = mem_array(BATCH, sizeof(double)),
        .raw_variance = mem_array(BATCH, sizeof(double)),
        .adjusted_variance = mem_array(cells, sizeof(double)),
        .status = mem_array(cells, 1),
        .nested_variance = mem_array(BATCH * n_families, sizeof(double)),
        .posthoc_variance = mem_array(BATCH * n_families, sizeof(double))};
    double spent = 0, drawing = 0;
    while (spent < budget) {
        double start = seconds();
        draw_batch(&arrays, arm->n_runs, n, done);
        double drawn = seconds();
        crossfit_batch(design, &request, arrays.plans, arrays.replicates, BATCH, workspace,
                       &arrays.results);
        drawing += drawn - start;
        spent += seconds() - start;
        done += BATCH;
    }
    printf("%-27s %10.2f us  (%.2f of it drawing; %zu replicates)\n", kind->label,
           1e6 * spent / (double)done, 1e6 * drawing / (double)done, done);
    void *owned[] = {arrays.runs,
                     arrays.fold,
                     arrays.results.raw_mean,
                     arrays.results.raw_variance,
                     arrays.results.adjusted_variance,
                     arrays.results.status,
                     arrays.results.nested_variance,
                     arrays.results.posthoc_variance};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    crossfit_workspace_free(workspace);
    design_free(design);
    return 1e6 * spent / (double)done;
}

/* All adjusters together cost little more than those that make products, which they share. */
static void compare(double together, double products)
{
    if (together > 0 && products > 0)
        printf("all of them: %.2f times pca 1-3 and ridge (1.5 at most)\n", together / products);
}

int main(int argc, char **argv)
{
    size_t sizes[] = {50, 1200, 5};
    for (int i = 1; i < argc && i < 4; i++)
        sizes[i - 1] = strtoul(argv[i], NULL, 10);
    double budget = argc > 4 ? strtod(argv[4], NULL) : 0.3;
    if (sizes[0] < 4 || sizes[2] < 1 || sizes[1] < sizes[2])
        return 2;
    struct arm *arm = arm_made_up(1, sizes[0], sizes[2], sizes[1] / sizes[2], 0.5);
    printf("%zu runs, %zu candidates in %zu families, kernels: %s\n", arm->n_runs,
           arm->n_candidates, sizes[2], kernels_best()->name);
    double together = 0, products = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (argc > 5 && !strstr(kinds[i].label, argv[5]))
            continue;
        double spent = measure(arm, &kinds[i], budget);
        if (strcmp(kinds[i].label, "all of them") == 0)
            together = spent;
        if (strcmp(kinds[i].label, "pca 1-3 and ridge") == 0)
            products = spent;
    }
    compare(together, products);
    arm_discard(arm);
    return 0;
}
