/* An arena: many small objects with one lifetime, freed together.
 *
 * A study, a manifest, a snapshot each own one; pointers into an arena stay valid until
 * arena_done. Not thread-safe: one thread fills it, after which any may read. */
#ifndef LOGVAR_BASE_ARENA_H
#define LOGVAR_BASE_ARENA_H

#include <stddef.h>

struct arena_block;
struct arena_owned;
struct arena {
    struct arena_block *blocks;
    struct arena_owned *owned; /* what others allocated */
    size_t n_bytes;            /* handed out so far */
};

void arena_init(struct arena *arena);
void arena_done(struct arena *arena);
/* Zeroed, aligned for any scalar type. */
void *arena_alloc(struct arena *arena, size_t n_items, size_t item_bytes);
/* The same, not zeroed: for large arrays that are filled at once. */
void *arena_alloc_unset(struct arena *arena, size_t n_items, size_t item_bytes);
/* Takes over memory of malloc (NULL is nothing), which is freed with the arena … */
void arena_own(struct arena *arena, void *p);
/* … and all that another arena holds, which is empty then. */
void arena_join(struct arena *arena, struct arena *other);
char *arena_strdup(struct arena *arena, const char *s);
char *arena_strndup(struct arena *arena, const char *s, size_t n);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
