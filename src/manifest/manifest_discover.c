#include "manifest/manifest_discover.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One folder on the way: its identity, to see a link that leads back into it. */
struct place_on_disk {
    dev_t device;
    ino_t inode;
};

struct discover_walk {
    const struct pattern *pattern;
    struct pattern_search *search;
    size_t folder_length; /* of the searched folder in `path`, with its slash */
    struct strbuf path;
    const char *captures[N_CAPTURES];
    const char *wild[PATTERN_COMPONENTS_MAX]; /* names that wildcards matched; NULL for literal */
    struct place_on_disk through[PATTERN_COMPONENTS_MAX];
    size_t n_through;
};

static void walk_from(struct discover_walk *walk, size_t depth);

static const char *join_wild(const struct discover_walk *walk)
{
    struct strbuf joined;
    strbuf_init(&joined);
    for (size_t i = 0; i < walk->pattern->n_components; i++) {
        if (!walk->wild[i])
            continue;
        if (joined.length)
            strbuf_add_char(&joined, '/');
        strbuf_puts(&joined, walk->wild[i]);
    }
    const char *kept = arena_strdup(walk->search->arena, joined.text);
    strbuf_done(&joined);
    return kept;
}

static void add_match(struct discover_walk *walk, bool is_folder)
{
    struct pattern_search *search = walk->search;
    struct pattern_match match = {.path = arena_strdup(search->arena, walk->path.text),
                                  .wild = join_wild(walk),
                                  .is_folder = is_folder,
                                  .n_literal = walk->pattern->n_literal,
                                  .prefix = ""};
    match.relative = match.path + walk->folder_length;
    memcpy(match.captures, walk->captures, sizeof match.captures);
    search->matches = mem_grow(search->matches, search->n_matches, &search->capacity, sizeof match);
    search->matches[search->n_matches++] = match;
}

static bool leads_back(const struct discover_walk *walk, const struct stat *info)
{
    for (size_t i = 0; i < walk->n_through; i++)
        if (walk->through[i].device == info->st_dev && walk->through[i].inode == info->st_ino)
            return true;
    return false;
}

/* walk->path has got the name of component `depth`: is it there, and of the right kind? */
static void enter(struct discover_walk *walk, size_t depth)
{
    struct stat info;
    bool last = depth + 1 == walk->pattern->n_components, wild = walk->wild[depth] != NULL;
    if (stat(walk->path.text, &info) != 0) {
        if (wild || (errno != ENOENT && errno != ENOTDIR))
            diags_left_out(walk->search->diags, walk->path.text, strerror(errno));
        else if (!walk->search->missing)
            walk->search->missing = arena_strdup(walk->search->arena, walk->path.text);
        return;
    }
    bool folder = S_ISDIR(info.st_mode), file = S_ISREG(info.st_mode);
    if (last) {
        if (folder || (file && !walk->pattern->folders_only))
            add_match(walk, folder);
        else if (!file)
            diags_left_out(walk->search->diags, walk->path.text, "neither a file nor a folder");
        return;
    }
    if (!folder || (wild && leads_back(walk, &info)))
        return;
    walk->through[walk->n_through] = (struct place_on_disk){info.st_dev, info.st_ino};
    walk->n_through += wild;
    walk_from(walk, depth + 1);
    walk->n_through -= wild;
}

static void enter_named(struct discover_walk *walk, size_t depth, const char *name, size_t length)
{
    size_t before = walk->path.length;
    if (before && walk->path.text[before - 1] != '/')
        strbuf_add_char(&walk->path, '/');
    strbuf_add(&walk->path, name, length);
    enter(walk, depth);
    walk->path.length = before;
    walk->path.text[before] = '\0';
}

static int by_name(const void *a, const void *b)
{
    return text_natural(*(char *const *)a, *(char *const *)b);
}

/* The names in a folder that the component matches, in natural order; the caller frees both. */
static char **matching_names(struct discover_walk *walk, const struct pattern_component *component,
                             size_t *n_names)
{
    char **names = NULL;
    size_t n = 0, capacity = 0;
    const char *unused[N_CAPTURES];
    struct folder folder = folder_open(walk->path.text);
    const char *name;
    while ((name = folder_next(&folder)) != NULL) {
        if (++*walk->search->n_visited > walk->search->n_visited_max) {
            walk->search->exhausted = true;
            break;
        }
        if (!component_match(component, NULL, name, unused))
            continue;
        names = mem_grow(names, n, &capacity, sizeof *names);
        names[n++] = mem_strdup(name);
    }
    int error = folder_close(&folder);
    if (error)
        diags_left_out(walk->search->diags, walk->path.length ? walk->path.text : ".",
                       strerror(error));
    if (n)
        qsort(names, n, sizeof *names, by_name);
    *n_names = n;
    return names;
}

static void walk_wildcard(struct discover_walk *walk, const struct pattern_component *component,
                          size_t depth)
{
    size_t n_names;
    char **names = matching_names(walk, component, &n_names);
    for (size_t i = 0; i < n_names; i++) {
        const char *before[N_CAPTURES];
        memcpy(before, walk->captures, sizeof before);
        component_match(component, walk->search->arena, names[i], walk->captures);
        walk->wild[depth] = names[i];
        if (!walk->search->exhausted)
            enter_named(walk, depth, names[i], strlen(names[i]));
        memcpy(walk->captures, before, sizeof before);
        free(names[i]);
    }
    walk->wild[depth] = NULL;
    free(names);
}

static void walk_from(struct discover_walk *walk, size_t depth)
{
    const struct pattern_component *component = &walk->pattern->components[depth];
    if (walk->search->exhausted || ++*walk->search->n_visited > walk->search->n_visited_max)
        walk->search->exhausted = true;
    else if (component->literal)
        enter_named(walk, depth, component->text, component->length);
    else
        walk_wildcard(walk, component, depth);
}

void pattern_find(const struct pattern *pattern, const char *folder, struct pattern_search *search)
{
    struct discover_walk walk = {.pattern = pattern, .search = search};
    strbuf_init(&walk.path);
    if (pattern->absolute)
        strbuf_add_char(&walk.path, '/');
    else if (strcmp(folder, ".") != 0) {
        strbuf_puts(&walk.path, folder);
        if (folder[strlen(folder) - 1] != '/')
            strbuf_add_char(&walk.path, '/');
    }
    walk.folder_length = pattern->absolute ? 0 : walk.path.length;
    if (pattern->n_components)
        walk_from(&walk, 0);
    strbuf_done(&walk.path);
}
