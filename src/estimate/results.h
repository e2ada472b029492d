/* Results: one immutable snapshot of everything a request asked for, finished or under way.
 *
 * Built by jobs from cells of replicates, read by reports and by the screen; nothing in it changes
 * once published. Reference-counted (atomic); everything lives in its arena except what cells own.
 *
 * Units: variances and means in the outcome's own units (unscaled), VR as a fraction (0.05 = 5 %),
 * shares as fractions. A number is meaningful only where its status is ESTIMATE_OK; otherwise it
 * is NaN. */
#ifndef LOGVAR_ESTIMATE_RESULTS_H
#define LOGVAR_ESTIMATE_RESULTS_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "estimate/exploratory.h"
#include "estimate/request.h"
#include "estimate/signal.h"
#include "engine/status.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

struct pick {
    size_t candidate; /* index in the arm */
    double share;     /* of all training folds of all splits done */
};

/* A model of average, or several: */
enum weighed_model {
    WEIGHED_NOTHING,
    WEIGHED_STATISTIC, /* the statistic in use, also as a single candidate */
    WEIGHED_CANDIDATE, /* a single candidate, as far as it was among the heaviest of a fold */
    WEIGHED_COMPONENT, /* the first component of a family */
    WEIGHED_FAMILY,    /* ridge on a family */
    WEIGHED_ALL,       /* ridge on all candidates */
    WEIGHED_OTHERS     /* the other single candidates together */
};
struct model_weight {
    enum weighed_model model;
    size_t which; /* candidate of the arm, family of the study, or 0 */
    double share; /* mean weight over all training folds of all splits done */
};
/* Models below are not listed. */
#define WEIGHED_LEAST 0.0005

/* Over the splits done so far of one arm and adjuster. */
struct vr_summary {
    enum estimate_status status;
    size_t n_done, n_wanted; /* splits */
    size_t n_failed;         /* splits with a status other than OK, left out of the figures */
    double mean, median, q25, q75;
    double se;             /* Monte Carlo standard error of the mean; NaN below two splits */
    double negative_share; /* share of splits with VR < 0 */
    double adjusted_sd;    /* sqrt of the median over splits of the adjusted variance */
    double effective_runs; /* n / (1 - median VR) */
    const double *vr;      /* the n_done values in split order, NaN where failed */
    size_t n_picks;
    const struct pick *picks;           /* most frequent first; ties in the study's order */
    size_t n_weights;                   /* of average, else 0 */
    const struct model_weight *weights; /* heaviest first */
};

struct interval {
    enum estimate_status status;
    double low, high, half_width, df, p; /* p: two-sided, of no difference */
    double p_holm;                       /* Holm over the study's pairs */
};

/* Two-phase (estimate/twophase.h), of a mean or of a difference. The interval's p is of no difference,
 * NaN for a mean; p_holm is NaN: only a claim is corrected. */
struct two_phase {
    double estimate, variance; /* NaN unless the interval's status is OK */
    struct interval interval;
    double
        narrower_percent; /* change of half-width against the raw interval, positive = narrower */
};

struct adjuster_result {
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    size_t n_statistic;      /* what was used in this arm, for fixed and average; else 0 */
    const size_t *statistic; /* candidates; ARM_NO_CANDIDATE if it is none of this arm */
    const char *const *statistic_names;
    /* For fixed, else NaN: squared (multiple) correlation of the outcome with the statistic over all
     * runs, and the runs at which it pays for itself: rho2 = q/n_train, n_train = n (K - 1)/K (n - 1
     * for leave-one-out), q the number of statistics. */
    double rho2, break_even_runs;
    struct vr_summary vr;
    struct two_phase two_phase; /* of the arm's mean */
};

/* An arm's unfinished runs. */
struct unfinished_result {
    bool declared; /* unfinished: random, and there are such runs */
    /* OK, or why they cannot count (twophase_guard); with OK, each adjuster has a status of its own. */
    enum estimate_status status;
    size_t n;
    double lambda; /* share unfinished */
    double
        guard_p; /* of the declared statistic, finished against unfinished; NaN if there is none */
    size_t n_splits;
    struct interval raw;                 /* of the mean, from finished runs alone */
    struct two_phase declared_statistic; /* by the statistic that the manifest declares */
};

/* The key of a model in JSON ("component"), and its name for a person ("first component of validation"),
 * appended. */
const char *weighed_model_key(enum weighed_model model);
void model_weight_name(const struct study *study, const struct arm *arm,
                       const struct adjuster_result *result, const struct model_weight *weight,
                       struct strbuf *out);

struct arm_result {
    const struct arm *arm;
    size_t folds;     /* K in use here (lowered to n where n < K) */
    bool given_folds; /* the table's own folds: one split */
    size_t n_splits;  /* 1 for leave-one-out and for given folds */
    struct unfinished_result unfinished;
    size_t n_adjusters;
    const struct adjuster_result *adjusters; /* in the request's order */
};

/* A measure of how much of the noise the logs explain, never a claim: the interval that one would have
 * if the average log were known. Its p and p_holm are NaN. */
