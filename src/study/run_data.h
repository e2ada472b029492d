/* What a study keeps of one run: its outcome, and its series up to the window's end.
 *
 * The log itself is let go as soon as this is taken, so memory is bounded by what lies in the
 * windows. Runs are read by several threads at once, each into its own run_data. */
#ifndef LOGVAR_STUDY_RUN_DATA_H
#define LOGVAR_STUDY_RUN_DATA_H

#include "base/arena.h"
#include "base/diag.h"
#include "manifest/manifest.h"
#include "study/candidate.h"
#include "study/trace.h"

enum run_state {
    RUN_USABLE,
    RUN_EXCLUDED,   /* by the manifest */
    RUN_UNREADABLE, /* or aborted: it says itself that it failed */
    RUN_UNFINISHED, /* it reached the window's end and not its outcome (unfinished.h) */
    RUN_DIVERGED,   /* its outcome is not finite */
    RUN_NO_METRIC,  /* its outcome's metric has no value at all */
    RUN_NO_VALUE    /* … or none where the outcome is taken */
};

struct run_data {
    struct arena arena; /* owns everything below but diags */
    enum run_state state;
    const char *reason; /* unless usable */
    bool contradicted;  /* unreadable: patterns of the manifest took several runs for one */
    double y;
    bool outcome_in_window;
    enum log_axis outcome_axis; /* where the outcome was taken, NaN if in a file of its own … */
    double outcome_position;
    const char *early_end; /* … and why that is before its time (short_runs.h), or NULL */
    /* No outcome, and the place where it is taken lies after the log's end: its series are whole until
     * unfinished_judge cuts them, since where the window ends is for the arm's finished runs to say. */
    bool outcome_ahead;
    /* Series were not cut at the window's end: the run, or others of its arm, may turn out unfinished. */
    bool whole_series;
    struct run_length length; /* the full one */
    struct run_length logged; /* how far the log goes */
    size_t n_series;
    struct window_series *series; /* all metrics of the log; barred ones have no points */
    size_t n_numbers;             /* that the windows hold: values, and positions once */
    bool reached_at_first;        /* a value to reach was there from the start */
    size_t n_unused;
    struct log_unused *unused; /* columns and keys that are not series */
    bool keeps_traces;         /* set before the run is read: whole curves are wanted, too */
    struct trace *traces;      /* [n_series], or NULL */
    struct diags diags;        /* no errors among them: a run never takes the study down */
};

/* Reads the run's files. */
void run_data_read(const struct manifest_arm *settings, const struct manifest_run *run,
                   struct run_data *data);
/* From logs that are there: `file` holds the outcome, or is NULL. Both stay the caller's. */
void run_data_take(const struct manifest_arm *settings, const struct log *log,
                   const struct log *file, struct run_data *data);
void run_data_exclude(const struct manifest_exclusion *exclusion, struct run_data *data);
void run_data_fail(struct run_data *data, const char *reason);
/* … for the reason of the first error. */
void run_data_fail_for(struct run_data *data, const struct diags *diags);
/* Takes over what was said while the run was read; errors become warnings. */
void run_data_add_diags(struct run_data *data, struct diags *diags);
/* The exclusion that names the run, or NULL. */
const struct manifest_exclusion *run_exclusion(const struct manifest_arm *settings,
                                               const char *run);
/* The axis that a series is told by: epochs where it is logged once an epoch, else its own. */
enum log_axis run_data_axis(const struct log_series *series);
void run_data_done(struct run_data *data);

#endif
