/* The report as one HTML page that needs nothing else. */
#ifndef LOGVAR_REPORT_HTML_REPORT_H
#define LOGVAR_REPORT_HTML_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

void html_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out);

#endif
