/* Watches the files that a study was read from, while it is explored: logs that grow, runs that
 * appear, a manifest that is edited.
 *
 * The kernel is asked to tell (watch_kernel.h) where it can; on file systems that other machines write to
 * (NFS and the like), or when it has no watches left, files are looked at every few seconds instead.
 * Either way the event loop waits for watch_fd, and for watch_due_ms at the longest, then calls watch_take;
 * files are looked at about once a second at most, however fast the logs grow. Nothing runs in the background.
 *
 * What counts is measured against the time of watch_new: make a watch before the study is loaded, and
 * a new one before it is loaded again, so that what changes meanwhile is not missed. It may be
 * made on another thread than the one that uses it. A half-written last line needs no care here: readers pass over it until it is whole.
 *
 * A watch belongs to one thread. */
#ifndef LOGVAR_UI_WATCH_H
#define LOGVAR_UI_WATCH_H

#include <stdbool.h>
#include <stddef.h>

struct watch;

enum watch_means {
    WATCH_BEST, /* the kernel's word where it can be had and LOGVAR_POLL does not ask for the other */
    WATCH_POLL /* look every WATCH_POLL_MS */
};
enum { WATCH_SETTLE_MS = 700, WATCH_POLL_MS = 2000 };

struct watch_news {
    size_t n_grown;     /* runs that were there and whose files changed */
    size_t n_files;     /* files of many runs (a table, wide files, a database) that changed */
    size_t n_new;       /* runs that were not there */
    size_t n_gone;      /* runs whose files are not there any more */
    bool manifest;      /* the manifest itself changed, or … */
    bool manifest_gone; /* … is not there any more */
};

/* NULL if the manifest cannot be read : then there is no watching, and nothing else is
 * wrong. */
struct watch *watch_new(const char *manifest_path, enum watch_means means);
void watch_free(struct watch *watch);

/* -1 while there is none to wait for. */
int watch_fd(const struct watch *watch);
/* Milliseconds until watch_take should be called whatever the descriptor says; -1: no limit. */
long watch_due_ms(const struct watch *watch);
/* To be called when watch_fd is readable or watch_due_ms is over (at any other time it does no harm). True
 * when there is news that the last call that returned true did not have; *news is the whole of it. */
bool watch_take(struct watch *watch, struct watch_news *news);
/* The same, now. */
bool watch_look(struct watch *watch, struct watch_news *news);

#endif
