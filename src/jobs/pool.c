#include "jobs/pool.h"

#include "base/mem.h"
#include "base/portable.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* What one thread holds on to between tasks: its scratch, made for a design, which stays pinned. */
struct worker {
    struct pool *pool;
    struct replicate_worker *scratch;
    struct design_entry *design;
    struct task task;
};

size_t pool_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (size_t)n : 1;
}

void pool_views(const struct work *work, struct records_view *views)
{
    for (size_t c = 0; c < work->plan->n_cells; c++)
        views[c] = (struct records_view){&work->cells[c]->records, work->cells[c]->n_done};
}

static void unblock(struct pool *pool)
{
    for (size_t l = 0; pool->work && l < pool->work->plan->n_lanes; l++)
        pool->work->blocked[l] = false;
    pthread_cond_broadcast(&pool->changed);
}

/* The design that the task needs, pinned; NULL if another thread is just making it. */
static struct design_entry *take_design(struct pool *pool, struct work *work,
                                        const struct task *task)
{
    struct design_key key = replicate_design_key(work->plan, task->cells, task->n_cells);
    bool mine;
    struct design_entry *entry = store_design(&pool->store, work->study, &key, &mine);
    if (mine) {
        pthread_mutex_unlock(&pool->lock);
        struct design *design = replicate_design_new(work->plan, &key);
        pthread_mutex_lock(&pool->lock);
        store_set_design(&pool->store, entry, design);
        unblock(pool);
    }
    if (entry->design)
        return entry;
    store_unpin(&pool->store, &entry->kept);
    return NULL;
}

static void commit(struct worker *worker, struct work *work, const char *failure)
{
    const struct task *task = &worker->task;
    if (failure) {
        work->failure = failure;
        return;
    }
    for (size_t i = 0; i < task->n_cells; i++)
        cell_commit(work->cells[task->cells[i]], replicate_records(worker->scratch, i), task->first,
                    task->n);
}

/* With the lock, which it releases while computing. */
static void run_task(struct worker *worker, struct work *work)
{
    struct pool *pool = worker->pool;
    struct task *task = &worker->task;
    struct design_entry *entry = take_design(pool, work, task), *before = worker->design;
    if (!entry) {
        work_return(work, task);
        work->blocked[task->lane] = true;
        return;
    }
    worker->design = entry;
    pthread_mutex_unlock(&pool->lock);
    double start = portable_now_ms();
    const char *failure =
        replicate_run(worker->scratch, work->plan, &work->plan->lanes[task->lane], task->cells,
                      task->n_cells, entry->design, task->first, task->n);
    double end = portable_now_ms();
    pthread_mutex_lock(&pool->lock);
    if (before)
        store_unpin(&pool->store, &before->kept);
    commit(worker, work, failure);
    work_done(work, task, end - start);
    pthread_cond_broadcast(&pool->changed);
    pthread_cond_signal(&pool->progressed);
}

static bool take_task(struct worker *worker)
{
    struct pool *pool = worker->pool;
    struct work *work = pool->work;
    if (!work || !work_next(work, &worker->task))
        return false;
    work_ref(work);
    run_task(worker, work);
    work_unref(&pool->store, work);
    return true;
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        if (pool->between && pool->between(pool->user))
            continue;
        if (!take_task(worker))
            pthread_cond_wait(&pool->changed, &pool->lock);
    }
    replicate_worker_free(worker->scratch);
    if (worker->design)
        store_unpin(&pool->store, &worker->design->kept);
    pthread_mutex_unlock(&pool->lock);
    free(worker->task.cells);
    free(worker);
    return NULL;
}

static bool start_thread(struct pool *pool, pthread_t *thread)
{
    struct worker *worker = mem_zeroed(1, sizeof *worker);
    worker->pool = pool;
    worker->scratch = replicate_worker_new();
    if (pthread_create(thread, NULL, worker_main, worker) == 0)
        return true;
    replicate_worker_free(worker->scratch);
    free(worker);
    return false;
}

/* All but those that a fault in the thread itself raises: blocked, they would end the program without
 * the handler that restores the terminal. */
static void blocked_signals(sigset_t *set)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigfillset(set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(set, faults[i]);
}

/* Fewer threads than asked for, where the system gives no more, change no figure; without any there
 * is nothing that could be done. */
static void start_threads(struct pool *pool, size_t n_threads)
{
    sigset_t blocked, before;
    blocked_signals(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    pool->threads = mem_array(n_threads, sizeof *pool->threads);
    while (pool->n_threads < n_threads && start_thread(pool, &pool->threads[pool->n_threads]))
        pool->n_threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pool_init(struct pool *pool, size_t n_threads, size_t max_bytes, bool (*between)(void *user),
               void *user)
{
    *pool = (struct pool){.between = between, .user = user};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    portable_condition_init(&pool->progressed);
    store_init(&pool->store, max_bytes);
    start_threads(pool, n_threads ? n_threads : pool_processors());
}

void pool_done(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->n_threads; i++)
        pthread_join(pool->threads[i], NULL);
    work_unref(&pool->store, pool->work);
    store_done(&pool->store);
    pthread_cond_destroy(&pool->changed);
    pthread_cond_destroy(&pool->progressed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
}

void pool_set_work(struct pool *pool, struct work *work)
{
    struct work *old = pool->work;
    pool->work = work;
    work_unref(&pool->store, old);
    pthread_cond_broadcast(&pool->changed);
}
