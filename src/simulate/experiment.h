/* An experiment: the same simulated study again and again, to see what adjusting is worth where the
 * truth is known. For the lesson, and for `logvar simulate`.
 *
 * A repeat is one study of two arms. Its figures come from the estimators of a real study: cross-fitted
 * adjustment of each arm (crossfit.h), here over one 5-fold partition, and the Welch interval of the
 * raw difference of means with raw and with adjusted variances (pairs.h). Differences are in sd of the
 * outcome, VR is a fraction.
 *
 * A repeat is a function of (setting, its number): whatever thread computes it, and whichever repeats
 * were computed before. Its random numbers depend on (seed, number) alone, so that moving rho2 or the
 * effect moves the same runs: figures change smoothly. */
#ifndef LOGVAR_SIMULATE_EXPERIMENT_H
#define LOGVAR_SIMULATE_EXPERIMENT_H

#include "engine/adjuster.h"
#include "engine/status.h"
#include "simulate/simulate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum experiment_adjuster {
    EXPERIMENT_FIXED,
    EXPERIMENT_BEST,
    EXPERIMENT_BEST_SHRUNK,
    EXPERIMENT_PCA1,
    EXPERIMENT_POSTHOC,
    N_EXPERIMENT_ADJUSTERS
};
struct adjuster experiment_adjuster(enum experiment_adjuster which);
enum { EXPERIMENT_ALL = (1 << N_EXPERIMENT_ADJUSTERS) - 1, EXPERIMENT_FOLDS = 5 };

struct experiment_setting {
    struct simulation simulation; /* 2 arms; `repeat` is not used */
    unsigned adjusters;           /* bit mask over enum experiment_adjuster: what to compute */
    unsigned compared;            /* of these, the ones that intervals are wanted for */
};
/* EXPERIMENT_ALL of both, on simulation_defaults(). */
struct experiment_setting experiment_defaults(void);
bool experiment_equal(const struct experiment_setting *a, const struct experiment_setting *b);

/* Of an arm of n runs, the runs from which a fold's coefficients are estimated. */
double experiment_n_train(size_t n_runs);
/* rho^2 - 1/n_train of the declared statistic: what adjusting by it is worth, to first order. */
double experiment_theory(const struct simulation *simulation);

/* The fold plan of one arm (0 or 1) of a repeat: runs[n_runs], fold[n_runs]. */
void experiment_plan(uint64_t seed, size_t arm, uint64_t number, size_t n_runs, uint32_t *runs,
                     uint32_t *fold);

struct experiment_adjusted {
    uint8_t status;    /* enum estimate_status; figures are NaN unless it is ESTIMATE_OK */
    double vr;         /* of the first arm */
    double half_width; /* of the 95 % interval; NaN if not compared */
    bool covers;       /* the true difference */
};

struct experiment_repeat {
    double difference; /* second arm less the first: of raw means, whatever the adjuster */
    double half_width; /* raw */
    bool covers;
    struct experiment_adjusted adjusted[N_EXPERIMENT_ADJUSTERS];
    /* By the unfinished runs and the declared statistic, where fixed is compared; vr is NaN. */
    struct experiment_adjusted two_phase;
};

/* The place where repeats are computed: one thread's. What was allocated for a setting serves all
 * settings of the same size. */
struct experiment;
struct experiment *experiment_new(void);
void experiment_free(struct experiment *experiment);
void experiment_run(struct experiment *experiment, const struct experiment_setting *setting,
                    uint64_t number, struct experiment_repeat *repeat);

/* What n repeats say together. */
struct experiment_summary {
    size_t n_done;   /* repeats with status OK */
    double mean, se; /* of VR; se: Monte Carlo standard error of the mean */
    double p5, q25, median, q75, p95;
    double negative_share; /* of VR < 0 */
    size_t n_compared, n_covering;
    double half_width; /* mean */
};
/* Of one adjuster. work[n_repeats]. */
void experiment_summarise(const struct experiment_repeat *repeats, size_t n_repeats,
                          enum experiment_adjuster adjuster, double *work,
                          struct experiment_summary *summary);
/* Two-phase: intervals only; n_done counts the studies that were not refused. */
void experiment_summarise_two_phase(const struct experiment_repeat *repeats, size_t n_repeats,
                                    struct experiment_summary *summary);
/* Raw: intervals only, VR is 0. */
void experiment_summarise_raw(const struct experiment_repeat *repeats, size_t n_repeats,
                              struct experiment_summary *summary);

#endif
