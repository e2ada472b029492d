#include "simulate/simulate.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Streams of one run: its outcome's own noise and its families' factors; its candidates' noise. */
enum { STREAM_RUN = 0x51B0, STREAM_CANDIDATES = 0x51B1 };
/* Candidates are stored column by column; this many runs at a time fill whole cache lines. */
enum { RUNS_AT_ONCE = 8 };

struct simulation simulation_defaults(void)
{
    return (struct simulation){.n_arms = 2,
                               .n_runs = 50,
                               .n_candidates = 400,
                               .n_families = 5,
                               .rho2 = 0.25,
                               .correlation = 0.5,
                               .signal = SIGNAL_ONE,
                               .effect = 0.5,
                               .mean = 0.7,
                               .sd = 0.01,
                               .seed = 2026};
}

static size_t family_of(const struct simulation *simulation, size_t candidate)
{
    return candidate * simulation->n_families / simulation->n_candidates;
}

/* The first candidate of family g (their number, past the last family): where family_of steps up. */
static size_t first_of(const struct simulation *simulation, size_t g)
{
    return (g * simulation->n_candidates + simulation->n_families - 1) / simulation->n_families;
}

static size_t n_spread(const struct simulation *simulation)
{
    return simulation->n_families < 3 ? simulation->n_families : 3;
}

static double signal_of(const struct simulation *simulation, const double *latent,
                        double first_candidate)
{
    double sum = 0;
    switch (simulation->signal) {
    case SIGNAL_NONE:
        return 0;
    case SIGNAL_ONE:
        return first_candidate;
    case SIGNAL_DIFFUSE:
        return latent[0];
    case SIGNAL_SPREAD:
        for (size_t g = 0; g < n_spread(simulation); g++)
            sum += latent[g];
        return sum / sqrt((double)n_spread(simulation));
    }
    return 0;
}

/* Powers of ten from 1e-3 to 1e3, so that standardising matters. */
static double scale_of(size_t candidate)
{
    static const double scales[] = {1, 1e-2, 1e2, 1e-3, 10, 1e3, 0.1};
    return scales[candidate % (sizeof scales / sizeof *scales)];
}

static void run_normals(const struct simulation *simulation, size_t arm, size_t run,
                        unsigned stream, size_t n, double *out)
{
    struct rng rng;
    rng_init(&rng,
             (struct rng_key){simulation->seed, arm + 1, stream + (simulation->repeat << 16), run});
    rng_normals(&rng, n, out);
}

/* Fills candidates[n_candidates] as standard normal values and returns the outcome, in sd. */
static double simulate_run(const struct simulation *simulation, size_t arm, size_t run,
                           double *candidates)
{
    double own[1 + STUDY_FAMILIES_MAX], *latent = own + 1;
    run_normals(simulation, arm, run, STREAM_RUN, 1 + simulation->n_families, own);
    run_normals(simulation, arm, run, STREAM_CANDIDATES, simulation->n_candidates, candidates);
    double shared = sqrt(simulation->correlation), apart = sqrt(1 - simulation->correlation);
    for (size_t g = 0, j = 0; g < simulation->n_families; g++)
        for (; j < first_of(simulation, g + 1); j++)
            candidates[j] = shared * latent[g] + apart * candidates[j];
    double rho2 = simulation->signal == SIGNAL_NONE ? 0 : simulation->rho2;
    return simulation->effect * (double)arm +
           sqrt(rho2) * signal_of(simulation, latent, candidates[0]) + sqrt(1 - rho2) * own[0];
}

/* n runs of arm `number`: outcomes, and candidates column by column. */
static void simulate_runs(const struct simulation *simulation, size_t number, size_t n, double *y,
                          double *x, double *rows)
{
    size_t p = simulation->n_candidates;
    for (size_t first = 0; first < n; first += RUNS_AT_ONCE) {
        size_t n_rows = n - first < RUNS_AT_ONCE ? n - first : RUNS_AT_ONCE;
        for (size_t i = 0; i < n_rows; i++)
            y[first + i] =
                simulation->mean +
                simulation->sd * simulate_run(simulation, number, first + i, rows + i * p);
        for (size_t j = 0; j < p; j++)
            for (size_t i = 0; i < n_rows; i++)
                x[j * n + first + i] = (rows[i * p + j] + 5) * scale_of(j);
    }
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The value that the last finished run has, of what decides which are finished. */
static double threshold_of(const double *decides, size_t n_all, size_t n_finished)
{
    double *sorted = mem_array(n_all, sizeof *sorted);
    memcpy(sorted, decides, n_all * sizeof *sorted);
    qsort(sorted, n_all, sizeof *sorted, descending);
    double threshold = sorted[n_finished - 1];
    free(sorted);
    return threshold;
}

/* Shares n_all runs out between the finished and the unfinished ones. */
static void stop_runs(const struct simulation *simulation, struct arm *arm, size_t n_all,
                      const double *y, const double *x)
{
    const double *decides = simulation->stop == STOP_LOG ? x : y; /* x: of the first candidate */
    double threshold = threshold_of(decides, n_all, arm->n_runs);
    size_t n = 0, u = 0;
    for (size_t i = 0; i < n_all; i++) {
        bool chosen = simulation->stop == STOP_RANDOM ? i < arm->n_runs : decides[i] >= threshold;
        bool finished = (chosen && n < arm->n_runs) || u == arm->unfinished.n;
        size_t to = finished ? n++ : u++;
        if (finished)
            arm->y[to] = y[i];
        for (size_t j = 0; j < simulation->n_candidates; j++)
            *(finished ? arm->x + j * arm->n_runs + to
                       : arm->unfinished.x + j * arm->unfinished.n + to) = x[j * n_all + i];
    }
}

static void simulate_stopped(const struct simulation *simulation, struct arm *arm, size_t number,
                             double *rows)
{
    size_t n_all = arm->n_runs + arm->unfinished.n;
    double *y = mem_array(n_all, sizeof *y);
    double *x = mem_array(n_all * simulation->n_candidates, sizeof *x);
    simulate_runs(simulation, number, n_all, y, x, rows);
    stop_runs(simulation, arm, n_all, y, x);
    free(y);
    free(x);
}

static void outcome_moments(struct arm *arm)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < arm->n_runs; i++)
        sum += arm->y[i];
    arm->y_mean = sum / (double)arm->n_runs;
    for (size_t i = 0; i < arm->n_runs; i++)
        squares += (arm->y[i] - arm->y_mean) * (arm->y[i] - arm->y_mean);
    arm->y_sd = sqrt(squares / (double)(arm->n_runs - 1));
}

