#include "report/verify.h"

#include "base/mem.h"
#include "base/text.h"
#include "logs/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where the parser is: the path so far, and for each open container where its part of the path
 * begins and, for an array, how many elements it had. */
struct verify_walk {
    struct leaves *leaves;
    const char *bytes;
    struct json json;
    struct strbuf path;
    size_t starts[JSON_DEPTH_MAX + 1], counts[JSON_DEPTH_MAX + 1];
    bool arrays[JSON_DEPTH_MAX + 1];
    size_t depth;
    const char *problem; /* what no report has, or NULL */
};

static void cut_path(struct verify_walk *walk, size_t length)
{
    walk->path.length = length;
    walk->path.text[length] = '\0';
}

/* The path of the next element, if what is open is an array. */
static void begin_value(struct verify_walk *walk)
{
    if (!walk->depth || !walk->arrays[walk->depth])
        return;
    cut_path(walk, walk->starts[walk->depth]);
    strbuf_printf(&walk->path, "[%zu]", walk->counts[walk->depth]++);
}

static struct leaf *add_leaf(struct verify_walk *walk, enum leaf_kind kind, const char *text)
{
    struct leaves *leaves = walk->leaves;
    leaves->items =
        mem_grow(leaves->items, leaves->n_items, &leaves->capacity, sizeof *leaves->items);
    leaves->items[leaves->n_items] =
        (struct leaf){.path = arena_strdup(&leaves->arena, walk->path.text),
                      .kind = kind,
                      .text = arena_strdup(&leaves->arena, text)};
    return &leaves->items[leaves->n_items++];
}

static void open_container(struct verify_walk *walk, bool is_array)
{
    begin_value(walk);
    add_leaf(walk, is_array ? LEAF_ARRAY : LEAF_OBJECT, is_array ? "a list" : "an object");
    walk->depth++;
    walk->starts[walk->depth] = walk->path.length;
    walk->counts[walk->depth] = 0;
    walk->arrays[walk->depth] = is_array;
}

static void close_container(struct verify_walk *walk)
{
    cut_path(walk, walk->starts[walk->depth]);
    walk->depth--;
}

static bool is_plain_key(const char *key, size_t length)
{
    bool plain = length > 0 && !isdigit((unsigned char)*key);
    for (size_t i = 0; i < length; i++)
        plain = plain && (isalnum((unsigned char)key[i]) || key[i] == '_');
    return plain;
}

/* No two lists of keys give one path: what is not a plain word stands in quotes. */
static void take_key(struct verify_walk *walk)
{
    const char *key = walk->json.text;
    size_t length = walk->json.length;
    cut_path(walk, walk->starts[walk->depth]);
    if (is_plain_key(key, length)) {
        strbuf_puts(&walk->path, walk->path.length ? "." : "");
        strbuf_add(&walk->path, key, length);
        return;
    }
    strbuf_puts(&walk->path, "[\"");
    for (size_t i = 0; i < length; i++) {
        if (key[i] == '"' || key[i] == '\\')
            strbuf_add_char(&walk->path, '\\');
        strbuf_add_char(&walk->path, key[i]);
    }
    strbuf_puts(&walk->path, "\"]");
}

static void add_text(struct verify_walk *walk)
{
    begin_value(walk);
    char *text = mem_strndup(walk->json.text, walk->json.length);
    add_leaf(walk, LEAF_TEXT, text);
    free(text);
}

/* Kept as it is written: a seed may have more digits than a double. */
static void add_number(struct verify_walk *walk)
{
    const char *end = walk->json.at, *start = end;
    while (start > walk->bytes && strchr("+-.eE0123456789", start[-1]) && start[-1])
        start--;
    char *text = mem_strndup(start, (size_t)(end - start));
    double number = walk->json.number;
    begin_value(walk);
    add_leaf(walk, LEAF_NUMBER, text)->number = number;
    free(text);
}

static void check_text(struct verify_walk *walk)
{
    if (memchr(walk->json.text, '\0', walk->json.length))
        walk->problem = "a NUL character in a text";
}

static void take_event(struct verify_walk *walk, enum json_event event)
{
    switch (event) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        open_container(walk, event == JSON_ARRAY);
        break;
    case JSON_OBJECT_END:
    case JSON_ARRAY_END:
        close_container(walk);
        break;
    case JSON_KEY:
        check_text(walk);
        take_key(walk);
        break;
    case JSON_STRING:
        check_text(walk);
        add_text(walk);
        break;
    case JSON_NUMBER:
        add_number(walk);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        begin_value(walk);
        add_leaf(walk, LEAF_BOOL, event == JSON_TRUE ? "true" : "false")->number =
            event == JSON_TRUE;
        break;
    case JSON_NULL:
        begin_value(walk);
        add_leaf(walk, LEAF_NULL, "null");
        break;
    case JSON_END:
    case JSON_ERROR:
        break;
    }
    if (walk->path.length > LEAF_PATH_MAX)
        walk->problem = "names longer than those of a report";
}

