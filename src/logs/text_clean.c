#include "logs/text_clean.h"

#include <string.h>

/* p stands behind ESC. CSI ends with a byte of @ to ~, OSC with BEL or ESC \. */
static const char *skip_escape(const char *p, const char *end)
{
    if (p < end && *p == '[') {
        p++;
        while (p < end && !(*p >= '@' && *p <= '~'))
            p++;
        return p < end ? p + 1 : end;
    }
    if (p < end && *p == ']') {
        while (p < end && *p != '\a' && *p != '\033')
            p++;
        p += p < end && *p == '\033';
    }
    return p < end ? p + 1 : end;
}

void text_clean(struct lines *line, struct strbuf *buf)
{
    const char *p = line->text, *end = p + line->length;
    if (!memchr(p, '\033', line->length) && !memchr(p, '\b', line->length))
        return;
    strbuf_clear(buf);
    while (p < end) {
        if (*p == '\033') {
            p = skip_escape(p + 1, end);
        } else if (*p == '\b') {
            /* What was written before is written over. */
            if (buf->length)
                buf->text[--buf->length] = '\0';
            p++;
        } else {
            const char *plain = p;
            while (p < end && *p != '\033' && *p != '\b')
                p++;
            strbuf_add(buf, plain, (size_t)(p - plain));
        }
    }
    line->text = buf->text;
    line->length = buf->length;
}
