/* Figures of a snapshot that are kept for the next one. A figure made from the first n replicates of
 * some cells is the same as long as they are: so a snapshot costs what changed since the last ones.
 *
 * Keys are whatever the figure depends on, bit for bit; records have serial numbers (records.h) that
 * no other records ever get. Figures are plain bytes, structs without pointers. Not locked: one
 * snapshot is built at a time. All functions take NULL for "nothing is kept". */
#ifndef LOGVAR_ESTIMATE_MEMO_H
#define LOGVAR_ESTIMATE_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMO_WORDS = 10, MEMO_BYTES = 256 };
/* Entries that are kept at most (about 23 MiB); past that those go that the snapshot being built and the
 * one before it did not use. */
enum { MEMO_ENTRIES_MAX = 1 << 16 };

enum memo_kind {
    MEMO_PAIR = 1,
    MEMO_MORE,
    MEMO_MORE_RAW,
    MEMO_BUDGET,
    MEMO_PAIR_BUDGET,
    MEMO_COVERAGE,
    MEMO_NULL,
};

struct memo_key {
    uint64_t words[MEMO_WORDS]; /* words[0]: the kind; those not used are 0 */
};
/* A double's bits. */
uint64_t memo_word(double value);

struct memo;
struct memo *memo_new(void);
void memo_free(struct memo *memo);
/* A new snapshot is begun. */
void memo_begin(struct memo *memo);
/* True, and `figures` (`bytes` of it, at most MEMO_BYTES) filled, where they are kept. */
bool memo_find(struct memo *memo, const struct memo_key *key, void *figures, size_t bytes);
/* Keeps them; the key must not have been found. */
void memo_keep(struct memo *memo, const struct memo_key *key, const void *figures, size_t bytes);

#endif
