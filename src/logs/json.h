/* A pull parser for JSON as logs hold it.
 *
 * Beyond RFC 8259 it takes what Python writes and reads: NaN, Infinity, -Infinity (nan, inf in any
 * case as well, and None). Numbers too large for a double are infinite. Strings are not checked for
 * UTF-8 (what is shown is made safe there). Duplicate keys are all handed out, in order: the
 * reader's rule is that the last counts. Nesting is limited to JSON_DEPTH_MAX. No memory is taken
 * but for unescaping strings with a backslash in them. With `python` set it also takes what Python
 * prints of a dictionary: strings in single quotes. */
#ifndef LOGVAR_LOGS_JSON_H
#define LOGVAR_LOGS_JSON_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 64 };

enum json_event {
    JSON_END,   /* one whole value was read; json.at stands behind it */
    JSON_ERROR, /* json.error says what, json.at where; stays so */
    JSON_OBJECT,
    JSON_OBJECT_END,
    JSON_ARRAY,
    JSON_ARRAY_END,
    JSON_KEY, /* its text in json.text */
    JSON_STRING,
    JSON_NUMBER, /* json.number; NaN for NaN */
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
};

struct json {
    const char *at, *end;
    const char *text; /* of a key or string, unescaped; valid until the next event */
    size_t length;
    double number;
    const char *error;
    bool python;
    unsigned depth;    /* of open objects and arrays */
    uint64_t is_array; /* bit d: container number d is an array */
    enum { JSON_WANT_VALUE, JSON_WANT_FIRST, JSON_WANT_NEXT, JSON_WANT_DONE } want;
    struct strbuf unescaped;
};

void json_init(struct json *json, const char *bytes, size_t n_bytes);
void json_done(struct json *json);
/* Starts on another text, keeping the buffer. */
void json_restart(struct json *json, const char *bytes, size_t n_bytes);
enum json_event json_next(struct json *json);
/* After JSON_OBJECT or JSON_ARRAY: reads up to and with its end. false on an error. */
bool json_skip(struct json *json);
/* Whether nothing but blanks is left. */
bool json_at_end(struct json *json);

#endif
