#include "init/files.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/text.h"
#include "manifest/manifest_runs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 16, FILES_MAX = 200000 };

/* The path of a folder as a manifest in `base` would write it; "" for base itself. Both resolved. */
static char *relative_path(const char *base, const char *folder)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        bool base_ends = !base[i] || base[i] == '/', folder_ends = !folder[i] || folder[i] == '/';
        if (base_ends && folder_ends)
            common = i;
        if (base[i] != folder[i] || !base[i])
            break;
    }
    if (common <= 1)
        return mem_strdup(strcmp(base, "/") ? folder : folder + 1);
    struct strbuf path;
    strbuf_init(&path);
    for (const char *at = base + common; *at; at++)
        if (*at == '/')
            strbuf_puts(&path, "../");
    const char *rest = folder + common;
    strbuf_puts(&path, rest + (*rest == '/'));
    if (path.length && path.text[path.length - 1] == '/')
        path.text[--path.length] = '\0';
    return path.text;
}

/* What lies next to logs everywhere and is none. */
static bool is_paper(const char *name)
{
    static const char *const beginnings[] = {"readme",       "license",   "licence",
                                             "copying",      "notice",    "makefile",
                                             "requirements", "changelog", "authors"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncasecmp(name, beginnings[i], strlen(beginnings[i])))
            return true;
    return runs_is_no_log(name);
}

/* A manifest is UTF-8 and cannot name a file that is not. */
static bool is_utf8(const char *path)
{
    size_t left = strlen(path);
    uint32_t code = 0;
    for (size_t used; (used = text_decode(path, left, &code)) > 0; path += used, left -= used)
        if (code == TEXT_BAD || code < ' ')
            return false;
    return true;
}

static void add_path(struct init_files *files, const char *path)
{
    if (!is_utf8(path)) {
        diags_left_out(files->diags, path, "a manifest cannot hold this name");
        return;
    }
    if (files->n_paths == FILES_MAX) {
        files->too_many = true;
        return;
    }
    files->paths = mem_grow(files->paths, files->n_paths, &files->capacity, sizeof *files->paths);
    files->paths[files->n_paths++] = arena_strdup(files->arena, path);
}

static void find_below(struct init_files *files, const char *path, int depth);

/* `below` lies at the openable path `full`. Links to folders are not followed; a link that leads nowhere is
 * as good as none. */
static void find_item(struct init_files *files, const char *below, const char *full, int depth)
{
    struct stat info, target;
    const char *slash = strrchr(below, '/');
    if (lstat(full, &info) != 0 || stat(full, &target) != 0) {
        if (errno != ENOENT)
            diags_left_out(files->diags, full, strerror(errno));
    } else if (S_ISDIR(info.st_mode) && depth == DEPTH_MAX) {
        diags_left_out(files->diags, full, "folders are nested too deeply");
    } else if (S_ISDIR(info.st_mode)) {
        find_below(files, below, depth + 1);
    } else if (S_ISREG(target.st_mode) && target.st_size > 0 &&
               !is_paper(slash ? slash + 1 : below)) {
        add_path(files, below);
    }
}

static void find_below(struct init_files *files, const char *path, int depth)
{
    char *open_path = init_file_path(files, path);
    struct folder folder = folder_open(open_path);
    const char *name;
    while (!files->too_many && (name = folder_next(&folder)) != NULL) {
        if (name[0] == '.')
            continue;
        char *below = *path ? file_join(path, name) : mem_strdup(name);
        char *full = init_file_path(files, below);
        find_item(files, below, full, depth);
        free(full);
        free(below);
    }
    int error = folder_close(&folder);
    if (error)
        diags_left_out(files->diags, open_path, strerror(error));
    free(open_path);
}

static void find_one(struct init_files *files, const char *asked, const char *real_base)
{
    char *real = file_real_path(asked);
    struct stat info;
    if (!real || stat(real, &info) != 0) {
        diags_add(files->diags, DIAG_ERROR, (struct diag_place){.file = asked},
                  "cannot be opened: %s", strerror(errno));
        free(real);
        return;
    }
    char *path = relative_path(real_base, real);
    if (S_ISDIR(info.st_mode))
        find_below(files, path, 0);
    else if (S_ISREG(info.st_mode))
        add_path(files, path);
    free(path);
    free(real);
}

static int by_name(const void *a, const void *b)
{
    return text_natural(*(char *const *)a, *(char *const *)b);
}

bool init_files_find(const struct init_request *request, struct init_files *files,
                     struct diags *diags)
{
    char *base = request->output ? file_folder(request->output) : mem_strdup(".");
    char *real_base = file_real_path(base);
    size_t n_before = diags->n_errors;
    files->diags = diags;
    files->base = arena_strdup(files->arena, base);
    files->root = request->folders[0];
    if (!real_base)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = base}, "cannot be opened: %s",
                  strerror(errno));
    for (size_t i = 0; real_base && i < request->n_folders; i++)
        find_one(files, request->folders[i], real_base);
    free(real_base);
    free(base);
    if (files->n_paths)
        qsort(files->paths, files->n_paths, sizeof *files->paths, by_name);
    else if (diags->n_errors == n_before)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = files->root},
                  "no file here could be a log");
    if (files->too_many)
        diags_add(diags, DIAG_WARNING, (struct diag_place){.file = files->root},
                  "more than %d files; only the first ones were looked at", FILES_MAX);
    return diags->n_errors == n_before;
}

void init_files_done(struct init_files *files)
{
    free(files->paths);
    files->paths = NULL;
}

char *init_file_path(const struct init_files *files, const char *path)
{
    return *path ? file_join(files->base, path) : mem_strdup(files->base);
}
