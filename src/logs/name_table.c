#include "logs/name_table.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_FIRST = 256 };

void name_table_init(struct name_table *table)
{
    *table = (struct name_table){mem_zeroed(SLOTS_FIRST, sizeof *table->slots), SLOTS_FIRST, 0};
}

void name_table_done(struct name_table *table)
{
    free(table->slots);
    *table = (struct name_table){0};
}

/* FNV-1a, 64 bits. */
static uint64_t hash_name(const char *name, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    return hash ^ hash >> 32;
}

/* The slot that holds the name, or the free one where it belongs. */
static struct name_slot *find_slot(const struct name_table *table, const char *name, size_t length)
{
    size_t at = (size_t)hash_name(name, length) & (table->n_slots - 1);
    while (table->slots[at].name &&
           (table->slots[at].length != length || memcmp(table->slots[at].name, name, length) != 0))
        at = (at + 1) & (table->n_slots - 1);
    return &table->slots[at];
}

size_t name_table_find(const struct name_table *table, const char *name, size_t length)
{
    const struct name_slot *slot = find_slot(table, name, length);
    return slot->name ? slot->index : NAME_UNKNOWN;
}

static void grow(struct name_table *table)
{
    struct name_table old = *table;
    table->n_slots *= 2;
    table->slots = mem_zeroed(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].name)
            *find_slot(table, old.slots[i].name, old.slots[i].length) = old.slots[i];
    free(old.slots);
}

void name_table_add(struct name_table *table, const char *name, size_t length, size_t index)
{
    if ((table->n_names + 1) * 2 > table->n_slots)
        grow(table);
    *find_slot(table, name, length) = (struct name_slot){name, length, index};
    table->n_names++;
}
