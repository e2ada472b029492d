/* Files that are known by their first bytes and are not read: what they are, and what to do. */
#ifndef LOGVAR_LOGS_FOREIGN_H
#define LOGVAR_LOGS_FOREIGN_H

#include <stddef.h>

/* What is to be said after the file's name, or NULL: it is none of these. */
const char *foreign_file(const char *bytes, size_t n_bytes);

#endif
