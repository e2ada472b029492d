#include "study/names.h"

#include "base/mem.h"
#include "base/rng.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct names_slot {
    const char *name; /* NULL = free */
    uint64_t hash;
    size_t number;
};

void names_init(struct names *names)
{
    *names = (struct names){0};
}

void names_done(struct names *names)
{
    free(names->slots);
    names_init(names);
}

/* The slot that holds the name, or the free one where it belongs. n_slots is a power of two. */
static struct names_slot *probe(struct names_slot *slots, size_t n_slots, const char *name,
                                uint64_t hash)
{
    size_t at = (size_t)hash & (n_slots - 1);
    while (slots[at].name && (slots[at].hash != hash || strcmp(slots[at].name, name) != 0))
        at = (at + 1) & (n_slots - 1);
    return &slots[at];
}

size_t names_find(const struct names *names, const char *name)
{
    if (!names->n_slots)
        return NAMES_NONE;
    const struct names_slot *slot = probe(names->slots, names->n_slots, name, rng_name(name));
    return slot->name ? slot->number : NAMES_NONE;
}

static void widen(struct names *names)
{
    size_t n_slots = names->n_slots ? names->n_slots * 2 : 64;
    struct names_slot *slots = mem_zeroed(n_slots, sizeof *slots);
    for (size_t i = 0; i < names->n_slots; i++)
        if (names->slots[i].name)
            *probe(slots, n_slots, names->slots[i].name, names->slots[i].hash) = names->slots[i];
    free(names->slots);
    names->slots = slots;
    names->n_slots = n_slots;
}

size_t names_add(struct names *names, const char *name, size_t number)
{
    if (names->n_names * 2 >= names->n_slots)
        widen(names);
    uint64_t hash = rng_name(name);
    struct names_slot *slot = probe(names->slots, names->n_slots, name, hash);
    if (!slot->name) {
        *slot = (struct names_slot){name, hash, number};
        names->n_names++;
    }
    return slot->number;
}
