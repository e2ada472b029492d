#include "study/primary.h"

#include "base/mem.h"
#include "base/text.h"
#include "study/candidate.h"

#include <stdlib.h>
#include <string.h>

/* Until primary_check has seen the other arms. */
#define UNKNOWN ((size_t)-2)

static struct diag_place declared_at(const struct study_draft *draft,
                                     const struct manifest_arm *settings, size_t i)
{
    struct diag_place place = {.file = draft->study->path};
    if (settings->primary.places) {
        place.line = settings->primary.places[i].line;
        place.column = settings->primary.places[i].column;
    }
    return place;
}

/* The arm's entry about this candidate, or else about its metric. */
static const struct dropped_candidate *dropped_entry(const struct arm_draft *arm, const char *name)
{
    struct candidate_spec spec;
    size_t from, length, i = names_find(&arm->dropped, name);
    if (i == NAMES_NONE && candidate_read(name, &spec, &from, &length))
        i = names_find(&arm->dropped, arena_strndup(arm->arena, name + from, length));
    return i == NAMES_NONE ? NULL : &arm->arm.dropped[i];
}

static bool was_reported(const struct diags *diags, struct diag_place place, const char *message)
{
    for (size_t i = 0; i < diags->n_items; i++)
        if (diags->items[i].line == place.line && diags->items[i].column == place.column &&
            !strcmp(diags->items[i].message, message))
            return true;
    return false;
}

/* A declaration at the top holds for many arms, but its fault is told once. */
static void report_once(struct study_draft *draft, enum diag_severity severity,
                        struct diag_place place, const char *message)
{
    if (!was_reported(draft->diags, place, message))
        diags_add(draft->diags, severity, place, "%s", message);
}

static size_t resolve(struct arm_draft *arm, const char *name, size_t number)
{
    size_t candidate = names_find(arm->arm.index, name);
    if (candidate != NAMES_NONE)
        return candidate;
    const struct dropped_candidate *entry = dropped_entry(arm, name);
    if (!entry)
        return UNKNOWN;
    if (entry->kind == DROP_REFUSED && strcmp(entry->name, name) != 0)
        arm_draft_drop(arm, name, DROP_REFUSED, entry->reason);
    else if (entry->kind >= DROP_AFTER_WINDOW && entry->kind != DROP_REFUSED &&
             (entry->kind != DROP_AFTER_OUTCOME || arm->settings->primary.n_names))
        report_once(arm->draft, DIAG_ERROR, declared_at(arm->draft, arm->settings, number),
                    arena_printf(arm->arena, "'%s' cannot be the declared statistic: %s: %s", name,
                                 entry->name, entry->reason));
    return ARM_NO_CANDIDATE;
}

void primary_resolve(struct arm_draft *draft, const char *default_name)
{
    const struct manifest_names *primary = &draft->settings->primary;
    struct arm *arm = &draft->arm;
    arm->n_statistic = primary->n_names ? primary->n_names : default_name != NULL;
    arm->statistic_declared = primary->n_names > 0;
    arm->statistic = arena_alloc(draft->arena, arm->n_statistic + 1, sizeof *arm->statistic);
    arm->statistic_candidate =
        arena_alloc(draft->arena, arm->n_statistic + 1, sizeof *arm->statistic_candidate);
    for (size_t i = 0; i < arm->n_statistic; i++) {
        arm->statistic[i] =
            arena_strdup(draft->arena, primary->n_names ? primary->names[i] : default_name);
        arm->statistic_candidate[i] = resolve(draft, arm->statistic[i], i);
    }
}

static bool is_known(const struct study *study, const char *name)
{
    for (size_t a = 0; a < study->n_arms; a++) {
        const struct arm *arm = &study->arms[a];
        if (arm_find_candidate(arm, name) != ARM_NO_CANDIDATE)
            return true;
        for (size_t i = 0; i < arm->n_dropped; i++)
            if (!strcmp(arm->dropped[i].name, name))
                return true;
    }
    return false;
}

static const char *nearest(const struct arm *arm, const char *name)
{
    const char **names = mem_array(arm->n_candidates + 1, sizeof *names);
    for (size_t i = 0; i < arm->n_candidates; i++)
        names[i] = arm->candidates[i].name;
    const char *found = text_nearest(name, names, arm->n_candidates);
    free(names);
    return found;
}

static void report_unknown(struct study_draft *draft, const struct arm *arm,
                           struct diag_place place, const char *name)
{
    struct arena *arena = &draft->study->arena;
    const char *near = nearest(arm, name);
    report_once(
        draft, DIAG_ERROR, place,
        near ? arena_printf(arena, "no candidate is called '%s'; the nearest is '%s'", name, near)
             : arena_printf(arena,
                            "no candidate is called '%s'; logvar candidates lists "
                            "their names",
                            name));
}

/* With the first run that lacks it. */
static const char *drop_reason(const struct arm *arm, const char *name, struct arena *arena)
{
    for (size_t i = 0; i < arm->n_dropped; i++) {
        const struct dropped_candidate *dropped = &arm->dropped[i];
        if (!strcmp(dropped->name, name))
            return dropped->run
                       ? arena_printf(arena, "%s, the first run %s", dropped->reason, dropped->run)
                       : dropped->reason;
    }
    return "not logged";
}

static void check_one(struct study_draft *draft, struct arm *arm,
                      const struct manifest_arm *settings, size_t i)
{
    struct diag_place place = declared_at(draft, settings, i);
    const char *name = arm->statistic[i];
    if (arm->statistic_candidate[i] == UNKNOWN) {
        arm->statistic_candidate[i] = ARM_NO_CANDIDATE;
        if (!is_known(draft->study, name)) {
            report_unknown(draft, arm, place, name);
            return;
        }
    }
    if (arm->statistic_candidate[i] == ARM_NO_CANDIDATE)
        report_once(
            draft, DIAG_WARNING, place,
            arena_printf(&draft->study->arena, "%s%s%sthe %s statistic %s is not a candidate: %s",
                         arm->refusal ? "" : "in arm '", arm->refusal ? "" : arm->label,
                         arm->refusal ? "" : "' ", arm->statistic_declared ? "declared" : "default",
                         name, drop_reason(arm, name, &draft->study->arena)));
}

void primary_check(struct study_draft *draft)
{
    for (size_t a = 0; a < draft->study->n_arms; a++)
        for (size_t i = 0; i < draft->study->arms[a].n_statistic; i++)
            check_one(draft, &draft->study->arms[a], draft->settings[a], i);
}
