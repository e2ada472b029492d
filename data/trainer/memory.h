/* Memory and fatal errors.  The trainer is a batch program: without memory or with an unreadable
 * file there is nothing left to do, so these end the program with a message and status 1. */
#ifndef TRAINER_MEMORY_H
#define TRAINER_MEMORY_H

#include <stddef.h>

#include "real.h"

/* Zeroed memory; the caller frees it.  Never NULL. */
void *memory_get(size_t n_bytes);
real *memory_reals(size_t n);

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2), noreturn))
#endif
void fatal(const char *format, ...);

#endif
