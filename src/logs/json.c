#include "logs/json.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>
#include <strings.h>

void json_init(struct json *json, const char *bytes, size_t n_bytes)
{
    *json = (struct json){.at = bytes, .end = bytes + n_bytes};
    strbuf_init(&json->unescaped);
}

void json_done(struct json *json)
{
    strbuf_done(&json->unescaped);
}

void json_restart(struct json *json, const char *bytes, size_t n_bytes)
{
    struct strbuf kept = json->unescaped;
    *json = (struct json){
        .at = bytes, .end = bytes + n_bytes, .python = json->python, .unescaped = kept};
}

static enum json_event fail(struct json *json, const char *what)
{
    if (!json->error)
        json->error = json->at < json->end ? what : "it ends too early";
    return JSON_ERROR;
}

static inline void skip_blanks(struct json *json)
{
    while (json->at < json->end &&
           (*json->at == ' ' || *json->at == '\n' || *json->at == '\t' || *json->at == '\r'))
        json->at++;
}

static enum json_event after_value(struct json *json, enum json_event event)
{
    json->want = json->depth ? JSON_WANT_NEXT : JSON_WANT_DONE;
    return event;
}

static bool read_hex(const char *p, const char *end, uint32_t *code)
{
    *code = 0;
    if (end - p < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = p[i] ? strchr(digits, p[i] | 0x20) : NULL;
        if (!digit || (p[i] < '0') || (p[i] > '9' && p[i] < 'A'))
            return false;
        *code = *code * 16 + (uint32_t)(digit - digits);
    }
    return true;
}

/* p stands behind "\u". Pairs of surrogates are one character; a lone one is a mark. Returns what
 * follows, NULL if malformed. */
static const char *unescape_code(struct strbuf *out, const char *p, const char *end)
{
    uint32_t code, low;
    if (!read_hex(p, end, &code))
        return NULL;
    p += 4;
    if (code >= 0xD800 && code < 0xDC00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u' &&
        read_hex(p + 2, end, &low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        p += 6;
    } else if (code >= 0xD800 && code < 0xE000) {
        code = 0xFFFD;
    }
    char bytes[4];
    strbuf_add(out, bytes, text_encode(code, bytes));
    return p;
}

static const char *unescape_one(struct strbuf *out, const char *p, const char *end)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (p == end)
        return NULL;
    if (*p == 'u')
        return unescape_code(out, p + 1, end);
    const char *known = *p ? strchr(letters, *p) : NULL;
    if (!known)
        return NULL;
    strbuf_add_char(out, meanings[known - letters]);
    return p + 1;
}

/* From the first backslash on. */
static bool read_escaped(struct json *json, const char *text, const char *p, char quote)
{
    strbuf_clear(&json->unescaped);
    strbuf_add(&json->unescaped, text, (size_t)(p - text));
    while (p < json->end && *p != quote) {
        const char *plain = p;
        while (p < json->end && *p != quote && *p != '\\')
            p++;
        strbuf_add(&json->unescaped, plain, (size_t)(p - plain));
        if (p < json->end && *p == '\\') {
            json->at = p;
            p = unescape_one(&json->unescaped, p + 1, json->end);
            if (!p)
                return fail(json, "malformed escape in a string") != JSON_ERROR;
        }
    }
    json->at = p;
    json->text = json->unescaped.text;
    json->length = json->unescaped.length;
    return p < json->end || fail(json, "") != JSON_ERROR;
}

/* json->at stands on the opening quote. */
static bool read_string(struct json *json)
{
    const char *text = json->at + 1, *p = text, *end = json->end;
    const char quote = *json->at;
    while (p < end && *p != quote && *p != '\\')
        p++;
    if (p < end && *p == quote) {
        json->text = text;
        json->length = (size_t)(p - text);
        json->at = p;
    } else if (!read_escaped(json, text, p, quote)) {
        return false;
    }
    json->at++;
    return true;
}

static bool is_quote(const struct json *json, char c)
{
    return c == '"' || (c == '\'' && json->python);
}

