#include "init/accept.h"

#include "base/mem.h"
#include "study/names.h"
#include "study/study.h"

#include <stdlib.h>
#include <string.h>

/* The error that names this arm, or NULL. */
static const struct diag *error_of(const struct manifest_arm *arm, const struct diags *diags)
{
    for (size_t i = 0; i < diags->n_items; i++) {
        const char *text = diags->items[i].message;
        if (diags->items[i].severity != DIAG_ERROR || strncmp(text, "arm '", 5) != 0)
            continue;
        text += 5;
        size_t n_group = strlen(arm->group), n_name = strlen(arm->name);
        if (n_group) {
            if (strncmp(text, arm->group, n_group) != 0 || text[n_group] != '/')
                continue;
            text += n_group + 1;
        }
        if (!strncmp(text, arm->name, n_name) && text[n_name] == '\'')
            return &diags->items[i];
    }
    return NULL;
}

static void add_files(const struct manifest_arm *arm, struct names *refused)
{
    for (size_t r = 0; r < arm->n_runs; r++)
        for (size_t f = 0; f < arm->runs[r].n_files; f++)
            names_add(refused, arm->runs[r].files[f].path, 0);
}

/* Takes the files out; how many there were. */
static size_t take_out(struct init_files *files, const struct names *refused)
{
    size_t n = 0;
    for (size_t i = 0; i < files->n_paths; i++) {
        char *full = init_file_path(files, files->paths[i]);
        files->paths[n] = files->paths[i];
        n += names_find(refused, full) == NAMES_NONE;
        free(full);
    }
    size_t n_out = files->n_paths - n;
    files->n_paths = n;
    return n_out;
}

static enum init_verdict drop_arms(const struct manifest *manifest, struct init_files *files,
                                   const struct diags *errors, struct diags *diags)
{
    struct names refused;
    size_t n_arms = 0;
    names_init(&refused);
    for (size_t a = 0; a < manifest->n_arms; a++) {
        const struct diag *error = error_of(&manifest->arms[a], errors);
        if (!error)
            continue;
        n_arms++;
        add_files(&manifest->arms[a], &refused);
        diags_add(diags, DIAG_NOTE, (struct diag_place){.file = files->root}, "left out: %s",
                  error->message);
    }
    bool again = n_arms < manifest->n_arms && take_out(files, &refused) > 0;
    names_done(&refused);
    return again ? INIT_AGAIN : INIT_REFUSED;
}

enum init_verdict init_accept(const struct manifest *manifest, struct init_files *files,
                              struct diags *diags)
{
    struct diags found;
    diags_init(&found);
    struct study *study = study_of_manifest(manifest, NULL, &found);
    enum init_verdict verdict = INIT_ACCEPTED;
    if (study)
        study_unref(study);
    else
        verdict = drop_arms(manifest, files, &found, diags);
    for (size_t i = 0; verdict == INIT_REFUSED && i < found.n_items; i++) {
        const struct diag *item = &found.items[i];
        if (item->severity == DIAG_ERROR)
            diags_add(diags, DIAG_ERROR, (struct diag_place){.file = files->root},
                      "nothing is proposed: %s", item->message);
    }
    diags_done(&found);
    return verdict;
}
