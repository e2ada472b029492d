#include "logs/wandb.h"

#include "base/arena.h"
#include "base/mem.h"
#include "logs/json_fields.h"
#include "logs/name_table.h"
#include "logs/wandb_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the fields, as the client's wandb_internal.proto gives them. */
enum { RECORD_HISTORY = 2, RECORD_SUMMARY = 3, RECORD_CONFIG = 5, RECORD_RUN = 17, RECORD_EXIT };
enum { HISTORY_ITEM = 1, HISTORY_STEP = 2, STEP_NUMBER = 1 };
enum { UPDATE_ITEM = 1 }; /* of summary and config */
enum { ITEM_KEY = 1, ITEM_NESTED_KEY = 2, ITEM_VALUE = 16 };
enum { RUN_CONFIG = 4, RUN_GROUP = 6, RUN_JOB_TYPE = 7 };
enum { EXIT_CODE = 1 };

enum { KEY_BYTES_MAX = 1000 };

/* A key and its value as JSON; keys of nested maps are joined. */
struct wandb_item {
    char key[KEY_BYTES_MAX];
    size_t n_key, n_first; /* of all, and of the outermost key */
    const char *value;
    size_t n_value;
};

static void add_key(struct wandb_item *item, const struct protobuf *field, char between)
{
    size_t room = sizeof item->key - item->n_key;
    if (item->n_key && room) {
        item->key[item->n_key++] = between;
        room--;
    }
    size_t n = field->n_bytes < room ? field->n_bytes : room;
    memcpy(item->key + item->n_key, field->bytes, n);
    item->n_key += n;
    if (!item->n_first)
        item->n_first = item->n_key;
}

static struct wandb_item read_item(const struct protobuf *message, char between)
{
    struct protobuf field;
    struct wandb_item item = {.n_key = 0};
    protobuf_init(&field, message->bytes, message->n_bytes);
    while (protobuf_next(&field)) {
        if (field.type != PROTOBUF_BYTES)
            continue;
        if (field.field == ITEM_VALUE)
            item.value = (const char *)field.bytes, item.n_value = field.n_bytes;
        else if ((field.field == ITEM_KEY || field.field == ITEM_NESTED_KEY) && field.n_bytes)
            add_key(&item, &field, between);
    }
    return item;
}

/* What stands in the summary and, so far, not in the history. */
struct wandb_summary {
    const char *name, *json;
    size_t n_name, n_first, n_json;
};

struct wandb {
    struct log_builder *builder;
    struct field_set *fields;
    struct json json;
    struct arena arena;
    struct name_table logged; /* outermost keys of the history */
    struct name_table numbers;
    struct wandb_summary *summary;
    size_t n_summary, capacity, n_records;
    double step, epoch; /* of the last row */
    bool has_exit;
    int64_t exit_code;
};

static void add_value(struct wandb *w, const char *name, size_t n_name, const char *text, size_t n)
{
    json_restart(&w->json, text, n);
    enum json_event event = json_next(&w->json);
    if (event == JSON_NUMBER || event == JSON_TRUE || event == JSON_FALSE)
        field_number(w->fields, name, n_name, w->json.number);
    else if (event == JSON_STRING)
        field_text(w->fields, name, n_name, w->json.text, w->json.length);
    else if (event == JSON_OBJECT)
        json_fields_read(&w->json, w->fields, name, n_name);
}

static void note_logged(struct wandb *w, const struct wandb_item *item)
{
    if (name_table_find(&w->logged, item->key, item->n_first) == NAME_UNKNOWN &&
        w->logged.n_names < LOG_METRICS_MAX)
        name_table_add(&w->logged, arena_strndup(&w->arena, item->key, item->n_first),
                       item->n_first, 0);
}

static double step_of(const struct protobuf *message)
{
    struct protobuf field;
    double step = 0;
    protobuf_init(&field, message->bytes, message->n_bytes);
    while (protobuf_next(&field))
        if (field.field == STEP_NUMBER && field.type == PROTOBUF_VARINT)
            step = (double)(int64_t)field.number;
    return step;
}

