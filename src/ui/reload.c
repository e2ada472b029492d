#include "ui/reload.h"

#include "base/mem.h"

#include <stdlib.h>

struct reload *reload_new(const char *path, size_t n_threads)
{
    struct reload *reload = mem_zeroed(1, sizeof *reload);
    reload->path = mem_strdup(path);
    reload->n_threads = n_threads;
    diags_init(&reload->diags);
    strbuf_init(&reload->summary);
    return reload;
}

static bool go_on(void *user, size_t n_done, size_t n_total)
{
    struct reload *reload = user;
    (void)n_done, (void)n_total;
    return !__atomic_load_n(&reload->stop, __ATOMIC_RELAXED);
}

void reload_run(void *work)
{
    struct reload *reload = work;
    struct study_load_options options = {
        .n_threads = reload->n_threads, .progress = go_on, .user = reload, .traces = true};
    reload->watch = watch_new(reload->path, WATCH_BEST);
    reload->study = study_load(reload->path, &options, &reload->diags);
}

void reload_stop(struct reload *reload)
{
    __atomic_store_n(&reload->stop, 1, __ATOMIC_RELAXED);
}

void reload_free(struct reload *reload)
{
    study_unref(reload->study);
    watch_free(reload->watch);
    diags_done(&reload->diags);
    strbuf_done(&reload->summary);
    free(reload->path);
    free(reload);
}

static void add_first_error(const struct diags *diags, struct strbuf *out)
{
    size_t i = 0;
    while (i < diags->n_items && diags->items[i].severity != DIAG_ERROR)
        i++;
    if (i == diags->n_items)
        strbuf_puts(out, "it could not be read");
    else if (diags->items[i].file)
        strbuf_printf(out, "%s: %s", diags->items[i].file, diags->items[i].message);
    else
        strbuf_puts(out, diags->items[i].message);
}

const char *reload_summary(struct reload *reload)
{
    size_t n_runs = 0;
    strbuf_clear(&reload->summary);
    for (size_t i = 0; reload->study && i < reload->study->n_arms; i++)
        n_runs += reload->study->arms[i].n_runs;
    if (reload->study)
        strbuf_printf(&reload->summary, "The logs were read again: %zu arms, %zu runs.",
                      reload->study->n_arms, n_runs);
    else {
        strbuf_puts(&reload->summary, "The study stays as it was: ");
        add_first_error(&reload->diags, &reload->summary);
    }
    return reload->summary.text;
}

static void add_part(struct strbuf *out, size_t n, const char *one, const char *many)
{
    if (n)
        strbuf_printf(out, "%s%zu %s", out->length ? ", " : "", n, n == 1 ? one : many);
}

void reload_add_offer(struct strbuf *out, const struct watch_news *news)
{
    add_part(out, news->n_grown, "run has changed", "runs have changed");
    add_part(out, news->n_files, "file of runs has changed", "files of runs have changed");
    add_part(out, news->n_new, "run is new", "runs are new");
    add_part(out, news->n_gone, "run is gone", "runs are gone");
    if (news->manifest)
        strbuf_printf(out, "%sthe manifest %s", out->length ? ", " : "",
                      news->manifest_gone ? "is gone" : "has changed");
    strbuf_puts(out, ": u takes it in.");
}
