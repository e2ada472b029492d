/* The study manifest: which runs there are, how to read them, what was declared.
 *
 * manifest_load parses the YAML (events of libyaml, never documents: no aliases, depth at most 32,
 * 1 MiB, duplicate keys an error), checks every key against one schema table, resolves the
 * top-level settings into each arm, and finds the runs on disk (globs, folders, discover
 * patterns). Every fault is reported with file:line:column, all of them at once; the nearest known
 * key is suggested for an unknown one. The text of a scalar is kept as it stands: run "08" stays
 * "08", "no" stays "no".
 *
 * Settings that stand at the top hold for every arm; an arm that repeats one overrides it (outcome
 * and log key by key, lists as a whole; exclude_runs adds). An entry of `arms` without `runs`
 * overrides the settings of the discovered arms with its name and group (either may be left out).
 *
 * Everything lives in the manifest's arena and is immutable after loading. */
#ifndef LOGVAR_MANIFEST_MANIFEST_H
#define LOGVAR_MANIFEST_MANIFEST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/sha256.h"
#include "logs/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a value of the manifest stands, for diagnostics that come later (0 = absent, default). */
struct manifest_place {
    size_t line, column;
};

enum outcome_at {
    OUTCOME_LAST, /* last non-missing value */
    OUTCOME_FIRST,
    OUTCOME_MAX,
    OUTCOME_MIN,
    OUTCOME_BEST,  /* where best_metric is at its best (max, min for a loss or error) */
    OUTCOME_EPOCH, /* e12 */
    OUTCOME_STEP,  /* s1500 */
    OUTCOME_REACH  /* the step at which the metric first reaches `position` */
};

struct manifest_outcome {
    const char *metric;
    const char *file; /* name of the file in the run's folder that holds it; NULL = the logs */
    enum outcome_at at;
    const char *best_metric; /* for OUTCOME_BEST */
    double position;         /* epoch, step or value */
    /* Which way the metric is better. For OUTCOME_REACH it tells from which side the value is
     * reached; to reach it sooner is always better. */
    bool higher_is_better, better_given;
    double scale;     /* shown = value * scale; 1 unless given */
    const char *unit; /* NULL if none */
    struct manifest_place place, metric_place, at_place;
};

enum window_kind { WINDOW_FRACTION, WINDOW_EPOCH, WINDOW_STEP };
struct manifest_window {
    enum window_kind kind;
    double value;     /* fraction in (0, 1], or an epoch or step > 0 */
    const char *text; /* as written ("1/3"), for candidate names */
    struct manifest_place place;
};

enum family_statistics {
    STATISTICS_DEFAULT,
    STATISTICS_SNAPSHOTS,
    STATISTICS_SUMMARIES,
    STATISTICS_ALL
};
struct manifest_family {
    const char *name;
    size_t n_globs;
    const char **globs; /* over metric names; the first family that matches wins */
    enum family_statistics statistics;
    struct manifest_place place;
};

/* log: the reader's options and the run's declared full length (NaN = as logged). */
struct manifest_log {
    struct reader_options reader;
    double length_steps, length_epochs;
};

struct manifest_names {
    size_t n_names;
    const char **names;
    const struct manifest_place *places;
};

struct manifest_file {
    const char *path;   /* openable */
    const char *name;   /* relative to the run's folder, or the file's own name */
    const char *prefix; /* put before its metrics; "" if none */
    /* Chosen because it lies in the run's folder, not because the manifest names it: if no reader
     * knows it, it is passed over, and its run stays. */
    bool by_default;
    size_t match; /* which of the run's paths, in their order, it was found by */
};

struct manifest_run {
    const char *id;
    size_t n_files;
    const struct manifest_file *files;
    const char *outcome_path; /* file with the outcome if it is another one, else NULL; it need
                                 not exist: then the run has no outcome */
};

/* Runs that reached the window's end and not the outcome: passed over, or declared to have been
 * stopped without a look at logs and outcomes, which lets them count (estimate/twophase.h). */
enum manifest_unfinished { UNFINISHED_IGNORE, UNFINISHED_RANDOM };

struct manifest_exclusion {
    const char *run, *why; /* why may be NULL */
    struct manifest_place place;
};

