#include "study/draft.h"

#include "base/mem.h"
#include "study/arm_outcome.h"
#include "study/filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void too_many_families(struct study_draft *draft)
{
    if (!draft->families_full)
        diags_add(draft->diags, DIAG_ERROR, (struct diag_place){.file = draft->study->path},
                  "more than %d families", STUDY_FAMILIES_MAX);
    draft->families_full = true;
}

size_t study_draft_family(struct study_draft *draft, const char *name, size_t length, bool declared)
{
    struct study *study = draft->study;
    size_t i = 0;
    while (i < study->n_families && (strlen(study->families[i].name) != length ||
                                     memcmp(study->families[i].name, name, length) != 0))
        i++;
    if (i == STUDY_FAMILIES_MAX) {
        too_many_families(draft);
        return STUDY_FAMILIES_MAX - 1;
    }
    if (i == study->n_families)
        study->families[study->n_families++].name = arena_strndup(&study->arena, name, length);
    draft->family_declared[i] = draft->family_declared[i] || declared;
    return i;
}

void study_draft_families(struct study_draft *draft, const struct manifest_arm *settings)
{
    for (size_t i = 0; i < settings->n_families; i++)
        study_draft_family(draft, settings->families[i].name, strlen(settings->families[i].name),
                           true);
    for (size_t i = 0; !settings->n_families && family_defaults[i]; i++)
        study_draft_family(draft, family_defaults[i], strlen(family_defaults[i]), false);
}

void arm_draft_begin(struct arm_draft *arm, struct study_draft *draft,
                     const struct manifest_arm *settings, const char *group, const char *name,
                     struct manifest_place place)
{
    *arm = (struct arm_draft){.draft = draft, .settings = settings, .place = place};
    arm->arena = &draft->study->arena;
    arm->arm.group = arena_strdup(arm->arena, group ? group : "");
    arm->arm.name = arena_strdup(arm->arena, name);
    arm->arm.label = *arm->arm.group
                         ? arena_printf(arm->arena, "%s/%s", arm->arm.group, arm->arm.name)
                         : arm->arm.name;
    arm->arm.outcome = arm_outcome_of(&settings->outcome, arm->arena);
    arm->arm.unfinished.random = settings->unfinished == UNFINISHED_RANDOM;
    arm->arm.index = mem_zeroed(1, sizeof *arm->arm.index);
}

void arm_draft_add_run(struct arm_draft *draft, const char *run, double y)
{
    struct arm *arm = &draft->arm;
    arm->runs = mem_grow(arm->runs, arm->n_runs, &draft->runs_capacity, sizeof *arm->runs);
    arm->y = mem_grow(arm->y, arm->n_runs, &draft->y_capacity, sizeof *arm->y);
    arm->runs[arm->n_runs] = run;
    arm->y[arm->n_runs++] = y;
}

void arm_draft_leave_out(struct arm_draft *draft, const char *run, const char *reason)
{
    struct arm *arm = &draft->arm;
    arm->left_out =
        mem_grow(arm->left_out, arm->n_left_out, &draft->left_out_capacity, sizeof *arm->left_out);
    arm->left_out[arm->n_left_out++] =
        (struct left_out_run){run, arena_strdup(draft->arena, reason), false};
}

void arm_draft_add_diverged(struct arm_draft *draft, const char *run, const char *reason)
{
    arm_draft_leave_out(draft, run, reason);
    draft->arm.left_out[draft->arm.n_left_out - 1].diverged = true;
    draft->arm.n_diverged++;
}

void arm_draft_drop(struct arm_draft *draft, const char *name, enum drop_kind kind,
                    const char *reason)
{
    struct arm *arm = &draft->arm;
    arm->dropped =
        mem_grow(arm->dropped, arm->n_dropped, &draft->dropped_capacity, sizeof *arm->dropped);
    names_add(&draft->dropped, name, arm->n_dropped);
    arm->dropped[arm->n_dropped++] = (struct dropped_candidate){
        name, reason ? reason : drop_kind_text(kind), kind, draft->n_offered, NULL};
}

