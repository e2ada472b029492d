/* Memory that cannot fail quietly.
 *
 * Every allocation of the program goes through these functions. When memory runs out they call the
 * handler (the screen restores the terminal there), print one line and end the process with status
 * 3, so no caller checks for NULL. Sizes that overflow count as memory that is not to be had.
 * Thread-safe; what they return is released with free(). */
#ifndef LOGVAR_BASE_MEM_H
#define LOGVAR_BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t n_bytes);
/* For libraries that ask for memory themselves and say when there was none. */
_Noreturn void mem_exhausted(void);
void *mem_zeroed(size_t n_items, size_t item_bytes);
void *mem_array(size_t n_items, size_t item_bytes);
void *mem_resize(void *p, size_t n_items, size_t item_bytes);
/* Aligned to 64 bytes (a cache line and the widest vector), zeroed; released with free(). */
void *mem_aligned(size_t n_items, size_t item_bytes);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);

/* Makes room for one more item in a growing array: *capacity at least n_items + 1. */
void *mem_grow(void *items, size_t n_items, size_t *capacity, size_t item_bytes);

/* Large arrays that are filled at once cost mostly page faults; pages of 2 MiB cost 500 times fewer.
 * A hint, without effect below MEM_HUGE_BYTES or where the system has none. */
enum { MEM_HUGE_BYTES = 4 << 20 };
void mem_prefer_huge_pages(void *p, size_t n_bytes);

/* Keeps memory that was freed (up to 128 MiB) for the next arrays, where the allocator would give it
 * back to the system and fetch it again, page by page: reading many logs costs little else. Call
 * it once, before any thread. */
void mem_keep_freed(void);

/* Called once, before the message, when memory runs out, by whichever thread that happens to, which has
 * standard error locked (flockfile); NULL for none. */
void mem_on_failure(void (*handler)(void));

#endif
