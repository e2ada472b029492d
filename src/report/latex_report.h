/* The report as a LaTeX document that compiles as it is, with booktabs tables to be copied out. */
#ifndef LOGVAR_REPORT_LATEX_REPORT_H
#define LOGVAR_REPORT_LATEX_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

void latex_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                        struct strbuf *out);

#endif
