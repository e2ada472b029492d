/* The screen's side: requests in, snapshots out. */
#include "jobs/jobs.h"

#include "base/exit_status.h"
#include "base/mem.h"
#include "base/portable.h"
#include "estimate/results_build.h"
#include "jobs/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Snapshots of one generation are at least this far apart, and far enough that making them takes no
 * more than a fifth of one thread. The first and the last come at once. */
#define PUBLISH_EVERY_MS 50.0
#define PUBLISH_COST_FACTOR 4.0
/* The first waits until the whole table has figures, but not longer than this. */
#define FIRST_WAIT_MS 35.0

struct jobs {
    struct pool pool;
    int fds[2]; /* self-pipe: read, write */
    unsigned long generation;
    double submitted_ms;

    struct snapshot *mailbox;
    struct memo *memo; /* of whoever is building */
    bool building;
    /* Of the present generation: */
    bool published, published_last;
    double published_ms, build_ms;
    size_t published_done; /* replicates that it had */
};

static bool due(const struct jobs *jobs, const struct work *work)
{
    size_t n_done, n_wanted;
    if (!work || jobs->building || jobs->published_last)
        return false;
    work_progress(work, &n_done, &n_wanted);
    if (n_done == n_wanted || work->failure)
        return true;
    double now = portable_now_ms();
    if (!jobs->published)
        return work_table_begun(work) || (n_done > 0 && now - jobs->submitted_ms > FIRST_WAIT_MS);
    double gap = PUBLISH_COST_FACTOR * jobs->build_ms;
    return n_done > jobs->published_done &&
           now - jobs->published_ms >= (gap > PUBLISH_EVERY_MS ? gap : PUBLISH_EVERY_MS);
}

/* The reader may be slow: a full pipe is readable already. */
static void ring(const struct jobs *jobs)
{
    ssize_t n;
    do
        n = write(jobs->fds[1], "", 1);
    while (n < 0 && errno == EINTR);
}

/* With the lock. Returns the snapshot to drop. */
static struct snapshot *publish(struct jobs *jobs, struct snapshot *snapshot, double build_ms)
{
    jobs->building = false;
    if (snapshot->generation != jobs->generation)
        return snapshot;
    struct snapshot *untaken = jobs->mailbox;
    jobs->mailbox = snapshot;
    jobs->published = true;
    jobs->published_last = snapshot->finished || snapshot->failure;
    jobs->published_ms = portable_now_ms();
    jobs->published_done = snapshot->n_done;
    jobs->build_ms = build_ms;
    ring(jobs);
    return untaken;
}

static bool between_tasks(void *user)
{
    struct jobs *jobs = user;
    struct work *work = jobs->pool.work;
    if (!due(jobs, work))
        return false;
    struct records_view *views = mem_array(work->plan->n_cells, sizeof *views);
    const char *failure = work->failure;
    pool_views(work, views);
    work_ref(work);
    jobs->building = true;
    pthread_mutex_unlock(&jobs->pool.lock);

    double start = portable_now_ms();
    struct snapshot *snapshot =
        results_build(work->study, work->plan, views, work->generation, failure, jobs->memo);
    free(views);

    pthread_mutex_lock(&jobs->pool.lock);
    struct snapshot *dropped = publish(jobs, snapshot, portable_now_ms() - start);
    work_unref(&jobs->pool.store, work);
    pthread_cond_broadcast(&jobs->pool.changed);
    pthread_mutex_unlock(&jobs->pool.lock);
    snapshot_unref(dropped);
    pthread_mutex_lock(&jobs->pool.lock);
    return true;
}

struct jobs *jobs_new(size_t n_threads, size_t cache_bytes)
{
    struct jobs *jobs = mem_zeroed(1, sizeof *jobs);
    if (!portable_pipe(jobs->fds, true)) {
        perror("logvar: pipe");
        exit(EXIT_INTERNAL);
    }
    jobs->memo = memo_new();
    pool_init(&jobs->pool, n_threads, cache_bytes, between_tasks, jobs);
    return jobs;
}

void jobs_free(struct jobs *jobs)
{
    if (!jobs)
        return;
    pool_done(&jobs->pool);
    snapshot_unref(jobs->mailbox);
    memo_free(jobs->memo);
    close(jobs->fds[0]);
    close(jobs->fds[1]);
    free(jobs);
}

size_t jobs_threads(const struct jobs *jobs)
{
    return jobs->pool.n_threads;
}

void jobs_submit(struct jobs *jobs, struct study *study, const struct request *request,
                 const struct exploratory_history *history)
{
    struct plan *plan = plan_new(study, request, history);
    pthread_mutex_lock(&jobs->pool.lock);
    store_set_study(&jobs->pool.store, study);
    struct snapshot *stale = jobs->mailbox;
    jobs->mailbox = NULL;
    jobs->generation++;
    jobs->submitted_ms = portable_now_ms();
    jobs->published = jobs->published_last = false;
    pool_set_work(&jobs->pool,
                  work_new(&jobs->pool.store, study, plan, WORK_BREADTH_FIRST, jobs->generation));
    pthread_mutex_unlock(&jobs->pool.lock);
    snapshot_unref(stale);
}

int jobs_fd(const struct jobs *jobs)
{
    return jobs->fds[0];
}

struct snapshot *jobs_take(struct jobs *jobs)
{
    char bytes[64];
    pthread_mutex_lock(&jobs->pool.lock);
    struct snapshot *snapshot = jobs->mailbox;
    jobs->mailbox = NULL;
    while (read(jobs->fds[0], bytes, sizeof bytes) > 0)
        continue;
    pthread_mutex_unlock(&jobs->pool.lock);
    return snapshot;
}
