/* A study: arms with their runs' outcomes and candidates, ready to be estimated.
 *
 * study_load reads the manifest and the logs (in parallel), takes each run's outcome, extracts the
 * candidates inside the window, drops what must be dropped and keeps the reasons. A study is
 * immutable once built and may be read by any number of threads; it is reference-counted, so that a
 * snapshot on the screen keeps alive the study it was computed from. */
#ifndef LOGVAR_STUDY_STUDY_H
#define LOGVAR_STUDY_STUDY_H

#include "base/diag.h"
#include "manifest/manifest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arm_traces;
struct names;

/* Candidates of one arm, dropped ones included; more is an error. */
/* Below this many runs an estimated coefficient usually costs more precision than it gives (METHOD.md,
 * "Figures of an arm"): warned about, never refused. */
enum { STUDY_FEW_RUNS = 15 };
enum { STUDY_CANDIDATES_MAX = 200000 };
enum { STUDY_FAMILIES_MAX = 64 }; /* a set of families is one 64-bit mask */

struct candidate {
    const char *name;   /* canonical: "val_loss@1/3", "mean(batch_loss,1:100)" */
    const char *metric; /* the series it comes from */
    size_t family;      /* index into study.families */
};

/* Why something is not a candidate. The first kinds name one candidate, from DROP_UNUSED on a metric. */
enum drop_kind {
    DROP_MISSING,
    DROP_NOT_FINITE,
    DROP_CONSTANT,
    DROP_SHARED,        /* one value in more than 80 % of the runs */
    DROP_TEXT,          /* a table's column with words in it */
    DROP_REPEATED,      /* another candidate has this name */
    DROP_NO_POSITION,   /* a long series, and no position that every run reached */
    DROP_AFTER_WINDOW,  /* a declared statistic that looks too far ahead */
    DROP_AFTER_OUTCOME, /* at or past the place where some run's outcome is taken */
    DROP_UNUSED,        /* a column or key of the logs that is not a series */
    DROP_TEST,          /* measured on the test set */
    DROP_OUTCOME,       /* the outcome itself */
    DROP_EXCLUDED,      /* by the manifest */
    DROP_NO_FAMILY,     /* matched by none of the manifest's families */
    DROP_REFUSED,       /* it leaks: see arm.refusal */
    N_DROP_KINDS
};
/* "missing in some runs", "measured on the test set", … */
const char *drop_kind_text(enum drop_kind kind);

struct dropped_candidate {
    const char *name;   /* of the candidate, or of the metric */
    const char *reason; /* "missing in 3 of 50 runs", "one value shared by 92 % of the runs" */
    enum drop_kind kind;
    size_t number;   /* its place among all that the arm was offered, kept candidates included */
    const char *run; /* the first run whose value is missing or not finite, or NULL */
};

struct left_out_run {
    const char *run, *reason;
    bool diverged; /* its outcome is not finite */
};

/* Runs that reached the window's end, but not the outcome (METHOD.md, "Two-phase"). They are in nothing
 * else of the arm. */
struct unfinished_runs {
    bool random; /* declared: stopped without a look at their logs or outcomes */
    size_t n;
    const char **runs; /* ids; where they are not declared they are among those left out, too */
    /* Column-major like arm.x: candidate j, run i at x[j * n + i]; NaN where the run has no value,
     * infinite where it is not finite. NULL unless declared. */
    double *x;
};

/* What an arm's outcomes mean and how they are shown. Arms whose outcomes differ in any of it measure
 * different things and are not compared. */
struct arm_outcome {
    const char *text;   /* "test_acc at last" */
    const char *metric; /* "test_acc" */
    bool higher_is_better;
    double scale;     /* shown = value * scale; above 0 */
    const char *unit; /* "" if none */
};

struct arm {
    const char *name;
    const char *group; /* "" if the study has no groups */
    const char *label; /* "group/name", or name: unique in the study; keys the random streams */
    size_t group_index;
    struct arm_outcome outcome;
    size_t outcome_index; /* the same for arms whose outcomes are equal; the first arm's is 0 */