/* One arm with every setting resolved. */
struct manifest_arm {
    const char *name;
    const char *group; /* "" if the study has no groups */
    struct manifest_outcome outcome;
    struct manifest_names primary; /* empty = the default (validation loss at the window's end) */
    struct manifest_window window;
    struct manifest_names exclude; /* globs */
    struct manifest_names logs;    /* globs over the files of a run's folder; empty = default */
    size_t n_families;
    const struct manifest_family *families; /* empty = the defaults */
    struct manifest_log log;
    size_t n_runs;
    const struct manifest_run *runs; /* in natural order of id (SEED2 before SEED10); those that
                                        are excluded too, so that they can be named */
    enum manifest_unfinished unfinished;
    struct manifest_place unfinished_place; /* line 0: not given */
    bool use_short_runs; /* runs that stop short of the others' length keep their outcome */
    size_t n_exclusions;
    const struct manifest_exclusion *exclusions; /* each names a run of the arm; in a table or
                                                    wide study they may name none */
    struct manifest_place place;
};

/* table: one row per run, or one per point. Columns by name; NULL where not given. */
struct manifest_table {
    const char *file; /* openable; NULL = no table */
    const char *arm, *group, *run, *fold;
    const char *step, *epoch; /* either: a row is a point of a run's log, not a run */
    struct manifest_place place;
};

/* wide: one column per run. `runs` holds "{run}" once and may hold "*". A `file` with {arm}, {group}
 * or a glob in the manifest becomes one entry for every file that it matches. */
struct manifest_wide {
    const char *file;  /* openable */
    const char *index; /* column with the step; NULL = the first column */
    const char *runs;
    const char *metric;      /* the outcome's metric if the manifest does not say */
    const char *arm, *group; /* the file's name without extension, and "", if not given */
    struct manifest_place place;
};

/* mlflow: the runs of MLflow's SQLite database. What names an arm, a group or a run: */
enum mlflow_choice_kind { MLFLOW_UNSET, MLFLOW_EXPERIMENT, MLFLOW_PARAM, MLFLOW_TAG };
struct manifest_mlflow_choice {
    enum mlflow_choice_kind kind;
    const char *name; /* of the parameter or tag */
};
struct manifest_mlflow {
    const char *file;                         /* openable; NULL = none */
    struct manifest_mlflow_choice arm;        /* the experiment if not given */
    struct manifest_mlflow_choice group, run; /* unset: no groups; the run's own name */
    struct manifest_place place;
};

enum { FOLDS_LEAVE_ONE_OUT = 0 };
/* Defaults of the analysis; the command line and the screen may change a copy. */
/* The most that a manifest, a command line or a part of a report may ask for. */
enum { FOLDS_MAX = 1000000, REPLICATES_MAX = 10000000, BUDGET_MAX = 1000000 };
struct analysis_settings {
    size_t folds; /* K >= 2, or FOLDS_LEAVE_ONE_OUT */
    bool folds_given;
    size_t splits, draws;
    size_t n_budgets;
    size_t budgets[16];  /* ascending */
    double level, power; /* in (0, 1) */
    uint64_t seed;
};
struct analysis_settings analysis_defaults(void);

struct manifest {
    struct arena arena;
    const char *path, *folder;
    const char *title;         /* the file's name if not given */
    char sha256[SHA256_TEXT];  /* of the file's bytes */
    char meaning[SHA256_TEXT]; /* of what they mean (node_meaning) */
    size_t n_arms;
    struct manifest_arm *arms; /* in the manifest's order, then discovered ones by group and name;
                                  in a table, wide or mlflow study entries without runs, see
                                  manifest_settings; name or group NULL = any */
    struct manifest_arm top;   /* the top-level settings, no runs */
    struct manifest_table table;
    size_t n_wide;
    struct manifest_wide *wide;
    struct manifest_mlflow mlflow;
    struct analysis_settings analysis;
};

/* NULL when there was any error (all are in diags, ordered by their place). */
struct manifest *manifest_load(const char *path, struct diags *diags);
void manifest_free(struct manifest *manifest);

/* For a table, wide or mlflow study, whose arms are known only when its file is read: the settings of the
 * arm with this name and group. The last entry of `arms` that matches, or `top`. Has no runs. */
const struct manifest_arm *manifest_settings(const struct manifest *manifest, const char *name,
                                             const char *group);

/* Whether less of this metric is better, judged by its name (loss, error, perplexity, …): the
 * direction of an outcome without `better`, and of METRIC in `at: best(METRIC)`. */
bool manifest_lower_is_better(const char *metric);

/* The known keys, for documentation and its test; NULL past the last. */
struct manifest_key {
    const char *path;    /* "outcome.at", "arms[].runs" */
    const char *type;    /* "text", "number", "list of text", … */
    const char *summary; /* one sentence for logvar-manifest(5) */
};
const struct manifest_key *manifest_key_at(size_t i);

#endif