static enum json_event read_key(struct json *json)
{
    skip_blanks(json);
    if (json->at == json->end || !is_quote(json, *json->at))
        return fail(json, "a key in quotes is expected");
    if (!read_string(json))
        return JSON_ERROR;
    skip_blanks(json);
    if (json->at == json->end || *json->at != ':')
        return fail(json, "':' is expected");
    json->at++;
    json->want = JSON_WANT_VALUE;
    return JSON_KEY;
}

static enum json_event open_container(struct json *json, bool is_array)
{
    if (json->depth == JSON_DEPTH_MAX)
        return fail(json, "nested too deeply");
    uint64_t bit = UINT64_C(1) << json->depth++;
    json->is_array = is_array ? json->is_array | bit : json->is_array & ~bit;
    json->at++;
    json->want = JSON_WANT_FIRST;
    return is_array ? JSON_ARRAY : JSON_OBJECT;
}

static enum json_event close_container(struct json *json, bool is_array)
{
    json->at++;
    json->depth--;
    return after_value(json, is_array ? JSON_ARRAY_END : JSON_OBJECT_END);
}

static const struct json_word {
    const char *text;
    enum json_event event;
    double number;
} words[] = {{"true", JSON_TRUE, 1},
             {"false", JSON_FALSE, 0},
             {"null", JSON_NULL, NAN},
             {"None", JSON_NULL, NAN},
             {"NaN", JSON_NUMBER, NAN},
             {"Infinity", JSON_NUMBER, INFINITY},
             {"-Infinity", JSON_NUMBER, -INFINITY},
             {"inf", JSON_NUMBER, INFINITY},
             {"-inf", JSON_NUMBER, -INFINITY},
             {"-NaN", JSON_NUMBER, NAN}};

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static enum json_event read_word(struct json *json)
{
    const char *p = json->at + (*json->at == '-');
    while (p < json->end && is_letter(*p))
        p++;
    size_t length = (size_t)(p - json->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == length && !strncasecmp(words[i].text, json->at, length)) {
            json->at = p;
            bool is_nan = words[i].event == JSON_NUMBER && isnan(words[i].number);
            json->number = is_nan ? num_nan() : words[i].number;
            return after_value(json, words[i].event);
        }
    return fail(json, "a value is expected");
}

static enum json_event read_number(struct json *json)
{
    size_t used = num_prefix(json->at, (size_t)(json->end - json->at), &json->number);
    if (!used)
        return read_word(json);
    json->at += used;
    if (json->at < json->end && (is_letter(*json->at) || *json->at == '.' || *json->at == '_'))
        return fail(json, "malformed number");
    return after_value(json, JSON_NUMBER);
}

static enum json_event read_value(struct json *json)
{
    skip_blanks(json);
    if (json->at == json->end)
        return fail(json, "");
    if (is_quote(json, *json->at))
        return read_string(json) ? after_value(json, JSON_STRING) : JSON_ERROR;
    if (*json->at == '{' || *json->at == '[')
        return open_container(json, *json->at == '[');
    return read_number(json);
}

enum json_event json_next(struct json *json)
{
    if (json->error)
        return JSON_ERROR;
    if (json->want == JSON_WANT_DONE)
        return JSON_END;
    if (json->want == JSON_WANT_VALUE)
        return read_value(json);
    bool is_array = json->is_array >> (json->depth - 1) & 1;
    skip_blanks(json);
    if (json->at == json->end)
        return fail(json, "");
    if (*json->at == (is_array ? ']' : '}'))
        return close_container(json, is_array);
    if (json->want == JSON_WANT_NEXT) {
        if (*json->at != ',')
            return fail(json, "',' or the end of the list is expected");
        json->at++;
    }
    return is_array ? read_value(json) : read_key(json);
}

bool json_skip(struct json *json)
{
    unsigned depth = json->depth;
    while (json->depth >= depth)
        if (json_next(json) == JSON_ERROR)
            return false;
    return true;
}

bool json_at_end(struct json *json)
{
    skip_blanks(json);
    return json->at == json->end;
}
