/* The pool: threads that take tasks of the current work, compute them without the lock, and put the
 * records into their cells under it. With a publisher they also make snapshots in between.
 *
 * Signals are blocked in the threads, except those of faults. The mutex guards everything here but what a thread computes
 * with; it is never held while anything is computed. */
#ifndef LOGVAR_JOBS_POOL_H
#define LOGVAR_JOBS_POOL_H

#include "jobs/store.h"
#include "jobs/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;    /* new work, a design built, a task done, the end */
    pthread_cond_t progressed; /* for who waits for the work to finish */
    bool stopping;
    struct store store;
    struct work *work; /* one reference; NULL before the first */
    size_t n_threads;
    pthread_t *threads;
    /* Called by a thread between tasks, with the lock; may release it to compute, and returns
     * whether it did anything. NULL for none. */
    bool (*between)(void *user);
    void *user;
};

size_t pool_processors(void);

void pool_init(struct pool *pool, size_t n_threads, size_t max_bytes, bool (*between)(void *user),
               void *user);
/* Gives up the work, joins the threads. */
void pool_done(struct pool *pool);
/* Puts this work (its reference) in the place of the present one, which may be NULL. */
void pool_set_work(struct pool *pool, struct work *work);
/* With the lock: prefixes of the work's cells as they are now. */
void pool_views(const struct work *work, struct records_view *views);

#endif
