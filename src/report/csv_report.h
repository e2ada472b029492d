/* The report as one long CSV table, one figure per row, unscaled and unrounded: for R, pandas, a
 * spreadsheet. Names that a spreadsheet would take for a formula are made harmless. */
#ifndef LOGVAR_REPORT_CSV_REPORT_H
#define LOGVAR_REPORT_CSV_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

void csv_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                      struct strbuf *out);

#endif
