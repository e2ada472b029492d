#include "logs/tfrecord.h"

#include <pthread.h>
#include <string.h>
#if defined __x86_64__ && defined __GNUC__
#include <nmmintrin.h>
#define HAS_SSE42_TARGET 1
#endif

enum { N_SLICES = 8 };
static uint32_t tables[N_SLICES][256];

static void make_tables(void)
{
    const uint32_t polynomial = 0x82F63B78; /* Castagnoli, reflected */
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
        tables[0][i] = crc;
    }
    for (int slice = 1; slice < N_SLICES; slice++)
        for (int i = 0; i < 256; i++) {
            uint32_t before = tables[slice - 1][i];
            tables[slice][i] = before >> 8 ^ tables[0][before & 0xFF];
        }
}

static uint32_t little_endian_32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t little_endian_64(const unsigned char *p)
{
    return little_endian_32(p) | (uint64_t)little_endian_32(p + 4) << 32;
}

/* Eight bytes a turn, one table for each (Kounavis and Berry, slicing by 8). */
uint32_t crc32c_portable(const void *bytes, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
    const unsigned char *p = bytes;
    uint32_t crc = 0xFFFFFFFF;
    for (; n >= 8; p += 8, n -= 8) {
        uint32_t low = crc ^ little_endian_32(p), high = little_endian_32(p + 4);
        crc = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^
              tables[4][low >> 24] ^ tables[3][high & 0xFF] ^ tables[2][high >> 8 & 0xFF] ^
              tables[1][high >> 16 & 0xFF] ^ tables[0][high >> 24];
    }
    for (; n; n--)
        crc = crc >> 8 ^ tables[0][(crc ^ *p++) & 0xFF];
    return ~crc;
}

#ifdef HAS_SSE42_TARGET
__attribute__((target("sse4.2"))) static uint32_t crc32c_sse42(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t crc = 0xFFFFFFFF;
    for (; n >= 8; p += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, p, sizeof word);
        crc = _mm_crc32_u64(crc, word);
    }
    for (; n; n--)
        crc = _mm_crc32_u8((uint32_t)crc, *p++);
    return ~(uint32_t)crc;
}
#endif

uint32_t crc32c(const void *bytes, size_t n)
{
#ifdef HAS_SSE42_TARGET
    if (__builtin_cpu_supports("sse4.2"))
        return crc32c_sse42(bytes, n);
#endif
    return crc32c_portable(bytes, n);
}

uint32_t crc32c_masked(uint32_t crc)
{
    return (crc >> 15 | crc << 17) + 0xA282EAD8;
}

void tfrecords_init(struct tfrecords *records, const void *bytes, size_t n_bytes)
{
    records->start = records->at = bytes;
    records->end = records->at + n_bytes;
}

enum tfrecord_status tfrecords_next(struct tfrecords *records, struct tfrecord *record)
{
    enum { HEAD = 12, TAIL = 4 };
    const unsigned char *at = records->at;
    size_t left = (size_t)(records->end - at);
    record->offset = (size_t)(at - records->start);
    if (!left)
        return TFRECORD_END;
    if (left < HEAD)
        return TFRECORD_TRUNCATED;
    if (crc32c_masked(crc32c(at, 8)) != little_endian_32(at + 8))
        return TFRECORD_BAD_FRAME;
    uint64_t n = little_endian_64(at);
    if (n > left - HEAD || left - HEAD - n < TAIL)
        return TFRECORD_TRUNCATED;
    record->data = at + HEAD;
    record->n_bytes = (size_t)n;
    records->at = record->data + n + TAIL;
    return crc32c_masked(crc32c(record->data, (size_t)n)) == little_endian_32(record->data + n)
               ? TFRECORD_OK
               : TFRECORD_BAD_DATA;
}

bool tfrecords_find_next(struct tfrecords *records)
{
    enum { HEAD = 12, TAIL = 4 };
    for (const unsigned char *at = records->at + 1; records->end - at >= HEAD + TAIL; at++) {
        uint64_t n = little_endian_64(at);
        if (n > (size_t)(records->end - at) - HEAD - TAIL ||
            crc32c_masked(crc32c(at, 8)) != little_endian_32(at + 8))
            continue;
        records->at = at;
        return true;
    }
    return false;
}
