#include "study/study.h"

#include "base/mem.h"
#include "study/arm_outcome.h"
#include "study/plausible.h"
#include "study/primary.h"
#include "study/repeats.h"
#include "study/sources.h"
#include "study/unfinished.h"

#include <stdlib.h>
#include <string.h>

static size_t group_index(struct study *study, const char *group, size_t *capacity)
{
    for (size_t g = 0; g < study->n_groups; g++)
        if (!strcmp(study->groups[g], group))
            return g;
    study->groups = mem_grow(study->groups, study->n_groups, capacity, sizeof *study->groups);
    study->groups[study->n_groups] = group;
    return study->n_groups++;
}

/* Arms of a group stand together, groups in order of their first arm, arms within as they came. */
static void order_by_group(struct study_draft *draft)
{
    struct study *study = draft->study;
    size_t capacity = 0, n = 0;
    for (size_t a = 0; a < study->n_arms; a++)
        study->arms[a].group_index = group_index(study, study->arms[a].group, &capacity);
    struct arm *arms = arena_alloc(&study->arena, study->n_arms + 1, sizeof *arms);
    const struct manifest_arm **settings = mem_array(study->n_arms + 1, sizeof *settings);
    for (size_t g = 0; g < study->n_groups; g++)
        for (size_t a = 0; a < study->n_arms; a++)
            if (study->arms[a].group_index == g) {
                settings[n] = draft->settings[a];
                arms[n++] = study->arms[a];
            }
    const char **groups = arena_alloc(&study->arena, study->n_groups + 1, sizeof *groups);
    if (study->n_groups)
        memcpy(groups, study->groups, study->n_groups * sizeof *groups);
    free(study->groups);
    free(study->arms);
    free(draft->settings);
    study->groups = groups;
    study->arms = arms;
    draft->settings = settings;
}

static void check_labels(struct study_draft *draft)
{
    struct study *study = draft->study;
    struct names labels;
    names_init(&labels);
    for (size_t a = 0; a < study->n_arms; a++)
        if (names_add(&labels, study->arms[a].label, a) != a)
            diags_add(draft->diags, DIAG_ERROR,
                      (struct diag_place){study->path, draft->settings[a]->place.line,
                                          draft->settings[a]->place.column},
                      "two arms are called '%s'", study->arms[a].label);
    names_done(&labels);
}

static void count_families(struct study *study)
{
    for (size_t a = 0; a < study->n_arms; a++) {
        size_t counts[STUDY_FAMILIES_MAX] = {0};
        for (size_t i = 0; i < study->arms[a].n_candidates; i++)
            counts[study->arms[a].candidates[i].family]++;
        for (size_t f = 0; f < study->n_families; f++)
            if (counts[f] > study->families[f].n_candidates)
                study->families[f].n_candidates = counts[f];
    }
}

/* A default family that no arm fills is not shown; a declared one is, with its zero. */
static void prune_families(struct study_draft *draft)
{
    struct study *study = draft->study;
    size_t new_index[STUDY_FAMILIES_MAX], n = 0;
    count_families(study);
    for (size_t f = 0; f < study->n_families; f++) {
        new_index[f] = n;
        if (study->families[f].n_candidates || draft->family_declared[f])
            study->families[n++] = study->families[f];
    }
    study->n_families = n;
    for (size_t a = 0; a < study->n_arms; a++)
        for (size_t i = 0; i < study->arms[a].n_candidates; i++)
            /* cppcheck-suppress uninitvar ; of every family there is one */
            study->arms[a].candidates[i].family = new_index[study->arms[a].candidates[i].family];
}

static bool was_left_out(const struct study_draft *draft, const struct manifest_arm *settings,
                         const char *run)
{
    for (size_t a = 0; a < draft->study->n_arms; a++)
        for (size_t i = 0; draft->settings[a] == settings && i < draft->study->arms[a].n_left_out;
             i++)
            if (!strcmp(draft->study->arms[a].left_out[i].run, run))
                return true;
    return false;
}

