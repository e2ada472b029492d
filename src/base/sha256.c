#include "base/sha256.h"

#include <nettle/sha2.h>
#include <stdio.h>

void sha256_hex(const void *bytes, size_t n, char text[SHA256_TEXT])
{
    struct sha256_ctx context;
    unsigned char digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, n, bytes);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