/* Newer clients leave "_step" out of the items. */
static void read_history(struct wandb *w, const struct protobuf *record)
{
    struct protobuf field;
    double step = NAN;
    bool has_step = false;
    field_begin(w->fields);
    protobuf_init(&field, record->bytes, record->n_bytes);
    while (protobuf_next(&field)) {
        if (field.type == PROTOBUF_BYTES && field.field == HISTORY_STEP)
            step = step_of(&field);
        if (field.type != PROTOBUF_BYTES || field.field != HISTORY_ITEM)
            continue;
        struct wandb_item item = read_item(&field, '/');
        if (!item.value)
            continue;
        has_step = has_step || (item.n_key == 5 && !memcmp(item.key, "_step", 5));
        note_logged(w, &item);
        add_value(w, item.key, item.n_key, item.value, item.n_value);
    }
    if (!has_step && !isnan(step))
        field_number(w->fields, "_step", 5, step);
    w->step = isnan(field_step(w->fields)) ? w->step : field_step(w->fields);
    w->epoch = isnan(field_epoch(w->fields)) ? w->epoch : field_epoch(w->fields);
    field_end(w->fields, w->n_records);
}

static void read_summary(struct wandb *w, const struct protobuf *record)
{
    struct protobuf field;
    protobuf_init(&field, record->bytes, record->n_bytes);
    while (protobuf_next(&field)) {
        if (field.type != PROTOBUF_BYTES || field.field != UPDATE_ITEM)
            continue;
        struct wandb_item item = read_item(&field, '/');
        if (!item.value || item.key[0] == '_' ||
            name_table_find(&w->logged, item.key, item.n_first) != NAME_UNKNOWN)
            continue;
        size_t number = name_table_find(&w->numbers, item.key, item.n_key);
        if (number == NAME_UNKNOWN) {
            if (w->n_summary == LOG_METRICS_MAX)
                return;
            number = w->n_summary++;
            w->summary = mem_grow(w->summary, number, &w->capacity, sizeof *w->summary);
            w->summary[number] = (struct wandb_summary){
                .name = arena_strndup(&w->arena, item.key, item.n_key),
                .n_name = item.n_key,
                .n_first = item.n_first,
            };
            name_table_add(&w->numbers, w->summary[number].name, item.n_key, number);
        }
        w->summary[number].json = arena_strndup(&w->arena, item.value, item.n_value);
        w->summary[number].n_json = item.n_value;
    }
}

/* The summary's own values stand where the run ended. */
static void add_summary(struct wandb *w)
{
    field_begin(w->fields);
    for (size_t i = 0; i < w->n_summary; i++) {
        const struct wandb_summary *value = &w->summary[i];
        if (name_table_find(&w->logged, value->name, value->n_first) == NAME_UNKNOWN)
            add_value(w, value->name, value->n_name, value->json, value->n_json);
    }
    if (!field_n_values(w->fields))
        return;
    field_set_axes(w->fields, w->step, w->epoch);
    field_end(w->fields, w->n_records + 1);
}

static void read_exit(struct wandb *w, const struct protobuf *record)
{
    struct protobuf field;
    w->has_exit = true;
    w->exit_code = 0;
    protobuf_init(&field, record->bytes, record->n_bytes);
    while (protobuf_next(&field))
        if (field.field == EXIT_CODE && field.type == PROTOBUF_VARINT)
            w->exit_code = (int64_t)field.number;
}

static void read_record(struct wandb *w, struct protobuf *record)
{
    w->n_records++;
    while (protobuf_next(record)) {
        if (record->type != PROTOBUF_BYTES)
            continue;
        if (record->field == RECORD_HISTORY)
            read_history(w, record);
        else if (record->field == RECORD_SUMMARY)
            read_summary(w, record);
        else if (record->field == RECORD_EXIT)
            read_exit(w, record);
        else if (record->field == RECORD_RUN)
            w->has_exit = false; /* a resumed run goes on in the same file */
    }
}

