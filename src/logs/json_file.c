#include "logs/json_file.h"

#include "logs/file_name.h"
#include "logs/json_columns.h"
#include "logs/json_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES_MAX = 500 };

struct json_file {
    const struct reader_input *input;
    struct log_builder *builder;
    struct diags *diags;
    struct json json;
    struct arena arena;
    struct field_set *records; /* rows that are objects */
    struct field_set *scalars; /* the one row of lone numbers */
    struct json_columns *columns;
    size_t n_records;
    bool has_scalars;
};

/* Where in the file the parser is; formats write a record a line, more or less. */
static size_t line_at(const struct json_file *f, const char *at)
{
    size_t line = 1;
    for (const char *p = f->input->bytes; (p = memchr(p, '\n', (size_t)(at - p))); p++)
        line++;
    return line;
}

static bool read_record(struct json_file *f)
{
    field_begin(f->records);
    if (!json_fields_read(&f->json, f->records, "", 0))
        return false;
    field_end(f->records, ++f->n_records);
    return true;
}

/* [wall time, step, value]: the array's start was handed out. */
static bool read_point(struct json_file *f, size_t metric)
{
    double numbers[3] = {NAN, NAN, NAN};
    size_t n = 0;
    for (;;) {
        enum json_event event = json_next(&f->json);
        if (event == JSON_ARRAY_END)
            break;
        if (event == JSON_ERROR ||
            ((event == JSON_OBJECT || event == JSON_ARRAY) && !json_skip(&f->json)))
            return false;
        if (event == JSON_NUMBER && n < 3)
            numbers[n] = f->json.number;
        n++;
    }
    if (n == 3) {
        log_row(f->builder, numbers[1], NAN, ++f->n_records);
        log_value(f->builder, metric, numbers[2]);
    }
    return true;
}

/* An array at the top: records, or points of one metric. */
static bool read_top_array(struct json_file *f)
{
    const char *name = file_name_metric(&f->arena, f->input->name);
    name = name ? name : file_name_stem(&f->arena, f->input->name);
    for (;;) {
        enum json_event event = json_next(&f->json);
        if (event == JSON_ARRAY_END)
            return true;
        if (event == JSON_ERROR || (event == JSON_OBJECT && !read_record(f)) ||
            (event == JSON_ARRAY && !read_point(f, log_metric(f->builder, name, strlen(name)))))
            return false;
    }
}

/* Records under a key, or a column: the first element says which. */
static bool read_inner_array(struct json_file *f, const char *name, size_t length)
{
    struct json look = f->json;
    strbuf_init(&look.unescaped);
    bool is_records = json_next(&look) == JSON_OBJECT;
    json_done(&look);
    if (!is_records)
        return json_columns_read(f->columns, &f->json, name, length);
    for (;;) {
        enum json_event event = json_next(&f->json);
        if (event == JSON_ARRAY_END)
            return true;
        if (event == JSON_ERROR || (event == JSON_OBJECT && !read_record(f)) ||
            (event == JSON_ARRAY && !json_skip(&f->json)))
            return false;
    }
}

struct name {
    char bytes[NAME_BYTES_MAX];
    size_t length;
};

static void extend(struct name *name, const struct name *outer, const struct json *json)
{
    *name = *outer;
    /* A wrapper says nothing about the metric. */
    if (name->length == 7 && !memcmp(name->bytes, "history", 7))
        name->length = 0;
    if (name->length && name->length < NAME_BYTES_MAX)
        name->bytes[name->length++] = '/';
    size_t left = NAME_BYTES_MAX - name->length, n = json->length < left ? json->length : left;
    memcpy(name->bytes + name->length, json->text, n);
    name->length += n;
}

static bool read_sacred(struct json_file *f, const struct name *name);

