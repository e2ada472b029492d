#include "init/init.h"

#include "base/file.h"
#include "base/mem.h"
#include "manifest/manifest_internal.h"
#include "logs/reader.h"
#include "init/accept.h"
#include "init/draft.h"
#include "init/split.h"
#include "init/why.h"
#include "study/names.h"

#include <stdlib.h>
#include <string.h>

/* The name of what was asked for: the last part of its path that is one. */
static const char *title_of(struct arena *arena, const char *root)
{
    char *real = file_real_path(root);
    const char *slash = real ? strrchr(real, '/') : NULL;
    const char *title = arena_strdup(arena, slash && slash[1] ? slash + 1 : "study");
    free(real);
    return title;
}

/* Loads the text as if it lay where it will: does it give the arms and runs that were found? */
static struct manifest *load_back(const struct init_draft *draft,
                                  const struct init_request *request, struct diags *diags)
{
    const char *path = request->output ? request->output : "study.yaml";
    return manifest_load_bytes(path, draft->text->text, draft->text->length, true, diags);
}

static size_t runs_of(const struct init_layout *layout)
{
    size_t n = 0;
    for (size_t a = 0; a < layout->n_arms; a++)
        n += layout->arms[a].n_runs;
    return n;
}

static bool gives_the_same(const struct init_draft *draft, const struct init_request *request,
                           const struct init_layout *layout)
{
    struct diags diags;
    diags_init(&diags);
    struct manifest *manifest = load_back(draft, request, &diags);
    size_t n_runs = 0;
    for (size_t a = 0; manifest && a < manifest->n_arms; a++)
        n_runs += manifest->arms[a].n_runs;
    bool same = manifest && manifest->n_arms == layout->n_arms && n_runs == runs_of(layout);
    manifest_free(manifest);
    diags_done(&diags);
    return same;
}

/* Notes of a draft that was thrown away do not count. */
static bool try_logs(struct init_draft *draft, const struct init_request *request,
                     const struct init_kinds *kinds)
{
    struct diags *diags = draft->diags, first;
    diags_init(&first);
    draft->diags = &first;
    bool ok = draft_logs(draft, kinds, false);
    if (ok && !gives_the_same(draft, request, &kinds->items[0].layout)) {
        strbuf_clear(draft->text);
        diags_done(&first);
        diags_init(&first);
        ok = draft_logs(draft, kinds, true);
    }
    diags_append(diags, &first);
    draft->diags = diags;
    return ok;
}

static const char *first_left_out(const struct init_files *files, const struct init_places *places,
                                  const struct init_layout *layout)
{
    struct names used;
    const char *first = NULL;
    names_init(&used);
    for (size_t a = 0; a < layout->n_arms; a++)
        for (size_t i = 0; i < layout->arms[a].n_files; i++)
            names_add(&used, places->items[layout->arms[a].first + i].path, 0);
    for (size_t i = 0; i < files->n_paths && !first; i++)
        if (names_find(&used, files->paths[i]) == NAMES_NONE)
            first = files->paths[i];
    names_done(&used);
    return first;
}

static bool init_logs(struct init_draft *draft, const struct init_request *request,
                      struct init_files *files)
{
    struct init_places places;
    struct init_layout layout;
    struct init_kinds kinds = {0};
    init_places_find(draft->files, &places);
    bool ok = init_layout_find(draft->arena, &places, &layout);
    if (ok) {
        init_split(files, &places, &layout);
        files->left_out = first_left_out(files, &places, &layout);
        init_kinds_find(files, &places, &layout, draft->title, &kinds);
        ok = kinds.n_kinds && kinds.items[0].role == KIND_LOG && try_logs(draft, request, &kinds);
    }
    init_kinds_done(&kinds);
    init_places_done(&places);
    return ok;
}

/* Arms of wide files are the files. */
static void wide_layout(struct arena *arena, const struct init_wides *wides, const char *title,
                        struct init_layout *layout)
{
    *layout = (struct init_layout){.arena = arena, .group_factor = FACTORS_MAX};
    layout->arms = arena_alloc(arena, wides->n_items, sizeof *layout->arms);
    for (size_t i = 0; i < wides->n_items; i++)
        if (!i || strcmp(wides->items[i].file, wides->items[i - 1].file) != 0)
            layout->arms[layout->n_arms++] =
                (struct init_arm){.path = wides->items[i].file, .n_runs = wides->items[i].n_runs};
    init_layout_name(layout, title);
}

static bool init_columns(struct init_draft *draft)
{
    struct init_wides wides;
    struct init_layout layout;
    bool ok = init_wides_find(draft->files, &wides);
    if (ok) {
        wide_layout(draft->arena, &wides, draft->title, &layout);
        ok = draft_wide(draft, &wides, &layout);
    }
    init_wides_done(&wides);
    return ok;
}

static bool init_database(struct init_draft *draft, struct init_files *files)
{
    struct init_mlflow mlflow;
    bool ok = init_mlflow_find(files, &mlflow) && draft_mlflow(draft, &mlflow);
    init_mlflow_done(&mlflow);
    return ok;
}

static bool init_table(struct init_draft *draft)
{
    struct init_table table;
    return init_table_find(draft->files, &table, draft->diags) && draft_table(draft, &table);
}

static bool draft_any(struct init_draft *draft, const struct init_request *request,
                      struct init_files *files)
{
    return init_database(draft, files) || init_columns(draft) || init_logs(draft, request, files) ||
           init_table(draft);
}

static void say_nothing_found(const struct init_files *files, struct diags *diags)
{
    diags_add(diags, DIAG_ERROR, (struct diag_place){.file = files->root},
              "no logs of repeated runs were found: the path of a run needs a number (a "
              "seed) in which it differs from the next run's, and a log with a metric that "
              "could be an outcome; name the folder above all runs, or write the manifest "
              "by hand as logvar-manifest(5) says");
    init_tell_why(files, diags);
}

/* A draft that check would refuse is made once more, without the arms that are in its way. Only what
 * is said of the last one counts. */
static bool draft_until_accepted(struct init_draft *draft, const struct init_request *request,
                                 struct init_files *files)
{
    enum { ROUNDS = 6 };
    struct diags *diags = draft->diags;
    enum init_verdict verdict = INIT_AGAIN;
    for (int round = 0; round < ROUNDS && verdict == INIT_AGAIN; round++) {
        struct diags said;
        diags_init(&said);
        draft->diags = &said;
        strbuf_clear(draft->text);
        bool ok = draft_any(draft, request, files);
        if (!ok)
            say_nothing_found(files, &said);
        struct manifest *manifest = ok ? load_back(draft, request, &said) : NULL;
        verdict = manifest ? init_accept(manifest, files, diags) : INIT_REFUSED;
        manifest_free(manifest);
        if (verdict == INIT_AGAIN)
            diags_done(&said);
        else
            diags_append(diags, &said);
    }
    draft->diags = diags;
    return verdict == INIT_ACCEPTED;
}

bool init_manifest(const struct init_request *request, struct strbuf *text, struct diags *diags)
{
    struct arena arena;
    arena_init(&arena);
    struct init_files files = {.arena = &arena};
    struct init_draft draft = {.arena = &arena, .files = &files, .text = text, .diags = diags};
    bool ok = init_files_find(request, &files, diags);
    if (ok) {
        draft.title = title_of(&arena, request->folders[0]);
        ok = draft_until_accepted(&draft, request, &files);
    }
    init_files_done(&files);
    arena_done(&arena);
    return ok;
}
