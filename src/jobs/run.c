/* Everything of a request, for reports, through the same tasks as on the screen. */
#include "jobs/jobs.h"

#include "base/mem.h"
#include "estimate/results_build.h"
#include "jobs/pool.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define PROGRESS_EVERY_MS 50.0

static struct timespec at_ms(double ms)
{
    double seconds = floor(ms / 1e3);
    return (struct timespec){(time_t)seconds, (long)(1e6 * (ms - 1e3 * seconds))};
}

/* With the lock. False if progress said to give up. */
static bool wait_for_work(struct pool *pool, jobs_progress *progress, void *user)
{
    double next = pool_now_ms() + PROGRESS_EVERY_MS;
    while (!work_finished(pool->work) && !pool->work->failure) {
        struct timespec until = at_ms(next);
        pthread_cond_timedwait(&pool->progressed, &pool->lock, &until);
        if (pool_now_ms() < next)
            continue;
        size_t n_done, n_wanted;
        work_progress(pool->work, &n_done, &n_wanted);
        next = pool_now_ms() + PROGRESS_EVERY_MS;
        pthread_mutex_unlock(&pool->lock);
        bool on = !progress || progress(user, n_done, n_wanted);
        pthread_mutex_lock(&pool->lock);
        if (!on)
            return false;
    }
    return true;
}

struct snapshot *jobs_run(struct study *study, const struct request *request,
                          const struct exploratory_history *history, size_t n_threads,
                          jobs_progress *progress, void *user)
{
    struct plan *plan = plan_new(study, request, history);
    struct pool pool;
    struct snapshot *snapshot = NULL;
    pool_init(&pool, n_threads, SIZE_MAX, NULL, NULL);
    pthread_mutex_lock(&pool.lock);
    store_set_study(&pool.store, study);
    pool_set_work(&pool, work_new(&pool.store, study, plan, WORK_LANE_BY_LANE, 0));
    bool finished = wait_for_work(&pool, progress, user);
    struct work *work = pool.work;
    struct records_view *views = mem_array(plan->n_cells, sizeof *views);
    pool_views(work, views);
    const char *failure = work->failure;
    pthread_mutex_unlock(&pool.lock);
    if (finished)
        snapshot = results_build(study, plan, views, 0, failure);
    free(views);
    pool_done(&pool);
    return snapshot;
}