/* An object; its start was handed out. Depth is bounded by the parser's. */
static bool read_object(struct json_file *f, const struct name *outer)
{
    struct name name = *outer;
    for (;;) {
        enum json_event event = json_next(&f->json);
        switch (event) {
        case JSON_OBJECT_END:
            return true;
        case JSON_KEY:
            extend(&name, outer, &f->json);
            continue;
        case JSON_NUMBER:
        case JSON_TRUE:
        case JSON_FALSE:
            field_number(f->scalars, name.bytes, name.length, f->json.number);
            continue;
        case JSON_STRING:
            field_text(f->scalars, name.bytes, name.length, f->json.text, f->json.length);
            continue;
        case JSON_NULL:
            continue;
        case JSON_ARRAY:
            if (!read_inner_array(f, name.bytes, name.length))
                return false;
            continue;
        case JSON_OBJECT:
            if (!read_sacred(f, &name))
                return false;
            continue;
        default:
            return false;
        }
    }
}

static bool has_key(const struct json *json, const char *key)
{
    return strlen(key) == json->length && !memcmp(key, json->text, json->length);
}

/* Whether the object that was just begun has "steps" and "values": looks ahead. */
static bool looks_sacred(const struct json *json)
{
    struct json look = *json;
    strbuf_init(&look.unescaped);
    int n = 0;
    while (json_next(&look) == JSON_KEY) {
        n += has_key(&look, "steps") || has_key(&look, "values");
        enum json_event event = json_next(&look);
        if (event == JSON_ERROR || (event == JSON_OBJECT) ||
            (event == JSON_ARRAY && !json_skip(&look)))
            break;
    }
    json_done(&look);
    return n == 2;
}

/* A metric with steps of its own is a set of columns of its own. */
static bool read_sacred(struct json_file *f, const struct name *name)
{
    if (!looks_sacred(&f->json))
        return read_object(f, name);
    struct json_columns *own = json_columns_new();
    bool ok = true;
    while (ok && json_next(&f->json) == JSON_KEY) {
        bool is_step = has_key(&f->json, "steps"), is_value = has_key(&f->json, "values");
        enum json_event event = json_next(&f->json);
        if (event == JSON_ARRAY && (is_step || is_value))
            ok = json_columns_read(own, &f->json, is_step ? "step" : name->bytes,
                                   is_step ? strlen("step") : name->length);
        else if (event == JSON_ARRAY || event == JSON_OBJECT)
            ok = json_skip(&f->json);
    }
    json_columns_build(own, NULL, f->builder);
    json_columns_free(own);
    return ok && !f->json.error;
}

/* "metrics_epoch_7.json" -> 7, or NaN. */
static double epoch_of_name(const char *name)
{
    const char *at = strstr(name, "epoch_");
    char *end;
    if (!at || at[6] < '0' || at[6] > '9')
        return NAN;
    unsigned long epoch = strtoul(at + 6, &end, 10);
    return *end == '.' || !*end ? (double)epoch : NAN;
}

/* Lone numbers are a row of their own only where there is nothing else in the file. */
static void add_scalars(struct json_file *f)
{
    double epoch = epoch_of_name(f->input->name);
    if (f->n_records || json_columns_count(f->columns) || !field_n_values(f->scalars))
        return;
    if (!isnan(epoch)) {
        /* Files count from 0; only all of them together would show that. */
        log_keep_epochs(f->builder);
        field_set_axes(f->scalars, field_step(f->scalars), epoch + 1);
    }
    field_end(f->scalars, 1);
}

static bool read_top(struct json_file *f)
{
    static const struct name none;
    enum json_event event = json_next(&f->json);
    field_begin(f->scalars);
    if (event == JSON_ARRAY)
        return read_top_array(f);
    if (event == JSON_OBJECT)
        return read_object(f, &none);
    return false;
}

static void open_json(struct json_file *f)
{
    const char *bytes = f->input->bytes;
    size_t n = f->input->n_bytes, mark = n >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    json_init(&f->json, bytes + mark, n - mark);
    arena_init(&f->arena);
    f->records = field_set_new(f->builder, f->input->options);
    f->scalars = field_set_new(f->builder, f->input->options);
    f->columns = json_columns_new();
}

