#include "base/arena.h"

#include "base/mem.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

struct arena_owned {
    struct arena_owned *next;
    void *p;
};

/* A block is as large as what was handed out before, within these: there may be an arena a run. */
enum { BLOCK_BYTES_MIN = 4 * 1024 - 64, BLOCK_BYTES_MAX = 64 * 1024 - 64 };

void arena_init(struct arena *arena)
{
    *arena = (struct arena){0};
}

void arena_done(struct arena *arena)
{
    for (const struct arena_owned *owned = arena->owned; owned; owned = owned->next)
        free(owned->p);
    struct arena_block *block = arena->blocks;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena_init(arena);
}

static struct arena_block *add_block(struct arena *arena, size_t n_bytes)
{
    size_t size = arena->n_bytes > BLOCK_BYTES_MIN ? arena->n_bytes : BLOCK_BYTES_MIN;
    if (size > BLOCK_BYTES_MAX)
        size = BLOCK_BYTES_MAX;
    if (size < n_bytes)
        size = n_bytes;
    struct arena_block *block = mem_alloc(sizeof *block + size);
    mem_prefer_huge_pages(block, sizeof *block + size);
    block->next = arena->blocks;
    block->used = 0;
    block->size = size;
    arena->blocks = block;
    return block;
}

void *arena_alloc_unset(struct arena *arena, size_t n_items, size_t item_bytes)
{
    size_t n_bytes;
    if (__builtin_mul_overflow(n_items, item_bytes, &n_bytes) || n_bytes > PTRDIFF_MAX / 2)
        return mem_array(n_items, item_bytes); /* ends the process with the usual message */
    n_bytes = (n_bytes + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < n_bytes)
        block = add_block(arena, n_bytes);
    void *p = block->bytes + block->used;
    block->used += n_bytes;
    arena->n_bytes += n_bytes;
    return p;
}

void *arena_alloc(struct arena *arena, size_t n_items, size_t item_bytes)
{
    return memset(arena_alloc_unset(arena, n_items, item_bytes), 0, n_items * item_bytes);
}

void arena_own(struct arena *arena, void *p)
{
    struct arena_owned *owned = arena_alloc(arena, 1, sizeof *owned);
    *owned = (struct arena_owned){arena->owned, p};
    arena->owned = owned;
}

void arena_join(struct arena *arena, struct arena *other)
{
    struct arena_block **block = &arena->blocks;
    struct arena_owned **owned = &arena->owned;
    while (*block)
        block = &(*block)->next;
    while (*owned)
        owned = &(*owned)->next;
    *block = other->blocks;
    *owned = other->owned;
    arena->n_bytes += other->n_bytes;
    arena_init(other);
}

char *arena_strndup(struct arena *arena, const char *s, size_t n)
{
    char *copy = arena_alloc(arena, n + 1, 1);
    memcpy(copy, s, n);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *s)
{
    return arena_strndup(arena, s, strlen(s));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, (size_t)(n < 0 ? 0 : n) + 1, 1);
    if (n > 0)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}
