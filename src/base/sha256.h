/* SHA-256 of bytes as 64 hexadecimal digits (nettle). */
#ifndef LOGVAR_BASE_SHA256_H
#define LOGVAR_BASE_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };
void sha256_hex(const void *bytes, size_t n, char text[SHA256_TEXT]);

#endif
