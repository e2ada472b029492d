/* The figures of each kind of result: what they are called, and where they stand in it. Rows of the
 * CSV, conditions of --fail-if and leaves of the JSON report have their names from here. */
#ifndef LOGVAR_REPORT_FIELDS_H
#define LOGVAR_REPORT_FIELDS_H

#include "base/jsonout.h"

#include <stdbool.h>
#include <stddef.h>

/* A figure is a double at a place in its result. A table ends with a name that is NULL. */
struct field {
    const char *name; /* in CSV and conditions: "vr_mean" */
    const char
        *key; /* in JSON, where the object around it says the rest: "mean"; NULL = the name */
    size_t offset;
    bool json_only;
};

extern const struct field fields_interval[], fields_variability[], /* of struct interval, arm */
    fields_arm[],                                                  /* adjuster_result */
    fields_raw_pair[],                                             /* pair_result */
    fields_claim[],                                                /* pair_claim */
    fields_pair[],                                                 /* pair_adjuster_result */
    fields_arm_two_phase[], fields_pair_two_phase[], /* two_phase, of a mean and of a difference */
    fields_unfinished[],                             /* unfinished_result */
    fields_signal[],                                 /* signal_metric */
    fields_more[],                                   /* more_row, and so on */
    fields_budget[], fields_pair_budget[], fields_coverage[], fields_null[], fields_family[];

double field_value(const struct field *field, const void *result);
/* Writes members into the innermost object: names of the table in the order of the report, NULL after
 * the last. */
void fields_write(struct jsonout *json, const struct field *fields, const void *result, ...)
    __attribute__((sentinel));

#endif
