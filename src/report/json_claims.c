/* Intervals in JSON, each under a name that says what it may claim. */
#include "report/json_claims.h"

#include "report/fields.h"
#include "report/rows.h"

void json_interval(struct jsonout *json, const char *key, const struct interval *interval)
{
    jsonout_begin_line_object(json, key);
    jsonout_string(json, "status", estimate_status_key(interval->status));
    fields_write(json, fields_interval, interval, "low", "high", "half_width", "df", "p", "p_holm",
                 NULL);
    jsonout_end_object(json);
}

/* Not to be taken for the pair's interval: no p, and its name says what it supposes. */
void json_if_known(struct jsonout *json, const struct pair_adjuster_result *result)
{
    jsonout_begin_line_object(json, "if_average_log_known");
    jsonout_string(json, "status", estimate_status_key(result->interval.status));
    fields_write(json, fields_pair, result, "if_known_low", "if_known_high", "if_known_half_width",
                 "if_known_df", NULL);
    jsonout_end_object(json);
}

void json_two_phase(struct jsonout *json, const char *key, const struct two_phase *result)
{
    jsonout_begin_line_object(json, key);
    jsonout_string(json, "status", estimate_status_key(result->interval.status));
    fields_write(json, fields_pair_two_phase, result, "two_phase_difference", "two_phase_variance",
                 "two_phase_low", "two_phase_high", "two_phase_half_width", "two_phase_df",
                 "two_phase_p", "two_phase_narrower_percent", NULL);
    jsonout_end_object(json);
}

void json_claim(struct jsonout *json, const struct pair_claim *claim)
{
    jsonout_begin_object(json, "claim");
    jsonout_string(json, "basis", claim->basis == CLAIM_TWO_PHASE ? "two_phase" : "raw");
    jsonout_string(json, "refused",
                   claim->refused == ESTIMATE_OK ? NULL : estimate_status_key(claim->refused));
    fields_write(json, fields_claim, claim, ROWS_CLAIM "difference", NULL);
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
        fields_write(json, fields_unfinished, unfinished, "unfinished_share", "guard_p", NULL);
        jsonout_count(json, "splits", unfinished->n_splits);
        json_interval(json, "raw", &unfinished->raw);
        json_two_phase(json, "declared_statistic", &unfinished->declared_statistic);
    }
    jsonout_end_object(json);
}
