/* Takes gzip off, recognised by its magic bytes, never by a name. */
#ifndef LOGVAR_LOGS_GZIP_H
#define LOGVAR_LOGS_GZIP_H

#include "base/diag.h"
#include "base/file.h"

/* A file that inflates to more than GZIP_RATIO_MAX times its size is not a log but a bomb. */
enum { GZIP_RATIO_MAX = 400 };

bool gzip_is(const char *bytes, size_t n_bytes);
/* Replaces file->bytes by what they inflate to (all members of the file). A stream that stops short
 * or is damaged further on gives what was whole, with a warning. false with an error in diags when
 * there is nothing to be had, or more than max_bytes. */
bool gzip_inflate(const char *path, size_t max_bytes, struct file_bytes *file, struct diags *diags);

#endif
