/* Everything of a request, for reports, through the same tasks as on the screen. */
#include "jobs/jobs.h"

#include "base/mem.h"
#include "base/portable.h"
#include "estimate/results_build.h"
#include "jobs/part.h"
#include "jobs/pool.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define PROGRESS_EVERY_MS 50.0

/* With the lock. False if progress said to give up. */
static bool wait_for_work(struct pool *pool, jobs_progress *progress, void *user)
{
    double next = portable_now_ms() + PROGRESS_EVERY_MS;
    while (!work_finished(pool->work) && !pool->work->failure) {
        portable_wait_ms(&pool->progressed, &pool->lock, fmax(0, next - portable_now_ms()));
        if (portable_now_ms() < next)
            continue;
        size_t n_done, n_wanted;
        work_progress(pool->work, &n_done, &n_wanted);
        next = portable_now_ms() + PROGRESS_EVERY_MS;
        pthread_mutex_unlock(&pool->lock);
        bool on = !progress || progress(user, n_done, n_wanted);
        pthread_mutex_lock(&pool->lock);
        if (!on)
            return false;
    }
    return true;
}

/* Runs the work of the plan, all of it or one share, and hands what there is then to `finish`,
 * unless progress said to give up: then false. */
struct run {
    struct study *study;
    struct plan *plan;
    size_t n_threads;
    size_t index, count; /* the share; count 0 = everything */
};

typedef void run_finish(const struct run *run, const struct records_view *views,
                        const char *failure, void *result);

static bool run_plan(const struct run *run, jobs_progress *progress, void *user, run_finish *finish,
                     void *result)
{
    struct pool pool;
    pool_init(&pool, run->n_threads, SIZE_MAX, NULL, NULL);
    pthread_mutex_lock(&pool.lock);
    store_set_study(&pool.store, run->study);
    struct work *work = work_new(&pool.store, run->study, run->plan, WORK_LANE_BY_LANE, 0);
    if (run->count)
        work_set_share(work, run->index, run->count);
    pool_set_work(&pool, work);
    bool finished = wait_for_work(&pool, progress, user);
    struct records_view *views = mem_array(run->plan->n_cells, sizeof *views);
    pool_views(work, views);
    const char *failure = work->failure;
    pthread_mutex_unlock(&pool.lock);
    if (finished)
        finish(run, views, failure, result);
    free(views);
    pool_done(&pool);
    return finished;
}

static void finish_snapshot(const struct run *run, const struct records_view *views,
                            const char *failure, void *result)
{
    *(struct snapshot **)result = results_build(run->study, run->plan, views, 0, failure, NULL);
}

struct snapshot *jobs_run(struct study *study, const struct request *request,
                          const struct exploratory_history *history, size_t n_threads,
                          jobs_progress *progress, void *user)
{
    struct run run = {study, plan_new(study, request, history), n_threads, 0, 0};
    struct snapshot *snapshot = NULL;
    run_plan(&run, progress, user, finish_snapshot, &snapshot);
    return snapshot;
}

struct part_result {
    struct strbuf *out;
    const char *failure;
};

static void finish_part(const struct run *run, const struct records_view *views,
                        const char *failure, void *result)
{
    struct part_result *part = result;
    part->failure = failure;
    if (!failure)
        part_write(run->plan, views, run->index, run->count, part->out);
}

bool jobs_shard(struct study *study, const struct request *request, size_t n_threads, size_t index,
                size_t count, jobs_progress *progress, void *user, struct strbuf *out,
                struct diags *diags)
{
    struct run run = {study, plan_new(study, request, NULL), n_threads, index - 1, count};
    struct part_result result = {out, NULL};
    bool finished = run_plan(&run, progress, user, finish_part, &result);
    if (result.failure)
        diags_add(diags, DIAG_ERROR, (struct diag_place){0}, "internal fault: %s", result.failure);
    return finished && !result.failure;
}
