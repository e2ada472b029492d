#include "study/study.h"

#include "study/names.h"

#include <stdlib.h>
#include <string.h>

struct study *study_ref(struct study *study)
{
    __atomic_fetch_add(&study->references, 1, __ATOMIC_RELAXED);
    return study;
}

void study_unref(struct study *study)
{
    if (!study || __atomic_sub_fetch(&study->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (size_t a = 0; a < study->n_arms; a++)
        if (study->arms[a].index) {
            names_done(study->arms[a].index);
            free(study->arms[a].index);
        }
    arena_done(&study->arena);
    free(study);
}

size_t arm_find_candidate(const struct arm *arm, const char *name)
{
    if (arm->index)
        return names_find(arm->index, name);
    for (size_t i = 0; i < arm->n_candidates; i++)
        if (!strcmp(arm->candidates[i].name, name))
            return i;
    return ARM_NO_CANDIDATE;
}

double arm_diverged_share(const struct arm *arm)
{
    size_t n = arm->n_runs + arm->n_diverged;
    return n ? (double)arm->n_diverged / (double)n : 0;
}

bool arm_comparable(const struct arm *a, const struct arm *b)
{
    return a->group_index == b->group_index && a->outcome_index == b->outcome_index;
}

const struct arm_outcome *study_common_outcome(const struct study *study)
{
    for (size_t a = 0; a < study->n_arms; a++)
        if (study->arms[a].outcome_index != study->arms[0].outcome_index)
            return NULL;
    return study->n_arms ? &study->arms[0].outcome : NULL;
}

const char *study_common_unit(const struct study *study)
{
    for (size_t a = 1; a < study->n_arms; a++)
        if (strcmp(study->arms[a].outcome.unit, study->arms[0].outcome.unit) != 0)
            return NULL;
    return study->n_arms ? study->arms[0].outcome.unit : "";
}

size_t study_find_family(const struct study *study, const char *name)
{
    for (size_t i = 0; i < study->n_families; i++)
        if (!strcmp(study->families[i].name, name))
            return i;
    return ARM_NO_CANDIDATE;
}
