#include "manifest/manifest_internal.h"

#include "base/file.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_defaults(struct manifest_arm *arm)
{
    arm->outcome.scale = 1;
    arm->outcome.at = OUTCOME_LAST;
    arm->window = (struct manifest_window){WINDOW_FRACTION, 1.0 / 3, "1/3", {0, 0}};
    arm->log.length_steps = arm->log.length_epochs = NAN;
}

static void finish_outcome(struct manifest_outcome *outcome)
{
    if (!outcome->better_given && outcome->metric)
        outcome->higher_is_better = !manifest_lower_is_better(outcome->metric);
}

static void finish_arm(struct reading *reading, struct manifest_arm *arm)
{
    finish_outcome(&arm->outcome);
    if (!arm->outcome.metric)
        reading_error(reading, arm->outcome.place.line ? arm->outcome.place : arm->place,
                      "the arm %s has no outcome.metric",
                      reading_quote(reading, arm->name ? arm->name : ""));
}

static void finish_outcomes(struct reading *reading)
{
    struct manifest *manifest = reading->manifest;
    struct manifest_arm *top = &reading->top.arm;
    finish_outcome(&top->outcome);
    top->exclusions = reading->top.own_exclusions;
    top->n_exclusions = reading->top.n_own_exclusions;
    manifest->top = *top;
    bool arms_decide = manifest->n_arms && !reading_is_tabular(reading);
    if (!top->outcome.metric && !top->outcome.place.line && !arms_decide)
        reading_error(reading, (struct manifest_place){1, 1},
                      "the key \"outcome\" is missing (the one number that a run ends with, for "
                      "example outcome: {metric: test_acc})");
    else if (!top->outcome.metric && !arms_decide)
        reading_error(reading, top->outcome.place, "the key \"metric\" is missing here (%s)",
                      "a metric of the log, or a column of the table");
    for (size_t i = 0; i < manifest->n_arms; i++)
        if (arms_decide || manifest->arms[i].outcome.metric)
            finish_arm(reading, &manifest->arms[i]);
}

/* Runs come from logs, a table, wide files or a database, never from two of them. */
static void check_kind(struct reading *reading)
{
    const struct node *kinds[] = {reading->discover, reading->table, reading->wide,
                                  reading->mlflow};
    const struct node *first = NULL, *second = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !second; i++)
        if (kinds[i] && !first)
            first = kinds[i];
        else if (kinds[i])
            second = kinds[i];
    if (second)
        reading_error(reading, second->key_place,
                      "choose only one of discover or arms, table, wide "
                      "and mlflow; remove \"%s\"",
                      second->key);
    if (!first && !reading->arms)
        reading_error(reading, (struct manifest_place){1, 1},
                      "no runs: one of discover, arms, table, wide or mlflow is needed");
}

static void read_root(struct reading *reading, const struct node *root, bool find_runs)
{
    if (root->kind != NODE_MAP) {
        reading_error(reading, root->place,
                      "a manifest is a map of keys and values that begins with logvar: 1");
        return;
    }
    schema_read(reading, root, "", reading);
    check_kind(reading);
    reading_table(reading, find_runs);
    reading_wide(reading, find_runs);
    reading_mlflow(reading, find_runs);
    reading_arms(reading, find_runs);
    finish_outcomes(reading);
}

/* Faults were found key by key; people read a file from the top. */
static int by_place(const void *a, const void *b)
{
    const struct diag *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return strcmp(x->message, y->message);
}

static struct manifest *new_manifest(const char *path, const char *bytes, size_t n_bytes)
{
    struct manifest *manifest = mem_zeroed(1, sizeof *manifest);
    arena_init(&manifest->arena);
    char *folder = file_folder(path);
    const char *slash = strrchr(path, '/');
    manifest->path = arena_strdup(&manifest->arena, path);
    manifest->folder = arena_strdup(&manifest->arena, folder);
    manifest->title = arena_strdup(&manifest->arena, slash ? slash + 1 : path);
    sha256_hex(bytes, n_bytes, manifest->sha256);
    manifest->analysis = analysis_defaults();
    free(folder);
    return manifest;
}

static void done_reading(struct reading *reading)
{
    for (size_t i = 0; i < reading->n_entries; i++)
        free(reading->entries[i].matches);
    free(reading->entries);
}

struct manifest *manifest_load_bytes(const char *path, const char *bytes, size_t n_bytes,
                                     bool find_runs, struct diags *diags)
{
    struct manifest *manifest = new_manifest(path, bytes, n_bytes);
    struct diags found;
    diags_init(&found);
    struct reading reading = {
        .manifest = manifest, .arena = &manifest->arena, .diags = &found, .path = manifest->path};
    set_defaults(&reading.top.arm);
    const struct node *root = node_parse(&manifest->arena, path, bytes, n_bytes, &found);
    if (root)
        read_root(&reading, root, find_runs);
    if (root)
        node_meaning(root, manifest->meaning);
    if (reading.title)
        manifest->title = reading.title;
    done_reading(&reading);
    bool ok = !found.n_errors;
    if (found.n_items)
        qsort(found.items, found.n_items, sizeof *found.items, by_place);
    diags_append(diags, &found);
    if (ok)
        return manifest;
    manifest_free(manifest);
    return NULL;
}

struct manifest *manifest_load(const char *path, struct diags *diags)
{
    struct file_bytes file;
    if (!file_read(path, NODE_FILE_MAX_BYTES, &file, diags))
        return NULL;
    struct manifest *manifest = manifest_load_bytes(path, file.bytes, file.n_bytes, true, diags);
    file_bytes_done(&file);
    return manifest;
}

void manifest_free(struct manifest *manifest)
{
    if (!manifest)
        return;
    arena_done(&manifest->arena);
    free(manifest);
}
