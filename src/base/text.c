#include "base/text.h"

#include "base/mem.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t text_decode(const char *s, size_t n, uint32_t *code)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    if (!n)
        return 0;
    unsigned char first = (unsigned char)s[0];
    for (size_t extra = 0; extra < 4; extra++) {
        if ((first & forms[extra].mask) != forms[extra].lead || n <= extra)
            continue;
        uint32_t value = first & (unsigned char)~forms[extra].mask;
        size_t i = 1;
        while (i <= extra && ((unsigned char)s[i] & 0xC0) == 0x80)
            value = value << 6 | ((unsigned char)s[i++] & 0x3F);
        if (i <= extra || value < forms[extra].least || value > 0x10FFFF ||
            (value >= 0xD800 && value <= 0xDFFF))
            break;
        *code = value;
        return extra + 1;
    }
    *code = TEXT_BAD;
    return 1;
}

size_t text_encode(uint32_t code, char bytes[4])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t extra = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    for (size_t i = extra; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(lead[extra] | code);
    return extra + 1;
}

bool text_is_hidden(uint32_t code)
{
    static const struct {
        uint32_t low, high;
    } ranges[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x061C, 0x061C},
                  {0x115F, 0x1160}, {0x180E, 0x180E}, {0x200B, 0x200F},   {0x2028, 0x202E},
                  {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
                  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}, {0xD800, 0xF8FF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].low && code <= ranges[i].high)
            return true;
    return false;
}

int text_code_width(uint32_t code)
{
    if (code < 0x80)
        return 1;
    int width = wcwidth((wchar_t)code);
    return width < 0 ? 1 : width;
}

static void add_mark(struct strbuf *buf, uint32_t code, unsigned char byte)
{
    static const char names[] = "\n\t\r\033";
    static const char letters[] = "ntre";
    const char *known = code && code < 0x80 ? strchr(names, (int)code) : NULL;
    if (known)
        strbuf_printf(buf, "\\%c", letters[known - names]);
    else if (code == TEXT_BAD || code < 0x80)
        strbuf_printf(buf, "\\x%02X", byte);
    else
        strbuf_printf(buf, "\\u{%04X}", (unsigned)code);
}

void text_add_visible(struct strbuf *buf, const char *s)
{
    size_t left = strlen(s);
    uint32_t code;
    for (size_t used; (used = text_decode(s, left, &code)) > 0; s += used, left -= used) {
        if (code == TEXT_BAD || text_is_hidden(code))
            add_mark(buf, code, (unsigned char)*s);
        else
            strbuf_add(buf, s, used);
    }
}

char *text_visible(const char *s)
{
    struct strbuf buf;
    strbuf_init(&buf);
    text_add_visible(&buf, s);
    return buf.text;
}

size_t text_width(const char *s)
{
    char *visible = text_visible(s);
    size_t width = 0, left = strlen(visible);
    uint32_t code;
    const char *at = visible;
    for (size_t used; (used = text_decode(at, left, &code)) > 0; at += used, left -= used)
        width += (size_t)text_code_width(code);
    free(visible);
    return width;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t text_distance(const char *a, const char *b)
{
    size_t n = strlen(b);
    size_t *row = mem_array(n + 1, sizeof *row);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t swap = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(swap, least(row[j], row[j - 1]) + 1);
        }
    }
    size_t distance = row[n];
    free(row);
    return distance;
}

const char *text_nearest(const char *word, const char *const *words, size_t n_words)
{
    size_t length = strlen(word), best = length / 3 + 1;
    const char *nearest = NULL;
    if (length > 64)
        return NULL;
    for (size_t i = 0; i < n_words; i++) {
        size_t distance = text_distance(word, words[i]);
        if (distance <= best && (!nearest || distance < best)) {
            best = distance;
            nearest = words[i];
        }
    }
    return nearest;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compares two numbers of any length at *a and *b, and steps past them. */
static int compare_digits(const char **a, const char **b)
{
    size_t n = 0, m = 0;
    while (**a == '0')
        ++*a;
    while (**b == '0')
        ++*b;
    while (is_digit((*a)[n]))
        n++;
    while (is_digit((*b)[m]))
        m++;
    int order = n != m ? (n > m) - (n < m) : memcmp(*a, *b, n);
    *a += n;
    *b += m;
    return order;
}

int text_natural(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x && *y) {
        if (is_digit(*x) && is_digit(*y)) {
            int order = compare_digits(&x, &y);
            if (order)
                return order;
        } else if (*x != *y) {
            break;
        } else {
            x++, y++;
        }
    }
    if (*x != *y)
        return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
    return strcmp(a, b);
}

bool text_glob(const char *pattern, const char *s)
{
    return fnmatch(pattern, s, 0) == 0;
}
