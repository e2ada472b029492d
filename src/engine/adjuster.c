#include "engine/adjuster.h"

#include <stdio.h>
#include <string.h>

static const struct adjuster_traits traits[N_ADJUSTER_KINDS] = {
    [ADJUSTER_RAW] = {.stem = "raw", .summary = "the outcome as it is"},
    [ADJUSTER_FIXED] = {.stem = "fixed",
                        .summary = "least squares on the declared statistic",
                        .uses_statistic = true},
    [ADJUSTER_BEST] = {.stem = "best",
                       .summary =
                           "the candidate that correlates most, chosen in each training fold",
                       .selects = true,
                       .uses_families = true,
                       .picks = true},
    [ADJUSTER_PCA] = {.stem = "pca%u",
                      .summary = "first components of each family",
                      .uses_families = true,
                      .takes_k = true},
    [ADJUSTER_POSTHOC] = {.stem = "posthoc",
                          .summary =
                              "the candidate that correlates most over all runs (biased upward)",
                          .selects = true,
                          .uses_families = true,
                          .picks = true},
    [ADJUSTER_BEST_SHRUNK] = {.stem = "best-shrunk",
                              .summary =
                                  "best, its coefficient shrunk by what searching finds in noise",
                              .selects = true,
                              .uses_families = true,
                              .picks = true},
    [ADJUSTER_PCA_SHRUNK] = {.stem = "pca%u-shrunk",
                             .summary = "first components of each family, weak coefficients shrunk",
                             .uses_families = true,
                             .takes_k = true},
    [ADJUSTER_RIDGE] = {.stem = "ridge",
                        .summary = "ridge on all candidates, penalty by leave-one-out error",
                        .selects = true,
                        .uses_families = true},
    [ADJUSTER_AVERAGE] = {.stem = "average",
                          .summary = "all of these and nothing, weighted by their evidence",
                          .selects = true,
                          .uses_families = true,
                          .uses_statistic = true,
                          .weighs = true},
};

const struct adjuster_traits *adjuster_traits(enum adjuster_kind kind)
{
    return &traits[kind];
}

/* The stem with its %u, if it has one, replaced by k. */
void adjuster_name(struct adjuster adjuster, char name[ADJUSTER_NAME_MAX])
{
    const char *stem = traits[adjuster.kind].stem, *mark = strstr(stem, "%u");
    if (mark)
        snprintf(name, ADJUSTER_NAME_MAX, "%.*s%u%s", (int)(mark - stem), stem, adjuster.k % 10,
                 mark + 2);
    else
        snprintf(name, ADJUSTER_NAME_MAX, "%s", stem);
}

bool adjuster_parse(const char *name, struct adjuster *adjuster)
{
    for (enum adjuster_kind kind = 0; kind < N_ADJUSTER_KINDS; kind++) {
        unsigned last = traits[kind].takes_k ? ADJUSTER_K_MAX : 0;
        for (unsigned k = traits[kind].takes_k; k <= last; k++) {
            char text[ADJUSTER_NAME_MAX];
            adjuster_name((struct adjuster){kind, k}, text);
            if (strcmp(name, text) == 0) {
                *adjuster = (struct adjuster){kind, k};
                return true;
            }
        }
    }
    return false;
}

bool adjuster_equal(struct adjuster a, struct adjuster b)
{
    return a.kind == b.kind && a.k == b.k;
}
