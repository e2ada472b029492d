#include "logs/json_fields.h"

#include <string.h>

enum { NAME_BYTES_MAX = 1000 };

/* The name of the open key: the keys of the objects around it, and its own. */
struct path {
    char bytes[NAME_BYTES_MAX];
    size_t length;                     /* of all but the last key */
    size_t before[JSON_DEPTH_MAX + 1]; /* the same, for each open object */
    size_t n_open;
    size_t key_end;
};

static void set_key(struct path *path, const struct json *json)
{
    size_t at = path->length, n = json->length;
    if (at && at < NAME_BYTES_MAX)
        path->bytes[at++] = '/';
    n = n < NAME_BYTES_MAX - at ? n : NAME_BYTES_MAX - at;
    memcpy(path->bytes + at, json->text, n);
    path->key_end = at + n;
}

static bool is_type_key(const struct json *json)
{
    return json->length == 5 && !memcmp(json->text, "_type", 5);
}

static void enter(struct path *path)
{
    path->before[path->n_open++] = path->length;
    path->length = path->key_end;
}

static bool leave(struct path *path)
{
    if (!path->n_open)
        return false;
    path->length = path->before[--path->n_open];
    return true;
}

bool json_fields_read(struct json *json, struct field_set *fields, const char *prefix,
                      size_t n_prefix)
{
    struct path path = {.length = 0};
    path.length = n_prefix < NAME_BYTES_MAX ? n_prefix : NAME_BYTES_MAX;
    memcpy(path.bytes, prefix, path.length);
    for (;;) {
        enum json_event event = json_next(json);
        if (event == JSON_KEY) {
            /* json_skip reads the end of the object that holds the key. */
            if (path.n_open && is_type_key(json)) {
                if (!json_skip(json))
                    return false;
                leave(&path);
                continue;
            }
            set_key(&path, json);
        } else if (event == JSON_NUMBER || event == JSON_TRUE || event == JSON_FALSE) {
            field_number(fields, path.bytes, path.key_end, json->number);
        } else if (event == JSON_STRING) {
            field_text(fields, path.bytes, path.key_end, json->text, json->length);
        } else if (event == JSON_OBJECT) {
            enter(&path);
        } else if (event == JSON_ARRAY) {
            if (!json_skip(json))
                return false;
        } else if (event == JSON_OBJECT_END) {
            if (!leave(&path))
                return true;
        } else if (event == JSON_ERROR || event == JSON_END) {
            return false;
        }
    }
}
