#include "manifest/manifest_node.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct manifest_parsing {
    struct arena *arena;
    const char *path;
    struct diags *diags;
    struct node *root;
    /* The open lists and maps, outermost first. */
    struct node *open[NODE_DEPTH_MAX];
    size_t depth;
    /* The key that waits for its value; text NULL if there is none. */
    struct node key;
    bool failed, done;
};

static void fail(struct manifest_parsing *parse, struct manifest_place place, const char *message)
{
    diags_add(parse->diags, DIAG_ERROR, (struct diag_place){parse->path, place.line, place.column},
              "%s", message);
    parse->failed = true;
}

static struct manifest_place place_of(yaml_mark_t mark)
{
    return (struct manifest_place){mark.line + 1, mark.column + 1};
}

/* Before libyaml sees them: it takes NUL as the end, guesses encodings, and looks at every pair of
 * %TAG lines. */
static bool check_bytes(struct manifest_parsing *parse, const char *bytes, size_t n)
{
    struct manifest_place place = {1, 1};
    bool blank = true;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t used = text_decode(bytes + i, n - i, &code);
        if (code == TEXT_BAD)
            fail(parse, place, "not UTF-8 text; save the manifest as UTF-8");
        else if (code == 0)
            fail(parse, place, "a NUL character; this is not a text file");
        else if (code == '%' && place.column == 1)
            fail(parse, place, "a line that begins with % (a YAML directive) is not allowed");
        if (parse->failed)
            return false;
        blank = blank && code <= ' ';
        place.column++;
        if (code == '\n' || (code == '\r' && !(i + 1 < n && bytes[i + 1] == '\n')))
            place = (struct manifest_place){place.line + 1, 1};
        i += used;
    }
    if (blank)
        fail(parse, (struct manifest_place){1, 1},
             "the manifest is empty; \"logvar init FOLDER\" writes one for a folder of logs");
    return !parse->failed;
}

/* Puts a finished or opened node into what is open around it. */
static void attach(struct manifest_parsing *parse, struct node *node)
{
    if (!parse->depth) {
        parse->root = node;
        return;
    }
    struct node *around = parse->open[parse->depth - 1];
    if (around->kind == NODE_MAP) {
        node->key = parse->key.text;
        node->key_place = parse->key.place;
        parse->key.text = NULL;
    }
    if (around->last)
        around->last->next = node;
    else
        around->first = node;
    around->last = node;
    around->n_items++;
}

static bool wants_key(const struct manifest_parsing *parse)
{
    return parse->depth && parse->open[parse->depth - 1]->kind == NODE_MAP && !parse->key.text;
}

static struct node *new_node(struct manifest_parsing *parse, enum node_kind kind,
                             const yaml_event_t *event)
{
    struct node *node = arena_alloc(parse->arena, 1, sizeof *node);
    node->kind = kind;
    node->place = place_of(event->start_mark);
    return node;
}

static void open_node(struct manifest_parsing *parse, enum node_kind kind,
                      const yaml_event_t *event)
{
    struct manifest_place place = place_of(event->start_mark);
    if (wants_key(parse)) {
        fail(parse, place, "a key of a map must be plain text");
    } else if (parse->depth == NODE_DEPTH_MAX) {
        fail(parse, place, "lists and maps are nested more than 32 deep");
    } else {
        struct node *node = new_node(parse, kind, event);
        attach(parse, node);
        parse->open[parse->depth++] = node;
    }
}

static void add_text(struct manifest_parsing *parse, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (memchr(text, '\0', length)) {
        fail(parse, place_of(event->start_mark), "a text with a NUL character in it");
        return;
    }
    text = arena_strndup(parse->arena, text, length);
    if (wants_key(parse)) {
        parse->key.text = text;
        parse->key.place = place_of(event->start_mark);
        return;
    }
    struct node *node = new_node(parse, NODE_TEXT, event);
    node->text = text;
    attach(parse, node);
}

static int by_key(const void *a, const void *b)
{
    const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b;
    int order = strcmp(x->key, y->key);
    if (order)
        return order;
    if (x->key_place.line != y->key_place.line)
        return x->key_place.line < y->key_place.line ? -1 : 1;
    return x->key_place.column < y->key_place.column ? -1 : 1;
}

static void check_duplicates(struct manifest_parsing *parse, const struct node *map)
{
    if (map->n_items < 2)
        return;
    const struct node **entries = mem_array(map->n_items, sizeof *entries);
    size_t n = 0;
    for (const struct node *entry = map->first; entry; entry = entry->next)
        entries[n++] = entry;
    qsort(entries, n, sizeof *entries, by_key);
    for (size_t i = 1, first = 0; i < n; i++) {
        if (strcmp(entries[i]->key, entries[first]->key) != 0) {
            first = i;
            continue;
        }
        diags_add(parse->diags, DIAG_ERROR,
                  (struct diag_place){parse->path, entries[i]->key_place.line,
                                      entries[i]->key_place.column},
                  "the key %s stands here a second time; the first is in line %zu",
                  node_quote(parse->arena, entries[i]->key), entries[first]->key_place.line);
    }
    free(entries);
}

