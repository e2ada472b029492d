/* What a manifest means, as text that white space, comments, quotes and the order of keys do not
 * change. */
#include "manifest/manifest_node.h"

#include "base/mem.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

/* The title decides nothing; runs that are excluded are told apart one by one (record/facts.h). */
static bool means_nothing(const struct node *value, size_t depth)
{
    return !strcmp(value->key, "exclude_runs") || (depth == 0 && !strcmp(value->key, "title"));
}

static int by_key(const void *a, const void *b)
{
    const struct node *const *x = a, *const *y = b;
    return strcmp((*x)->key, (*y)->key);
}

static void add_text(struct strbuf *out, const char *text)
{
    strbuf_printf(out, "%zu:%s", strlen(text), text);
}

static void add_node(struct strbuf *out, const struct node *node, size_t depth);

/* Keys in order of their names, but families: of those the first that matches wins. */
static void add_map(struct strbuf *out, const struct node *map, size_t depth)
{
    const struct node **values = mem_array(map->n_items + 1, sizeof *values);
    size_t n = 0;
    for (const struct node *value = map->first; value; value = value->next)
        if (!means_nothing(value, depth))
            values[n++] = value;
    if (n && !(map->key && !strcmp(map->key, "families")))
        qsort(values, n, sizeof *values, by_key);
    strbuf_add_char(out, '{');
    for (size_t i = 0; i < n; i++) {
        add_text(out, values[i]->key);
        strbuf_add_char(out, '=');
        add_node(out, values[i], depth + 1);
    }
    strbuf_add_char(out, '}');
    free(values);
}

static void add_node(struct strbuf *out, const struct node *node, size_t depth)
{
    if (node->kind == NODE_TEXT) {
        add_text(out, node->text);
        strbuf_add_char(out, ';');
    } else if (node->kind == NODE_MAP) {
        add_map(out, node, depth);
    } else {
        strbuf_add_char(out, '[');
        for (const struct node *item = node->first; item; item = item->next)
            add_node(out, item, depth + 1);
        strbuf_add_char(out, ']');
    }
}

void node_meaning(const struct node *root, char sha256[SHA256_TEXT])
{
    struct strbuf text;
    strbuf_init(&text);
    add_node(&text, root, 0);
    sha256_hex(text.text, text.length, sha256);
    strbuf_done(&text);
}
