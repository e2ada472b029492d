/* The register of a study: what was declared, and which runs were known, each time `logvar register`
 * was called. STUDY.register.jsonl next to STUDY.yaml, one line per registration, only added to; each
 * line holds the SHA-256 of the one before, so that a line that was changed or taken out is noticed.
 *
 * A local record is evidence of the order in which things were done, not proof: whoever can write
 * the file can write another one. One thread. */
#ifndef LOGVAR_RECORD_REGISTER_H
#define LOGVAR_RECORD_REGISTER_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

/* A thing that was declared, for the whole study or for one arm. */
struct declared_item {
    const char *arm; /* its label; "" = the study */
    const char *name, *value;
};

/* A run, and a mark of its outcome: the first 16 digits of the SHA-256 of arm, run and outcome. */
struct known_run {
    const char *arm, *run, *mark;
};

struct registration {
    const char *time; /* journal_now */
    const char *version;
    const char *meaning;     /* SHA-256 of the manifest's meaning */
    const char *runs_sha256; /* of all identities and outcomes known then */
    size_t n_items;
    const struct declared_item *items;
    size_t n_runs;
    const struct known_run *runs;
    size_t
        n_unfinished;   /* known then: runs that had reached the window's end and not the outcome */
    size_t line;        /* of the file */
    const char *digest; /* SHA-256 of that line, which the next one holds */
};

struct registrations {
    struct arena arena;
    bool exists;
    size_t n;
    struct registration *items; /* the last one is in force */
};

/* "STUDY.register.jsonl" for STUDY.yaml; newly allocated. */
char *register_path(const char *study_path);

/* What the study declares now, as a registration with the present time. In the arena. */
struct registration *registration_of(const struct study *study, struct arena *arena);

/* A missing file is not a registration. false with file:line errors if anything in it is damaged; what
 * could be read is there all the same. registrations_done either way. */
bool registrations_read(struct registrations *all, const char *path, struct diags *diags);
void registrations_done(struct registrations *all);

/* Registers the study as it is now; false with errors, among them those of a damaged register, to
 * which nothing is added. The time is never before that of the first look in the ledger, whatever a clock
 * says that may have been set back since. */
bool register_study(const struct study *study, const char *path, struct diags *diags);

/* Names what differs between two registrations ("statistic of mnist/conv, seed"); returns how many
 * things do. Arms that only one of them has are not a difference here: their runs are. */
size_t registration_changes(const struct registration *then, const struct registration *now,
                            struct strbuf *names);

#endif
