#include "simulate/experiment.h"

#include "base/mem.h"
#include "engine/crossfit.h"
#include "estimate/pairs.h"
#include "simulate/experiment_two_phase.h"

#include <math.h>
#include <stdlib.h>

enum { N_ARMS = 2, STREAM_FOLDS = 0xF01D };
static const double level = 0.95;

struct adjuster experiment_adjuster(enum experiment_adjuster which)
{
    static const struct adjuster adjusters[N_EXPERIMENT_ADJUSTERS] = {
        [EXPERIMENT_FIXED] = {ADJUSTER_FIXED, 0},
        [EXPERIMENT_BEST] = {ADJUSTER_BEST, 0},
        [EXPERIMENT_BEST_SHRUNK] = {ADJUSTER_BEST_SHRUNK, 0},
        [EXPERIMENT_PCA1] = {ADJUSTER_PCA, 1},
        [EXPERIMENT_POSTHOC] = {ADJUSTER_POSTHOC, 0}};
    return adjusters[which];
}

struct experiment_setting experiment_defaults(void)
{
    return (struct experiment_setting){simulation_defaults(), EXPERIMENT_ALL, EXPERIMENT_ALL};
}

bool experiment_equal(const struct experiment_setting *a, const struct experiment_setting *b)
{
    const struct simulation *x = &a->simulation, *y = &b->simulation;
    return a->adjusters == b->adjusters && a->compared == b->compared && x->n_runs == y->n_runs &&
           x->n_candidates == y->n_candidates && x->n_families == y->n_families &&
           x->rho2 == y->rho2 && x->correlation == y->correlation && x->signal == y->signal &&
           x->n_unfinished == y->n_unfinished && x->stop == y->stop && x->effect == y->effect &&
           x->mean == y->mean && x->sd == y->sd && x->seed == y->seed;
}

double experiment_n_train(size_t n_runs)
{
    double folds = (double)fold_plan_folds(n_runs, EXPERIMENT_FOLDS);
    return (double)n_runs * (folds - 1) / folds;
}

double experiment_theory(const struct simulation *simulation)
{
    return simulation_statistic_rho2(simulation) - 1 / experiment_n_train(simulation->n_runs);
}

void experiment_plan(uint64_t seed, size_t arm, uint64_t number, size_t n_runs, uint32_t *runs,
                     uint32_t *fold)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){seed, arm + 1, STREAM_FOLDS, number});
    fold_plan_draw(&rng, n_runs, n_runs, fold_plan_folds(n_runs, EXPERIMENT_FOLDS), runs, fold);
}

/* What one arm is adjusted with: its design, and room for one replicate of some adjusters. */
struct bench {
    unsigned adjusters; /* of the workspace */
    size_t n_adjusters;
    struct adjuster list[N_EXPERIMENT_ADJUSTERS];
    uint64_t families; /* of the design: none where no adjuster looks at them */
    struct design *design;
    struct crossfit_workspace *workspace;
};

struct experiment {
    struct simulation shape; /* of the study; n_arms 0 = none yet */
    struct study *study;
    struct bench benches[N_ARMS];
    uint32_t *runs, *fold; /* [n_runs] */
};

struct experiment *experiment_new(void)
{
    return mem_zeroed(1, sizeof(struct experiment));
}

static void forget(struct experiment *experiment)
{
    for (size_t a = 0; a < N_ARMS; a++) {
        crossfit_workspace_free(experiment->benches[a].workspace);
        design_free(experiment->benches[a].design);
    }
    study_unref(experiment->study);
    free(experiment->runs);
    free(experiment->fold);
    *experiment = (struct experiment){0};
}

void experiment_free(struct experiment *experiment)
{
    if (experiment)
        forget(experiment);
    free(experiment);
}

static struct crossfit_request request_of(const struct bench *bench, uint64_t seed)
{
    return (struct crossfit_request){
        .n_adjusters = bench->n_adjusters, .adjusters = bench->list, .seed = seed};
}

/* The design of the arm as it is drawn now. */
static void prepare(struct bench *bench, const struct arm *arm, unsigned adjusters)
{
    uint64_t families = adjusters & ~(1u << EXPERIMENT_FIXED) ? ~UINT64_C(0) : 0;
    if (bench->design && bench->families == families) {
        design_again(bench->design);
        return;
    }
    crossfit_workspace_free(bench->workspace);
    bench->workspace = NULL;
    design_free(bench->design);
    bench->families = families;
    bench->design = design_new(arm, families, arm->n_statistic, arm->statistic_candidate);
}

static void choose_adjusters(struct bench *bench, unsigned adjusters, size_t n_runs)
{
    if (bench->workspace && bench->adjusters == adjusters)
        return;
    crossfit_workspace_free(bench->workspace);
    bench->adjusters = adjusters;
    bench->n_adjusters = 0;
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++)
        if (adjusters >> i & 1)
            bench->list[bench->n_adjusters++] = experiment_adjuster((enum experiment_adjuster)i);
    struct crossfit_request request = request_of(bench, 0);
    bench->workspace = crossfit_workspace_new(bench->design, &request, 1, n_runs,
                                              fold_plan_folds(n_runs, EXPERIMENT_FOLDS));
}