static void close_node(struct manifest_parsing *parse)
{
    const struct node *node = parse->open[--parse->depth];
    if (node->kind == NODE_MAP)
        check_duplicates(parse, node);
}

/* A glob without quotes is what an alias in a manifest mostly is. */
static void refuse_alias(struct manifest_parsing *parse, const yaml_event_t *event)
{
    char *message =
        arena_printf(parse->arena,
                     "*%.60s reads as a YAML alias, which a manifest may not use; put a glob that "
                     "begins with * in quotes: \"*%.60s\"",
                     event->data.alias.anchor, event->data.alias.anchor);
    fail(parse, place_of(event->start_mark), message);
}

/* Anchors and tags may stand before any node. */
static bool has_properties(struct manifest_parsing *parse, const yaml_event_t *event)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor)
        fail(parse, place_of(event->start_mark),
             "a YAML anchor (&name), which a manifest may not use; put text that begins with & in "
             "quotes");
    else if (tag)
        fail(parse, place_of(event->start_mark),
             "a YAML tag (!name), which a manifest may not use; put text that begins with ! in "
             "quotes");
    return parse->failed;
}

static void take_event(struct manifest_parsing *parse, const yaml_event_t *event,
                       size_t n_documents)
{
    if (has_properties(parse, event))
        return;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (n_documents)
            fail(parse, place_of(event->start_mark),
                 "a second YAML document; a manifest is one document");
        break;
    case YAML_ALIAS_EVENT:
        refuse_alias(parse, event);
        break;
    case YAML_SCALAR_EVENT:
        add_text(parse, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        open_node(parse, NODE_LIST, event);
        break;
    case YAML_MAPPING_START_EVENT:
        open_node(parse, NODE_MAP, event);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_node(parse);
        break;
    case YAML_STREAM_END_EVENT:
        parse->done = true;
        break;
    default:
        break;
    }
}

static void report_syntax(struct manifest_parsing *parse, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "cannot be read";
    const char *context = parser->context ? parser->context : "";
    const char *hint = "";
    if (strstr(context, "alias"))
        hint = " (put a glob that begins with * in quotes)";
    else if (strstr(context, "flow"))
        hint = " (inside [ ] and { }, text with a bracket, brace or comma needs quotes)";
    char *message = arena_printf(parse->arena, "not valid YAML: %s%s%s%s", context,
                                 *context ? ": " : "", problem, hint);
    fail(parse, place_of(parser->problem_mark), message);
}

static void read_events(struct manifest_parsing *parse, yaml_parser_t *parser)
{
    size_t n_documents = 0;
    while (!parse->failed && !parse->done) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            if (parser->error == YAML_MEMORY_ERROR)
                mem_exhausted();
            report_syntax(parse, parser);
            return;
        }
        take_event(parse, &event, n_documents);
        n_documents += event.type == YAML_DOCUMENT_START_EVENT;
        yaml_event_delete(&event);
    }
}

struct node *node_parse(struct arena *arena, const char *path, const char *bytes, size_t n_bytes,
                        struct diags *diags)
{
    struct manifest_parsing parse = {.arena = arena, .path = path, .diags = diags};
    yaml_parser_t parser;
    if (n_bytes > NODE_FILE_MAX_BYTES)
        fail(&parse, (struct manifest_place){0}, "larger than 1 MiB; this is not a manifest");
    if (n_bytes >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3))
        bytes += 3, n_bytes -= 3;
    if (parse.failed || !check_bytes(&parse, bytes, n_bytes))
        return NULL;
    if (!yaml_parser_initialize(&parser))
        mem_exhausted();
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, n_bytes);
    read_events(&parse, &parser);
    yaml_parser_delete(&parser);
    if (!parse.failed && !parse.root)
        fail(&parse, (struct manifest_place){1, 1},
             "the manifest is empty; \"logvar init FOLDER\" writes one for a folder of logs");
    return parse.failed ? NULL : parse.root;
}

const char *node_quote(struct arena *arena, const char *text)
{
    size_t left = strlen(text), n_shown = 0;
    const char *end = text;
    uint32_t code;
    for (size_t used; n_shown < 60 && (used = text_decode(end, left, &code)); n_shown++)
        end += used, left -= used;
    return arena_printf(arena, "\"%.*s%s\"", (int)(end - text), text, left ? "…" : "");
}

const struct node *node_find(const struct node *map, const char *key)
{
    for (const struct node *entry = map->first; entry; entry = entry->next)
        if (!strcmp(entry->key, key))
            return entry;
    return NULL;
}
