#include "study/repeats.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "study/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool may_merge(const struct diag *diag, const char *own_file)
{
    return diag->severity != DIAG_ERROR && diag->file && strcmp(diag->file, own_file) != 0;
}

static void drop(struct diag *diag)
{
    free(diag->file);
    free(diag->message);
}

static void tell(struct diag *diag, size_t n_more)
{
    struct strbuf message;
    strbuf_init(&message);
    strbuf_printf(&message, "%s (and so in %zu more file%s)", diag->message, n_more,
                  n_more == 1 ? "" : "s");
    free(diag->message);
    diag->message = strbuf_steal(&message);
    strbuf_done(&message);
}

void repeats_merge(struct diags *diags, size_t from, const char *own_file)
{
    struct names known, files;
    struct arena arena;
    names_init(&known);
    names_init(&files);
    arena_init(&arena);
    size_t *n_more = mem_zeroed(diags->n_items + 1, sizeof *n_more), kept = from;
    for (size_t i = from; i < diags->n_items; i++) {
        struct diag *diag = &diags->items[i];
        size_t first = may_merge(diag, own_file) ? names_add(&known, diag->message, kept) : kept;
        /* A file counts once, however many lines the remark is about. */
        const char *key = may_merge(diag, own_file)
                              ? arena_printf(&arena, "%s%c%s", diag->message, 1, diag->file)
                              : "";
        bool new_file = *key && names_add(&files, key, i) == i;
        if (first != kept && diags->items[first].severity == diag->severity) {
            n_more[first] += new_file;
            drop(diag);
        } else {
            diags->items[kept++] = *diag;
        }
    }
    names_done(&known);
    names_done(&files);
    arena_done(&arena);
    diags->n_items = kept;
    for (size_t i = from; i < kept; i++)
        if (n_more[i])
            tell(&diags->items[i], n_more[i]);
    free(n_more);
}
