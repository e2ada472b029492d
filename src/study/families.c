#include "study/families.h"

#include "base/text.h"
#include "study/metric.h"

#include <string.h>

const char *const family_defaults[] = {
    "validation", "training-loss", "training-accuracy", "gradient-norm", "parameter-norm", "other",
    NULL};
enum { VALIDATION, TRAINING_LOSS, TRAINING_ACCURACY, GRADIENT_NORM, PARAMETER_NORM, OTHER };

static const char *default_family(const char *metric)
{
    if (metric_has(metric, METRIC_TIME))
        return NULL;
    if (metric_has(metric, METRIC_VALIDATION))
        return family_defaults[VALIDATION];
    if (metric_has(metric, METRIC_GRADIENT))
        return family_defaults[GRADIENT_NORM];
    if (metric_has(metric, METRIC_PARAMETER) && metric_has(metric, METRIC_NORM))
        return family_defaults[PARAMETER_NORM];
    if (metric_has(metric, METRIC_LOSS))
        return family_defaults[TRAINING_LOSS];
    if (metric_has(metric, METRIC_ACCURACY) || metric_has(metric, METRIC_ERROR))
        return family_defaults[TRAINING_ACCURACY];
    return family_defaults[OTHER];
}

static const struct manifest_family *declared_family(const struct manifest_arm *settings,
                                                     const char *metric)
{
    for (size_t i = 0; i < settings->n_families; i++)
        for (size_t j = 0; j < settings->families[i].n_globs; j++)
            if (text_glob(settings->families[i].globs[j], metric))
                return &settings->families[i];
    return NULL;
}

bool family_is_validation(const struct family_match *match, const char *metric)
{
    static const char word[] = "validation";
    return metric_has(metric, METRIC_VALIDATION) ||
           (match->name && match->length == sizeof word - 1 &&
            !strncmp(match->name, word, match->length));
}

struct family_match family_of(const struct manifest_arm *settings, const char *metric,
                              bool is_column)
{
    struct family_match match = {0};
    enum family_statistics statistics = STATISTICS_DEFAULT;
    const char *colon = is_column ? strchr(metric, ':') : NULL;
    if (settings->n_families) {
        const struct manifest_family *family = declared_family(settings, metric);
        match.name = family ? family->name : NULL;
        statistics = family ? family->statistics : STATISTICS_DEFAULT;
    } else if (colon && colon > metric && colon[1]) {
        match.name = metric;
        match.length = (size_t)(colon - metric);
    } else {
        match.name = default_family(metric);
    }
    if (match.name && !match.length)
        match.length = strlen(match.name);
    if (statistics == STATISTICS_DEFAULT)
        statistics = family_is_validation(&match, metric) ? STATISTICS_SNAPSHOTS : STATISTICS_ALL;
    match.snapshots = statistics != STATISTICS_SUMMARIES;
    match.summaries = statistics != STATISTICS_SNAPSHOTS;
    return match;
}