static bool same_shape(const struct simulation *a, const struct simulation *b)
{
    return a->n_arms == b->n_arms && a->n_runs == b->n_runs && a->n_candidates == b->n_candidates &&
           a->n_families == b->n_families && a->n_unfinished == b->n_unfinished;
}

/* Draws the study of this repeat and makes everything ready to adjust it. */
static void draw(struct experiment *experiment, const struct experiment_setting *setting,
                 uint64_t number)
{
    struct simulation simulation = setting->simulation;
    simulation.n_arms = N_ARMS;
    simulation.repeat = number;
    if (experiment->study && same_shape(&experiment->shape, &simulation)) {
        simulate_again(experiment->study, &simulation);
    } else {
        forget(experiment);
        experiment->shape = simulation;
        experiment->study = simulate_study(&simulation);
        experiment->runs = mem_array(simulation.n_runs, sizeof *experiment->runs);
        experiment->fold = mem_array(simulation.n_runs, sizeof *experiment->fold);
    }
    for (size_t a = 0; a < N_ARMS; a++) {
        struct bench *bench = &experiment->benches[a];
        const struct arm *arm = &experiment->study->arms[a];
        unsigned adjusters = a ? setting->compared : setting->adjusters;
        prepare(bench, arm, adjusters);
        choose_adjusters(bench, adjusters, arm->n_runs);
    }
}

struct arm_figures {
    double mean, variance;                   /* raw */
    double adjusted[N_EXPERIMENT_ADJUSTERS]; /* variances, by place in the bench's list */
    uint8_t status[N_EXPERIMENT_ADJUSTERS];
};

static void adjust(struct experiment *experiment, size_t a, uint64_t seed, uint64_t number,
                   struct arm_figures *figures)
{
    struct bench *bench = &experiment->benches[a];
    size_t n = experiment->study->arms[a].n_runs;
    struct fold_plan plan = {n, fold_plan_folds(n, EXPERIMENT_FOLDS), experiment->runs,
                             experiment->fold};
    experiment_plan(seed, a, number, n, experiment->runs, experiment->fold);
    struct crossfit_request request = request_of(bench, seed);
    struct crossfit_results results = {.raw_mean = &figures->mean,
                                       .raw_variance = &figures->variance,
                                       .adjusted_variance = figures->adjusted,
                                       .status = figures->status};
    crossfit_batch(bench->design, &request, &plan, &number, 1, bench->workspace, &results);
}

static size_t place_in(unsigned adjusters, int which)
{
    return (size_t)__builtin_popcount(adjusters & ((1u << which) - 1));
}

/* The interval in sd; whether it covers the true difference. */
static enum estimate_status compare(const struct arm_figures *first, double first_variance,
                                    const struct arm_figures *second, double second_variance,
                                    const struct simulation *simulation, double *half_width,
                                    bool *covers)
{
    size_t n = simulation->n_runs;
    struct interval interval =
        pair_interval((struct pair_side){second->mean, second_variance, n},
                      (struct pair_side){first->mean, first_variance, n}, level);
    double truth = simulation->effect * simulation->sd;
    *half_width = interval.half_width / simulation->sd;
    *covers = interval.low <= truth && truth <= interval.high;
    return interval.status;
}

static void take_adjuster(const struct experiment_setting *setting, int which,
                          const struct arm_figures *first, const struct arm_figures *second,
                          struct experiment_adjusted *out)
{
    *out = (struct experiment_adjusted){ESTIMATE_PENDING, NAN, NAN, false};
    if (!(setting->adjusters >> which & 1))
        return;
    size_t i = place_in(setting->adjusters, which), j = place_in(setting->compared, which);
    out->status = first->status[i];
    if (out->status == ESTIMATE_OK)
        out->vr = 1 - first->adjusted[i] / first->variance;
    if (out->status == ESTIMATE_OK && setting->compared >> which & 1)
        out->status = second->status[j] != ESTIMATE_OK
                          ? second->status[j]
                          : compare(first, first->adjusted[i], second, second->adjusted[j],
                                    &setting->simulation, &out->half_width, &out->covers);
}

void experiment_run(struct experiment *experiment, const struct experiment_setting *setting,
                    uint64_t number, struct experiment_repeat *repeat)
{
    const struct simulation *simulation = &setting->simulation;
    struct experiment_setting wanted = *setting;
    struct arm_figures figures[N_ARMS];
    wanted.compared &= wanted.adjusters;
    draw(experiment, &wanted, number);
    for (size_t a = 0; a < N_ARMS; a++)
        adjust(experiment, a, simulation->seed, number, &figures[a]);
    const struct arm_figures *first = &figures[0], *second = &figures[1];
    repeat->difference = (second->mean - first->mean) / simulation->sd;
    compare(first, first->variance, second, second->variance, simulation, &repeat->half_width,
            &repeat->covers);
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++)
        take_adjuster(&wanted, i, first, second, &repeat->adjusted[i]);
    repeat->two_phase = (struct experiment_adjusted){ESTIMATE_PENDING, NAN, NAN, false};
    if (simulation->n_unfinished && wanted.compared >> EXPERIMENT_FIXED & 1)
        experiment_two_phase(experiment->study, simulation, &repeat->two_phase);
}
