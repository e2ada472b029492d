/* The whole from parts. */
#include "jobs/jobs.h"

#include "base/file.h"
#include "base/mem.h"
#include "estimate/results_build.h"
#include "jobs/part.h"

#include <stdint.h>
#include <stdlib.h>

/* 16 GiB, or what a 32-bit program can hold. */
static const size_t part_bytes_max =
    SIZE_MAX / 2 < (uint64_t)1 << 34 ? SIZE_MAX / 2 : (size_t)((uint64_t)1 << 34);

char *jobs_part_manifest(const char *path, struct diags *diags)
{
    struct file_bytes file;
    struct part_header header;
    struct arena arena;
    char *manifest = NULL;
    if (!file_read(path, part_bytes_max, &file, diags))
        return NULL;
    arena_init(&arena);
    if (part_read_header(&(struct part_bytes){path, file.bytes, file.n_bytes}, &arena, &header,
                         diags))
        manifest = mem_strdup(header.manifest);
    arena_done(&arena);
    file_bytes_done(&file);
    return manifest;
}

static struct snapshot *build(struct study *study, const struct plan *plan,
                              const struct part_bytes *parts, size_t n_parts, struct diags *diags)
{
    struct records *records = mem_zeroed(plan->n_cells, sizeof *records);
    struct records_view *views = mem_array(plan->n_cells, sizeof *views);
    struct snapshot *snapshot = NULL;
    for (size_t l = 0; l < plan->n_lanes; l++)
        for (size_t i = 0; i < plan->lanes[l].n_cells; i++) {
            size_t c = plan->lanes[l].first_cell + i;
            views[c] = (struct records_view){&records[c], plan->lanes[l].n_wanted};
        }
    if (part_merge(plan, parts, n_parts, records, diags))
        snapshot = results_build(study, plan, views, 0, NULL, NULL);
    for (size_t c = 0; c < plan->n_cells; c++)
        records_done(&records[c]);
    free(records);
    free(views);
    return snapshot;
}

struct snapshot *jobs_merge_bytes(struct study *study, const struct exploratory_history *history,
                                  const struct part_bytes *parts, size_t n_parts,
                                  struct diags *diags)
{
    struct part_header header;
    struct arena arena;
    struct request request;
    struct snapshot *snapshot = NULL;
    arena_init(&arena);
    if (part_read_header(&parts[0], &arena, &header, diags)) {
        if (part_read_request(header.request, study, &request)) {
            struct plan *plan = plan_new(study, &request, history);
            snapshot = build(study, plan, parts, n_parts, diags);
            plan_free(plan);
            request_done(&request);
        } else {
            diags_add(diags, DIAG_ERROR, (struct diag_place){.file = parts[0].name},
                      "this part belongs to another study, or its manifest has changed since");
        }
    }
    arena_done(&arena);
    return snapshot;
}

struct snapshot *jobs_merge(struct study *study, const struct exploratory_history *history,
                            const char *const *paths, size_t n_paths, struct diags *diags)
{
    struct file_bytes *files = mem_zeroed(n_paths, sizeof *files);
    struct part_bytes *parts = mem_zeroed(n_paths, sizeof *parts);
    struct snapshot *snapshot = NULL;
    bool fine = n_paths > 0;
    for (size_t i = 0; i < n_paths; i++) {
        fine = file_read(paths[i], part_bytes_max, &files[i], diags) && fine;
        parts[i] = (struct part_bytes){paths[i], files[i].bytes, files[i].n_bytes};
    }
    if (fine)
        snapshot = jobs_merge_bytes(study, history, parts, n_paths, diags);
    for (size_t i = 0; i < n_paths; i++)
        file_bytes_done(&files[i]);
    free(files);
    free(parts);
    return snapshot;
}
