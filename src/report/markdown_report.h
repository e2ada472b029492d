/* The report as Markdown with pipe tables. */
#ifndef LOGVAR_REPORT_MARKDOWN_REPORT_H
#define LOGVAR_REPORT_MARKDOWN_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

void markdown_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                           struct strbuf *out);

#endif
