#include "report/text_report.h"

void text_report_write(const struct snapshot *snapshot, struct strbuf *out)
{
    strbuf_printf(out, "%s\n", snapshot->study->title);
}
