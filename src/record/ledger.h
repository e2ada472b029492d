/* The ledger of a study: what the explorer was made to show, arm by arm. One file next to what is
 * remembered of the study (record/place.h), a line for each thing shown for the first time, and one
 * for each time that candidates were ranked by outcome; only added to, whatever --fresh says. Each line
 * holds the SHA-256 of the one before, so a line that was changed or taken out is noticed.
 *
 * Who deletes the file, or explores under another home or path, begins a new one: like the register
 * it is evidence, not proof. */
#ifndef LOGVAR_RECORD_LEDGER_H
#define LOGVAR_RECORD_LEDGER_H

#include "base/arena.h"
#include "base/diag.h"
#include "estimate/request.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

enum ledger_what {
    LEDGER_STATISTIC,  /* a statistic of `fixed` */
    LEDGER_ADJUSTER,   /* an adjuster */
    LEDGER_FAMILIES,   /* a set of families */
    LEDGER_CANDIDATES, /* a look at candidates ranked by outcome */
    N_LEDGER
};
/* "statistics tried", "adjusters compared", "sets of families", "looks at ranked candidates" */
const char *ledger_title(enum ledger_what what);
/* "statistics_tried", …: in JSON and CSV. */
const char *ledger_key(enum ledger_what what);

struct ledger_entry {
    const char *time, *arm; /* the arm's label */
    enum ledger_what what;
    const char *detail; /* names; "" for LEDGER_CANDIDATES */
};

struct ledger {
    struct arena arena;
    char *path;          /* owned; NULL = no home */
    const char *problem; /* why it cannot be kept, in a few words, or NULL */
    bool exists;         /* there is a file; without one looks are unknown on this machine */
    const char *head;    /* SHA-256 of the last line, "" without one; borrowed from the arena */
    size_t n, capacity;
    struct ledger_entry *entries; /* as they were written */
};

/* Reads what there is. Errors of a damaged file go to diags (NULL = not wanted), and make it a ledger
 * that cannot be kept; so does a home that is absent or cannot be written to. */
void ledger_open(struct ledger *ledger, const char *study_path, struct diags *diags);
/* As it was when `head` was its head; false if it never was. For reading only. ledger_done either way. */
bool ledger_open_at(struct ledger *ledger, const char *study_path, const char *head,
                    struct diags *diags);
void ledger_done(struct ledger *ledger);

/* The request is about to be shown: what is new in it is added, file included. */
void ledger_note_request(struct ledger *ledger, const struct study *study,
                         const struct request *request);
/* Candidates of these arms (indices into the study) are ranked by outcome before somebody's eyes. */
void ledger_note_candidates(struct ledger *ledger, const struct study *study, const size_t *arms,
                            size_t n_arms);

/* The same on the command line: `detail` says what listed them, and each such thing counts once. */
void ledger_note_listed(struct ledger *ledger, const struct study *study, const size_t *arms,
                        size_t n_arms, const char *detail);

size_t ledger_count(const struct ledger *ledger, const char *arm, enum ledger_what what);
/* When candidates were first ranked, or NULL. */
const char *ledger_first_look(const struct ledger *ledger);

#endif
