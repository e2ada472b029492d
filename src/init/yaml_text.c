#include "init/yaml_text.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
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

/* Escaped where it would be unseen, or would move what is around it. */
static void add_character(struct strbuf *out, const char *bytes, size_t n, uint32_t code)
{
    char one[5] = {0};
    memcpy(one, bytes, n);
    char *visible = text_visible(one);
    if (code == '"' || code == '\\')
        strbuf_printf(out, "\\%c", (int)code);
    else if (!strcmp(visible, one))
        strbuf_puts(out, one);
    else if (code <= 0xFFFF)
        strbuf_printf(out, "\\u%04X", (unsigned)code);
    else
        strbuf_printf(out, "\\U%08X", (unsigned)code);
    free(visible);
}

void yaml_add_text(struct strbuf *out, const char *text)
{
    if (is_plain(text)) {
        strbuf_puts(out, text);
        return;
    }
    size_t left = strlen(text);
    uint32_t code;
    strbuf_add_char(out, '"');
    for (size_t used; (used = text_decode(text, left, &code)) > 0; text += used, left -= used)
        add_character(out, text, used, code == TEXT_BAD ? 0xFFFD : code);
    strbuf_add_char(out, '"');
}

void yaml_add_comment(struct strbuf *out, const char *text)
{
    text_add_visible(out, text);
}
