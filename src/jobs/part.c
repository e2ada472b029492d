#include "jobs/part.h"

#include "base/mem.h"
#include "base/sha256.h"
#include "engine/crossfit.h"
#include "jobs/share.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Byte order and word size stand in the magic as this number and this length. */
#define MAGIC "logvar part 1\n"
#define ORDER UINT64_C(0x0102030405060708)
enum { DIGEST_BYTES = SHA256_TEXT - 1, PART_COUNT_MAX = 1000000 };

static void add_digest(struct strbuf *out, const void *bytes, size_t n)
{
    char text[SHA256_TEXT];
    sha256_hex(bytes, n, text);
    strbuf_puts(out, text);
}

void part_study_digest(const struct study *study, char text[SHA256_TEXT])
{
    struct strbuf all;
    strbuf_init(&all);
    for (size_t i = 0; i < study->n_arms; i++) {
        const struct arm *arm = &study->arms[i];
        strbuf_printf(&all, "%s\n%zu %zu %zu ", arm->label, arm->n_runs, arm->n_candidates,
                      arm->group_index);
        add_digest(&all, arm->y, arm->n_runs * sizeof *arm->y);
        add_digest(&all, arm->x, arm->n_runs * arm->n_candidates * sizeof *arm->x);
        if (arm->unfinished.random) {
            strbuf_printf(&all, "%zu unfinished ", arm->unfinished.n);
            add_digest(&all, arm->unfinished.x,
                       arm->unfinished.n * arm->n_candidates * sizeof *arm->unfinished.x);
        }
        if (arm->fold)
            add_digest(&all, arm->fold, arm->n_runs * sizeof *arm->fold);
        for (size_t j = 0; j < arm->n_candidates; j++)
            strbuf_printf(&all, "%s %zu\n", arm->candidates[j].name, arm->candidates[j].family);
        for (size_t j = 0; j < arm->n_statistic; j++)
            strbuf_printf(&all, "%s\n", arm->statistic[j]);
    }
    sha256_hex(all.text, all.length, text);
    strbuf_done(&all);
}

/* The arrays of a cell, a stretch of each, as they stand in a part. */
struct stretch {
    void *bytes;
    size_t n_bytes;
};
enum { N_STRETCHES = 6 };

static void stretches(const struct records *records, size_t first, size_t n,
                      struct stretch out[N_STRETCHES])
{
    size_t picks = n * records->n_folds;
    out[0] = (struct stretch){records->value + first, n * sizeof *records->value};
    out[1] = (struct stretch){records->second ? records->second + first : NULL,
                              records->second ? n * sizeof *records->second : 0};
    out[2] = (struct stretch){records->status + first, n * sizeof *records->status};
    out[3] = (struct stretch){picks ? records->picks + first * records->n_folds : NULL,
                              picks * sizeof *records->picks};
    size_t folds = records->n_fold_weights;
    size_t weights = folds * records->n_weights, leaders = folds * CROSSFIT_LEADERS;
    out[4] = (struct stretch){folds ? records->weights + first * weights : NULL,
                              n * weights * sizeof *records->weights};
    out[5] = (struct stretch){folds ? records->leaders + first * leaders : NULL,
                              n * leaders * sizeof *records->leaders};
}

static void add_u64(struct strbuf *out, uint64_t value)
{
    strbuf_add(out, (const char *)&value, sizeof value);
}

static void write_header(const struct plan *plan, size_t index, size_t count, struct strbuf *out)
{
    char digest[SHA256_TEXT];
    struct strbuf request;
    strbuf_init(&request);
    part_study_digest(plan->study, digest);
    part_write_request(&plan->request, plan->study, &request);
    strbuf_puts(out, MAGIC);
    add_u64(out, ORDER);
    strbuf_puts(out, digest);
    add_u64(out, index);
    add_u64(out, count);
    add_u64(out, strlen(plan->study->path));
    add_u64(out, request.length);
    strbuf_puts(out, plan->study->path);
    strbuf_add(out, request.text, request.length);
    strbuf_done(&request);
}

void part_write(const struct plan *plan, const struct records_view *views, size_t index,
                size_t count, struct strbuf *out)
{
    struct share share = share_init(plan, index, count);
    struct share_task task;
    write_header(plan, index, count, out);
    while (share_next(&share, &task)) {
        const struct lane *lane = &plan->lanes[task.lane];
        for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++) {
            struct stretch parts[N_STRETCHES];
            stretches(views[c].records, task.first, task.n, parts);
            for (size_t i = 0; i < N_STRETCHES; i++)
                if (parts[i].n_bytes)
                    strbuf_add(out, parts[i].bytes, parts[i].n_bytes);
            if (task.first == 0)
                add_u64(out, views[c].records->posthoc_candidate);
        }
    }
    add_digest(out, out->text, out->length);
}

