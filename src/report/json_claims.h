/* The parts of the JSON report about intervals: what is claimed, what is only supposed, and what
 * unfinished runs add. json_report.c says where they stand. */
#ifndef LOGVAR_REPORT_JSON_CLAIMS_H
#define LOGVAR_REPORT_JSON_CLAIMS_H

#include "base/jsonout.h"
#include "estimate/results.h"

void json_interval(struct jsonout *json, const char *key, const struct interval *interval);
/* "if_average_log_known" */
void json_if_known(struct jsonout *json, const struct pair_adjuster_result *result);
void json_two_phase(struct jsonout *json, const char *key, const struct two_phase *result);
/* "claim" */
void json_claim(struct jsonout *json, const struct pair_claim *claim);
/* "unfinished" */
void json_unfinished(struct jsonout *json, const struct arm_result *result);

#endif
