#include "report/csv_report.h"

#include "base/num.h"
#include "record/facts.h"
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

static void add_count(struct strbuf *out, const char *section, const struct arm *arm,
                      const char *figure, size_t count)
{
    add_cell(out, section);
    add_cell(out, arm->group);
    add_cell(out, arm->name);
    strbuf_printf(out, ",,,%zu,no,ok,%s,%zu\n", arm->n_runs, figure, count);
}

/* Arms in the study's order, as the record has them. */
static void add_record(struct strbuf *out, const struct study *study,
                       const struct record_facts *facts)
{
    for (size_t i = 0; facts && i < facts->n_arms; i++) {
        const struct arm *arm = &study->arms[i];
        if (facts->state == REGISTER_KEPT)
            add_count(out, "register", arm, "runs_after", facts->arms[i].n_after);
        for (int w = 0; w < N_LEDGER && facts->ledger_kept; w++)
            add_count(out, "ledger", arm, ledger_key((enum ledger_what)w),
                      facts->arms[i].counts[w]);
    }
}

void csv_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                      struct strbuf *out)
{
    strbuf_puts(out, "section,group,arm,versus,adjuster,family,runs,exploratory,status,figure,"
                     "value\n");
    rows_visit(snapshot, add_row, out);
    add_record(out, snapshot->study, facts);
}