static bool refuse(struct diags *diags, const struct part_bytes *part, const char *why)
{
    diags_add(diags, DIAG_ERROR, (struct diag_place){.file = part->name}, "%s", why);
    return false;
}

/* Takes n bytes at *at, which moves; false at the end. */
static bool take(const struct part_bytes *part, size_t *at, void *to, size_t n)
{
    if (n > part->n_bytes - *at)
        return false;
    if (n)
        memcpy(to, part->bytes + *at, n);
    *at += n;
    return true;
}

static bool take_u64(const struct part_bytes *part, size_t *at, uint64_t *value)
{
    return take(part, at, value, sizeof *value);
}

static const char *take_text(const struct part_bytes *part, size_t *at, uint64_t n,
                             struct arena *arena)
{
    if (n > part->n_bytes - *at)
        return NULL;
    const char *text = arena_strndup(arena, part->bytes + *at, (size_t)n);
    *at += (size_t)n;
    return text;
}

static bool whole(const struct part_bytes *part)
{
    char digest[SHA256_TEXT];
    if (part->n_bytes < DIGEST_BYTES)
        return false;
    size_t n = part->n_bytes - DIGEST_BYTES;
    sha256_hex(part->bytes, n, digest);
    return memcmp(part->bytes + n, digest, DIGEST_BYTES) == 0;
}

bool part_read_header(const struct part_bytes *part, struct arena *arena,
                      struct part_header *header, struct diags *diags)
{
    uint64_t order, index, count, n_manifest, n_request;
    size_t at = strlen(MAGIC);
    if (part->n_bytes < at || memcmp(part->bytes, MAGIC, at) != 0)
        return refuse(diags, part, "this is not a part of a report (logvar report --shard)");
    if (!take_u64(part, &at, &order) || order != ORDER)
        return refuse(diags, part, "this part comes from another kind of machine (byte order)");
    if (!whole(part))
        return refuse(diags, part, "this part is damaged or was cut short");
    header->study = take_text(part, &at, DIGEST_BYTES, arena);
    if (!header->study || !take_u64(part, &at, &index) || !take_u64(part, &at, &count) ||
        !take_u64(part, &at, &n_manifest) || !take_u64(part, &at, &n_request))
        return refuse(diags, part, "this part is damaged");
    header->manifest = take_text(part, &at, n_manifest, arena);
    header->request = header->manifest ? take_text(part, &at, n_request, arena) : NULL;
    if (!header->request || index >= count || count > PART_COUNT_MAX)
        return refuse(diags, part, "this part is damaged");
    header->index = (size_t)index;
    header->count = (size_t)count;
    header->records_at = at;
    return true;
}

static bool sensible_weights(const struct records *records, size_t i, size_t n_candidates)
{
    size_t folds = records->n_fold_weights, weights = folds * records->n_weights;
    for (size_t w = i * weights; w < (i + 1) * weights; w++)
        if (!(records->weights[w] >= 0 && records->weights[w] <= 1.001f))
            return false;
    for (size_t l = i * folds * CROSSFIT_LEADERS; l < (i + 1) * folds * CROSSFIT_LEADERS; l++)
        if (records->leaders[l] != CROSSFIT_NO_PICK && records->leaders[l] >= n_candidates)
            return false;
    return true;
}

/* The digest keeps out accidents, this keeps figures from being made of anything else. */
static bool sensible(const struct plan *plan, size_t cell, const struct records *records,
                     const struct share_task *task)
{
    size_t n_candidates = plan->study->arms[plan->cells[cell].arm].n_candidates;
    for (size_t i = task->first; i < task->first + task->n; i++) {
        if (records->status[i] >= N_ESTIMATE_STATUSES || records->status[i] == ESTIMATE_PENDING)
            return false;
        for (size_t f = i * records->n_folds; f < (i + 1) * records->n_folds; f++)
            if (records->picks[f] != CROSSFIT_NO_PICK && records->picks[f] >= n_candidates)
                return false;
        if (!sensible_weights(records, i, n_candidates))
            return false;
    }
    return records->posthoc_candidate == ARM_NO_CANDIDATE ||
           records->posthoc_candidate < n_candidates;
}

