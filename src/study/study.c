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

size_t study_find_family(const struct study *study, const char *name)
{
    for (size_t i = 0; i < study->n_families; i++)
        if (!strcmp(study->families[i].name, name))
            return i;
    return ARM_NO_CANDIDATE;
}
