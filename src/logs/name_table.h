/* Numbers for names: a hash table from text to the index that its owner keeps the name under. */
#ifndef LOGVAR_LOGS_NAME_TABLE_H
#define LOGVAR_LOGS_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_slot {
    const char *name; /* borrowed; NULL = free */
    size_t length, index;
};

struct name_table {
    struct name_slot *slots; /* open addressing, a power of two of them; at most half are taken */
    size_t n_slots, n_names;
};

void name_table_init(struct name_table *table);
void name_table_done(struct name_table *table);
/* The index of the name, or NAME_UNKNOWN. */
#define NAME_UNKNOWN ((size_t)-1)
size_t name_table_find(const struct name_table *table, const char *name, size_t length);
/* The name must not be in the table, and must live as long as it. */
void name_table_add(struct name_table *table, const char *name, size_t length, size_t index);

#endif
