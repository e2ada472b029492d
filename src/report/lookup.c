#include "report/lookup.h"

size_t lookup_family_size(const struct arm *arm, size_t family)
{
    size_t n = 0;
    for (size_t j = 0; j < arm->n_candidates; j++)
        n += arm->candidates[j].family == family;
    return n;
}

const char *lookup_candidate(const struct arm *arm, size_t candidate)
{
    return candidate < arm->n_candidates ? arm->candidates[candidate].name : NULL;
}

const struct adjuster_result *lookup_adjuster(const struct snapshot *snapshot,
                                              const struct arm *arm, struct adjuster adjuster)
{
    for (size_t i = 0; i < snapshot->n_arms; i++)
        for (size_t j = 0; snapshot->arms[i].arm == arm && j < snapshot->arms[i].n_adjusters; j++)
            if (adjuster_equal(snapshot->arms[i].adjusters[j].adjuster, adjuster))
                return &snapshot->arms[i].adjusters[j];
    return NULL;
}
