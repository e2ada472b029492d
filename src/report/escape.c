#include "report/escape.h"

#include "base/text.h"

#include <stdlib.h>

static const char *replacement_of(char c, const struct escape *escapes)
{
    for (; escapes->character; escapes++)
        if (escapes->character == c)
            return escapes->replacement;
    return NULL;
}

void escape_add(struct strbuf *out, const char *text, const struct escape *escapes)
{
    char *visible = text_visible(text);
    for (const char *p = visible; *p; p++) {
        const char *replacement = replacement_of(*p, escapes);
        if (replacement)
            strbuf_puts(out, replacement);
        else
            strbuf_add_char(out, *p);
    }
    free(visible);
}
