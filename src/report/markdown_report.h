/* The report as Markdown with pipe tables. */
#ifndef LOGVAR_REPORT_MARKDOWN_REPORT_H
#define LOGVAR_REPORT_MARKDOWN_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"

void markdown_report_write(const struct snapshot *snapshot, struct strbuf *out);

#endif
