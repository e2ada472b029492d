/* Text in UTF-16, as some shells of Windows write it when output is redirected. */
#ifndef LOGVAR_LOGS_UTF16_H
#define LOGVAR_LOGS_UTF16_H

#include "base/file.h"

/* By its byte order mark; without one it is not told from binary data. */
bool utf16_is(const char *bytes, size_t n_bytes);
/* Replaces the bytes by the same text in UTF-8, the mark left out; half a pair becomes U+FFFD. */
void utf16_convert(struct file_bytes *file);

#endif