static const char *first_without(const struct arm *arm, const double *values)
{
    for (size_t i = 0; i < arm->n_runs; i++)
        if (!isfinite(values[i]))
            return arm->runs[i];
    return NULL;
}

size_t arm_draft_unfinished(const struct arm_draft *draft)
{
    return draft->arm.unfinished.random ? draft->arm.unfinished.n : 0;
}

void arm_draft_add_unfinished(struct arm_draft *draft, const char *run, const char *reason)
{
    struct unfinished_runs *unfinished = &draft->arm.unfinished;
    unfinished->runs = mem_grow(unfinished->runs, unfinished->n, &draft->unfinished_capacity,
                                sizeof *unfinished->runs);
    unfinished->runs[unfinished->n++] = run;
    if (!unfinished->random)
        arm_draft_leave_out(draft, run, reason);
}

static void keep_unfinished(struct arm_draft *draft, const double *values)
{
    struct unfinished_runs *unfinished = &draft->arm.unfinished;
    size_t n = arm_draft_unfinished(draft), used = draft->arm.n_candidates * n;
    if (used + n > draft->unfinished_x_capacity) {
        draft->unfinished_x_capacity = 2 * (used + n);
        unfinished->x =
            mem_resize(unfinished->x, draft->unfinished_x_capacity, sizeof *unfinished->x);
    }
    if (n)
        memcpy(unfinished->x + used, values, n * sizeof *values);
}

static void keep(struct arm_draft *draft, struct candidate candidate, const double *values)
{
    struct arm *arm = &draft->arm;
    size_t n = arm->n_runs, used = arm->n_candidates * n;
    arm->candidates = mem_grow(arm->candidates, arm->n_candidates, &draft->candidates_capacity,
                               sizeof *arm->candidates);
    if (used + n > draft->x_capacity) {
        draft->x_capacity = 2 * (used + n);
        arm->x = mem_resize(arm->x, draft->x_capacity, sizeof *arm->x);
    }
    memcpy(arm->x + used, values, n * sizeof *values);
    keep_unfinished(draft, values + n);
    arm->candidates[arm->n_candidates++] = candidate;
}

/* Told once: the count stops at the first one too many. */
static bool is_full(struct arm_draft *draft)
{
    if (draft->n_offered > STUDY_CANDIDATES_MAX)
        return true;
    if (draft->n_offered++ < STUDY_CANDIDATES_MAX)
        return false;
    diags_add(
        draft->draft->diags, DIAG_ERROR,
        (struct diag_place){draft->draft->study->path, draft->place.line, draft->place.column},
        "arm '%s' has more than %d candidates; exclude metrics or name families", draft->arm.label,
        STUDY_CANDIDATES_MAX);
    return true;
}

void arm_draft_offer(struct arm_draft *draft, struct candidate candidate, const double *values)
{
    enum drop_kind kind;
    const char *reason;
    struct arm *arm = &draft->arm;
    if (is_full(draft))
        return;
    if (names_find(arm->index, candidate.name) != NAMES_NONE)
        arm_draft_drop(draft, candidate.name, DROP_REPEATED, NULL);
    else if (!filter_accepts(values, arm->n_runs, draft->arena, &kind, &reason)) {
        arm_draft_drop(draft, candidate.name, kind, reason);
        arm->dropped[arm->n_dropped - 1].run = first_without(arm, values);
    } else {
        names_add(arm->index, candidate.name, arm->n_candidates);
        keep(draft, candidate, values);
    }
}

const char *arm_draft_label(const struct arm_draft *draft)
{
    return draft->arm.label;
}

/* mean = (1/n) sum y_i; s^2 = 1/(n - 1) (sum d_i^2 - (sum d_i)^2/n), d_i = y_i - mean: the second sum is what
 * rounding left in the mean, which counts far from zero. Deviations are scaled by a power of two, which
 * changes no digit, so that squares of very large or very small ones are numbers. */
