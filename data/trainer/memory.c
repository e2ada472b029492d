#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void *memory_get(size_t n_bytes)
{
    void *memory = calloc(1, n_bytes ? n_bytes : 1);
    if (!memory)
        fatal("out of memory (%zu bytes asked for)", n_bytes);
    return memory;
}

real *memory_reals(size_t n)
{
    return memory_get(n * sizeof(real));
}

void fatal(const char *format, ...)
{
    va_list arguments;
    fputs("trainer: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}
