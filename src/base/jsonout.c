#include "base/jsonout.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

void jsonout_init(struct jsonout *json, struct strbuf *out)
{
    *json = (struct jsonout){.out = out, .empty = true};
}

/* Invisible and direction-changing characters are escaped: the text stays the same for a program
 * and cannot deceive a reader. */
static bool is_escaped(uint32_t code)
{
    return code == '"' || code == '\\' || text_is_hidden(code);
}

static void add_escape(struct strbuf *out, uint32_t code)
{
    static const char characters[] = "\"\\\n\t\r", letters[] = "\"\\ntr";
    const char *known = code && code < 0x80 ? strchr(characters, (int)code) : NULL;
    if (known)
        strbuf_printf(out, "\\%c", letters[known - characters]);
    else if (code < 0x10000)
        strbuf_printf(out, "\\u%04x", (unsigned)code);
    else /* two surrogates */
        strbuf_printf(out, "\\u%04x\\u%04x", 0xD800 + ((unsigned)(code - 0x10000) >> 10),
                      0xDC00 + ((unsigned)(code - 0x10000) & 0x3FF));
}

static void add_string(struct strbuf *out, const char *s)
{
    uint32_t code;
    size_t left = strlen(s);
    strbuf_add_char(out, '"');
    for (size_t used; (used = text_decode(s, left, &code)) > 0; s += used, left -= used)
        if (code == TEXT_BAD)
            strbuf_puts(out, "\xEF\xBF\xBD");
        else if (is_escaped(code))
            add_escape(out, code);
        else
            strbuf_add(out, s, used);
    strbuf_add_char(out, '"');
}

static bool on_one_line(const struct jsonout *json)
{
    return json->line_depth && json->depth >= json->line_depth;
}

static void add_break(struct jsonout *json)
{
    strbuf_add_char(json->out, '\n');
    strbuf_add_repeated(json->out, ' ', 2 * json->depth);
}

/* The comma, the place and the key of the next member. */
static void begin_member(struct jsonout *json, const char *key)
{
    if (!json->empty)
        strbuf_puts(json->out, on_one_line(json) ? ", " : ",");
    if (json->depth && !on_one_line(json))
        add_break(json);
    json->empty = false;
    if (key) {
        add_string(json->out, key);
        strbuf_puts(json->out, ": ");
    }
}

static void begin_container(struct jsonout *json, const char *key, char bracket, bool line)
{
    begin_member(json, key);
    strbuf_add_char(json->out, bracket);
    json->depth++;
    json->empty = true;
    if (line && !json->line_depth)
        json->line_depth = json->depth;
}

static void end_container(struct jsonout *json, char bracket)
{
    bool broken = !json->empty && !on_one_line(json);
    if (json->line_depth == json->depth)
        json->line_depth = 0;
    json->depth--;
    json->empty = false;
    if (broken)
        add_break(json);
    strbuf_add_char(json->out, bracket);
    if (!json->depth)
        strbuf_add_char(json->out, '\n');
}

void jsonout_begin_object(struct jsonout *json, const char *key)
{
    begin_container(json, key, '{', false);
}

void jsonout_begin_line_object(struct jsonout *json, const char *key)
{
    begin_container(json, key, '{', true);
}

void jsonout_end_object(struct jsonout *json)
{
    end_container(json, '}');
}

void jsonout_begin_array(struct jsonout *json, const char *key)
{
    begin_container(json, key, '[', false);
}

void jsonout_begin_line_array(struct jsonout *json, const char *key)
{
    begin_container(json, key, '[', true);
}

void jsonout_end_array(struct jsonout *json)
{
    end_container(json, ']');
}

void jsonout_string(struct jsonout *json, const char *key, const char *s)
{
    begin_member(json, key);
    if (s)
        add_string(json->out, s);
    else
        strbuf_puts(json->out, "null");
}

void jsonout_number(struct jsonout *json, const char *key, double value)
{
    char text[NUM_TEXT_MAX];
    begin_member(json, key);
    if (isfinite(value))
        num_write(text, value);
    strbuf_puts(json->out, isfinite(value) ? text : "null");
}

void jsonout_count(struct jsonout *json, const char *key, unsigned long long value)
{
    begin_member(json, key);
    strbuf_printf(json->out, "%llu", value);
}

void jsonout_bool(struct jsonout *json, const char *key, bool value)
{
    begin_member(json, key);
    strbuf_puts(json->out, value ? "true" : "false");
}
