/* `table` and `wide`: studies whose runs stand in one file, or in a few. */
#include "manifest/manifest_runs.h"

#include "base/file.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *reading_file(struct reading *reading, const struct node *map, const char *name,
                         bool must_exist)
{
    char *joined = file_join(reading->manifest->folder, name);
    const char *path = arena_strdup(reading->arena, joined);
    struct stat info;
    free(joined);
    if (must_exist && (stat(path, &info) != 0 || !S_ISREG(info.st_mode)))
        reading_error(reading, node_find(map, "file")->place, "there is no file %s",
                      reading_quote(reading, path));
    return path;
}

void reading_table(struct reading *reading, bool find_files)
{
    struct manifest_table *table = &reading->manifest->table;
    if (!reading->table)
        return;
    table->place = reading->table->place;
    schema_read(reading, reading->table, "table.", table);
    if (table->file)
        table->file = reading_file(reading, reading->table, table->file, find_files);
}

struct wide_list {
    struct manifest_wide *items;
    size_t n_items, capacity;
};

static const char *stem_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *stem = arena_strdup(arena, slash ? slash + 1 : path);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = '\0';
    return stem;
}

static void add_wide(struct reading *reading, const struct wide_reading *read,
                     const struct pattern_match *match, struct wide_list *list)
{
    const char *const *captures = match->captures;
    struct manifest_wide wide = read->wide;
    wide.file = match->path;
    if (captures[CAPTURE_ARM])
        wide.arm = captures[CAPTURE_ARM];
    if (captures[CAPTURE_GROUP])
        wide.group = captures[CAPTURE_GROUP];
    if (!wide.arm)
        wide.arm = stem_of(reading->arena, match->path);
    if (!wide.group)
        wide.group = "";
    if (!wide.metric)
        wide.metric = reading->top.arm.outcome.metric;
    list->items = mem_grow(list->items, list->n_items, &list->capacity, sizeof wide);
    list->items[list->n_items++] = wide;
}

static void read_wide(struct reading *reading, const struct node *node, bool find_files,
                      struct wide_list *list)
{
    struct wide_reading read = {.wide.place = node->place};
    schema_read(reading, node, "wide[].", &read);
    if (!read.file || !find_files)
        return;
    struct pattern_search search = runs_search(reading);
    match_node(reading, read.file, 0, CAPTURE_BIT(CAPTURE_ARM) | CAPTURE_BIT(CAPTURE_GROUP),
               &search);
    for (size_t i = 0; i < search.n_matches; i++)
        if (search.matches[i].is_folder)
            reading_error(reading, read.file->place, "%s is a folder; a file is wanted",
                          reading_quote(reading, search.matches[i].path));
        else
            add_wide(reading, &read, &search.matches[i], list);
    free(search.matches);
}

void reading_wide(struct reading *reading, bool find_files)
{
    const struct node *node = reading->wide;
    struct wide_list list = {0};
    if (!node)
        return;
    if (node->kind == NODE_LIST && !node->n_items)
        reading_error(reading, node->place, "a map with file: and runs: is wanted here");
    if (node->kind == NODE_LIST)
        for (const struct node *item = node->first; item; item = item->next)
            read_wide(reading, item, find_files, &list);
    else
        read_wide(reading, node, find_files, &list);
    struct manifest *manifest = reading->manifest;
    manifest->n_wide = list.n_items;
    manifest->wide = arena_alloc(reading->arena, list.n_items, sizeof *manifest->wide);
    if (list.n_items)
        memcpy(manifest->wide, list.items, list.n_items * sizeof *manifest->wide);
    free(list.items);
}
