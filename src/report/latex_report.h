/* The report as a LaTeX document that compiles as it is, with booktabs tables to be copied out. */
#ifndef LOGVAR_REPORT_LATEX_REPORT_H
#define LOGVAR_REPORT_LATEX_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"

void latex_report_write(const struct snapshot *snapshot, struct strbuf *out);

#endif
