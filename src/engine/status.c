#include "engine/status.h"

static const struct {
    const char *text, *key;
} names[N_ESTIMATE_STATUSES] = {
    [ESTIMATE_OK] = {"ok", "ok"},
    [ESTIMATE_PENDING] = {"pending", "pending"},
    [ESTIMATE_TOO_FEW_RUNS] = {"too few runs", "too_few_runs"},
    [ESTIMATE_RANK_DEFICIENT] = {"rank deficient", "rank_deficient"},
    [ESTIMATE_NO_VARIANCE] = {"no variance", "no_variance"},
    [ESTIMATE_NO_STATISTIC] = {"no statistic", "no_statistic"},
    [ESTIMATE_NO_CANDIDATES] = {"no candidates", "no_candidates"},
    [ESTIMATE_NOT_FINITE] = {"not finite", "not_finite"},
    [ESTIMATE_STATISTIC_UNFINISHED] = {"statistic missing in unfinished runs",
                                       "statistic_unfinished"},
    [ESTIMATE_FEW_FINISHED] = {"fewer than 10 finished runs", "few_finished"},
    [ESTIMATE_SELECTIVE] = {"not stopped at random", "selective"},
    [ESTIMATE_POSTHOC] = {"a diagnostic only", "posthoc"},
};

const char *estimate_status_text(enum estimate_status status)
{
    return names[status].text;
}

const char *estimate_status_key(enum estimate_status status)
{
    return names[status].key;
}