static void say_end(const struct wandb *w, const struct wandb_records *records,
                    const struct reader_input *input, struct diags *diags)
{
    struct diag_place place = {.file = input->path};
    if (records->n_damaged)
        diags_add(diags, DIAG_WARNING, place,
                  "records skipped because they are damaged: %zu, the first at byte %zu",
                  records->n_damaged, records->first_damaged);
    if (records->truncated)
        diags_add(diags, DIAG_NOTE, place, "the last record is incomplete; skipped");
    if (!w->has_exit)
        diags_add(diags, DIAG_NOTE, place,
                  "the run did not write that it ended: it was killed, or is still going on");
    else if (w->exit_code) {
        char reason[64];
        snprintf(reason, sizeof reason, "exit code %lld", (long long)w->exit_code);
        log_set_aborted(w->builder, reason);
    }
}

bool wandb_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags)
{
    struct wandb w = {.builder = builder, .step = NAN, .epoch = NAN};
    struct wandb_records records;
    struct protobuf record;
    if (!wandb_is(input->bytes, input->n_bytes)) {
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = input->path},
                  "is not a .wandb file: its head is missing");
        return false;
    }
    arena_init(&w.arena);
    name_table_init(&w.logged);
    name_table_init(&w.numbers);
    json_init(&w.json, "", 0);
    w.fields = field_set_new(builder, input->options);
    wandb_records_init(&records, input->bytes, input->n_bytes);
    while (wandb_records_next(&records, &record))
        read_record(&w, &record);
    add_summary(&w);
    say_end(&w, &records, input, diags);
    wandb_records_done(&records);
    field_set_free(w.fields);
    json_done(&w.json);
    name_table_done(&w.numbers);
    name_table_done(&w.logged);
    free(w.summary);
    arena_done(&w.arena);
    return true;
}

int wandb_recognise(const struct reader_input *input)
{
    return wandb_is(input->bytes, input->n_bytes) ? 100 : 0;
}

/* ---- what the run was started with ---- */

struct wandb_config {
    wandb_setting *take;
    void *context;
    struct strbuf group, job_type; /* as JSON; empty = none */
};

static void read_config(struct wandb_config *s, const struct protobuf *config)
{
    struct protobuf field;
    protobuf_init(&field, config->bytes, config->n_bytes);
    while (protobuf_next(&field)) {
        if (field.type != PROTOBUF_BYTES || field.field != UPDATE_ITEM)
            continue;
        struct wandb_item item = read_item(&field, '.');
        if (item.value && item.key[0] != '_')
            s->take(s->context, item.key, item.n_key, item.value, item.n_value);
    }
}

static void keep_text(struct strbuf *to, const struct protobuf *field)
{
    strbuf_clear(to);
    if (field->n_bytes && !memchr(field->bytes, '"', field->n_bytes) &&
        !memchr(field->bytes, '\\', field->n_bytes))
        strbuf_printf(to, "\"%.*s\"", (int)field->n_bytes, (const char *)field->bytes);
}

static void read_run(struct wandb_config *s, const struct protobuf *run)
{
    struct protobuf field;
    protobuf_init(&field, run->bytes, run->n_bytes);
    while (protobuf_next(&field)) {
        if (field.type != PROTOBUF_BYTES)
            continue;
        if (field.field == RUN_CONFIG)
            read_config(s, &field);
        else if (field.field == RUN_GROUP)
            keep_text(&s->group, &field);
        else if (field.field == RUN_JOB_TYPE)
            keep_text(&s->job_type, &field);
    }
}

void wandb_settings(const void *bytes, size_t n_bytes, wandb_setting *take, void *context)
{
    struct wandb_config s = {.take = take, .context = context};
    struct wandb_records records;
    struct protobuf record;
    if (!wandb_is(bytes, n_bytes))
        return;
    strbuf_init(&s.group);
    strbuf_init(&s.job_type);
    wandb_records_init(&records, bytes, n_bytes);
    while (wandb_records_next(&records, &record))
        while (protobuf_next(&record)) {
            if (record.type == PROTOBUF_BYTES && record.field == RECORD_CONFIG)
                read_config(&s, &record);
            else if (record.type == PROTOBUF_BYTES && record.field == RECORD_RUN)
                read_run(&s, &record);
        }
    if (s.group.length)
        take(context, "group", 5, s.group.text, s.group.length);
    if (s.job_type.length)
        take(context, "type", 4, s.job_type.text, s.job_type.length);
    wandb_records_done(&records);
    strbuf_done(&s.job_type);
    strbuf_done(&s.group);
}
