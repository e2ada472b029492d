/* Cells and designs that are kept: while work needs them (pinned), and after that as long as there
 * is room, the least recently used going first. So a choice that is gone back to costs nothing.
 *
 * Nothing here locks: the owner's mutex is held around every call, except that a thread that was
 * told n_done of a pinned cell may read that many of its records without it (they never change). */
#ifndef LOGVAR_JOBS_STORE_H
#define LOGVAR_JOBS_STORE_H

#include "estimate/records.h"
#include "estimate/replicate.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

/* Links of what is kept; first member of a cell and of a design entry. */
struct kept {
    struct kept *newer, *older; /* in order of use, while unpinned */
    struct kept *next;          /* in its hash chain */
    struct study *study;        /* a reference */
    uint64_t hash;
    size_t n_pins, n_bytes;
    bool is_design, orphan; /* orphan: found by nobody, freed when unpinned */
};

struct cell_range {
    size_t first, end;
};

struct cell {
    struct kept kept;
    struct cell_key key;
    struct records records;
    size_t n_done; /* contiguous from replicate 0 */
    /* Finished stretches behind a gap. */
    size_t n_later, later_capacity;
    struct cell_range *later;
};

struct design_entry {
    struct kept kept;
    struct design_key key;
    struct design *design; /* NULL while its first user builds it */
};

enum { STORE_CHAINS = 1024 };
struct store {
    struct kept *chains[STORE_CHAINS];
    struct kept *newest, *oldest;
    size_t n_bytes, max_bytes; /* pinned ones count, but are never dropped */
    struct study *study;       /* what is of another study is dropped at once */
};

void store_init(struct store *store, size_t max_bytes);
/* Nothing may be pinned any more. */
void store_done(struct store *store);
/* From now on only this study's are worth keeping. */
void store_set_study(struct store *store, struct study *study);

/* Pinned, with room for n_wanted replicates; an older one that is too small lends its records. */
struct cell *store_cell(struct store *store, struct study *study, const struct cell_key *key,
                        size_t n_wanted);
/* Pinned. With design == NULL either somebody else builds it (*mine false), or the caller must: make
 * it without the lock and hand it to store_set_design. */
struct design_entry *store_design(struct store *store, struct study *study,
                                  const struct design_key *key, bool *mine);
void store_set_design(struct store *store, struct design_entry *entry, struct design *design);
void store_unpin(struct store *store, struct kept *kept);

/* Replicates first .. first + n - 1, computed; may overlap what is there (they are the same). */
void cell_commit(struct cell *cell, const struct records *records, size_t first, size_t n);

#endif
