#include "ingest/jsonl.h"

#include "ingest/json_fields.h"
#include "ingest/lines.h"

#include <string.h>

static bool is_blank_line(const char *text, size_t length)
{
    while (length && (*text == ' ' || *text == '\t'))
        text++, length--;
    return !length;
}

/* The objects of one line; two on a line are two rows. NULL or what is wrong. */
static const char *read_line(struct json *json, struct field_set *fields, const struct lines *lines)
{
    if (lines->length > LINE_BYTES_MAX)
        return "longer than 64 MiB";
    json_restart(json, lines->text, lines->length);
    do {
        if (json_next(json) != JSON_OBJECT)
            return json->error ? json->error : "not an object";
        field_begin(fields);
        if (!json_fields_read(json, fields, "", 0))
            return json->error;
        field_end(fields, lines->number);
        json_restart(json, json->at, (size_t)(lines->text + lines->length - json->at));
    } while (!json_at_end(json));
    return NULL;
}

bool jsonl_read(const struct reader_input *input, struct log_builder *builder,
                struct diags *diags)
{
    struct field_set *fields = field_set_new(builder, input->options);
    struct lines lines;
    struct json json;
    lines_init(&lines, input->bytes, input->n_bytes);
    json_init(&json, "", 0);
    while (lines_next(&lines)) {
        if (is_blank_line(lines.text, lines.length))
            continue;
        const char *wrong = read_line(&json, fields, &lines);
        if (wrong && lines.truncated)
            log_skip_truncated(builder, lines.number);
        else if (wrong)
            log_skip_line(builder, lines.number, (size_t)(json.at - lines.text) + 1, wrong);
    }
    json_done(&json);
    field_set_free(fields);
    (void)diags;
    return true;
}

/* Whether the line is one whole object, or several. */
static bool is_object_line(const struct lines *lines)
{
    struct json json;
    json_init(&json, lines->text, lines->length);
    bool ok = json_next(&json) == JSON_OBJECT && json_skip(&json);
    json_done(&json);
    return ok;
}

/* A broken line that begins as an object does not speak against JSON lines. */
int jsonl_recognise(const struct reader_input *input)
{
    enum { LOOK_LINES = 20 };
    struct lines lines;
    lines_init(&lines, input->bytes, input->n_bytes);
    int n_whole = 0, n_broken = 0, n_others = 0;
    while (n_whole + n_broken + n_others < LOOK_LINES && lines_next(&lines)) {
        if (is_blank_line(lines.text, lines.length))
            continue;
        if (lines.text[0] != '{')
            n_others++;
        else if (lines.length <= LINE_BYTES_MAX && is_object_line(&lines))
            n_whole++;
        else
            n_broken++;
    }
    return n_whole > 4 * n_others ? 80 : n_whole && n_whole + n_broken > n_others ? 40 : 0;
}