static void name_candidates(const struct simulation *simulation, struct study *study,
                            struct arm *arm)
{
    struct arena *arena = &study->arena;
    for (size_t j = 0; j < simulation->n_candidates; j++) {
        size_t g = family_of(simulation, j);
        const char *name = arena_printf(arena, "%s:%zu", study->families[g].name, j + 1);
        arm->candidates[j] = (struct candidate){.name = name, .metric = name, .family = g};
    }
}

void simulate_again(struct study *study, const struct simulation *simulation)
{
    double *rows = mem_array(RUNS_AT_ONCE * simulation->n_candidates, sizeof *rows);
    for (size_t a = 0; a < study->n_arms; a++) {
        struct arm *arm = &study->arms[a];
        if (arm->unfinished.n)
            simulate_stopped(simulation, arm, a, rows);
        else
            simulate_runs(simulation, a, arm->n_runs, arm->y, arm->x, rows);
        outcome_moments(&study->arms[a]);
    }
    free(rows);
}

static void simulate_arm(const struct simulation *simulation, struct study *study, size_t number)
{
    struct arena *arena = &study->arena;
    struct arm *arm = &study->arms[number];
    size_t n = simulation->n_runs, p = simulation->n_candidates;
    arm->name = arena_printf(arena, "arm%zu", number + 1);
    arm->group = study->groups[0];
    arm->label = arm->name;
    arm->outcome = (struct arm_outcome){.text = "test_acc at last",
                                        .metric = "test_acc",
                                        .higher_is_better = true,
                                        .scale = 100,
                                        .unit = "pp"};
    arm->n_runs = n;
    arm->runs = arena_alloc(arena, n, sizeof *arm->runs);
    arm->y = arena_alloc(arena, n, sizeof *arm->y);
    arm->n_candidates = p;
    arm->candidates = arena_alloc(arena, p, sizeof *arm->candidates);
    arm->x = arena_alloc(arena, n * p, sizeof *arm->x);
    name_candidates(simulation, study, arm);
    for (size_t i = 0; i < n; i++)
        arm->runs[i] = arena_printf(arena, "%zu", i + 1);
    struct unfinished_runs *unfinished = &arm->unfinished;
    unfinished->n = simulation->n_unfinished;
    unfinished->random = unfinished->n > 0;
    unfinished->runs = arena_alloc(arena, unfinished->n + 1, sizeof *unfinished->runs);
    unfinished->x = arena_alloc(arena, unfinished->n * p + 1, sizeof *unfinished->x);
    for (size_t i = 0; i < unfinished->n; i++)
        unfinished->runs[i] = arena_printf(arena, "%zu", n + i + 1);
    arm->n_statistic = 1;
    arm->statistic = arena_alloc(arena, 1, sizeof *arm->statistic);
    arm->statistic[0] = arm->candidates[0].name;
    arm->statistic_candidate = arena_alloc(arena, 1, sizeof *arm->statistic_candidate);
}

struct study *simulate_study(const struct simulation *simulation)
{
    static const char *const names[] = {"validation", "training-loss", "training-accuracy",
                                        "gradient-norm", "parameter-norm"};
    struct study *study = mem_zeroed(1, sizeof *study);
    struct arena *arena = &study->arena;
    arena_init(arena);
    study->references = 1;
    study->title = "Simulated study";
    study->path = "";
    study->n_groups = 1;
    study->groups = arena_alloc(arena, 1, sizeof *study->groups);
    study->groups[0] = "";
    study->n_families = simulation->n_families;
    for (size_t g = 0; g < study->n_families; g++)
        study->families[g] = (struct study_family){
            .name = g < 5 ? names[g] : arena_printf(arena, "family-%zu", g + 1)};
    for (size_t j = 0; j < simulation->n_candidates; j++)
        study->families[family_of(simulation, j)].n_candidates++;
    study->window = "1/3";
    study->analysis = analysis_defaults();
    study->n_arms = simulation->n_arms;
    study->arms = arena_alloc(arena, study->n_arms, sizeof *study->arms);
    for (size_t a = 0; a < study->n_arms; a++)
        simulate_arm(simulation, study, a);
    simulate_again(study, simulation);
    return study;
}

double simulation_statistic_rho2(const struct simulation *simulation)
{
    switch (simulation->signal) {
    case SIGNAL_NONE:
        return 0;
    case SIGNAL_ONE:
        return simulation->rho2;
    case SIGNAL_DIFFUSE:
        return simulation->rho2 * simulation->correlation;
    case SIGNAL_SPREAD:
        return simulation->rho2 * simulation->correlation / (double)n_spread(simulation);
    }
    return 0;
}
