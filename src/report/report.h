/* Reports: a snapshot as a document, in one of several formats.
 *
 * A format is one row of a table; everything it writes goes into a string buffer, so that a report
 * is written whole or not at all, and reads snapshot and facts only, and changes neither: a report of the same results is
 * the same bytes wherever and with however many threads it was made. The sections written are those
 * of the snapshot's request. */
#ifndef LOGVAR_REPORT_REPORT_H
#define LOGVAR_REPORT_REPORT_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "record/facts.h"

#include <stddef.h>

struct report_format {
    const char *name;    /* as in --format */
    const char *suffix;  /* of a file: ".json" */
    const char *summary; /* a few words */
    /* facts: what register and ledger say of the study; NULL = nothing is said of them. */
    void (*write)(const struct snapshot *snapshot, const struct record_facts *facts,
                  struct strbuf *out);
};

enum { REPORT_FORMATS_MAX = 16 };

const struct report_format *report_formats(size_t *n_formats);
/* NULL if there is none such. */
const struct report_format *report_format_find(const char *name);
/* By the ending of a file, without its point: "md". */
const struct report_format *report_format_of_suffix(const char *suffix);

#endif
