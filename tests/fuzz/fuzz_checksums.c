#include "fuzz_checksums.h"

#include "logs/tfrecord.h"

#include <string.h>

static void put_checksum(uint8_t *at, const uint8_t *bytes, size_t n_bytes)
{
    uint32_t crc = crc32c_masked(crc32c(bytes, n_bytes));
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(crc >> 8 * i);
}

void fuzz_checksums(uint8_t *bytes, size_t n_bytes)
{
    enum { LENGTH = 8, HEAD = 12, TAIL = 4 };
    for (size_t at = 0; n_bytes - at >= HEAD;) {
        uint64_t n = 0;
        for (int i = 0; i < LENGTH; i++)
            n |= (uint64_t)bytes[at + (size_t)i] << 8 * i;
        put_checksum(bytes + at + LENGTH, bytes + at, LENGTH);
        at += HEAD;
        if (n > n_bytes - at || n_bytes - at - n < TAIL)
            return;
        put_checksum(bytes + at + n, bytes + at, (size_t)n);
        at += (size_t)n + TAIL;
    }
}
