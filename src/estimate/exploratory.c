#include "estimate/exploratory.h"

#include <string.h>

/* The statistic used in an arm is the declared one only if it is the same vector in the same order:
 * anything else was chosen later. */
static bool statistic_declared(const struct arm *arm, const struct request *request)
{
    if (request->n_statistic != arm->n_statistic)
        return false;
    for (size_t i = 0; i < arm->n_statistic; i++)
        if (strcmp(request->statistic[i], arm->statistic[i]) != 0)
            return false;
    return true;
}

static bool other_statistic(const struct study *study, const struct request *request)
{
    if (request->n_statistic == 0)
        return false;
    for (size_t i = 0; i < request->n_arms; i++)
        if (!statistic_declared(&study->arms[request->arms[i]], request))
            return true;
    return false;
}

/* A family without candidates in any arm changes nothing, ticked or not. */
static bool other_families(const struct study *study, const struct request *request)
{
    for (size_t f = 0; f < study->n_families; f++)
        if (study->families[f].n_candidates > 0 && !(request->families >> f & 1))
            return true;
    return false;
}

enum exploratory_reason exploratory_rule(const struct study *study, const struct request *request,
                                         struct adjuster adjuster,
                                         const struct exploratory_history *history)
{
    static const struct exploratory_history nothing = {0};
    const struct adjuster_traits *traits = adjuster_traits(adjuster.kind);
    history = history ? history : &nothing;
    if (adjuster.kind == ADJUSTER_RAW)
        return history->runs_left_out ? EXPLORATORY_LEFT_OUT : EXPLORATORY_NO;
    if (traits->selects)
        return EXPLORATORY_ADJUSTER;
    if (traits->uses_statistic && other_statistic(study, request))
        return EXPLORATORY_STATISTIC;
    if (traits->uses_families && other_families(study, request))
        return EXPLORATORY_FAMILIES;
    if (history->registered_otherwise)
        return EXPLORATORY_REGISTER;
    if (history->runs_left_out)
        return EXPLORATORY_LEFT_OUT;
    /* The adjuster that is registered is the fixed one: others are chosen later. */
    bool chosen_first = history->registered_first && traits->uses_statistic;
    return history->viewed_candidates && !chosen_first ? EXPLORATORY_HISTORY : EXPLORATORY_NO;
}

const char *exploratory_sentence(enum exploratory_reason reason)
{
    static const char *const sentences[] = {
        [EXPLORATORY_NO] = "",
        [EXPLORATORY_ADJUSTER] = "the adjuster selects candidates by looking at outcomes",
        [EXPLORATORY_STATISTIC] = "the statistic is not the one that the manifest declares",
        [EXPLORATORY_FAMILIES] = "the families are not the ones that the manifest declares",
        [EXPLORATORY_REGISTER] =
            "what was registered is not what the study says now, or cannot be read",
        [EXPLORATORY_LEFT_OUT] = "runs were left out after their outcomes were registered",
        [EXPLORATORY_HISTORY] = "candidates were ranked by outcome before this was chosen"};
    return sentences[reason];
}
