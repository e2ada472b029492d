#include "base/mem.h"

#include "base/exit_status.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Set by one thread, asked by whichever runs out. */
static _Atomic(void (*)(void)) failure_handler;

void mem_on_failure(void (*handler)(void))
{
    atomic_store(&failure_handler, handler);
}

void mem_exhausted(void)
{
    static const char text[] = "logvar: out of memory\n";
    static atomic_flag said = ATOMIC_FLAG_INIT;
    /* Threads run out together; the first one speaks and ends the process, the others wait for it. */
    while (atomic_flag_test_and_set(&said))
        pause();
    flockfile(stderr); /* for good: nobody else's line comes into the message or after it */
    void (*handler)(void) = atomic_load(&failure_handler);
    if (handler)
        handler();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_INTERNAL);
    _exit(EXIT_INTERNAL);
}

static size_t total_bytes(size_t n_items, size_t item_bytes)
{
    size_t total;
    if (__builtin_mul_overflow(n_items, item_bytes, &total) || total > PTRDIFF_MAX)
        mem_exhausted();
    return total ? total : 1;
}

static void *checked(void *p)
{
    if (!p)
        mem_exhausted();
    return p;
}

void *mem_alloc(size_t n_bytes)
{
    return checked(malloc(total_bytes(n_bytes, 1)));
}

void *mem_array(size_t n_items, size_t item_bytes)
{
    return checked(malloc(total_bytes(n_items, item_bytes)));
}

void *mem_zeroed(size_t n_items, size_t item_bytes)
{
    return checked(calloc(total_bytes(n_items, item_bytes), 1));
}

void *mem_resize(void *p, size_t n_items, size_t item_bytes)
{
    return checked(realloc(p, total_bytes(n_items, item_bytes)));
}

void *mem_aligned(size_t n_items, size_t item_bytes)
{
    size_t total = total_bytes(n_items, item_bytes);
    if (total > PTRDIFF_MAX - 63)
        mem_exhausted();
    total = (total + 63) & ~(size_t)63;
    return memset(checked(aligned_alloc(64, total)), 0, total);
}

char *mem_strndup(const char *s, size_t n)
{
    char *copy = mem_alloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

char *mem_strdup(const char *s)
{
    return mem_strndup(s, strlen(s));
}

void *mem_grow(void *items, size_t n_items, size_t *capacity, size_t item_bytes)
{
    if (n_items < *capacity)
        return items;
    *capacity = n_items < 8 ? 8 : n_items + n_items / 2;
    items = mem_resize(items, *capacity, item_bytes);
    mem_prefer_huge_pages(items, *capacity * item_bytes);
    return items;
}

void mem_prefer_huge_pages(void *p, size_t n_bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 4096;
    uintptr_t first = ((uintptr_t)p + page - 1) & ~(page - 1),
              last = ((uintptr_t)p + n_bytes) & ~(page - 1);
    if (n_bytes >= MEM_HUGE_BYTES && last > first)
        (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
#else
    (void)p, (void)n_bytes;
#endif
}

void mem_keep_freed(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the largest it takes */
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}