static bool read_records(const struct plan *plan, const struct part_bytes *part,
                         const struct part_header *header, struct records *records)
{
    struct share share = share_init(plan, header->index, header->count);
    struct share_task task;
    size_t at = header->records_at;
    while (share_next(&share, &task)) {
        const struct lane *lane = &plan->lanes[task.lane];
        for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++) {
            struct stretch parts[N_STRETCHES];
            uint64_t posthoc;
            stretches(&records[c], task.first, task.n, parts);
            for (size_t i = 0; i < N_STRETCHES; i++)
                if (!take(part, &at, parts[i].bytes, parts[i].n_bytes))
                    return false;
            if (task.first == 0) {
                if (!take_u64(part, &at, &posthoc))
                    return false;
                records[c].posthoc_candidate = (size_t)posthoc;
            }
            if (!sensible(plan, c, &records[c], &task))
                return false;
        }
    }
    return at + DIGEST_BYTES == part->n_bytes;
}

/* Whether every share of the first part's division is there once. */
static bool complete(const struct part_bytes *parts, const struct part_header *headers,
                     size_t n_parts, struct diags *diags)
{
    size_t count = headers[0].count, n_errors = diags->n_errors;
    const char **owner = mem_zeroed(count < n_parts ? n_parts : count, sizeof *owner);
    for (size_t i = 0; i < n_parts; i++) {
        if (headers[i].count != count)
            diags_add(diags, DIAG_ERROR, (struct diag_place){.file = parts[i].name},
                      "this is part %zu of %zu, but %s is one of %zu", headers[i].index + 1,
                      headers[i].count, parts[0].name, count);
        else if (owner[headers[i].index])
            diags_add(diags, DIAG_ERROR, (struct diag_place){.file = parts[i].name},
                      "this is part %zu of %zu, and so is %s", headers[i].index + 1, count,
                      owner[headers[i].index]);
        else
            owner[headers[i].index] = parts[i].name;
    }
    for (size_t i = 0; i < count; i++)
        if (!owner[i])
            diags_add(diags, DIAG_ERROR, (struct diag_place){0}, "part %zu of %zu is missing",
                      i + 1, count);
    free(owner);
    return diags->n_errors == n_errors;
}

/* Whether they all belong to this plan. */
static bool belong(const struct plan *plan, const struct part_bytes *parts,
                   const struct part_header *headers, size_t n_parts, struct diags *diags)
{
    char digest[SHA256_TEXT];
    struct strbuf request;
    bool fine = true;
    strbuf_init(&request);
    part_study_digest(plan->study, digest);
    part_write_request(&plan->request, plan->study, &request);
    for (size_t i = 0; i < n_parts; i++)
        if (strcmp(headers[i].study, digest) != 0)
            fine = refuse(diags, &parts[i],
                          "this part belongs to another study, or its logs have changed since");
        else if (strcmp(headers[i].request, request.text) != 0)
            fine = refuse(diags, &parts[i], "this part belongs to a report with other settings");
    strbuf_done(&request);
    return fine;
}

/* What a part says decides how much memory is taken: no more than its own length, about. */
static bool long_enough(const struct plan *plan, const struct part_bytes *parts, size_t n_parts,
                        struct diags *diags)
{
    uint64_t wanted = 0, there = 0;
    for (size_t l = 0; l < plan->n_lanes; l++)
        for (size_t c = 0; c < plan->lanes[l].n_cells; c++) {
            const struct cell_key *key = &plan->cells[plan->lanes[l].first_cell + c];
            uint64_t each = records_bytes(key, 1) - records_bytes(key, 0);
            wanted += each * plan->lanes[l].n_wanted;
        }
    for (size_t i = 0; i < n_parts; i++)
        there += parts[i].n_bytes;
    return wanted <= there || refuse(diags, &parts[0], "this part is damaged");
}

static void init_records(const struct plan *plan, struct records *records)
{
    for (size_t l = 0; l < plan->n_lanes; l++)
        for (size_t i = 0; i < plan->lanes[l].n_cells; i++) {
            size_t c = plan->lanes[l].first_cell + i;
            records_init(&records[c], &plan->cells[c], plan->lanes[l].n_wanted);
        }
}

bool part_merge(const struct plan *plan, const struct part_bytes *parts, size_t n_parts,
                struct records *records, struct diags *diags)
{
    struct arena arena;
    struct part_header *headers = mem_zeroed(n_parts, sizeof *headers);
    bool fine = n_parts > 0;
    arena_init(&arena);
    for (size_t i = 0; i < n_parts; i++)
        fine = part_read_header(&parts[i], &arena, &headers[i], diags) && fine;
    fine = fine && belong(plan, parts, headers, n_parts, diags);
    fine = fine && complete(parts, headers, n_parts, diags);
    fine = fine && long_enough(plan, parts, n_parts, diags);
    if (fine)
        init_records(plan, records);
    for (size_t i = 0; i < n_parts && fine; i++)
        if (!read_records(plan, &parts[i], &headers[i], records))
            fine = refuse(diags, &parts[i], "this part is damaged");
    arena_done(&arena);
    free(headers);
    return fine;
}
