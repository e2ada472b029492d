#include "study/run_files.h"

#include "base/mem.h"
#include "logs/axis.h"
#include "study/monitor.h"
#include "logs/reader.h"

#include <stdlib.h>
#include <string.h>

struct parts {
    struct arena arena;
    const struct reader_options *options;
    struct diags *diags;
    struct run_part *items;
    size_t n;
    /* Monitor files wait until all are known. */
    struct reader_input *monitors;
    const char **monitor_prefixes;
    size_t n_monitors;
};

/* "eval/" of "eval/0.monitor.csv", where that is another phase than training; "" otherwise. */
static const char *phase_folder(struct arena *arena, const char *name)
{
    const char *part = name, *slash;
    for (; (slash = strchr(part, '/')) != NULL; part = slash + 1) {
        enum phase phase = phase_of(part, (size_t)(slash - part));
        if (phase != PHASE_NONE && phase != PHASE_TRAIN)
            return arena_strndup(arena, part, (size_t)(slash + 1 - part));
    }
    return "";
}

static bool may_be_monitor(const struct reader_options *options)
{
    return !options ||
           (!options->step && !options->epoch && !options->pattern && !options->delimiter &&
            (!options->format || !strcmp(options->format, "auto") ||
             !strcmp(options->format, "csv")));
}

static void add_log(struct parts *parts, struct log *log, const struct reader_input *input,
                    const char *prefix, size_t match)
{
    if (log)
        parts->items[parts->n++] = (struct run_part){log, input->path, input->name, prefix, match};
}

/* false if the file cannot be read. */
static bool add_file(struct parts *parts, const struct manifest_file *file)
{
    struct file_bytes bytes;
    if (!reader_open_file(file->path, &bytes, parts->diags))
        return false;
    struct reader_input input = {file->path, file->name, bytes.bytes, bytes.n_bytes,
                                 parts->options};
    if (may_be_monitor(parts->options) && monitor_is(bytes.bytes, bytes.n_bytes)) {
        parts->monitor_prefixes[parts->n_monitors] = arena_printf(
            &parts->arena, "%s%s", file->prefix, phase_folder(&parts->arena, file->name));
        parts->monitors[parts->n_monitors++] = input;
        return true;
    }
    size_t n_before = parts->n;
    add_log(parts, reader_read_bytes(&input, parts->diags), &input, file->prefix, file->match);
    file_bytes_done(&bytes);
    return parts->n > n_before;
}

/* Those with the same prefix belong together; they keep their order. Returns where they end. */
static size_t gather_monitors(struct parts *parts, size_t from)
{
    size_t end = from + 1;
    for (size_t i = end; i < parts->n_monitors; i++) {
        if (strcmp(parts->monitor_prefixes[i], parts->monitor_prefixes[from]) != 0)
            continue;
        struct reader_input input = parts->monitors[i];
        const char *prefix = parts->monitor_prefixes[i];
        memmove(&parts->monitors[end + 1], &parts->monitors[end], (i - end) * sizeof input);
        memmove(&parts->monitor_prefixes[end + 1], &parts->monitor_prefixes[end],
                (i - end) * sizeof prefix);
        parts->monitors[end] = input;
        parts->monitor_prefixes[end++] = prefix;
    }
    return end;
}

static bool read_monitors(struct parts *parts)
{
    bool ok = true;
    for (size_t from = 0, end; from < parts->n_monitors; from = end) {
        end = gather_monitors(parts, from);
        struct reader_input *inputs = &parts->monitors[from];
        struct log *log = end - from == 1 ? reader_read_bytes(inputs, parts->diags)
                                          : monitor_read(inputs, end - from, parts->diags);
        ok = ok && log;
        add_log(parts, log, inputs, parts->monitor_prefixes[from], 0);
    }
    for (size_t i = 0; i < parts->n_monitors; i++) {
        struct file_bytes bytes = {(char *)parts->monitors[i].bytes, parts->monitors[i].n_bytes};
        file_bytes_done(&bytes);
    }
    return ok;
}

static bool few_enough_rows(const struct parts *parts)
{
    size_t n = 0;
    for (size_t i = 0; i < parts->n; i++)
        n += parts->items[i].log ? parts->items[i].log->rows.n : 0;
    if (n > LOG_JOINED_ROWS_MAX)
        diags_add(parts->diags, DIAG_ERROR, (struct diag_place){0},
                  "the files of the run have %zu rows together; at most %d are read", n,
                  LOG_JOINED_ROWS_MAX);
    return n <= LOG_JOINED_ROWS_MAX;
}

/* What is left of the parts as one log; log_join takes them. */
static struct log *join_rest(struct parts *parts, struct log **logs, const char **prefixes)
{
    size_t n = 0;
    for (size_t i = 0; i < parts->n; i++)
        if (parts->items[i].log) {
            logs[n] = parts->items[i].log;
            prefixes[n++] = parts->items[i].prefix;
        }
    return log_join(logs, prefixes, n);
}

static struct log *join(struct parts *parts, bool ok, struct run_fault *fault)
{
    struct log **logs = mem_array(parts->n + 1, sizeof *logs), *joined = NULL;
    const char **prefixes = mem_array(parts->n + 1, sizeof *prefixes);
    *fault = (struct run_fault){0};
    for (size_t i = 0; i < parts->n; i++) {
        logs[i] = parts->items[i].log;
        prefixes[i] = parts->items[i].prefix;
    }
    log_align_epochs(logs, prefixes, parts->n);
    if (ok && parts->n > 1)
        *fault = run_sequence_choose(parts->items, parts->n, &parts->arena, parts->diags);
    if (ok && parts->n && !fault->text && few_enough_rows(parts))
        joined = join_rest(parts, logs, prefixes);
    else
        for (size_t i = 0; i < parts->n; i++)
            log_free(parts->items[i].log);
    free(logs);
    free(prefixes);
    return joined;
}

struct log *run_files_read(const struct manifest_run *run, const struct reader_options *options,
                           struct diags *diags, struct arena *arena, struct run_fault *fault)
{
    struct parts parts = {.options = options, .diags = diags};
    bool ok = true, monitors_named = false;
    arena_init(&parts.arena);
    parts.items = mem_zeroed(run->n_files + 1, sizeof *parts.items);
    parts.monitors = mem_zeroed(run->n_files + 1, sizeof *parts.monitors);
    parts.monitor_prefixes = mem_zeroed(run->n_files + 1, sizeof *parts.monitor_prefixes);
    for (size_t i = 0; ok && i < run->n_files; i++) {
        size_t n_monitors = parts.n_monitors;
        ok = add_file(&parts, &run->files[i]) || run->files[i].by_default;
        monitors_named |= parts.n_monitors > n_monitors && !run->files[i].by_default;
    }
    ok = (read_monitors(&parts) || !monitors_named) && ok;
    struct log *log = join(&parts, ok, fault);
    fault->text = fault->text ? arena_strdup(arena, fault->text) : NULL;
    free(parts.items);
    free(parts.monitors);
    free(parts.monitor_prefixes);
    arena_done(&parts.arena);
    return log;
}
