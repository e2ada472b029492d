/* What the register and the ledger say of a study as it is now: for reports, for the title of the
 * screen, and for the one exploratory rule. Immutable once made; any thread may make its own. */
#ifndef LOGVAR_RECORD_FACTS_H
#define LOGVAR_RECORD_FACTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "estimate/exploratory.h"
#include "record/ledger.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

enum register_state { REGISTER_NONE, REGISTER_KEPT, REGISTER_DAMAGED };

struct record_arm {
    const char *label;
    size_t n_after; /* runs that came after the registration in force; all, where there is none */
    size_t counts[N_LEDGER];
};

struct record_facts {
    struct arena arena;
    enum register_state state;
    const char *register_path;
    const char *time; /* of the registration in force, or NULL */
    size_t n_registrations;
    size_t n_runs;             /* in use now, of all arms */
    size_t n_after;            /* of them not known when it was registered */
    size_t n_gone;             /* known then, in use no more */
    size_t n_altered;          /* known then, with another outcome now */
    const char *changes;       /* names of what was declared otherwise, "" if nothing was */
    const char *register_head; /* SHA-256 of the register's last line; "" without one */
    const char *ledger_head;   /* the same of the ledger */
    bool ledger_known;         /* there is a ledger on this machine; else looks are unknown */
    bool ledger_kept;
    const char *ledger_problem;
    const char *first_look; /* when candidates were first ranked in the explorer, or NULL */
    size_t n_arms;
    struct record_arm *arms; /* in the study's order */
};

/* Never NULL; what is wrong with either file goes to diags. */
struct record_facts *record_facts_new(const struct study *study, struct diags *diags);
/* As they were when the files had these heads (as in a report of that time). Where a file never had
 * such a head, that is an error in diags, and the facts are those of the file as it is. */
struct record_facts *record_facts_at(const struct study *study, const char *register_head,
                                     const char *ledger_head, struct diags *diags);
void record_facts_free(struct record_facts *facts);

/* What of it the exploratory rule asks for. facts may be NULL: nothing is recorded. */
struct exploratory_history record_history(const struct record_facts *facts);

/* "registered 2026-11-30 07:20 UTC, 12 of 100 runs came after, nothing changed since" */
void record_add_sentence(const struct record_facts *facts, struct strbuf *out);
/* "2026-11-30 07:20 UTC" */
void record_add_time(const char *time, struct strbuf *out);

#endif
