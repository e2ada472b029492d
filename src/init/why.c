#include "init/why.h"

#include "base/file.h"
#include "base/mem.h"
#include "init/survey.h"
#include "logs/reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ENDINGS_MAX = 8, TRIED_EACH = 3, METRICS_NAMED = 4 };

/* Files whose names end alike. */
struct why_ending {
    const char *ending; /* ".csv"; "" = none */
    size_t n_files, n_tried, n_read;
    const char *first_read; /* path, and what it holds */
    struct survey survey;
    const struct diag *fault; /* of the first that cannot be read, in the arena */
};

static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot && strlen(dot) <= 8 && strspn(dot + 1, "0123456789") < strlen(dot + 1) ? dot : "";
}

static struct why_ending *ending_named(struct why_ending *endings, size_t *n, const char *ending)
{
    for (size_t i = 0; i < *n; i++)
        if (!strcasecmp(endings[i].ending, ending))
            return &endings[i];
    if (*n == ENDINGS_MAX)
        return NULL;
    endings[*n] = (struct why_ending){.ending = ending};
    survey_init(&endings[*n].survey);
    return &endings[(*n)++];
}

static void keep_fault(struct why_ending *ending, const struct diags *diags, struct arena *arena)
{
    for (size_t i = 0; i < diags->n_items && !ending->fault; i++) {
        if (diags->items[i].severity != DIAG_ERROR)
            continue;
        struct diag *fault = arena_alloc(arena, 1, sizeof *fault);
        *fault = diags->items[i];
        fault->file = fault->file ? arena_strdup(arena, fault->file) : NULL;
        fault->message = arena_strdup(arena, fault->message);
        ending->fault = fault;
    }
}

static void try_file(const struct init_files *files, struct why_ending *ending, const char *path)
{
    struct diags diags;
    diags_init(&diags);
    char *full = init_file_path(files, path);
    struct log *log = reader_read_file(full, path, &(struct reader_options){0}, &diags);
    ending->n_tried++;
    if (log) {
        survey_add_log(&ending->survey, log, files->arena);
        if (!ending->n_read++)
            ending->first_read = path;
        log_free(log);
    } else {
        keep_fault(ending, &diags, files->arena);
    }
    free(full);
    diags_done(&diags);
}

static void say_read(const struct init_files *files, const struct why_ending *ending,
                     const char *kind, struct diags *diags)
{
    struct strbuf metrics;
    strbuf_init(&metrics);
    size_t n = ending->survey.n_metrics;
    for (size_t i = 0; i < n && i < METRICS_NAMED; i++)
        strbuf_printf(&metrics, "%s%s", i ? ", " : "", ending->survey.metrics[i].name);
    if (n > METRICS_NAMED)
        strbuf_printf(&metrics, " and %zu more", n - METRICS_NAMED);
    diags_add(diags, DIAG_NOTE, (struct diag_place){.file = ending->first_read},
              "is read (metrics: %s), as others of %s may be, but no number in their paths tells "
              "two runs of one arm apart, or no metric could be an outcome; list the runs by hand: "
              "arms: [{name: …, runs: […]}]",
              metrics.text, kind);
    strbuf_done(&metrics);
    (void)files;
}

static void say_ending(const struct init_files *files, const struct why_ending *ending,
                       struct diags *diags)
{
    const char *kind =
        *ending->ending
            ? arena_printf(files->arena, "%zu %s with names that end in %s", ending->n_files,
                           ending->n_files == 1 ? "file" : "files", ending->ending)
            : arena_printf(files->arena, "%zu %s with no ending to their names", ending->n_files,
                           ending->n_files == 1 ? "file" : "files");
    if (ending->n_read) {
        say_read(files, ending, kind, diags);
        return;
    }
    if (!ending->fault)
        return;
    const char *unknown = strstr(ending->fault->message, "in no format that is known")
                              ? "; text without a step or epoch at the head of its lines is read "
                                "by log: {pattern: …}, a regular expression"
                              : "";
    diags_add(diags, DIAG_NOTE,
              (struct diag_place){ending->fault->file, ending->fault->line, ending->fault->column},
              "%s%s (of %s, none of the first %zu is read)", ending->fault->message, unknown, kind,
              ending->n_tried);
}

static int by_count(const void *a, const void *b)
{
    const struct why_ending *x = a, *y = b;
    if (x->n_files != y->n_files)
        return x->n_files > y->n_files ? -1 : 1;
    return strcmp(x->ending, y->ending);
}

void init_tell_why(const struct init_files *files, struct diags *diags)
{
    struct why_ending endings[ENDINGS_MAX];
    size_t n = 0;
    for (size_t i = 0; i < files->n_paths; i++) {
        struct why_ending *ending = ending_named(endings, &n, ending_of(files->paths[i]));
        if (!ending)
            continue;
        ending->n_files++;
        if (ending->n_tried < TRIED_EACH)
            try_file(files, ending, files->paths[i]);
    }
    qsort(endings, n, sizeof *endings, by_count);
    for (size_t i = 0; i < n; i++) {
        say_ending(files, &endings[i], diags);
        survey_done(&endings[i].survey);
    }
}
