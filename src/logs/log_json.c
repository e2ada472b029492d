#include "logs/log_json.h"

#include "logs/json_fields.h"
#include "logs/lines.h"

#include <string.h>

/* The object that ends the line, or NULL. What stands before it is at most a prefix. */
static const char *object_in(const struct lines *lines)
{
    enum { PREFIX_MAX = 200 };
    size_t look = lines->length < PREFIX_MAX ? lines->length : PREFIX_MAX;
    const char *at = memchr(lines->text, '{', look), *end = lines->text + lines->length;
    if (!at || lines->length > LINE_BYTES_MAX)
        return NULL;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return end[-1] == '}' && end - at > 2 && (at[1] == '"' || at[1] == '\'') ? at : NULL;
}

static bool read_object(struct json *json, struct field_set *fields, const struct lines *lines,
                        const char *at)
{
    json_restart(json, at, (size_t)(lines->text + lines->length - at));
    field_begin(fields);
    return json_next(json) == JSON_OBJECT && json_fields_read(json, fields, "", 0) &&
           json_at_end(json);
}

bool log_json_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags)
{
    struct field_set *fields = field_set_new(builder, input->options);
    struct lines lines;
    struct json json;
    (void)diags;
    lines_init(&lines, input->bytes, input->n_bytes);
    json_init(&json, "", 0);
    json.python = true;
    while (lines_next(&lines)) {
        const char *at = object_in(&lines);
        if (!at)
            continue;
        if (read_object(&json, fields, &lines, at))
            field_end(fields, lines.number);
        else if (!lines.truncated)
            log_skip_line(builder, lines.number, (size_t)(json.at - lines.text) + 1,
                          json.error ? json.error : "more text behind the object");
    }
    json_done(&json);
    field_set_free(fields);
    return true;
}

int log_json_recognise(const struct reader_input *input)
{
    enum { LOOK_BYTES = 4 << 20, ENOUGH = 3 };
    struct lines lines;
    struct json json;
    int n = 0;
    lines_init(&lines, input->bytes, input->n_bytes < LOOK_BYTES ? input->n_bytes : LOOK_BYTES);
    json_init(&json, "", 0);
    json.python = true;
    while (n < ENOUGH && lines_next(&lines)) {
        const char *at = object_in(&lines);
        if (!at)
            continue;
        json_restart(&json, at, (size_t)(lines.text + lines.length - at));
        n += json_next(&json) == JSON_OBJECT && json_skip(&json) && json_at_end(&json);
    }
    json_done(&json);
    return n == ENOUGH ? 60 : n ? 35 : 0;
}
