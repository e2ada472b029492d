/* What a report for people says, section by section, as a document. */
#ifndef LOGVAR_REPORT_SECTIONS_H
#define LOGVAR_REPORT_SECTIONS_H

#include "report/document.h"
#include "report/figure.h"

/* The whole report: head, the sections of the request in the order of a reader's questions, and
 * what must be said of any of them. */
void sections_build(const struct snapshot *snapshot, const struct record_facts *facts,
                    struct document *document);

/* What register and ledger say: in the head, and at the end; nothing where there are no facts. */
void section_record_head(struct document *document, const struct figures *figures);
void section_record(struct document *document, const struct figures *figures);

/* One section each. */
void section_variability(struct document *document, const struct figures *figures);
void section_arms(struct document *document, const struct figures *figures);
void section_families(struct document *document, const struct figures *figures);
void section_pairs(struct document *document, const struct figures *figures);
void section_more(struct document *document, const struct figures *figures);
/* section_twophase.c: parts of arms and of pairs; nothing where there are no unfinished runs. */
void section_two_phase_arms(struct document *document, const struct figures *figures);
void section_two_phase_pair(struct document *document, const struct figures *figures,
                            const struct pair_result *pair);
void section_budget(struct document *document, const struct figures *figures);
void section_coverage(struct document *document, const struct figures *figures);
void section_signal(struct document *document, const struct figures *figures);
void section_null(struct document *document, const struct figures *figures);

#endif
