/* The matrix of a study as CSV, for `logvar candidates`: one row per run with arm, group, run and
 * outcome, then one column per candidate over the union of the arms, in the study's order; a cell is
 * empty where the arm has no such candidate. Outcomes are raw, not scaled; numbers round-trip.
 *
 * Texts are quoted where CSV asks for it, unsafe characters are shown as marks, and a text that a
 * spreadsheet would take for a formula (=, +, -, @ or a tab first) gets an apostrophe in front. */
#ifndef LOGVAR_REPORT_CANDIDATES_CSV_H
#define LOGVAR_REPORT_CANDIDATES_CSV_H

#include "base/strbuf.h"
#include "study/study.h"

#include <stdint.h>
#include <stdio.h>

struct candidates_choice {
    const bool *arms;  /* one a study's arm; NULL = all */
    uint64_t families; /* bit f = study.families[f]; all bits = all */
};

/* One text as a CSV cell. */
void csv_add_text(struct strbuf *out, const char *text);

/* Writes row by row; the caller looks at ferror(out). */
void candidates_csv_print(const struct study *study, const struct candidates_choice *choice,
                          FILE *out);

#endif