/* The runs of a table are known only now; for logs the manifest's loader has looked. */
static void check_exclusions(struct study_draft *draft)
{
    for (size_t a = 0; a < draft->study->n_arms; a++) {
        const struct manifest_arm *settings = draft->settings[a];
        bool seen = false;
        for (size_t b = 0; b < a; b++)
            seen = seen || draft->settings[b] == settings;
        for (size_t i = 0; !seen && i < settings->n_exclusions; i++)
            if (!was_left_out(draft, settings, settings->exclusions[i].run))
                diags_add(draft->diags, DIAG_WARNING,
                          (struct diag_place){draft->study->path,
                                              settings->exclusions[i].place.line,
                                              settings->exclusions[i].place.column},
                          "exclude_runs: there is no run '%s'", settings->exclusions[i].run);
    }
}

/* A table with one row per run: its columns have no time. */
static bool is_plain_table(const struct manifest *manifest)
{
    return manifest->table.file && !manifest->table.step && !manifest->table.epoch;
}

/* Where the outcome is how long a run takes, a share of its own length would tell the outcome. */
static void check_lengths(struct study_draft *draft)
{
    for (size_t a = 0; a < draft->study->n_arms; a++) {
        const struct manifest_arm *settings = draft->settings[a];
        if (settings->outcome.at != OUTCOME_REACH || settings->window.kind != WINDOW_FRACTION ||
            settings->log.length_steps > 0 || settings->log.length_epochs > 0)
            continue;
        diags_add(draft->diags, DIAG_WARNING,
                  (struct diag_place){draft->study->path, settings->outcome.at_place.line,
                                      settings->outcome.at_place.column},
                  "the window is a share of each run's own length, and that length is the outcome: "
                  "declare a window like e40 or s1000, or the full length (log: length)");
        return;
    }
}

static struct study *new_study(const struct manifest *manifest)
{
    struct study *study = mem_zeroed(1, sizeof *study);
    arena_init(&study->arena);
    study->references = 1;
    study->title = arena_strdup(&study->arena, manifest->title);
    study->path = arena_strdup(&study->arena, manifest->path);
    memcpy(study->sha256, manifest->sha256, sizeof study->sha256);
    memcpy(study->meaning, manifest->meaning, sizeof study->meaning);
    study->analysis = manifest->analysis;
    study->window = is_plain_table(manifest) || !manifest->top.window.text
                        ? ""
                        : arena_strdup(&study->arena, manifest->top.window.text);
    return study;
}

static void finish(struct study_draft *draft)
{
    order_by_group(draft);
    check_labels(draft);
    arm_outcome_number(draft);
    check_exclusions(draft);
    if (!is_plain_table(draft->manifest))
        check_lengths(draft);
    primary_check(draft);
    unfinished_check(draft);
    plausible_check(draft);
    prune_families(draft);
    if (!draft->study->n_arms && !draft->diags->n_errors)
        diags_add(draft->diags, DIAG_ERROR, (struct diag_place){.file = draft->study->path},
                  "the study has no arms");
}

static struct study *build(const struct manifest *manifest,
                           const struct study_load_options *options, struct diags *diags)
{
    struct study_draft draft = {.study = new_study(manifest),
                                .manifest = manifest,
                                .diags = diags,
                                .traces = options->traces};
    size_t n_before = diags->n_errors, first_item = diags->n_items;
    bool done = manifest->table.file    ? table_add_arms(&draft)
                : manifest->n_wide      ? wide_add_arms(&draft, options)
                : manifest->mlflow.file ? mlflow_add_arms(&draft, options)
                                        : logs_add_arms(&draft, options);
    finish(&draft);
    repeats_merge(diags, first_item, draft.study->path);
    free(draft.settings);
    if (!done || diags->n_errors > n_before) {
        study_unref(draft.study);
        return NULL;
    }
    return draft.study;
}

struct study *study_of_manifest(const struct manifest *manifest,
                                const struct study_load_options *options, struct diags *diags)
{
    static const struct study_load_options defaults = {0};
    return build(manifest, options ? options : &defaults, diags);
}

struct study *study_load(const char *path, const struct study_load_options *options,
                         struct diags *diags)
{
    struct manifest *manifest = manifest_load(path, diags);
    if (!manifest)
        return NULL;
    struct study *study = study_of_manifest(manifest, options, diags);
    manifest_free(manifest);
    return study;
}
