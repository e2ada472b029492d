#include "init/settings.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "logs/json.h"
#include "logs/wandb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 1 << 18, ITEMS_MAX = 2000, LEVELS_MAX = 16, VALUE_MAX = 200 };

/* In order of preference: what was said on the command line before what all came to. */
static const char *const names[] = {
    ".hydra/overrides.yaml", "hparams.yaml", "params.json", "args.yaml",    "config.yaml",
    "files/config.yaml",     "args.json",    "config.json", "hparams.json", "hyperparameters.json",
    "hyperparameters.yaml",  "settings.json"};

const char *settings_value(const struct settings *settings, const char *key)
{
    for (size_t i = settings->n_items; i-- > 0;)
        if (!strcmp(settings->items[i].key, key))
            return settings->items[i].value;
    return NULL;
}

static void add(struct settings *settings, const char *key, const char *value)
{
    if (settings->n_items == ITEMS_MAX || strlen(value) > VALUE_MAX || !*key)
        return;
    settings->items =
        mem_grow(settings->items, settings->n_items, &settings->capacity, sizeof *settings->items);
    settings->items[settings->n_items++] = (struct setting){key, value};
}

/* ---- YAML: maps of scalars, by their indentation; the rest is passed over ---- */

struct yaml_text {
    struct settings *settings;
    struct arena *arena;
    size_t n_levels;
    struct {
        size_t indent;
        const char *key;
    } levels[LEVELS_MAX];
};

static const char *trimmed(struct arena *arena, const char *text, size_t n)
{
    while (n && strchr(" \t\r", text[n - 1]))
        n--;
    while (n && (*text == ' ' || *text == '\t'))
        text++, n--;
    bool quoted = n >= 2 && (*text == '"' || *text == '\'') && text[n - 1] == *text;
    return arena_strndup(arena, text + quoted, n - 2 * (size_t)quoted);
}

/* "++optimizer=adam" of a command line; one that begins with ~ takes a key away. */
static void take_override(struct yaml_text *yaml, const char *item, size_t n)
{
    const char *text = trimmed(yaml->arena, item, n), *equals = strchr(text, '=');
    text += strspn(text, "+");
    if (equals > text && *text != '~')
        add(yaml->settings, arena_strndup(yaml->arena, text, (size_t)(equals - text)), equals + 1);
}

/* Weights & Biases has each value under a key "value", next to a description. */
static const char *full_key(struct yaml_text *yaml, const char *key)
{
    struct strbuf full;
    strbuf_init(&full);
    for (size_t i = 0; i < yaml->n_levels; i++)
        strbuf_printf(&full, "%s%s", i ? "." : "", yaml->levels[i].key);
    if (!yaml->n_levels || strcmp(key, "value") != 0)
        strbuf_printf(&full, "%s%s", yaml->n_levels ? "." : "", key);
    const char *kept = arena_strdup(yaml->arena, full.text);
    strbuf_done(&full);
    return kept;
}

static void take_line(struct yaml_text *yaml, const char *line, size_t n)
{
    size_t indent = 0;
    while (indent < n && line[indent] == ' ')
        indent++;
    if (indent == n || line[indent] == '#' || line[indent] == '\r')
        return;
    if (n - indent > 2 && line[indent] == '-' && line[indent + 1] == ' ') {
        take_override(yaml, line + indent + 2, n - indent - 2);
        return;
    }
    while (yaml->n_levels && yaml->levels[yaml->n_levels - 1].indent >= indent)
        yaml->n_levels--;
    const char *colon = memchr(line + indent, ':', n - indent);
    if (!colon || (colon + 1 < line + n && !strchr(" \r", colon[1])))
        return;
    const char *key = trimmed(yaml->arena, line + indent, (size_t)(colon - line) - indent);
    const char *value = trimmed(yaml->arena, colon + 1, (size_t)(line + n - colon - 1));
    if (*value)
        add(yaml->settings, full_key(yaml, key), value);
    else if (yaml->n_levels < LEVELS_MAX)
        yaml->levels[yaml->n_levels].indent = indent, yaml->levels[yaml->n_levels++].key = key;
}

static void read_yaml(const char *text, struct arena *arena, struct settings *settings)
{
    struct yaml_text yaml = {.settings = settings, .arena = arena};
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        take_line(&yaml, text, (size_t)(end - text));
    }
}

