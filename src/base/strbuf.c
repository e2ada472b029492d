#include "base/strbuf.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void strbuf_init(struct strbuf *buf)
{
    *buf = (struct strbuf){.text = mem_zeroed(16, 1), .capacity = 16};
}

void strbuf_done(struct strbuf *buf)
{
    free(buf->text);
    *buf = (struct strbuf){0};
}

void strbuf_clear(struct strbuf *buf)
{
    buf->length = 0;
    buf->text[0] = '\0';
}

static char *room_for(struct strbuf *buf, size_t n)
{
    size_t needed = buf->length + n + 1;
    if (needed > buf->capacity) {
        buf->capacity = needed + needed / 2;
        buf->text = mem_resize(buf->text, buf->capacity, 1);
    }
    return buf->text + buf->length;
}

void strbuf_add(struct strbuf *buf, const char *bytes, size_t n)
{
    if (!n)
        return;
    memcpy(room_for(buf, n), bytes, n);
    buf->length += n;
    buf->text[buf->length] = '\0';
}

void strbuf_add_char(struct strbuf *buf, char c)
{
    strbuf_add(buf, &c, 1);
}

void strbuf_add_repeated(struct strbuf *buf, char c, size_t n)
{
    memset(room_for(buf, n), c, n);
    buf->length += n;
    buf->text[buf->length] = '\0';
}

void strbuf_puts(struct strbuf *buf, const char *s)
{
    strbuf_add(buf, s, strlen(s));
}

void strbuf_vprintf(struct strbuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format,
                      args); /* NOLINT(clang-analyzer-valist.Uninitialized): the caller's */
    if (n > 0) {
        vsnprintf(room_for(buf, (size_t)n), (size_t)n + 1, format, again);
        buf->length += (size_t)n;
    }
    va_end(again);
}

void strbuf_printf(struct strbuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vprintf(buf, format, args);
    va_end(args);
}

char *strbuf_steal(struct strbuf *buf)
{
    char *text = buf->text;
    strbuf_init(buf);
    return text;
}