static void moments(struct arm *arm)
{
    double sum = 0, squares = 0, rest = 0, largest = 0, n = (double)arm->n_runs;
    int exponent;
    for (size_t i = 0; i < arm->n_runs; i++)
        sum += arm->y[i];
    arm->y_mean = sum / n;
    for (size_t i = 0; i < arm->n_runs; i++)
        largest = fmax(largest, fabs(arm->y[i] - arm->y_mean));
    frexp(largest, &exponent);
    for (size_t i = 0; i < arm->n_runs; i++) {
        double deviation = ldexp(arm->y[i] - arm->y_mean, -exponent);
        squares += deviation * deviation;
        rest += deviation;
    }
    arm->y_sd = ldexp(sqrt((squares - rest * rest / n) / (n - 1)), exponent);
}

/* From the heap into the study's arena. */
static void *settle(struct arena *arena, void *items, size_t n_items, size_t item_bytes)
{
    void *copy = arena_alloc(arena, n_items + 1, item_bytes);
    if (n_items)
        memcpy(copy, items, n_items * item_bytes);
    free(items);
    return copy;
}

#define SETTLE(member, n)                                                                          \
    (draft->arm.member = settle(draft->arena, draft->arm.member, n, sizeof *draft->arm.member))

static void too_few_runs(struct arm_draft *draft)
{
    const struct arm *arm = &draft->arm;
    struct diag_place place = {draft->draft->study->path, draft->place.line, draft->place.column};
    if (arm_draft_unfinished(draft)) {
        diags_add(
            draft->draft->diags, DIAG_ERROR, place,
            "arm '%s' has %zu finished run%s and %zu unfinished; at least 2 finished ones are "
            "needed, since unfinished runs only add to what finished ones say",
            arm->label, arm->n_runs, arm->n_runs == 1 ? "" : "s", arm->unfinished.n);
        return;
    }
    const char *why =
        arm->n_left_out
            ? arena_printf(draft->arena, "; %zu left out, the first, %s: %s", arm->n_left_out,
                           arm->left_out[0].run, arm->left_out[0].reason)
            : "";
    diags_add(draft->draft->diags, DIAG_ERROR, place,
              "arm '%s' has %zu usable run%s, and at least 2 are needed%s", arm->label, arm->n_runs,
              arm->n_runs == 1 ? "" : "s", why);
}

static void enter(struct study_draft *draft, const struct arm *arm,
                  const struct manifest_arm *settings)
{
    struct study *study = draft->study;
    study->arms = mem_grow(study->arms, study->n_arms, &draft->arms_capacity, sizeof *study->arms);
    draft->settings = mem_grow(draft->settings, study->n_arms, &draft->settings_capacity,
                               sizeof *draft->settings);
    draft->settings[study->n_arms] = settings;
    study->arms[study->n_arms++] = *arm;
}

void arm_draft_end(struct arm_draft *draft)
{
    struct arm *arm = &draft->arm;
    if (arm->n_runs < 2) {
        too_few_runs(draft);
        arm_draft_free(draft);
        return;
    }
    moments(arm);
    SETTLE(runs, arm->n_runs);
    SETTLE(y, arm->n_runs);
    SETTLE(candidates, arm->n_candidates);
    SETTLE(x, arm->n_candidates * arm->n_runs);
    SETTLE(unfinished.runs, arm->unfinished.n);
    SETTLE(unfinished.x, arm->n_candidates * arm_draft_unfinished(draft));
    SETTLE(left_out, arm->n_left_out);
    SETTLE(dropped, arm->n_dropped);
    if (arm->fold)
        SETTLE(fold, arm->n_runs);
    names_done(&draft->dropped);
    enter(draft->draft, arm, draft->settings);
}

void arm_draft_free(struct arm_draft *draft)
{
    struct arm *arm = &draft->arm;
    free(arm->runs);
    free(arm->y);
    free(arm->candidates);
    free(arm->x);
    free(arm->unfinished.runs);
    free(arm->unfinished.x);
    free(arm->left_out);
    free(arm->dropped);
    free(arm->fold);
    names_done(arm->index);
    free(arm->index);
    names_done(&draft->dropped);
    *draft = (struct arm_draft){0};
}
