#include "ui/watch.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/portable.h"
#include "base/strbuf.h"
#include "manifest/manifest.h"
#include "study/names.h"
#include "ui/watch_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a path looked: enough to see that it is another. */
struct file_look {
    bool exists;
    ino_t inode;
    off_t size;
    struct timespec modified;
};

struct watched {
    char *path;
    struct file_look looks;
    size_t run;  /* of a file: which run it belongs to */
    bool is_wal; /* of a database: comes and goes, which is not news, and holds what is newest */
};

struct watched_list {
    size_t n_items, capacity;
    struct watched *items;
    struct names known;
};

struct watch {
    char *manifest_path;
    struct file_look manifest;
    struct arena arena; /* the runs' names */
    struct names runs;  /* "group\037arm\037run" */
    struct watched_list files, folders;
    struct watch_news told;
    size_t n_new;  /* as of the last time a folder changed */
    int kernel;    /* the descriptor of watch_kernel.h, or -1 */
    bool polling;  /* files are looked at every now and then */
    double due_ms; /* when to look next; NaN: when the kernel tells */
};

static struct file_look look_at(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return (struct file_look){0};
    return (struct file_look){true, info.st_ino, info.st_size, portable_modified(&info)};
}

static bool differ(const struct file_look *a, const struct file_look *b)
{
    return a->exists != b->exists || a->inode != b->inode || a->size != b->size ||
           a->modified.tv_sec != b->modified.tv_sec || a->modified.tv_nsec != b->modified.tv_nsec;
}

static void list_add(struct watched_list *list, const char *path, size_t run)
{
    if (names_find(&list->known, path) != NAMES_NONE)
        return;
    list->items = mem_grow(list->items, list->n_items, &list->capacity, sizeof *list->items);
    struct watched *item = &list->items[list->n_items];
    *item = (struct watched){.path = mem_strdup(path), .looks = look_at(path), .run = run};
    names_add(&list->known, item->path, list->n_items++);
}

/* What a database in WAL mode is told last stands next to it (and next to what a link points to). */
static void add_wal(struct watch *watch, const char *database, size_t run)
{
    struct strbuf path;
    char *real = file_real_path(database), *slash;
    if (!real)
        return;
    strbuf_init(&path);
    strbuf_printf(&path, "%s-wal", real);
    size_t n = watch->files.n_items;
    list_add(&watch->files, path.text, run);
    if (watch->files.n_items > n)
        watch->files.items[n].is_wal = true;
    if ((slash = strrchr(real, '/')) != NULL && slash > real) {
        *slash = '\0';
        list_add(&watch->folders, real, 0);
    }
    strbuf_done(&path);
    free(real);
}

static void list_done(struct watched_list *list)
{
    for (size_t i = 0; i < list->n_items; i++)
        free(list->items[i].path);
    free(list->items);
    names_done(&list->known);
}

/* The folders that a file lies in, up to the manifest's, or three where it lies elsewhere. */
static void add_folders(struct watch *watch, const struct manifest *manifest, const char *path)
{
    enum { LEVELS_ELSEWHERE = 3, LEVELS_MAX = 32 };
    size_t base = strcmp(manifest->folder, ".") == 0 ? 0 : strlen(manifest->folder);
    bool inside = base == 0 ? path[0] != '/' : !strncmp(path, manifest->folder, base);
    char *folder = mem_strdup(path);
    for (int level = 0; level < (inside ? LEVELS_MAX : LEVELS_ELSEWHERE); level++) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            break;
        *slash = '\0';
        list_add(&watch->folders, folder, 0);
        if (inside && strlen(folder) <= base)
            break;
    }
    if (inside)
        list_add(&watch->folders, manifest->folder, 0);
    free(folder);
}

static void add_file(struct watch *watch, const struct manifest *manifest, const char *path,
                     size_t run)
{
    list_add(&watch->files, path, run);
    add_folders(watch, manifest, path);
}

static const char *run_key(struct arena *arena, const struct manifest_arm *arm,
                           const struct manifest_run *run)
{
    return arena_printf(arena, "%s\037%s\037%s", arm->group ? arm->group : "",
                        arm->name ? arm->name : "", run->id);
}

static void add_run(struct watch *watch, const struct manifest *manifest,
                    const struct manifest_arm *arm, const struct manifest_run *run)
{
    size_t number = names_add(&watch->runs, run_key(&watch->arena, arm, run), watch->runs.n_names);
    for (size_t i = 0; i < run->n_files; i++)
        add_file(watch, manifest, run->files[i].path, number);
    if (run->outcome_path)
        add_file(watch, manifest, run->outcome_path, number);
}

/* A table's, wide file's or database's own name stands for its runs, which are not known here. */
static void add_all(struct watch *watch, const struct manifest *manifest)
{
    for (size_t a = 0; a < manifest->n_arms; a++)
        for (size_t r = 0; r < manifest->arms[a].n_runs; r++)
            add_run(watch, manifest, &manifest->arms[a], &manifest->arms[a].runs[r]);
    if (manifest->table.file)
        add_file(watch, manifest, manifest->table.file, watch->runs.n_names);
    for (size_t i = 0; i < manifest->n_wide; i++)
        add_file(watch, manifest, manifest->wide[i].file, watch->runs.n_names + i);
    if (manifest->mlflow.file) {
        add_file(watch, manifest, manifest->mlflow.file, watch->runs.n_names);
        add_wal(watch, manifest->mlflow.file, watch->runs.n_names);
    }
}

/* A folder's watch tells of the files in it too. */
static bool watch_folders(struct watch *watch)
{
    for (size_t i = 0; i < watch->folders.n_items; i++)
        if (!watch_kernel_add(watch->kernel, watch->folders.items[i].path))
            return false;
    return true;
}

