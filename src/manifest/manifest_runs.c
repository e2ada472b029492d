/* From matched paths to runs: ids, the files of each run, the outcome's file. */
#include "manifest/manifest_discover.h"
#include "manifest/manifest_internal.h"
#include "manifest/manifest_runs.h"

#include "base/folder.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { DEFAULT_DEPTH = 3 };

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct pattern_search runs_search(struct reading *reading)
{
    return (struct pattern_search){.arena = reading->arena,
                                   .diags = reading->diags,
                                   .n_visited = &reading->n_visited,
                                   .n_visited_max = READING_VISITED_MAX};
}

bool runs_claimed(const struct runs_context *context, const char *path)
{
    return context->in_discovered && context->n_claimed &&
           bsearch(&path, context->claimed, context->n_claimed, sizeof *context->claimed, by_text);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A run's name by its path; each level says more than the one before. */
enum { N_ID_LEVELS = 4 };
static const char *id_at_level(struct arena *arena, const struct pattern_match *match, int level)
{
    const char *name = last_part(match->relative);
    if (level == 3)
        return match->relative;
    if (level == 2)
        return *match->wild ? match->wild : match->relative;
    if (level == 1 || match->is_folder)
        return name;
    size_t n = strlen(name);
    if (n > 3 && !strcmp(name + n - 3, ".gz"))
        n -= 3;
    char *stem = arena_strndup(arena, name, n);
    char *dot = strrchr(stem, '.');
    if (dot && dot != stem)
        *dot = '\0';
    return stem;
}

static bool all_differ(const char *const *ids, size_t n)
{
    const char **sorted = mem_array(n, sizeof *sorted);
    memcpy(sorted, ids, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_text);
    bool differ = true;
    for (size_t i = 1; i < n && differ; i++)
        differ = strcmp(sorted[i - 1], sorted[i]) != 0;
    free(sorted);
    return differ;
}

void runs_name(struct arena *arena, struct pattern_match *matches, size_t n)
{
    const char **ids = mem_array(n, sizeof *ids);
    for (int level = 0; level < N_ID_LEVELS; level++) {
        size_t n_ids = 0;
        for (size_t i = 0; i < n; i++)
            if (!matches[i].captures[CAPTURE_RUN])
                ids[n_ids++] = id_at_level(arena, &matches[i], level);
        if (level + 1 < N_ID_LEVELS && !all_differ(ids, n_ids))
            continue;
        for (size_t i = 0, k = 0; i < n; i++)
            if (!matches[i].captures[CAPTURE_RUN])
                matches[i].captures[CAPTURE_RUN] = ids[k++];
        break;
    }
    free(ids);
}

/* What lies in the folder of a run and is surely no log. */
bool runs_is_no_log(const char *name)
{
    static const char *const endings[] = {
        "pt",  "pth", "ckpt", "safetensors", "bin",     "onnx",  "h5",  "hdf5", "keras", "pb",
        "npy", "npz", "pkl",  "pickle",      "msgpack", "zip",   "tar", "tgz",  "7z",    "parquet",
        "png", "jpg", "jpeg", "gif",         "svg",     "pdf",   "mp4", "webp", "ipynb", "html",
        "py",  "pyc", "sh",   "c",           "cpp",     "md",    "rst", "yaml", "yml",   "toml",
        "ini", "cfg", "lock", "so",          "o",       "patch", "diff"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp(dot + 1, endings[i]))
            return true;
    return false;
}

struct file_list {
    struct manifest_file *files;
    size_t n_files, capacity;
};

static void add_file(struct file_list *list, struct manifest_file file)
{
    list->files = mem_grow(list->files, list->n_files, &list->capacity, sizeof file);
    list->files[list->n_files++] = file;
}

struct folder_scan {
    struct runs_context *context;
    const struct pattern_match *match;
    const char *outcome_path;
    struct file_list *list;
};

static void scan_folder(const struct folder_scan *scan, const char *path, int depth);

static void scan_item(const struct folder_scan *scan, const char *path, int depth)
{
    struct stat info;
    bool found = lstat(path, &info) == 0, link = found && S_ISLNK(info.st_mode);
    if (!found || (link && stat(path, &info) != 0)) {
        if (errno != ENOENT)
            diags_left_out(scan->context->reading->diags, path, strerror(errno));
        return;
    }
    if (S_ISDIR(info.st_mode) && !link && depth < DEFAULT_DEPTH)
        scan_folder(scan, path, depth + 1);
    if (!S_ISREG(info.st_mode) || runs_is_no_log(path) || runs_claimed(scan->context, path) ||
        (scan->outcome_path && !strcmp(path, scan->outcome_path)))
        return;
    struct arena *arena = scan->context->reading->arena;
    const char *kept = arena_strdup(arena, path);
    add_file(scan->list, (struct manifest_file){.path = kept,
                                                .name = kept + strlen(scan->match->path) + 1,
                                                .prefix = scan->match->prefix,
                                                .by_default = true});
}

void runs_check_logs(struct reading *reading)
{
    for (const struct logs_reading *logs = reading->all_logs; logs; logs = logs->next)
        for (size_t i = 0; i < logs->names.n_names; i++) {
            struct pattern pattern;
            const char *fault = pattern_compile(reading->arena, logs->names.names[i], &pattern);
            if (!fault && pattern.captures)
                fault = "captures belong in discover, not here";
            if (fault)
                reading_error(reading, logs->names.places[i], "%s: %s",
                              reading_quote(reading, logs->names.names[i]), fault);
        }
}

void runs_report_unused_logs(struct reading *reading)
{
    for (const struct logs_reading *logs = reading->all_logs; logs; logs = logs->next)
        for (size_t i = 0; logs->scanned && i < logs->names.n_names; i++)
            if (!logs->used[i])
                reading_error(reading, logs->names.places[i], "%s matches no file of any run",
                              reading_quote(reading, logs->names.names[i]));
}

void runs_claim(struct runs_context *context)
{
    struct reading *reading = context->reading;
    size_t n = 0;
    for (size_t i = reading->n_listed; i < reading->n_entries; i++)
        n += reading->entries[i].n_matches;
    context->claimed = arena_alloc(reading->arena, n, sizeof *context->claimed);
    for (size_t i = reading->n_listed; i < reading->n_entries; i++)
        for (size_t k = 0; k < reading->entries[i].n_matches; k++)
            if (!reading->entries[i].matches[k].is_folder)
                context->claimed[context->n_claimed++] = reading->entries[i].matches[k].path;
    if (context->n_claimed)
        qsort(context->claimed, context->n_claimed, sizeof *context->claimed, by_text);
}

/* Without `logs`: every regular file below the run's folder that a reader could want. A link that leads
 * nowhere is as good as none here. */
static void scan_folder(const struct folder_scan *scan, const char *path, int depth)
{
    struct reading *reading = scan->context->reading;
    struct folder folder = folder_open(path);
    const char *name;
    struct strbuf full;
    strbuf_init(&full);
    while ((name = folder_next(&folder)) != NULL) {
        if (++reading->n_visited > READING_VISITED_MAX)
            break;
        if (name[0] == '.')
            continue;
        strbuf_clear(&full);
        strbuf_printf(&full, "%s/%s", path, name);
        scan_item(scan, full.text, depth);
    }
    int error = folder_close(&folder);
    if (error)
        diags_left_out(reading->diags, path, strerror(error));
    strbuf_done(&full);
}

/* With `logs`: what its globs match below the run's folder. */
static void find_logs(struct runs_context *context, const struct pattern_match *match,
                      struct logs_reading *logs, struct file_list *list)
{
    struct reading *reading = context->reading;
    logs->scanned = true;
    for (size_t i = 0; i < logs->names.n_names; i++) {
        struct pattern pattern;
        if (pattern_compile(reading->arena, logs->names.names[i], &pattern) || pattern.captures)
            continue; /* reported by runs_check_logs */
        struct pattern_search search = runs_search(reading);
        pattern_find(&pattern, match->path, &search);
        for (size_t k = 0; k < search.n_matches; k++)
            if (!search.matches[k].is_folder) {
                logs->used[i] = true;
                add_file(list, (struct manifest_file){.path = search.matches[k].path,
                                                      .name = search.matches[k].relative,
                                                      .prefix = match->prefix});
            }
        free(search.matches);
    }
}

static int by_file(const void *a, const void *b)
{
    const struct manifest_file *x = a, *y = b;
    int order = text_natural(x->path, y->path);
    return order ? order : strcmp(x->prefix, y->prefix);
}

/* {arm}, {group} and {run} in outcome.file stand for those of the run. */
static const char *fill_in(struct arena *arena, const char *text,
                           const char *const values[N_CAPTURES])
{
    static const char *const names[N_CAPTURES] = {"{arm}", "{group}", "{run}"};
    struct strbuf filled;
    strbuf_init(&filled);
    while (*text) {
        size_t i = 0;
        while (i < N_CAPTURES && strncmp(text, names[i], strlen(names[i])) != 0)
            i++;
        if (i < N_CAPTURES) {
            strbuf_puts(&filled, values[i] ? values[i] : "");
            text += strlen(names[i]);
        } else {
            strbuf_add_char(&filled, *text++);
        }
    }
    const char *kept = arena_strdup(arena, filled.text);
    strbuf_done(&filled);
    return kept;
}

static const char *outcome_path(struct arena *arena, const struct manifest_arm *arm,
                                const struct pattern_match *match)
{
    if (!arm->outcome.file)
        return NULL;
    const char *const values[N_CAPTURES] = {arm->name, arm->group, match->captures[CAPTURE_RUN]};
    const char *name = fill_in(arena, arm->outcome.file, values);
    if (match->is_folder)
        return arena_printf(arena, "%s/%s", match->path, name);
    size_t n = (size_t)(last_part(match->path) - match->path);
    return arena_printf(arena, "%.*s%s", (int)n, match->path, name);
}

static void add_match_files(struct runs_context *context, const struct arm_entry *entry,
                            const struct pattern_match *match, const char *outcome,
                            struct file_list *list)
{
    if (!match->is_folder) {
        if (!outcome || strcmp(outcome, match->path) != 0)
            add_file(list, (struct manifest_file){.path = match->path,
                                                  .name = last_part(match->path),
                                                  .prefix = match->prefix});
    } else if (entry->logs && entry->logs->names.n_names) {
        find_logs(context, match, entry->logs, list);
    } else {
        struct folder_scan scan = {context, match, outcome, list};
        scan_folder(&scan, match->path, 1);
    }
}

static void fill_run(struct runs_context *context, const struct arm_entry *entry,
                     const struct pattern_match *matches, size_t n, struct manifest_run *run)
{
    struct arena *arena = context->reading->arena;
    struct file_list list = {0};
    run->id = matches[0].captures[CAPTURE_RUN];
    run->outcome_path = outcome_path(arena, &entry->arm, &matches[0]);
    for (size_t i = 0, first = 0; i < n; i++, first = list.n_files) {
        add_match_files(context, entry, &matches[i], run->outcome_path, &list);
        for (size_t f = first; f < list.n_files; f++)
            list.files[f].match = i;
    }
    if (list.n_files)
        qsort(list.files, list.n_files, sizeof *list.files, by_file);
    struct manifest_file *files = arena_alloc(arena, list.n_files, sizeof *files);
    for (size_t i = 0; i < list.n_files; i++)
        if (!i || by_file(&list.files[i - 1], &list.files[i]) != 0)
            files[run->n_files++] = list.files[i];
    run->files = files;
    free(list.files);
}

static int by_run(const void *a, const void *b)
{
    const struct pattern_match *x = a, *y = b;
    int order = text_natural(x->captures[CAPTURE_RUN], y->captures[CAPTURE_RUN]);
    return order ? order : text_natural(x->path, y->path);
}

void runs_fill(struct runs_context *context, struct arm_entry *entry)
{
    size_t n = entry->n_matches, n_runs = 0;
    if (!n)
        return;
    context->in_discovered = !entry->node;
    qsort(entry->matches, n, sizeof *entry->matches, by_run);
    struct manifest_run *runs = arena_alloc(context->reading->arena, n, sizeof *runs);
    for (size_t first = 0, end; first < n; first = end) {
        const char *id = entry->matches[first].captures[CAPTURE_RUN];
        for (end = first + 1; end < n; end++)
            if (strcmp(entry->matches[end].captures[CAPTURE_RUN], id) != 0)
                break;
        fill_run(context, entry, entry->matches + first, end - first, &runs[n_runs++]);
    }
    entry->arm.n_runs = n_runs;
    entry->arm.runs = runs;
}
