/* Making a snapshot from a plan and the records there are: estimate's own header, one function a
 * section, each in its own file. Everything is computed in replicate order from contiguous prefixes,
 * so equal prefixes give equal bytes. */
#ifndef LOGVAR_ESTIMATE_BUILD_H
#define LOGVAR_ESTIMATE_BUILD_H

#include "estimate/memo.h"
#include "estimate/plan.h"
#include "estimate/records.h"
#include "estimate/results.h"
#include "stats/student.h"

struct build {
    const struct plan *plan;
    const struct records_view *views; /* [plan.n_cells] */
    struct memo *memo;                /* or NULL */
    struct snapshot *snapshot;
    double *scratch;         /* [n_scratch], room for every replicate of any lane */
    double *raw_variance;    /* [request.n_arms], of all runs */
    double *median_variance; /* [request.n_arms * n_adjusters], over splits; NaN if there is none */
    struct student_table t;  /* quantile at the level, for half-widths draw by draw */
};

void build_arms(struct build *build);
/* build_twophase.c: of an arm at position i, and of a pair for adjuster number a or, PLAN_NONE, for the
 * declared statistic. Statuses say why there is none. */
void build_unfinished(struct build *build, size_t i, struct unfinished_result *out);
struct two_phase build_two_phase_mean(struct build *build, size_t i, size_t adjuster);
struct two_phase build_two_phase_pair(struct build *build, size_t a, size_t b, size_t adjuster,
                                      const struct interval *raw);
/* The weights of average's models in out->n_done replicates; declared: the one candidate that is the
 * statistic in use, or ARM_NO_CANDIDATE. */
void build_weights(struct build *build, const struct records *records, const struct arm *arm,
                   uint64_t families, size_t declared, struct vr_summary *out);
void build_pairs(struct build *build);
void build_more(struct build *build);
void build_budget(struct build *build);
void build_pair_budget(struct build *build);
void build_coverage(struct build *build);
void build_null(struct build *build);
void build_families(struct build *build);
void build_signals(struct build *build);

/* The arm at position i of the request. */
const struct arm *build_arm(const struct build *build, size_t i);
void *build_alloc(struct build *build, size_t n_items, size_t item_bytes);
enum exploratory_reason build_exploratory(const struct build *build, struct adjuster adjuster);

/* Replicates of the adjuster and raw cells that are done, at most n_wanted. */
size_t build_done(const struct build *build, const struct lane *lane, size_t cell, size_t n_wanted);

/* The records of a cell, as a word of a memo's key. */
uint64_t build_serial(const struct build *build, size_t cell);

/* VR of replicates 0 .. n - 1: with records of raw variances, or one raw variance for all. NaN where
 * there is none; *failure is then the status of the first such replicate. Returns how many there
 * are. */
struct raw_source {
    const struct records *draws; /* or NULL: */
    double variance;
};
#define VR_NOTHING 1e-12 /* a smaller reduction is none */
size_t build_vr(const struct records *adjusted, struct raw_source raw, size_t n, double *vr,
                enum estimate_status *failure);
/* Moves the values that are numbers to the front, in order; returns how many. */
size_t build_compact(double *values, size_t n);
/* Status of a figure from n_ok of n_done replicates. */
enum estimate_status build_status(size_t n_done, size_t n_ok, enum estimate_status failure);
double build_share_se(double share, size_t n);

/* Pairs of one group and outcome, a before b, as positions in the request; none where they ask for
 * groups (REQUEST_UNGROUPED_PAIRS_MAX). */
struct pair_positions {
    size_t a, b;
};
size_t build_list_pairs(struct build *build, struct pair_positions **pairs);

/* Half-width of the Welch interval at the build's level. */
double build_half_width(const struct build *build, double variance_a, size_t n_a, double variance_b,
                        size_t n_b);

#endif
