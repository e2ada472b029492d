#include "logs/utf16.h"

#include "base/mem.h"

#include <stdint.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

static uint32_t unit_at(const unsigned char *p, bool little)
{
    return little ? (uint32_t)(p[0] | p[1] << 8) : (uint32_t)(p[0] << 8 | p[1]);
}

/* The mark alone may be any two bytes; of a log in UTF-16 every other byte is 0 nearly everywhere.
 */
bool utf16_is(const char *bytes, size_t n_bytes)
{
    enum { LOOK_UNITS = 100 };
    bool little = n_bytes >= 4 && !memcmp(bytes, "\xFF\xFE", 2);
    if (!little && (n_bytes < 4 || memcmp(bytes, "\xFE\xFF", 2) != 0))
        return false;
    size_t n = 0, n_ascii = 0;
    for (; n < LOOK_UNITS && 2 * n + 3 < n_bytes; n++) {
        uint32_t c = unit_at((const unsigned char *)bytes + 2 + 2 * n, little);
        n_ascii += c > 0 && c < 0x80;
    }
    return n_ascii * 2 > n;
}

static char *put(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int n_more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = (char)(first[n_more] | c >> (6 * n_more));
    while (n_more-- > 0)
        *out++ = (char)(0x80 | (c >> (6 * n_more) & 0x3F));
    return out;
}

void utf16_convert(struct file_bytes *file)
{
    const unsigned char *p = (const unsigned char *)file->bytes, *end = p + file->n_bytes / 2 * 2;
    bool little = p[0] == 0xFF;
    /* A unit of two bytes takes three at most, a pair of four bytes four. */
    char *text = mem_array(file->n_bytes / 2 + 1, 3), *out = text;
    for (p += 2; p < end; p += 2) {
        uint32_t c = unit_at(p, little);
        if (c >= 0xD800 && c < 0xDC00 && end - p >= 4) {
            uint32_t low = unit_at(p + 2, little);
            bool is_pair = low >= 0xDC00 && low < 0xE000;
            c = is_pair ? 0x10000 + ((c & 0x3FF) << 10 | (low & 0x3FF)) : REPLACEMENT;
            p += is_pair ? 2 : 0;
        } else if (c >= 0xD800 && c < 0xE000) {
            c = REPLACEMENT;
        }
        out = put(out, c);
    }
    *out = '\0';
    file_bytes_done(file);
    *file = (struct file_bytes){text, (size_t)(out - text)};
}
