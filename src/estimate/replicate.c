#include "estimate/replicate.h"

#include "base/mem.h"
#include "estimate/batch_records.h"
#include "estimate/replicate_twophase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a workspace was made for; it is kept while the next run fits. */
struct shape {
    const struct design *design;
    size_t n_plans, n_runs, n_folds, n_adjusters;
    struct adjuster adjusters[REQUEST_ADJUSTERS_MAX];
    bool families, weights;
};

struct replicate_worker {
    struct shape shape;
    struct crossfit_workspace *workspace;
    struct crossfit_request request;
    struct finished_batch batch; /* results, of the last run */

    uint32_t *runs, *fold; /* [n_plans * n_runs] */
    uint32_t *order;       /* [runs of the arm], the null's shuffle */
    size_t n_order;
    struct fold_plan *plans;
    uint64_t *numbers;

    size_t n_records;
    struct records *records;
};

struct design_key replicate_design_key(const struct plan *plan, const size_t *cells, size_t n)
{
    struct design_key key = {.arm = plan->cells[cells[0]].arm};
    for (size_t i = 0; i < n; i++) {
        const struct cell_key *cell = &plan->cells[cells[i]];
        key.families |= cell->families;
        if (cell->n_statistic) {
            key.n_statistic = cell->n_statistic;
            memcpy(key.statistic, cell->statistic, sizeof key.statistic);
        }
    }
    return key;
}

struct design *replicate_design_new(const struct plan *plan, const struct design_key *key)
{
    size_t statistic[REQUEST_STATISTIC_MAX];
    for (size_t i = 0; i < key->n_statistic; i++)
        statistic[i] = (size_t)key->statistic[i];
    return design_new(&plan->study->arms[key->arm], key->families, (size_t)key->n_statistic,
                      statistic);
}

struct replicate_worker *replicate_worker_new(void)
{
    return mem_zeroed(1, sizeof(struct replicate_worker));
}

static void free_records(struct replicate_worker *worker)
{
    for (size_t i = 0; i < worker->n_records; i++)
        records_done(&worker->records[i]);
    worker->n_records = 0;
}

void replicate_worker_forget(struct replicate_worker *worker)
{
    struct crossfit_results *r = &worker->batch.results;
    void *const arrays[] = {
        r->raw_mean,      r->raw_variance,    r->adjusted_variance, r->status,
        r->picks,         r->nested_variance, r->posthoc_variance,  r->nested_picks,
        r->family_status, worker->runs,       worker->fold,         worker->order,
        worker->plans,    worker->numbers,    r->weights,           r->leaders};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    if (worker->workspace)
        crossfit_workspace_free(worker->workspace);
    free_records(worker);
    free(worker->records);
    *worker = (struct replicate_worker){0};
}

void replicate_worker_free(struct replicate_worker *worker)
{
    if (worker)
        replicate_worker_forget(worker);
    free(worker);
}

static size_t plans_of(const struct lane *lane, size_t n)
{
    return lane->analysis == ANALYSIS_NULL ? 2 * n : n;
}

static struct shape shape_of(const struct plan *plan, const struct lane *lane, const size_t *cells,
                             size_t n_cells, const struct design *design, size_t n)
{
    struct shape shape = {.design = design,
                          .n_plans = plans_of(lane, n),
                          .n_runs = lane->n_runs,
                          .n_folds = lane->n_folds};
    for (size_t i = 0; i < n_cells; i++) {
        const struct cell_key *key = &plan->cells[cells[i]];
        if (key->is_family)
            shape.families = true;
        else if (key->kind != ADJUSTER_RAW)
            shape.adjusters[shape.n_adjusters++] =
                (struct adjuster){(enum adjuster_kind)key->kind, (unsigned)key->k};
    }
    for (size_t a = 0; a < shape.n_adjusters; a++)
        shape.weights |=
            lane->analysis == ANALYSIS_SPLITS && adjuster_traits(shape.adjusters[a].kind)->weighs;
    return shape;
}

static bool fits(const struct shape *has, const struct shape *wants)
{
    if (has->design != wants->design || has->n_plans < wants->n_plans ||
        has->n_runs != wants->n_runs || has->n_folds != wants->n_folds ||
        has->families != wants->families || has->weights != wants->weights ||
        has->n_adjusters != wants->n_adjusters)
        return false;
    for (size_t a = 0; a < has->n_adjusters; a++)
        if (!adjuster_equal(has->adjusters[a], wants->adjusters[a]))
            return false;
    return true;
}

