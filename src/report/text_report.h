/* The report to be read: 100 columns at most, ASCII but for names. */
#ifndef LOGVAR_REPORT_TEXT_REPORT_H
#define LOGVAR_REPORT_TEXT_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

void text_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out);

#endif
