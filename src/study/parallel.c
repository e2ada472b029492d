#include "study/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct parallel_pool {
    atomic_size_t next, n_done;
    atomic_bool stop;
    size_t n_items;
    parallel_work *work;
    void *context;
};

static bool take(struct parallel_pool *pool)
{
    if (atomic_load(&pool->stop))
        return false;
    size_t item = atomic_fetch_add(&pool->next, 1);
    if (item >= pool->n_items)
        return false;
    pool->work(pool->context, item);
    atomic_fetch_add(&pool->n_done, 1);
    return true;
}

static void *run(void *pool)
{
    while (take(pool))
        continue;
    return NULL;
}

static size_t wanted_threads(size_t n_threads, size_t n_items)
{
    if (!n_threads) {
        long n_processors = sysconf(_SC_NPROCESSORS_ONLN);
        n_threads = n_processors > 0 ? (size_t)n_processors : 1;
    }
    if (n_threads > THREADS_MAX)
        n_threads = THREADS_MAX;
    return n_threads < n_items ? n_threads : n_items;
}

/* Signals belong to the main thread: the helpers start with all of them blocked. A thread that
 * cannot be had is done without. */
static size_t start(struct parallel_pool *pool, pthread_t *helpers, size_t n_wanted)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    size_t n = 0;
    while (n < n_wanted && pthread_create(&helpers[n], NULL, run, pool) == 0)
        n++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return n;
}

bool parallel_for(size_t n_threads, size_t n_items, parallel_work *work, void *context,
                  parallel_progress *progress, void *user)
{
    struct parallel_pool pool = {.n_items = n_items, .work = work, .context = context};
    pthread_t helpers[THREADS_MAX];
    size_t wanted = wanted_threads(n_threads, n_items);
    size_t n_helpers = wanted > 1 ? start(&pool, helpers, wanted - 1) : 0;
    while (take(&pool))
        if (progress && !progress(user, atomic_load(&pool.n_done), n_items))
            atomic_store(&pool.stop, true);
    for (size_t i = 0; i < n_helpers; i++)
        pthread_join(helpers[i], NULL);
    return !atomic_load(&pool.stop);
}