static void allocate(struct replicate_worker *worker, const struct shape *shape, size_t n_pool)
{
    struct crossfit_results *r = &worker->batch.results;
    size_t p = shape->n_plans, a = p * shape->n_adjusters;
    worker->runs = mem_array(p * shape->n_runs, sizeof *worker->runs);
    worker->fold = mem_array(p * shape->n_runs, sizeof *worker->fold);
    worker->order = mem_array(n_pool, sizeof *worker->order);
    worker->plans = mem_array(p, sizeof *worker->plans);
    worker->numbers = mem_array(p, sizeof *worker->numbers);
    r->raw_mean = mem_array(p, sizeof *r->raw_mean);
    r->raw_variance = mem_array(p, sizeof *r->raw_variance);
    r->adjusted_variance = mem_array(a, sizeof *r->adjusted_variance);
    r->status = mem_array(a, sizeof *r->status);
    r->picks = mem_array(a, shape->n_folds * sizeof *r->picks);
    if (shape->weights) {
        size_t folds = p * shape->n_folds;
        size_t n_weights = crossfit_n_weights(design_families(shape->design, NULL));
        r->weights = mem_array(folds, n_weights * sizeof *r->weights);
        r->leaders = mem_array(folds, CROSSFIT_LEADERS * sizeof *r->leaders);
    }
    if (shape->families) {
        size_t f = p * worker->batch.n_families;
        r->nested_variance = mem_array(f, sizeof *r->nested_variance);
        r->posthoc_variance = mem_array(f, sizeof *r->posthoc_variance);
        r->nested_picks = mem_array(f, shape->n_folds * sizeof *r->nested_picks);
        r->family_status = mem_array(f, sizeof *r->family_status);
    }
}

static void prepare(struct replicate_worker *worker, const struct shape *shape,
                    const struct arm *arm)
{
    if (worker->workspace && fits(&worker->shape, shape))
        return;
    replicate_worker_forget(worker);
    worker->shape = *shape;
    if (shape->families)
        worker->batch.n_families = design_families(shape->design, &worker->batch.families);
    worker->request = (struct crossfit_request){.n_adjusters = shape->n_adjusters,
                                                .adjusters = worker->shape.adjusters,
                                                .families = shape->families};
    worker->batch.n_runs = shape->n_runs;
    worker->batch.n_folds = shape->n_folds;
    worker->batch.n_adjusters = shape->n_adjusters;
    worker->batch.n_candidates = arm->n_candidates;
    allocate(worker, shape, arm->n_runs);
    worker->workspace = crossfit_workspace_new(shape->design, &worker->request, shape->n_plans,
                                               shape->n_runs, shape->n_folds);
}

static struct rng_key stream_key(const struct plan *plan, const struct lane *lane, uint64_t draw)
{
    return (struct rng_key){.seed = plan->request.settings.seed,
                            .arm = rng_name(plan->study->arms[lane->arm].label),
                            .analysis = lane->stream,
                            .draw = draw};
}

static void shuffle_folds(struct rng *rng, size_t n, size_t n_folds, uint32_t *fold)
{
    for (size_t i = 0; i < n; i++)
        fold[i] = (uint32_t)(i % n_folds);
    rng_shuffle(rng, fold, n);
}

/* Two fake arms: the first and the second half of a shuffle; of an odd number one run is left out. */
static void draw_halves(struct replicate_worker *worker, struct rng *rng, size_t n_pool,
                        const struct lane *lane, uint32_t *runs, uint32_t *fold)
{
    for (size_t i = 0; i < n_pool; i++)
        worker->order[i] = (uint32_t)i;
    rng_shuffle(rng, worker->order, n_pool);
    memcpy(runs, worker->order, 2 * lane->n_runs * sizeof *runs);
    shuffle_folds(rng, lane->n_runs, lane->n_folds, fold);
    shuffle_folds(rng, lane->n_runs, lane->n_folds, fold + lane->n_runs);
}

static void given_folds(const struct arm *arm, uint32_t *runs, uint32_t *fold)
{
    for (size_t i = 0; i < arm->n_runs; i++) {
        runs[i] = (uint32_t)i;
        fold[i] = arm->fold[i];
    }
}

