#include "report/listing.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct line {
    struct strbuf *out;
    size_t indent, columns;
    size_t column; /* 0 = nothing stands on the first line yet */
};

/* A piece that is not broken, and what follows it without a blank. */
static void put(struct line *line, const char *piece, size_t length, const char *mark)
{
    char *text = mem_strndup(piece, length);
    size_t width = text_width(text) + strlen(mark);
    if (line->column && line->column + 1 + width > line->columns) {
        strbuf_add_char(line->out, '\n');
        strbuf_add_repeated(line->out, ' ', line->indent + 2);
        line->column = line->indent + 2;
    } else {
        size_t n_blanks = line->column ? 1 : line->indent;
        strbuf_add_repeated(line->out, ' ', n_blanks);
        line->column += n_blanks;
    }
    strbuf_puts(line->out, text);
    strbuf_puts(line->out, mark);
    line->column += width;
    free(text);
}

void listing_write(struct strbuf *out, size_t indent, size_t columns, const char *heading,
                   const char *const *items, size_t n_items)
{
    struct line line = {.out = out, .indent = indent, .columns = columns};
    while (*heading) {
        size_t length = strcspn(heading, " "), n_blanks = strspn(heading + length, " ");
        bool last = !heading[length + n_blanks];
        put(&line, heading, length, last && n_items ? ":" : "");
        heading += length + n_blanks;
    }
    for (size_t i = 0; i < n_items; i++)
        put(&line, items[i], strlen(items[i]), i + 1 < n_items ? "," : "");
    strbuf_add_char(out, '\n');
}

void listing_init(struct listing *listing)
{
    *listing = (struct listing){0};
}

static void entry_done(struct listing_entry *entry)
{
    for (size_t i = 0; i < entry->n_items; i++)
        free(entry->items[i]);
    free(entry->items);
    free(entry->owners);
    free(entry->heading);
}

void listing_done(struct listing *listing)
{
    for (size_t i = 0; i < listing->n_entries; i++)
        entry_done(&listing->entries[i]);
    free(listing->entries);
    listing_init(listing);
}

static struct listing_entry *entry_of(struct listing *listing, const char *owner,
                                      const char *heading)
{
    char *visible = text_visible(heading);
    for (size_t i = listing->n_merged; i < listing->n_entries; i++)
        if (!strcmp(listing->entries[i].heading, visible)) {
            free(visible);
            return &listing->entries[i];
        }
    listing->entries = mem_grow(listing->entries, listing->n_entries, &listing->capacity,
                                sizeof *listing->entries);
    struct listing_entry *entry = &listing->entries[listing->n_entries++];
    *entry = (struct listing_entry){.heading = visible};
    entry->owners = mem_grow(NULL, 0, &entry->owners_capacity, sizeof *entry->owners);
    entry->owners[entry->n_owners++] = owner;
    return entry;
}

void listing_add(struct listing *listing, const char *owner, const char *heading, const char *item)
{
    listing_add_several(listing, owner, heading, item, 1);
}

void listing_add_several(struct listing *listing, const char *owner, const char *heading,
                         const char *item, size_t n_meant)
{
    struct listing_entry *entry = entry_of(listing, owner, heading);
    if (!item)
        return;
    entry->n_meant += n_meant;
    entry->items =
        mem_grow(entry->items, entry->n_items, &entry->items_capacity, sizeof *entry->items);
    entry->items[entry->n_items++] = text_visible(item);
}

bool listing_same_owners(const struct listing_entry *a, const struct listing_entry *b)
{
    return a->n_owners == b->n_owners &&
           !memcmp(a->owners, b->owners, a->n_owners * sizeof *a->owners);
}

static bool same(const struct listing_entry *a, const struct listing_entry *b)
{
    if (a->n_items != b->n_items || strcmp(a->heading, b->heading) != 0)
        return false;
    for (size_t i = 0; i < a->n_items; i++)
        if (strcmp(a->items[i], b->items[i]) != 0)
            return false;
    return true;
}

static struct listing_entry *twin(struct listing *listing, const struct listing_entry *entry)
{
    for (size_t i = 0; i < listing->n_merged; i++)
        if (same(&listing->entries[i], entry))
            return &listing->entries[i];
    return NULL;
}

void listing_next_owner(struct listing *listing)
{
    size_t kept = listing->n_merged;
    for (size_t i = listing->n_merged; i < listing->n_entries; i++) {
        struct listing_entry *entry = &listing->entries[i], *earlier = twin(listing, entry);
        if (!earlier) {
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): where there are entries */
            listing->entries[kept++] = *entry;
            continue;
        }
        earlier->owners = mem_grow(earlier->owners, earlier->n_owners, &earlier->owners_capacity,
                                   sizeof *earlier->owners);
        earlier->owners[earlier->n_owners++] = entry->owners[0];
        entry_done(entry);
    }
    listing->n_entries = listing->n_merged = kept;
}
