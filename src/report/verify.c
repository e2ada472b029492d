#include "report/verify.h"

#include "base/mem.h"
#include "base/text.h"
#include "logs/json.h"

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

static void open_container(struct verify_walk *walk, bool is_array)
{
    begin_value(walk);
    walk->depth++;
    walk->starts[walk->depth] = walk->path.length;
    walk->counts[walk->depth] = 0;
    walk->arrays[walk->depth] = is_array;
}

/* An empty container is a leaf too: that there is nothing is part of the report. */
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

static void close_container(struct verify_walk *walk)
{
    cut_path(walk, walk->starts[walk->depth]);
    if (walk->arrays[walk->depth] && !walk->counts[walk->depth])
        add_leaf(walk, LEAF_NULL, "nothing");
    walk->depth--;
}

static void take_key(struct verify_walk *walk)
{
    cut_path(walk, walk->starts[walk->depth]);
    if (walk->path.length)
        strbuf_add_char(&walk->path, '.');
    strbuf_add(&walk->path, walk->json.text, walk->json.length);
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
    bool whole = event == JSON_END && json_at_end(&walk.json), ok = whole && !walk.problem;
    if (walk.problem)
        strbuf_printf(problem, "no report: %s", walk.problem);
    else if (!whole)
        strbuf_printf(problem, "no JSON: %s",
                      event == JSON_ERROR ? walk.json.error : "something follows its end");
    if (leaves->n_items)
        qsort(leaves->items, leaves->n_items, sizeof *leaves->items, compare_leaves);
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

static bool is_passed_over(const struct leaf *leaf)
{
    return !strcmp(leaf->path, "logvar") || !strcmp(leaf->path, "study.manifest") ||
           !strncmp(leaf->path, "record.", 7);
}

static void add_difference(struct strbuf *out, const struct leaf *report,
                           const struct leaf *computed)
{
    /* cppcheck-suppress nullPointerRedundantCheck ; one of them is there */
    text_add_visible(out, report ? report->path : computed->path);
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
        if (is_passed_over(a ? a : b))
            continue;
        ++*n_compared;
        if (a && b && same_value(a, b))
            continue;
        if (n_different++ < max)
            add_difference(out, a, b);
    }
    return n_different;
}