static void close_json(struct json_file *f)
{
    json_done(&f->json);
    arena_done(&f->arena);
    field_set_free(f->records);
    field_set_free(f->scalars);
    json_columns_free(f->columns);
}

/* What was whole before the place where the file is broken counts: a run may still be writing. */
bool json_file_read(const struct reader_input *input, struct log_builder *builder,
                    struct diags *diags)
{
    struct json_file f = {.input = input, .builder = builder, .diags = diags};
    open_json(&f);
    if (!read_top(&f))
        diags_add(diags, DIAG_WARNING, (struct diag_place){input->path, line_at(&f, f.json.at), 0},
                  "%s; what follows is not read",
                  f.json.error ? f.json.error : "neither an object nor an array");
    json_columns_build(f.columns, input->options, builder);
    add_scalars(&f);
    close_json(&f);
    return true;
}

bool hf_trainer_read(const struct reader_input *input, struct log_builder *builder,
                     struct diags *diags)
{
    /* The trainer's epoch is progress, a fraction of one after so many steps. */
    log_keep_epochs(builder);
    return json_file_read(input, builder, diags);
}

static const char *skip_blanks(const struct reader_input *input)
{
    const char *p = input->bytes, *end = p + input->n_bytes;
    if (input->n_bytes >= 3 && !memcmp(p, "\xEF\xBB\xBF", 3))
        p += 3;
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
        p++;
    return p;
}

/* How the value begins, from its first events. */
struct json_look {
    bool has_records, has_columns, has_points, has_line_end;
};

static struct json_look look_at(const char *bytes, size_t n_bytes)
{
    enum { EVENTS_MAX = 20000 };
    struct json_look look = {0};
    struct json json;
    enum json_event before = JSON_END, last = JSON_END, event = JSON_END;
    json_init(&json, bytes, n_bytes);
    for (int i = 0; i < EVENTS_MAX; i++) {
        before = last, last = event, event = json_next(&json);
        if (event == JSON_ERROR || event == JSON_END)
            break;
        look.has_records |= last == JSON_ARRAY && event == JSON_OBJECT && json.depth <= 3;
        look.has_points |=
            before == JSON_ARRAY && last == JSON_ARRAY && event == JSON_NUMBER && json.depth == 2;
        look.has_columns |=
            before == JSON_ARRAY && last == JSON_NUMBER && event == JSON_NUMBER && json.depth >= 2;
    }
    json_done(&json);
    return look;
}

/* One value and nothing behind it: else it is JSON lines. A value that stops short passes. */
static bool is_one_value(const char *bytes, size_t n_bytes)
{
    struct json json;
    json_init(&json, bytes, n_bytes);
    enum json_event event = json_next(&json);
    bool one = event == JSON_OBJECT || event == JSON_ARRAY;
    if (one && json_skip(&json))
        one = json_at_end(&json);
    else
        one = one && json.at == json.end;
    json_done(&json);
    return one;
}

int json_file_recognise(const struct reader_input *input)
{
    const char *at = skip_blanks(input);
    size_t n = (size_t)(input->bytes + input->n_bytes - at);
    if (!n || (*at != '{' && *at != '['))
        return 0;
    struct json_look look = look_at(at, n);
    bool one_line = !memchr(at, '\n', n - 1);
    bool has_rows = look.has_records || look.has_points || look.has_columns;
    if (!is_one_value(at, n))
        return 0;
    return has_rows ? 90 : one_line ? 50 : 85;
}

int hf_trainer_recognise(const struct reader_input *input)
{
    static const char key[] = "\"log_history\"";
    return json_file_recognise(input) == 90 &&
                   memmem(input->bytes, input->n_bytes, key, sizeof key - 1)
               ? 95
               : 0;
}
