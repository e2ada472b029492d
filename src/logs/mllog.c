#include "logs/mllog.h"

#include "logs/json_fields.h"
#include "logs/lines.h"

#include <math.h>
#include <string.h>

static const char marker[] = ":::MLLOG";

enum { KEY_MAX = 128, STATUS_MAX = 64 };

/* One line, as far as its meaning is known before its value is read. */
struct mllog_entry {
    char key[KEY_MAX];
    double step, epoch;
    char status[STATUS_MAX]; /* of run_stop; "" if none */
    bool is_interval;        /* a begin or an end, whose value measures nothing */
    const char *value, *value_end;
};

struct mllog {
    struct log_builder *builder;
    struct field_set *fields;
    bool started, stopped;
};

static void copy_text(char *to, size_t size, const struct json *json)
{
    size_t n = json->length < size - 1 ? json->length : size - 1;
    memcpy(to, json->text, n);
    to[n] = '\0';
}

static bool has_text(const struct json *json, const char *text)
{
    return strlen(text) == json->length && !memcmp(text, json->text, json->length);
}

static void take_metadata(struct mllog_entry *entry, const char *key, double number)
{
    static const char *const steps[] = {"step", "step_num", "samples_count"};
    if (!strcmp(key, "epoch_num"))
        entry->epoch = number;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!strcmp(key, steps[i]) && isnan(entry->step))
            entry->step = number;
}

/* The metadata object; json has just handed out its start. */
static bool read_metadata(struct json *json, struct mllog_entry *entry)
{
    char key[KEY_MAX] = "";
    for (;;) {
        enum json_event event = json_next(json);
        if (event == JSON_OBJECT_END)
            return true;
        if (event == JSON_KEY)
            copy_text(key, sizeof key, json);
        else if (event == JSON_NUMBER)
            take_metadata(entry, key, json->number);
        else if (event == JSON_STRING && !strcmp(key, "status"))
            copy_text(entry->status, sizeof entry->status, json);
        else if ((event == JSON_OBJECT || event == JSON_ARRAY) ? !json_skip(json)
                                                               : event == JSON_ERROR)
            return false;
    }
}

/* One member of the line's object, whose key was just handed out. */
static bool read_member(struct json *json, struct mllog_entry *entry)
{
    bool is_key = has_text(json, "key"), is_value = has_text(json, "value");
    bool is_metadata = has_text(json, "metadata"), is_type = has_text(json, "event_type");
    const char *start = json->at;
    enum json_event event = json_next(json);
    if (is_metadata && event == JSON_OBJECT)
        return read_metadata(json, entry);
    if (is_key && event == JSON_STRING)
        copy_text(entry->key, sizeof entry->key, json);
    if (is_type && event == JSON_STRING)
        entry->is_interval = !has_text(json, "POINT_IN_TIME");
    if ((event == JSON_OBJECT || event == JSON_ARRAY) && !json_skip(json))
        return false;
    if (is_value)
        entry->value = start, entry->value_end = json->at;
    return event != JSON_ERROR;
}

static const char *read_entry(struct json *json, struct mllog_entry *entry)
{
    *entry = (struct mllog_entry){.step = NAN, .epoch = NAN};
    if (json_next(json) != JSON_OBJECT)
        return json->error ? json->error : "not an object";
    for (;;) {
        enum json_event event = json_next(json);
        if (event == JSON_OBJECT_END)
            return NULL;
        if (event != JSON_KEY || !read_member(json, entry))
            return json->error;
    }
}

static void take_value(struct mllog *m, struct json *json, const struct mllog_entry *entry)
{
    json_restart(json, entry->value, (size_t)(entry->value_end - entry->value));
    enum json_event event = json_next(json);
    size_t n_key = strlen(entry->key);
    if (event == JSON_NUMBER || event == JSON_TRUE || event == JSON_FALSE)
        field_number(m->fields, entry->key, n_key, json->number);
    else if (event == JSON_STRING)
        field_text(m->fields, entry->key, n_key, json->text, json->length);
    else if (event == JSON_OBJECT)
        json_fields_read(json, m->fields, entry->key, n_key);
}

static void take_entry(struct mllog *m, struct json *json, const struct mllog_entry *entry,
                       size_t line)
{
    if (!strcmp(entry->key, "run_start")) {
        m->started = true;
        m->stopped = false;
    }
    if (!strcmp(entry->key, "run_stop")) {
        m->stopped = true;
        if (strcmp(entry->status, "success") != 0 && entry->status[0])
            log_set_aborted(m->builder, entry->status);
        return;
    }
    if (!entry->value || entry->is_interval || (isnan(entry->step) && isnan(entry->epoch)))
        return;
    field_begin(m->fields);
    take_value(m, json, entry);
    if (!field_n_values(m->fields))
        return;
    field_set_axes(m->fields, entry->step, entry->epoch);
    field_end(m->fields, line);
}

bool mllog_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags)
{
    struct mllog m = {.builder = builder, .fields = field_set_new(builder, NULL)};
    struct lines lines;
    struct json json;
    struct mllog_entry entry;
    (void)diags;
    lines_init(&lines, input->bytes, input->n_bytes);
    json_init(&json, "", 0);
    while (lines_next(&lines)) {
        const char *at = memmem(lines.text, lines.length, marker, sizeof marker - 1);
        if (!at)
            continue;
        at += sizeof marker - 1;
        json_restart(&json, at, (size_t)(lines.text + lines.length - at));
        const char *wrong = read_entry(&json, &entry);
        if (!wrong)
            take_entry(&m, &json, &entry, lines.number);
        else if (lines.truncated)
            log_skip_truncated(builder, lines.number);
        else
            log_skip_line(builder, lines.number, (size_t)(json.at - lines.text) + 1, wrong);
    }
    if (m.started && !m.stopped)
        log_set_aborted(builder, "no run_stop: it did not end");
    json_done(&json);
    field_set_free(m.fields);
    return true;
}

int mllog_recognise(const struct reader_input *input)
{
    enum { LOOK_BYTES = 4 << 20 };
    size_t n = input->n_bytes < LOOK_BYTES ? input->n_bytes : LOOK_BYTES;
    return memmem(input->bytes, n, marker, sizeof marker - 1) ? 95 : 0;
}
