/* A file belongs to one run of one arm: what two patterns both take would be counted twice. */
#include "manifest/manifest_internal.h"
#include "manifest/manifest_runs.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct owned_file {
    const char *path;
    const struct manifest_arm *arm;
    const struct manifest_run *run;
    size_t number; /* of the arm, in the manifest's order */
};

static int by_path(const void *a, const void *b)
{
    const struct owned_file *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static size_t list_files(const struct reading *reading, struct owned_file **files)
{
    size_t n = 0, capacity = 0;
    *files = NULL;
    for (size_t i = 0; i < reading->n_entries; i++) {
        const struct manifest_arm *arm = &reading->entries[i].arm;
        for (size_t r = 0; r < arm->n_runs; r++)
            for (size_t f = 0; f < arm->runs[r].n_files; f++) {
                *files = mem_grow(*files, n, &capacity, sizeof **files);
                (*files)[n++] =
                    (struct owned_file){arm->runs[r].files[f].path, arm, &arm->runs[r], i};
            }
    }
    return n;
}

static const char *owner(struct reading *reading, const struct owned_file *file)
{
    const char *name = file->arm->name ? file->arm->name : "";
    return *file->arm->group ? arena_printf(reading->arena, "%s/%s, run %s", file->arm->group, name,
                                            file->run->id)
                             : arena_printf(reading->arena, "%s, run %s", name, file->run->id);
}

/* Two files that follow one another in the order of their paths are one, and belong to different runs.
 * A file that one run has under two prefixes is not meant. */
static bool is_shared(const struct owned_file *file)
{
    return !strcmp(file[0].path, file[1].path) && file[0].run != file[1].run;
}

static bool same_arms(const struct owned_file *a, const struct owned_file *b)
{
    return a[0].arm == b[0].arm && a[1].arm == b[1].arm;
}

/* Once for every two arms, with the number of files that they share. */
static void report(struct reading *reading, const struct owned_file *files, size_t n, size_t i)
{
    size_t n_more = 0;
    for (size_t k = 0; k + 1 < n; k++)
        if (is_shared(&files[k]) && same_arms(&files[k], &files[i])) {
            if (k < i)
                return;
            n_more += k > i;
        }
    reading_error(reading, files[i + 1].arm->place,
                  "%s belongs to two runs: %s; and %s; a file is the log of one run%s",
                  reading_quote(reading, files[i].path), owner(reading, &files[i]),
                  owner(reading, &files[i + 1]),
                  n_more ? arena_printf(reading->arena, " (and so with %zu more file%s)", n_more,
                                        n_more == 1 ? "" : "s")
                         : "");
}

void runs_check_owners(struct reading *reading)
{
    struct owned_file *files;
    if (reading->diags->n_errors)
        return; /* the arms are not what was meant */
    size_t n = list_files(reading, &files);
    if (n)
        qsort(files, n, sizeof *files, by_path);
    for (size_t i = 0; i + 1 < n; i++)
        if (is_shared(&files[i]))
            report(reading, files, n, i);
    free(files);
}
