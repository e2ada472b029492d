/* The YAML of a manifest as a tree of nodes, each with its place.
 *
 * Only what a manifest needs is accepted: one document of maps, lists and texts, at most
 * NODE_DEPTH_MAX deep. Aliases, anchors, tags, directives, NUL characters and text that is not
 * UTF-8 are refused before or while the events are read, so hostile input costs no more than its
 * size. Every scalar stays the text that it is. Nodes live in the caller's arena. */
#ifndef LOGVAR_MANIFEST_MANIFEST_NODE_H
#define LOGVAR_MANIFEST_MANIFEST_NODE_H

#include "base/arena.h"
#include "base/diag.h"
#include "manifest/manifest.h"

enum { NODE_DEPTH_MAX = 32, NODE_FILE_MAX_BYTES = 1024 * 1024 };

enum node_kind { NODE_TEXT, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    struct manifest_place place;
    const char *text; /* NODE_TEXT: never NULL */
    /* As an entry of a map: */
    const char *key;
    struct manifest_place key_place;
    /* Items of a list, values of a map, in the order of the file: */
    size_t n_items;
    struct node *first, *last, *next;
};

/* NULL after a fault that leaves no tree. A key that stands twice in a map is reported here; the
 * tree is handed out all the same, so that other faults can be found. */
struct node *node_parse(struct arena *arena, const char *path, const char *bytes, size_t n_bytes,
                        struct diags *diags);
/* Text for a message: in quotes, cut after 60 characters. */
const char *node_quote(struct arena *arena, const char *text);
/* SHA-256 of what the tree means: the same whatever the white space, comments, quotes and order of
 * keys; `title` and every `exclude_runs` are left out. */
void node_meaning(const struct node *root, char sha256[SHA256_TEXT]);
/* The value of a key, or NULL. */
const struct node *node_find(const struct node *map, const char *key);

#endif
