/* The study read again (`u`), on a thread of its own (background.h). */
#ifndef LOGVAR_UI_RELOAD_H
#define LOGVAR_UI_RELOAD_H

#include "base/strbuf.h"
#include "study/study.h"
#include "ui/watch.h"

struct reload {
    char *path;
    size_t n_threads;
    struct study *study; /* NULL when it could not be read */
    struct watch *watch; /* begun before that; may be NULL */
    struct diags diags;
    int stop; /* atomic */
    struct strbuf summary;
};

struct reload *reload_new(const char *path, size_t n_threads);
/* For background_start: work is the struct reload. */
void reload_run(void *work);
/* From another thread: give up. */
void reload_stop(struct reload *reload);
void reload_free(struct reload *reload);
/* One sentence about how it went; lives as long as the reload. */
const char *reload_summary(struct reload *reload);

/* "3 runs have new lines, 2 runs are new: u takes them in." */
void reload_add_offer(struct strbuf *out, const struct watch_news *news);

#endif
