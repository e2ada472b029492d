/* Lists of names with a common heading, wrapped, and merged where several arms have the same. */
#ifndef LOGVAR_REPORT_LISTING_H
#define LOGVAR_REPORT_LISTING_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends "heading: one, two, three" with `indent` blanks before the first line and two more before
 * the others. Lines are broken at the heading's blanks and between items, nowhere else. The heading
 * and the items must be safe to show. */
void listing_write(struct strbuf *out, size_t indent, size_t columns, const char *heading,
                   const char *const *items, size_t n_items);

/* Items under headings: (heading, items) pairs that are the same for several owners become one entry
 * that names its owners. */
struct listing_entry {
    char *heading;
    size_t n_items, items_capacity;
    char **items;
    size_t n_meant; /* what the items stand for: as many as there are, or more */
    size_t n_owners, owners_capacity;
    const char **owners; /* borrowed */
};

struct listing {
    size_t n_entries, capacity;
    struct listing_entry *entries;
    size_t n_merged; /* entries before this one are of earlier owners */
};

void listing_init(struct listing *listing);
void listing_done(struct listing *listing);
/* Adds an item of the present owner under a heading (NULL: the heading says all); texts are copied and
 * made safe to show. */
void listing_add(struct listing *listing, const char *owner, const char *heading, const char *item);
/* The same for an item that stands for several. */
void listing_add_several(struct listing *listing, const char *owner, const char *heading,
                         const char *item, size_t n_meant);
bool listing_same_owners(const struct listing_entry *a, const struct listing_entry *b);
/* The present owner has no more items: merges its entries with equal ones of earlier owners. */
void listing_next_owner(struct listing *listing);

#endif
