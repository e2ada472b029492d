#include "init/yaml_text.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

static bool is_plain(const char *text)
{
    if (!isalnum((unsigned char)*text) && *text != '/' && *text != '.' && *text != '_')
        return false;
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_./@()+*-", *at))
            return false;
    return strcmp(text, "...") != 0;
}

void yaml_add_text(struct strbuf *out, const char *text)
{
    if (is_plain(text)) {
        strbuf_puts(out, text);
        return;
    }
    strbuf_add_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            strbuf_printf(out, "\\%c", c);
        else if (c < ' ' || c == 127)
            strbuf_printf(out, "\\x%02X", c);
        else
            strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '"');
}

void yaml_add_comment(struct strbuf *out, const char *text)
{
    text_add_visible(out, text);
}
