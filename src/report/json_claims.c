/* Intervals in JSON, each under a name that says what it may claim. */
#include "report/json_claims.h"

void json_interval(struct jsonout *json, const char *key, const struct interval *interval)
{
    jsonout_begin_line_object(json, key);
    jsonout_string(json, "status", estimate_status_key(interval->status));
    jsonout_number(json, "low", interval->low);
    jsonout_number(json, "high", interval->high);
    jsonout_number(json, "half_width", interval->half_width);
    jsonout_number(json, "df", interval->df);
    jsonout_number(json, "p", interval->p);
    jsonout_number(json, "p_holm", interval->p_holm);
    jsonout_end_object(json);
}

/* Not to be taken for the pair's interval: no p, and its name says what it supposes. */
void json_if_known(struct jsonout *json, const struct interval *interval)
{
    jsonout_begin_line_object(json, "if_average_log_known");
    jsonout_string(json, "status", estimate_status_key(interval->status));
    jsonout_number(json, "low", interval->low);
    jsonout_number(json, "high", interval->high);
    jsonout_number(json, "half_width", interval->half_width);
    jsonout_number(json, "df", interval->df);
    jsonout_end_object(json);
}

void json_two_phase(struct jsonout *json, const char *key, const struct two_phase *result)
{
    jsonout_begin_line_object(json, key);
    jsonout_string(json, "status", estimate_status_key(result->interval.status));
    jsonout_number(json, "estimate", result->estimate);
    jsonout_number(json, "variance", result->variance);
    jsonout_number(json, "low", result->interval.low);
    jsonout_number(json, "high", result->interval.high);
    jsonout_number(json, "half_width", result->interval.half_width);
    jsonout_number(json, "df", result->interval.df);
    jsonout_number(json, "p", result->interval.p);
    jsonout_number(json, "narrower_percent", result->narrower_percent);
    jsonout_end_object(json);
}

void json_claim(struct jsonout *json, const struct pair_claim *claim)
{
    jsonout_begin_object(json, "claim");
    jsonout_string(json, "basis", claim->basis == CLAIM_TWO_PHASE ? "two_phase" : "raw");
    jsonout_string(json, "refused",
                   claim->refused == ESTIMATE_OK ? NULL : estimate_status_key(claim->refused));
    jsonout_number(json, "difference", claim->difference);
    json_interval(json, "interval", &claim->interval);
    jsonout_end_object(json);
}

void json_unfinished(struct jsonout *json, const struct arm_result *result)
{
    const struct unfinished_result *unfinished = &result->unfinished;
    jsonout_begin_object(json, "unfinished");
    jsonout_count(json, "runs", result->arm->unfinished.n);
    jsonout_bool(json, "random", result->arm->unfinished.random);
    if (unfinished->declared) {
        jsonout_string(json, "status", estimate_status_key(unfinished->status));
        jsonout_number(json, "share", unfinished->lambda);
        jsonout_number(json, "guard_p", unfinished->guard_p);
        jsonout_count(json, "splits", unfinished->n_splits);
        json_interval(json, "raw", &unfinished->raw);
        json_two_phase(json, "declared_statistic", &unfinished->declared_statistic);
    }
    jsonout_end_object(json);
}
