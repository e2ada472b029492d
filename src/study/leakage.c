#include "study/leakage.h"

#include "base/text.h"
#include "study/metric.h"

#include <string.h>

static bool is_validation_best(const struct manifest_outcome *outcome)
{
    switch (outcome->at) {
    case OUTCOME_BEST:
        return metric_has(outcome->best_metric, METRIC_VALIDATION);
    case OUTCOME_MAX:
    case OUTCOME_MIN:
        return metric_has(outcome->metric, METRIC_VALIDATION);
    default:
        return false;
    }
}

const char *leakage_refusal(const struct manifest_outcome *outcome, struct arena *arena)
{
    if (!is_validation_best(outcome))
        return NULL;
    const char *judge = outcome->at == OUTCOME_BEST ? outcome->best_metric : outcome->metric;
    return arena_printf(arena,
                        "the outcome is taken at the checkpoint with the best %s, which was chosen "
                        "by the validation results of the whole run, so validation-derived "
                        "candidates leak the outcome; they are allowed only for a fixed checkpoint",
                        judge);
}

static bool is_refused(const struct manifest_outcome *outcome, const char *metric,
                       const struct family_match *match)
{
    if (outcome->at == OUTCOME_BEST && !strcmp(metric, outcome->best_metric))
        return true;
    return is_validation_best(outcome) &&
           (family_is_validation(match, metric) || metric_has(metric, METRIC_BEST));
}

static bool is_excluded(const struct manifest_arm *settings, const char *metric)
{
    for (size_t i = 0; i < settings->exclude.n_names; i++)
        if (text_glob(settings->exclude.names[i], metric))
            return true;
    return false;
}

bool leakage_bars(const struct manifest_arm *settings, const char *metric,
                  const struct family_match *match, enum drop_kind *kind)
{
    if (metric_has(metric, METRIC_TEST))
        *kind = DROP_TEST;
    else if (is_excluded(settings, metric))
        *kind = DROP_EXCLUDED;
    else if (is_refused(&settings->outcome, metric, match))
        *kind = DROP_REFUSED;
    else if (!match->name)
        *kind = DROP_NO_FAMILY;
    else
        return false;
    return true;
}

const char *leakage_reason(enum drop_kind kind, const struct manifest_arm *settings,
                           const char *refusal)
{
    if (kind == DROP_REFUSED)
        return refusal;
    return kind == DROP_NO_FAMILY && !settings->n_families
               ? "of the machine, not of the model: in no default family"
               : NULL;
}
