#include "report/csv_report.h"

#include "base/num.h"
#include "report/candidates_csv.h"
#include "report/rows.h"

#include <math.h>

static void add_cell(struct strbuf *out, const char *text)
{
    csv_add_text(out, text);
    strbuf_add_char(out, ',');
}

static void add_row(void *user, const struct row *row, const char *figure, double value)
{
    struct strbuf *out = user;
    char text[NUM_TEXT_MAX] = "";
    if (isfinite(value))
        num_write(text, value);
    add_cell(out, section_name(row->section));
    add_cell(out, row->arm->group);
    add_cell(out, row->arm->name);
    add_cell(out, row->versus ? row->versus->name : "");
    add_cell(out, row->adjuster);
    add_cell(out, row->family);
    strbuf_printf(out, "%zu,%s,%s,%s,%s\n", row->n, row->exploratory ? "yes" : "no",
                  estimate_status_key(row->status), figure, text);
}

void csv_report_write(const struct snapshot *snapshot, struct strbuf *out)
{
    strbuf_puts(out, "section,group,arm,versus,adjuster,family,runs,exploratory,status,figure,"
                     "value\n");
    rows_visit(snapshot, add_row, out);
}