/* Some file systems that look local keep their changes to themselves (shared folders of virtual
 * machines and containers). */
static bool wants_polling(enum watch_means means)
{
    const char *asked = getenv("LOGVAR_POLL");
    return means == WATCH_POLL || (asked && *asked);
}

static void look_after(struct watch *watch, double ms)
{
    watch->due_ms = portable_now_ms() + ms;
}

static void start(struct watch *watch, enum watch_means means)
{
    watch->kernel = wants_polling(means) ? -1 : watch_kernel_open();
    watch->polling = watch->kernel < 0 || !watch_folders(watch);
    if (watch->polling)
        look_after(watch, WATCH_POLL_MS);
}

struct watch *watch_new(const char *manifest_path, enum watch_means means)
{
    struct diags diags;
    diags_init(&diags);
    struct watch *watch = mem_zeroed(1, sizeof *watch);
    watch->kernel = -1;
    watch->due_ms = NAN;
    watch->manifest_path = mem_strdup(manifest_path);
    watch->manifest = look_at(manifest_path);
    struct manifest *manifest = manifest_load(manifest_path, &diags);
    bool ok = manifest != NULL;
    if (ok) {
        add_all(watch, manifest);
        list_add(&watch->folders, manifest->folder, 0);
        start(watch, means);
        manifest_free(manifest);
    }
    diags_done(&diags);
    if (!ok) {
        watch_free(watch);
        return NULL;
    }
    return watch;
}

void watch_free(struct watch *watch)
{
    if (!watch)
        return;
    if (watch->kernel >= 0)
        close(watch->kernel);
    list_done(&watch->files);
    list_done(&watch->folders);
    names_done(&watch->runs);
    arena_done(&watch->arena);
    free(watch->manifest_path);
    free(watch);
}

int watch_fd(const struct watch *watch)
{
    return watch->polling || !isnan(watch->due_ms) ? -1 : watch->kernel;
}

long watch_due_ms(const struct watch *watch)
{
    return isnan(watch->due_ms) ? -1 : (long)ceil(fmax(0, watch->due_ms - portable_now_ms()));
}

static bool any_folder_changed(struct watch *watch)
{
    bool changed = false;
    for (size_t i = 0; i < watch->folders.n_items; i++) {
        struct file_look now = look_at(watch->folders.items[i].path);
        changed = changed || differ(&now, &watch->folders.items[i].looks);
        watch->folders.items[i].looks = now;
    }
    return changed;
}

/* Finding runs means walking the patterns again, so it is done only when a folder has changed. */
static size_t count_new_runs(struct watch *watch)
{
    struct diags diags;
    diags_init(&diags);
    struct manifest *manifest = manifest_load(watch->manifest_path, &diags);
    size_t n = 0;
    for (size_t a = 0; manifest && a < manifest->n_arms; a++)
        for (size_t r = 0; r < manifest->arms[a].n_runs; r++) {
            const struct manifest_run *run = &manifest->arms[a].runs[r];
            n += names_find(&watch->runs, run_key(&manifest->arena, &manifest->arms[a], run)) ==
                 NAMES_NONE;
            /* The folder of a run that appears is one more to hear of. */
            for (size_t i = 0; i < run->n_files; i++)
                add_folders(watch, manifest, run->files[i].path);
        }
    if (manifest)
        manifest_free(manifest);
    diags_done(&diags);
    return n;
}

static void find_new_runs(struct watch *watch)
{
    if (!any_folder_changed(watch))
        return;
    watch->n_new = count_new_runs(watch);
    /* A folder that was moved away and made again is another one to the kernel. */
    if (!watch->polling)
        watch->polling = !watch_folders(watch);
}

/* Files of one run stand next to each other, so a run is counted once. */
static void count_changed(const struct watch *watch, struct watch_news *news)
{
    size_t last_grown = (size_t)-1, last_gone = (size_t)-1;
    for (size_t i = 0; i < watch->files.n_items; i++) {
        const struct watched *file = &watch->files.items[i];
        struct file_look now = look_at(file->path);
        if (!differ(&now, &file->looks) || (file->is_wal && now.size == 0))
            continue;
        if (now.exists && file->run != last_grown) {
            *(file->run < watch->runs.n_names ? &news->n_grown : &news->n_files) += 1;
            last_grown = file->run;
        } else if (!now.exists && file->run != last_gone) {
            news->n_gone++;
            last_gone = file->run;
        }
    }
}

bool watch_look(struct watch *watch, struct watch_news *news)
{
    struct file_look manifest = look_at(watch->manifest_path);
    find_new_runs(watch);
    *news = (struct watch_news){.n_new = watch->n_new,
                                .manifest = differ(&manifest, &watch->manifest),
                                .manifest_gone = !manifest.exists};
    count_changed(watch, news);
    const struct watch_news *told = &watch->told;
    bool is_news =
        (news->n_grown || news->n_files || news->n_new || news->n_gone || news->manifest) &&
        (news->n_grown != told->n_grown || news->n_files != told->n_files ||
         news->n_new != told->n_new || news->n_gone != told->n_gone ||
         news->manifest != told->manifest);
    watch->told = *news;
    return is_news;
}

bool watch_take(struct watch *watch, struct watch_news *news)
{
    if (isnan(watch->due_ms)) {
        /* The kernel's first word starts a pause in which more of them are expected and not heard. */
        if (watch_kernel_drain(watch->kernel))
            look_after(watch, WATCH_SETTLE_MS);
        return false;
    }
    if (watch_due_ms(watch) > 0)
        return false;
    watch_kernel_drain(watch->kernel);
    bool is_news = watch_look(watch, news);
    if (watch->polling)
        look_after(watch, WATCH_POLL_MS);
    else
        watch->due_ms = NAN;
    return is_news;
}
