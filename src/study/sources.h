/* Where a study's arms come from: logs of single runs, one table, wide files, or
 * MLflow's database. Each function adds
 * arms to the draft and reports errors in its diags; false = progress said to give up. */
#ifndef LOGVAR_STUDY_SOURCES_H
#define LOGVAR_STUDY_SOURCES_H

#include "study/draft.h"
#include "study/run_data.h"

bool logs_add_arms(struct study_draft *draft, const struct study_load_options *options);
bool table_add_arms(struct study_draft *draft);
bool wide_add_arms(struct study_draft *draft, const struct study_load_options *options);
bool mlflow_add_arms(struct study_draft *draft, const struct study_load_options *options);

/* An arm whose runs were read: ids[i] belongs to runs[i]. Takes over the runs' diags. */
struct arm_runs {
    const struct manifest_arm *settings;
    const char *group, *name;
    struct manifest_place place;
    size_t n_runs;
    const char **ids;
    struct run_data *runs;
};
/* Adds these arms and lets their runs go. An outcome that no run has is reported once, not arm by arm. */
void runs_add_arms(struct study_draft *draft, struct arm_runs *arms, size_t n_arms);
/* True if no run of any arm has an outcome while in each arm some were looked into: one error then says
 * so, with the nearest metric. */
bool no_outcome_report(struct study_draft *draft, const struct arm_runs *arms, size_t n_arms);
/* Frees the array too. */
void arm_runs_free(struct arm_runs *arms, size_t n_arms);

#endif
