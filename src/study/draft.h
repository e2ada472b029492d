/* An arm under construction, and the study it goes into.
 *
 * The same for logs, tables and wide files: runs come first, then candidates are offered in the
 * study's order (family by family), each with one value per run; the draft keeps or drops them.
 * Texts handed in must live as long as the study's arena, unless said otherwise. */
#ifndef LOGVAR_STUDY_DRAFT_H
#define LOGVAR_STUDY_DRAFT_H

#include "base/diag.h"
#include "manifest/manifest.h"
#include "study/families.h"
#include "study/names.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

/* A study under construction: what is not in struct study itself. */
struct study_draft {
    struct study *study;
    const struct manifest *manifest;
    struct diags *diags;
    size_t arms_capacity;
    const struct manifest_arm **settings; /* of each arm of the study */
    size_t settings_capacity;
    bool family_declared[STUDY_FAMILIES_MAX]; /* stays even if it is empty */
    bool families_full;
    bool traces; /* whole curves are kept: study_load_options */
};

/* Index of the family, entered at the end if it is new. */
size_t study_draft_family(struct study_draft *draft, const char *name, size_t length,
                          bool declared);
/* Enters the families of these settings, or the default ones, in their order. */
void study_draft_families(struct study_draft *draft, const struct manifest_arm *settings);

struct arm_draft {
    struct study_draft *draft;
    struct arena *arena; /* the study's */
    const struct manifest_arm *settings;
    struct manifest_place place;
    struct arm arm; /* counts are right at any time; arrays grow on the heap until arm_draft_end */
    size_t runs_capacity, y_capacity, fold_capacity, candidates_capacity, x_capacity;
    size_t left_out_capacity, dropped_capacity, unfinished_capacity, unfinished_x_capacity;
    size_t n_offered;
    struct names dropped; /* by name */
};

void arm_draft_begin(struct arm_draft *arm, struct study_draft *draft,
                     const struct manifest_arm *settings, const char *group, const char *name,
                     struct manifest_place place);
void arm_draft_add_run(struct arm_draft *arm, const char *run, double y);
void arm_draft_leave_out(struct arm_draft *arm, const char *run, const char *reason);
/* The same for a run whose outcome is not finite. */
void arm_draft_add_diverged(struct arm_draft *arm, const char *run, const char *reason);
/* Before candidates are offered. Declared random it becomes one of the arm's unfinished runs; otherwise
 * it is counted and left out for the reason. */
void arm_draft_add_unfinished(struct arm_draft *arm, const char *run, const char *reason);
/* Unfinished runs that count. */
size_t arm_draft_unfinished(const struct arm_draft *arm);
/* values: of the runs, then of the unfinished ones that count, whose values decide nothing. */
void arm_draft_offer(struct arm_draft *arm, struct candidate candidate, const double *values);
void arm_draft_drop(struct arm_draft *arm, const char *name, enum drop_kind kind,
                    const char *reason);
/* The arm's place in a message: "arm 'RTE/standard'". */
const char *arm_draft_label(const struct arm_draft *arm);
/* Puts the arm into the study, or reports an error if it has fewer than two runs. The draft is
 * spent either way. */
void arm_draft_end(struct arm_draft *arm);
/* Gives the draft up without a word. */
void arm_draft_free(struct arm_draft *arm);

#endif
