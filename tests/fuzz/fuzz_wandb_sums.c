/* The right checksums for the pieces of a .wandb file, as fuzz_checksums.c has them for events. */
#include "fuzz_checksums.h"

#include <zlib.h>

void fuzz_checksums(uint8_t *bytes, size_t n_bytes)
{
    enum { HEAD = 7, BLOCK = 32768 };
    for (size_t at = HEAD; at < n_bytes && n_bytes - at >= HEAD;) {
        size_t n = (size_t)bytes[at + 4] | (size_t)bytes[at + 5] << 8;
        size_t left = BLOCK - at % BLOCK;
        if (left < HEAD) {
            at += left;
            continue;
        }
        if (n > left - HEAD || n > n_bytes - at - HEAD)
            return;
        uLong sum = crc32(0, bytes + at + 6, (uInt)n + 1);
        for (int i = 0; i < 4; i++)
            bytes[at + (size_t)i] = (uint8_t)(sum >> 8 * i);
        at += HEAD + n;
    }
}