static void draw_plans(struct replicate_worker *worker, const struct plan *plan,
                       const struct lane *lane, size_t first, size_t n)
{
    const struct arm *arm = &plan->study->arms[lane->arm];
    size_t each = plans_of(lane, 1);
    for (size_t i = 0; i < n; i++) {
        uint32_t *runs = worker->runs + i * each * lane->n_runs;
        uint32_t *fold = worker->fold + i * each * lane->n_runs;
        struct rng rng;
        rng_init(&rng, stream_key(plan, lane, first + i));
        if (lane->analysis == ANALYSIS_NULL)
            draw_halves(worker, &rng, arm->n_runs, lane, runs, fold);
        else if (lane->given_folds)
            given_folds(arm, runs, fold);
        else
            fold_plan_draw(&rng, arm->n_runs, lane->n_runs, lane->n_folds, runs, fold);
        for (size_t h = 0; h < each; h++) {
            worker->plans[i * each + h] = (struct fold_plan){
                lane->n_runs, lane->n_folds, runs + h * lane->n_runs, fold + h * lane->n_runs};
            worker->numbers[i * each + h] = (first + i) * each + h;
        }
    }
}

static size_t posthoc_candidate(const struct arm *arm, const double *rho2, uint64_t family)
{
    size_t best = ARM_NO_CANDIDATE;
    for (size_t j = 0; j < arm->n_candidates; j++)
        if (family >> arm->candidates[j].family & 1 && !isnan(rho2[j]) &&
            (best == ARM_NO_CANDIDATE || rho2[j] > rho2[best]))
            best = j;
    return best;
}

/* Who wins on all runs does not depend on the replicate: found once, with the first batch. */
static void name_posthoc(struct replicate_worker *worker, const struct plan *plan,
                         const struct arm *arm, const size_t *cells, size_t n_cells)
{
    double *rho2 = mem_array(arm->n_candidates, sizeof *rho2);
    crossfit_posthoc(worker->shape.design, rho2);
    for (size_t i = 0; i < n_cells; i++)
        if (plan->cells[cells[i]].is_family)
            worker->records[i].posthoc_candidate =
                posthoc_candidate(arm, rho2, plan->cells[cells[i]].families);
    free(rho2);
}

/* The engine's workspace is not needed: plans are drawn into the worker's, cells go one by one. */
static const char *run_twophase(struct replicate_worker *worker, const struct plan *plan,
                                const struct lane *lane, const size_t *cells, size_t n_cells,
                                size_t first, size_t n)
{
    const struct arm *arm = &plan->study->arms[lane->arm];
    struct rng rng;
    replicate_worker_forget(worker);
    worker->runs = mem_array(n * lane->n_runs, sizeof *worker->runs);
    worker->fold = mem_array(n * lane->n_runs, sizeof *worker->fold);
    worker->plans = mem_array(n, sizeof *worker->plans);
    worker->numbers = mem_array(n, sizeof *worker->numbers);
    worker->records = mem_array(n_cells, sizeof *worker->records);
    rng_init(&rng, stream_key(plan, lane, UINT64_MAX));
    uint64_t seed = rng_next(&rng);
    draw_plans(worker, plan, lane, first, n);
    for (size_t i = 0; i < n_cells; i++) {
        struct records *records = &worker->records[worker->n_records++];
        records_init(records, &plan->cells[cells[i]], n);
        replicate_twophase(arm, &plan->cells[cells[i]], worker->plans, worker->numbers, n, seed,
                           records);
    }
    return NULL;
}

const char *replicate_run(struct replicate_worker *worker, const struct plan *plan,
                          const struct lane *lane, const size_t *cells, size_t n_cells,
                          const struct design *design, size_t first, size_t n)
{
    const struct arm *arm = &plan->study->arms[lane->arm];
    if (lane->analysis == ANALYSIS_TWOPHASE)
        return run_twophase(worker, plan, lane, cells, n_cells, first, n);
    struct shape shape = shape_of(plan, lane, cells, n_cells, design, n);
    struct rng rng;
    prepare(worker, &shape, arm);
    rng_init(&rng, stream_key(plan, lane, UINT64_MAX));
    worker->request.seed = rng_next(&rng);
    draw_plans(worker, plan, lane, first, n);
    crossfit_batch(design, &worker->request, worker->plans, worker->numbers, plans_of(lane, n),
                   worker->workspace, &worker->batch.results);

    free_records(worker);
    worker->records = mem_resize(worker->records, n_cells, sizeof *worker->records);
    size_t adjuster = 0;
    for (size_t i = 0; i < n_cells; i++) {
        const struct cell_key *key = &plan->cells[cells[i]];
        struct records *records = &worker->records[worker->n_records++];
        records_init(records, key, n);
        if (!batch_keep(&worker->batch, key, adjuster, n, records))
            return "the adjuster engine returned a figure that cannot be";
        adjuster += !key->is_family && key->kind != ADJUSTER_RAW;
    }
    if (first == 0 && shape.families)
        name_posthoc(worker, plan, arm, cells, n_cells);
    return NULL;
}

const struct records *replicate_records(const struct replicate_worker *worker, size_t i)
{
    return &worker->records[i];
}