struct pair_adjuster_result {
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    struct interval interval;
    double narrower_percent;               /* change of half-width, positive = narrower than raw */
    double half_width_q25, half_width_q75; /* the spread of the half-width over splits */
    double mde;
    double
        runs_needed; /* per arm, to be as precise adjusted as raw at present (pairs.h); NaN if n/a */
    struct two_phase two_phase;
};

/* What may be said of a pair (METHOD: "What an interval may claim"): by the raw interval, or by the
 * two-phase one of the declared statistic where the manifest declares unfinished runs random and they
 * pass the guard. Verdicts, Holm's correction and the conditions of --fail-if go by it. */
enum claim_basis { CLAIM_RAW, CLAIM_TWO_PHASE };
struct pair_claim {
    enum claim_basis basis;
    /* Why it is raw although an arm declares unfinished runs; else OK. */
    enum estimate_status refused;
    double difference;
    struct interval interval; /* p_holm: over the claims of all pairs */
};

/* The runs to add for one goal; NaN where 10^12 would not do. */
struct more_needed {
    double wanted; /* a half-width, or a difference to be found with the request's power */
    double a, b;   /* in each arm */
    double sampling_low,
        sampling_high;           /* of both together: MORE_RANGE, since variances are estimates */
    double split_q25, split_q75; /* the same: quartiles over splits; NaN for raw */
};
#define MORE_RANGE 0.8

/* A pair under raw or one adjuster (estimate/more.h). */
struct more_row {
    const struct arm *a, *b;
    struct adjuster adjuster; /* raw too */
    enum exploratory_reason exploratory;
    enum estimate_status status;
    double difference, half_width;                           /* of the interval for one look */
    double sequence_low, sequence_high, sequence_half_width; /* for any number of looks */
    double rho, tuned_at;
    struct more_needed width, power;
};

/* Labelled contrasts only, never the result. */
struct pair_contrast {
    enum estimate_status status;
    double difference, half_width;
    double moved; /* difference minus the raw difference */
};

struct pair_result {
    const struct arm *a, *b; /* difference = mean(a) - mean(b) */
    double difference;
    struct interval raw;
    double raw_mde;
    struct pair_claim claim;
    size_t n_adjusters;
    const struct pair_adjuster_result *adjusters;
    struct pair_contrast pooled, lin; /* pooled CUPED; Lin's interacted regression */
};

/* Budget curves; n = the arm's own n included. */
struct budget_row {
    const struct arm *arm;
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    size_t n;
    enum estimate_status status;
    size_t n_done, n_wanted;
    double median, q25, q75, negative_share; /* of VR */
};

struct pair_budget_row {
    const struct arm *a, *b;
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    size_t n;
    enum estimate_status status;
    size_t n_done, n_wanted;
    double median, q25, q75; /* change of half-width in percent, positive = narrower */
};

struct coverage_row {
    const struct arm *arm;
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    size_t n;
    enum estimate_status status;
    size_t n_done, n_wanted;
    double raw, adjusted;                     /* share of draws that cover the pool's mean */
    double expected_raw;                      /* from drawing without replacement alone */
    double corrected_raw, corrected_adjusted; /* half-width times sqrt(1 - n/N); target = level */
    double se;                                /* Monte Carlo, of `adjusted` */
    size_t n_ok;                              /* draws that were counted */
};

struct null_row {
    const struct arm *arm;
    struct adjuster adjuster;
    enum exploratory_reason exploratory;
    enum estimate_status status;
    size_t n_done, n_wanted;
    double raw_rejection, adjusted_rejection;
    double raw_se, adjusted_se; /* Monte Carlo */
    /* VR of the halves' variances, its median over the splits, and the rejections that follow from it
     * (calibration.h): what adjusted_rejection would be if nothing else were amiss. */
    double half_vr, expected_rejection;
    size_t n_ok; /* splits that were counted */
};

struct family_row {
    const struct arm *arm;
    size_t family;
    size_t n_candidates;
    enum estimate_status status;
    size_t n_done, n_wanted;
    double posthoc_vr; /* mean over splits */
    size_t posthoc_candidate;
    double nested_vr, nested_negative_share;
    size_t nested_candidate; /* most often picked */
    double nested_share;     /* how often */
};

struct snapshot {
    struct arena arena;
    int references;                     /* atomic */
    struct study *study;                /* a reference */
    struct request request;             /* a copy */
    struct exploratory_history history; /* of who asked for it */
    unsigned long generation;
    size_t n_done, n_wanted; /* replicates, of everything asked for */
    bool finished;
    const char *failure; /* a worker's failed task, or NULL */

    size_t n_arms;
    const struct arm_result *arms;
    size_t n_pairs;
    const struct pair_result *pairs;
    size_t n_more;
    const struct more_row *more; /* pair by pair: raw, then the adjusters */
    size_t n_budget;
    const struct budget_row *budget;
    size_t n_pair_budget;
    const struct pair_budget_row *pair_budget;
    size_t n_coverage;
    const struct coverage_row *coverage;
    size_t n_null; /* also where pairs are asked for: their calibration */
    const struct null_row *null;
    size_t n_families;
    const struct family_row *families;
    size_t n_signals;
    const struct signal *signals; /* one per arm asked for */
};

struct snapshot *snapshot_ref(struct snapshot *snapshot);
void snapshot_unref(struct snapshot *snapshot);

#endif
