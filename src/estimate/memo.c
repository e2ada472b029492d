#include "estimate/memo.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct memo_entry {
    struct memo_entry *next; /* in its chain */
    struct memo_key key;
    unsigned long used; /* number of the snapshot that used it last */
    unsigned char figures[MEMO_BYTES];
};

enum { CHAINS = 1 << 14 };
struct memo {
    struct memo_entry *chains[CHAINS];
    size_t n_entries;
    unsigned long n_snapshots;
};

uint64_t memo_word(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

struct memo *memo_new(void)
{
    return mem_zeroed(1, sizeof(struct memo));
}

/* Entries last used before snapshot number `since` go. */
static void forget(struct memo *memo, unsigned long since)
{
    for (size_t c = 0; c < CHAINS; c++)
        for (struct memo_entry **at = &memo->chains[c], *entry; (entry = *at);) {
            if (entry->used >= since) {
                at = &entry->next;
                continue;
            }
            *at = entry->next;
            free(entry);
            memo->n_entries--;
        }
}

void memo_free(struct memo *memo)
{
    if (!memo)
        return;
    forget(memo, memo->n_snapshots + 1);
    free(memo);
}

void memo_begin(struct memo *memo)
{
    if (!memo)
        return;
    memo->n_snapshots++;
    if (memo->n_entries > MEMO_ENTRIES_MAX / 2)
        forget(memo, memo->n_snapshots - 1);
}

static struct memo_entry **chain_of(struct memo *memo, const struct memo_key *key)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < MEMO_WORDS; i++) {
        hash = (hash ^ key->words[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return &memo->chains[hash % CHAINS];
}

bool memo_find(struct memo *memo, const struct memo_key *key, void *figures, size_t bytes)
{
    struct memo_entry *entry = memo ? *chain_of(memo, key) : NULL;
    while (entry && memcmp(&entry->key, key, sizeof *key) != 0)
        entry = entry->next;
    if (!entry)
        return false;
    entry->used = memo->n_snapshots;
    memcpy(figures, entry->figures, bytes);
    return true;
}

void memo_keep(struct memo *memo, const struct memo_key *key, const void *figures, size_t bytes)
{
    if (!memo || memo->n_entries >= MEMO_ENTRIES_MAX)
        return;
    struct memo_entry **chain = chain_of(memo, key), *entry = mem_zeroed(1, sizeof *entry);
    *entry = (struct memo_entry){.next = *chain, .key = *key, .used = memo->n_snapshots};
    memcpy(entry->figures, figures, bytes);
    *chain = entry;
    memo->n_entries++;
}
