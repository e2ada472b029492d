/* The report for programs: field names are stable, numbers are unscaled and read back as the same
 * double; what is not a number is null, with a status next to it. */
#ifndef LOGVAR_REPORT_JSON_REPORT_H
#define LOGVAR_REPORT_JSON_REPORT_H

#include "base/jsonout.h"
#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

/* Raised whenever a member is renamed or taken away, or means something else; NEWS says what. Reports
 * without the member "schema" are of the first one. */
enum { JSON_REPORT_SCHEMA = 2 };

void json_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out);

/* The member "record". */
void json_record_write(struct jsonout *json, const struct record_facts *facts);

#endif