    size_t n_runs;
    const char **runs; /* ids, length n_runs */
    double *y;         /* outcome, raw units (not scaled), length n_runs */

    size_t n_candidates;
    struct candidate *candidates; /* in the study's order: family by family, stable within */
    double *x;           /* column-major: candidate j, run i at x[j * n_runs + i]; finite */
    struct names *index; /* of candidates by name; for arm_find_candidate only */

    bool statistic_declared;     /* by the manifest; otherwise it is the default one */
    size_t n_statistic;          /* the declared statistic (vector): */
    const char **statistic;      /*   names … */
    size_t *statistic_candidate; /*   … and their candidates, ARM_NO_CANDIDATE where dropped */

    uint32_t *fold; /* given folds (0 .. n_folds-1), length n_runs; NULL = drawn at random */
    size_t n_folds;

    struct unfinished_runs unfinished;

    size_t n_left_out, n_diverged; /* diverged runs are among those left out */
    struct left_out_run *left_out;
    size_t n_dropped;
    struct dropped_candidate *dropped;

    const struct arm_traces *traces; /* whole curves (study/trace.h); NULL unless asked for */
    const char *refusal;             /* why validation-derived candidates were refused, or NULL */
    double y_mean, y_sd;             /* of the outcome; sd with n - 1 */
};
#define ARM_NO_CANDIDATE ((size_t)-1)

struct study_family {
    const char *name;
    size_t n_candidates; /* over all arms, the most in any one arm */
};

/* Owns all it points to. */
struct study {
    struct arena arena;
    int references; /* atomic */
    const char *title, *path;
    char sha256[SHA256_TEXT];  /* of the manifest's bytes */
    char meaning[SHA256_TEXT]; /* of what they mean (manifest/manifest_node.h) */
    size_t n_arms;
    struct arm *arms; /* ordered by group, then as in the manifest */
    size_t n_groups;
    const char **groups;
    size_t n_families;
    struct study_family families[STUDY_FAMILIES_MAX];
    const char *window;                /* "1/3"; "" for a table, whose columns have no time */
    struct analysis_settings analysis; /* the manifest's */
};

/* Called from the loading thread now and then; return false to give up. */
typedef bool study_progress(void *user, size_t n_done, size_t n_total);

struct study_load_options {
    size_t n_threads; /* 0 = as many as there are processors */
    study_progress *progress;
    void *user;
    bool traces;          /* keep whole curves: arm.traces */
    size_t n_numbers_max; /* what windows may hold in all; 0 = STUDY_NUMBERS_MAX */
};

/* 4 GiB: values, and their steps and epochs, which metrics of a run share that come at the same rows. */
enum { STUDY_NUMBERS_MAX = 1 << 29 };

/* NULL when there was any error. Warnings and notes go to diags either way. */
struct study *study_load(const char *path, const struct study_load_options *options,
                         struct diags *diags);
/* The same of a manifest that was loaded already; it is borrowed and only read. */
struct study *study_of_manifest(const struct manifest *manifest,
                                const struct study_load_options *options, struct diags *diags);
struct study *study_ref(struct study *study);
void study_unref(struct study *study);

/* By canonical name; ARM_NO_CANDIDATE if the arm has none such. */
size_t arm_find_candidate(const struct arm *arm, const char *name);
size_t study_find_family(const struct study *study, const char *name);

/* Diverged runs among those that came to an end, as a fraction. */
double arm_diverged_share(const struct arm *arm);
/* Whether the two are a pair: arms of one group with the same outcome. */
bool arm_comparable(const struct arm *a, const struct arm *b);
/* The outcome that all arms have, or NULL if they have several. */
const struct arm_outcome *study_common_outcome(const struct study *study);
/* The unit that all arms have, "" if none, or NULL where they have several. */
const char *study_common_unit(const struct study *study);

#endif
