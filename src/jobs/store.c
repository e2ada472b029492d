#include "jobs/store.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void store_init(struct store *store, size_t max_bytes)
{
    *store = (struct store){.max_bytes = max_bytes};
}

static void unlink_use(struct store *store, struct kept *kept)
{
    struct kept **from_newer = kept->newer ? &kept->newer->older : &store->newest;
    struct kept **from_older = kept->older ? &kept->older->newer : &store->oldest;
    *from_newer = kept->older;
    *from_older = kept->newer;
    kept->newer = kept->older = NULL;
}

static void link_newest(struct store *store, struct kept *kept)
{
    kept->older = store->newest;
    *(store->newest ? &store->newest->newer : &store->oldest) = kept;
    store->newest = kept;
}

static void unlink_chain(struct store *store, struct kept *kept)
{
    struct kept **at = &store->chains[kept->hash % STORE_CHAINS];
    while (*at != kept)
        at = &(*at)->next;
    *at = kept->next;
}

static void free_kept(struct kept *kept)
{
    if (kept->is_design) {
        design_free(((struct design_entry *)kept)->design);
    } else {
        records_done(&((struct cell *)kept)->records);
        free(((struct cell *)kept)->later);
    }
    study_unref(kept->study);
    free(kept);
}

/* An unpinned one goes. */
static void drop(struct store *store, struct kept *kept)
{
    unlink_use(store, kept);
    unlink_chain(store, kept);
    store->n_bytes -= kept->n_bytes;
    free_kept(kept);
}

static void make_room(struct store *store)
{
    while (store->n_bytes > store->max_bytes && store->oldest)
        drop(
            store,
            store->oldest); /* NOLINT(clang-analyzer-unix.Malloc): the oldest is another one then */
}

void store_done(struct store *store)
{
    while (store->oldest)
        drop(store, store->oldest);
    study_unref(store->study);
}

void store_set_study(struct store *store, struct study *study)
{
    if (store->study == study)
        return;
    struct study *old = store->study;
    store->study = study_ref(study);
    for (struct kept *kept = store->oldest, *newer; kept; kept = newer) {
        newer = kept->newer;
        if (kept->study != study)
            drop(store, kept);
    }
    study_unref(old);
}

static void pin(struct store *store, struct kept *kept)
{
    if (kept->n_pins++ == 0)
        unlink_use(store, kept);
}

void store_unpin(struct store *store, struct kept *kept)
{
    if (--kept->n_pins > 0)
        return;
    if (kept->orphan) {
        store->n_bytes -= kept->n_bytes;
        free_kept(kept);
        return;
    }
    link_newest(store, kept);
    if (kept->study != store->study)
        drop(store, kept);
    make_room(store);
}

/* A new one, pinned once. */
static void add(struct store *store, struct kept *kept, struct study *study, uint64_t hash,
                size_t n_bytes)
{
    kept->study = study_ref(study);
    kept->hash = hash;
    kept->n_pins = 1;
    kept->n_bytes = n_bytes;
    kept->next = store->chains[hash % STORE_CHAINS];
    store->chains[hash % STORE_CHAINS] = kept;
    store->n_bytes += n_bytes;
    make_room(store);
}

static struct cell *find_cell(const struct store *store, const struct study *study,
                              const struct cell_key *key, uint64_t hash)
{
    for (struct kept *kept = store->chains[hash % STORE_CHAINS]; kept; kept = kept->next)
        if (!kept->is_design && kept->study == study &&
            cell_key_equal(&((struct cell *)kept)->key, key))
            return (struct cell *)kept;
    return NULL;
}

/* Work that still uses the smaller one keeps it; it is not found any more. */
static void supersede(struct store *store, struct cell *old, struct cell *cell)
{
    records_copy(&cell->records, &old->records, 0, 0, old->n_done);
    cell->n_done = old->n_done;
    if (old->kept.n_pins == 0) {
        drop(store, &old->kept);
        return;
    }
    unlink_chain(store, &old->kept);
    old->kept.orphan = true;
}

struct cell *store_cell(struct store *store, struct study *study, const struct cell_key *key,
                        size_t n_wanted)
{
    uint64_t hash = cell_key_hash(key);
    struct cell *old = find_cell(store, study, key, hash);
    if (old && old->records.capacity >= n_wanted) {
        pin(store, &old->kept);
        return old;
    }
    struct cell *cell = mem_zeroed(1, sizeof *cell);
    cell->key = *key;
    records_init(&cell->records, key, n_wanted);
    if (old)
        supersede(store, old, cell);
    add(store, &cell->kept, study, hash, sizeof *cell + records_bytes(key, n_wanted));
    return cell;
}

static uint64_t design_hash(const struct design_key *key)
{
    uint64_t hash = key->arm * UINT64_C(0x9E3779B97F4A7C15) ^ key->families;
    for (size_t i = 0; i < key->n_statistic; i++)
        hash = (hash ^ key->statistic[i]) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 31;
}

struct design_entry *store_design(struct store *store, struct study *study,
                                  const struct design_key *key, bool *mine)
{
    uint64_t hash = design_hash(key);
    *mine = false;
    for (struct kept *kept = store->chains[hash % STORE_CHAINS]; kept; kept = kept->next) {
        struct design_entry *entry = (struct design_entry *)kept;
        if (kept->is_design && kept->study == study && memcmp(&entry->key, key, sizeof *key) == 0) {
            pin(store, kept);
            return entry;
        }
    }
    struct design_entry *entry = mem_zeroed(1, sizeof *entry);
    entry->kept.is_design = true;
    entry->key = *key;
    add(store, &entry->kept, study, hash, sizeof *entry);
    *mine = true;
    return entry;
}

void store_set_design(struct store *store, struct design_entry *entry, struct design *design)
{
    size_t n_bytes = design_bytes(design);
    entry->design = design;
    entry->kept.n_bytes += n_bytes;
    store->n_bytes += n_bytes;
    make_room(store);
}

static void take_later(struct cell *cell)
{
    for (size_t i = 0; i < cell->n_later;)
        if (cell->later[i].first <= cell->n_done) {
            if (cell->later[i].end > cell->n_done)
                cell->n_done = cell->later[i].end;
            cell->later[i] = cell->later[--cell->n_later];
            i = 0;
        } else {
            i++;
        }
}

void cell_commit(struct cell *cell, const struct records *records, size_t first, size_t n)
{
    if (first + n <= cell->n_done || first + n > cell->records.capacity)
        return;
    /* What readers may be reading stays untouched. */
    size_t skip = cell->n_done > first ? cell->n_done - first : 0;
    records_copy(&cell->records, records, skip, first + skip, n - skip);
    if (first > cell->n_done) {
        cell->later =
            mem_grow(cell->later, cell->n_later, &cell->later_capacity, sizeof *cell->later);
        cell->later[cell->n_later++] = (struct cell_range){first, first + n};
        return;
    }
    cell->n_done = first + n;
    take_later(cell);
}