static int compare_leaves(const void *a, const void *b)
{
    return strcmp(((const struct leaf *)a)->path, ((const struct leaf *)b)->path);
}

/* Who reads a report takes the first or the last of two. */
static const struct leaf *find_repeated(const struct leaves *leaves)
{
    for (size_t i = 1; i < leaves->n_items; i++)
        if (!strcmp(leaves->items[i - 1].path, leaves->items[i].path))
            return &leaves->items[i];
    return NULL;
}

static void finish(struct verify_walk *walk, bool whole, struct strbuf *problem)
{
    struct leaves *leaves = walk->leaves;
    if (leaves->n_items)
        qsort(leaves->items, leaves->n_items, sizeof *leaves->items, compare_leaves);
    const struct leaf *repeated = find_repeated(leaves);
    if (walk->problem) {
        strbuf_printf(problem, "no report: %s", walk->problem);
    } else if (!whole) {
        strbuf_printf(problem, "no JSON: %s",
                      walk->json.error ? walk->json.error : "something follows its end");
    } else if (repeated) {
        strbuf_puts(problem, "no report: ");
        text_add_visible(problem, *repeated->path ? repeated->path : "the whole");
        strbuf_puts(problem, " stands there twice");
    }
}

bool leaves_read(struct leaves *leaves, const char *bytes, size_t n_bytes, struct strbuf *problem)
{
    *leaves = (struct leaves){0};
    arena_init(&leaves->arena);
    struct verify_walk walk = {.leaves = leaves, .bytes = bytes};
    strbuf_init(&walk.path);
    json_init(&walk.json, bytes, n_bytes);
    enum json_event event = JSON_ERROR;
    while (!walk.problem && (event = json_next(&walk.json)) != JSON_END && event != JSON_ERROR)
        take_event(&walk, event);
    finish(&walk, event == JSON_END && json_at_end(&walk.json), problem);
    bool ok = !problem->length;
    json_done(&walk.json);
    strbuf_done(&walk.path);
    return ok;
}

void leaves_done(struct leaves *leaves)
{
    arena_done(&leaves->arena);
    free(leaves->items);
    *leaves = (struct leaves){0};
}

const struct leaf *leaves_find(const struct leaves *leaves, const char *path)
{
    struct leaf wanted = {.path = path};
    return leaves->n_items ? bsearch(&wanted, leaves->items, leaves->n_items, sizeof *leaves->items,
                                     compare_leaves)
                           : NULL;
}

const char *leaves_element(const struct leaves *leaves, const char *array, size_t index,
                           const char *member)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_printf(&path, "%s[%zu]%s%s", array, index, member ? "." : "", member ? member : "");
    const struct leaf *leaf = leaves_find(leaves, path.text);
    strbuf_done(&path);
    return leaf && leaf->kind == LEAF_TEXT ? leaf->text : NULL;
}

static bool same_value(const struct leaf *a, const struct leaf *b)
{
    if (a->kind != b->kind)
        return false;
    return !strcmp(a->text, b->text) || (a->kind == LEAF_NUMBER && a->number == b->number);
}

/* A manifest is called by its path from where somebody stood; its bytes have a digest of their own. */
static bool same_file_name(const struct leaf *a, const struct leaf *b)
{
    const char *x = strrchr(a->text, '/'), *y = strrchr(b->text, '/');
    return a->kind == LEAF_TEXT && b->kind == LEAF_TEXT &&
           !strcmp(x ? x + 1 : a->text, y ? y + 1 : b->text);
}

static bool agree(const struct leaf *a, const struct leaf *b)
{
    return same_value(a, b) || (!strcmp(a->path, "study.manifest") && same_file_name(a, b));
}

static void add_difference(struct strbuf *out, const struct leaf *report,
                           const struct leaf *computed)
{
    /* cppcheck-suppress nullPointerRedundantCheck ; one of them is there */
    const char *path = report ? report->path : computed->path;
    text_add_visible(out, *path ? path : "the whole");
    strbuf_puts(out, ": the report says ");
    text_add_visible(out, report ? report->text : "nothing");
    strbuf_puts(out, ", computed is ");
    text_add_visible(out, computed ? computed->text : "nothing");
    strbuf_add_char(out, '\n');
}

size_t leaves_compare(const struct leaves *report, const struct leaves *computed, size_t max,
                      struct strbuf *out, size_t *n_compared)
{
    size_t n_different = 0, i = 0, j = 0;
    *n_compared = 0;
    while (i < report->n_items || j < computed->n_items) {
        const struct leaf *a = i < report->n_items ? &report->items[i] : NULL;
        const struct leaf *b = j < computed->n_items ? &computed->items[j] : NULL;
        int order = !a ? 1 : !b ? -1 : strcmp(a->path, b->path);
        a = order > 0 ? NULL : a;
        b = order < 0 ? NULL : b;
        i += a != NULL;
        j += b != NULL;
        ++*n_compared;
        if (a && b && agree(a, b))
            continue;
        if (n_different++ < max)
            add_difference(out, a, b);
    }
    return n_different;
}