/* ---- JSON ---- */

static const char *json_value(struct json *json, enum json_event event, struct arena *arena)
{
    switch (event) {
    case JSON_STRING:
        return arena_strndup(arena, json->text, json->length);
    case JSON_NUMBER:
        return arena_printf(arena, "%.12g", json->number);
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "null";
    }
}

static bool read_object(struct json *json, const char *before, struct arena *arena,
                        struct settings *settings)
{
    enum json_event event;
    while ((event = json_next(json)) == JSON_KEY) {
        char *key = arena_strndup(arena, json->text, json->length);
        if (*before)
            key = arena_printf(arena, "%s.%s", before, key);
        event = json_next(json);
        if (event == JSON_ERROR || event == JSON_END)
            return false;
        if (event == JSON_OBJECT && !read_object(json, key, arena, settings))
            return false;
        if (event == JSON_ARRAY && !json_skip(json))
            return false;
        if (event != JSON_OBJECT && event != JSON_ARRAY)
            add(settings, key, json_value(json, event, arena));
    }
    return event == JSON_OBJECT_END;
}

static void read_json(const struct file_bytes *bytes, struct arena *arena,
                      struct settings *settings)
{
    struct json json;
    json_init(&json, bytes->bytes, bytes->n_bytes);
    if (json_next(&json) == JSON_OBJECT)
        read_object(&json, "", arena, settings);
    json_done(&json);
}

/* ---- files ---- */

static bool read_file(const struct init_files *files, const char *folder, const char *name,
                      struct settings *settings)
{
    char *path = file_join(folder, name), *full = init_file_path(files, path);
    struct file_bytes bytes;
    bool ok = file_read(full, BYTES_MAX, &bytes, NULL);
    if (ok && strstr(name, ".json"))
        read_json(&bytes, files->arena, settings);
    else if (ok)
        read_yaml(bytes.bytes, files->arena, settings);
    if (ok)
        file_bytes_done(&bytes);
    free(full);
    free(path);
    return ok && settings->n_items;
}

/* ---- the file of Weights & Biases, which holds them, too ---- */

struct setting_taker {
    struct arena *arena;
    struct settings *settings;
};

static void take_setting(void *context, const char *key, size_t n_key, const char *text, size_t n)
{
    struct setting_taker *taker = context;
    char *name = arena_strndup(taker->arena, key, n_key);
    struct json json;
    json_init(&json, text, n);
    enum json_event event = json_next(&json);
    if (event == JSON_OBJECT)
        read_object(&json, name, taker->arena, taker->settings);
    else if (event != JSON_ARRAY && event != JSON_ERROR && event != JSON_END)
        add(taker->settings, name, json_value(&json, event, taker->arena));
    json_done(&json);
}

static void read_wandb(const struct init_files *files, const char *path, struct settings *settings)
{
    enum { WANDB_BYTES_MAX = 1 << 30 };
    struct setting_taker taker = {files->arena, settings};
    struct file_bytes bytes;
    if (!file_read(path, WANDB_BYTES_MAX, &bytes, NULL))
        return;
    wandb_settings(bytes.bytes, bytes.n_bytes, take_setting, &taker);
    file_bytes_done(&bytes);
}

static void read_wandb_in(const struct init_files *files, const char *run,
                          struct settings *settings)
{
    char *full = init_file_path(files, run);
    struct folder folder = folder_open(full);
    const char *name;
    while (!settings->n_items && (name = folder_next(&folder)) != NULL) {
        size_t n = strlen(name);
        if (n < 7 || strcmp(name + n - 6, ".wandb") != 0)
            continue;
        char *path = file_join(full, name);
        read_wandb(files, path, settings);
        free(path);
    }
    folder_close(&folder);
    free(full);
    if (settings->n_items)
        settings->file = "run-*.wandb";
}

void settings_read(const struct init_files *files, const char *folder, struct settings *settings)
{
    *settings = (struct settings){0};
    read_wandb_in(files, folder, settings);
    for (size_t i = 0; i < sizeof names / sizeof *names && !settings->file; i++)
        if (read_file(files, folder, names[i], settings))
            settings->file = names[i];
}

void settings_done(struct settings *settings)
{
    free(settings->items);
    *settings = (struct settings){0};
}
