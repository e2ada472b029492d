/* From a key to figures: what a person waits for. Each step changes the request as a key on the
 * screen does; the time runs from jobs_submit to the first snapshot in hand, and to the first in
 * which every cell of the table has a figure. */
#include "bench.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

static bool table_filled(const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->n_arms; i++)
        for (size_t a = 0; a < snapshot->arms[i].n_adjusters; a++)
            if (snapshot->arms[i].adjusters[a].vr.status == ESTIMATE_PENDING)
                return false;
    return true;
}

struct waited {
    double first_ms, table_ms;
    double table_processor_ms; /* of all threads together */
};

static struct waited submit_and_wait(struct jobs *jobs, struct study *study,
                                     const struct request *request)
{
    struct waited waited = {0, 0, 0};
    struct bench_time start = bench_now();
    jobs_submit(jobs, study, request, NULL);
    while (waited.table_ms == 0) {
        struct pollfd fd = {.fd = jobs_fd(jobs), .events = POLLIN};
        poll(&fd, 1, -1);
        struct snapshot *snapshot = jobs_take(jobs);
        struct bench_time taken = bench_since(start);
        double now_ms = 1e3 * taken.clock;
        if (snapshot && waited.first_ms == 0)
            waited.first_ms = now_ms;
        if (snapshot && table_filled(snapshot)) {
            waited.table_ms = now_ms;
            waited.table_processor_ms = 1e3 * taken.processor;
        }
        snapshot_unref(snapshot);
    }
    return waited;
}

/* The keys, in turn: families off and on, arms, another adjuster, the seed (nothing kept helps). */
static void press(struct request *request, const struct study *study, size_t key)
{
    static const char *const adjusters[] = {"pca2", "best-shrunk", "pca3", "pca1-shrunk"};
    size_t turn = key / 4;
    switch (key % 4) {
    case 0:
        request->families ^= UINT64_C(1) << turn % study->n_families;
        break;
    case 1:
        if (request->n_adjusters < REQUEST_ADJUSTERS_MAX && turn < 4)
            adjuster_parse(adjusters[turn], &request->adjusters[request->n_adjusters++]);
        break;
    case 2:
        request->n_arms = request->n_arms > 1 && turn % 2 ? request->n_arms - 1 : study->n_arms;
        break;
    default:
        request->settings.seed++;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { N_KEYS = 24 };

static void say(const char *what, double *ms)
{
    qsort(ms, N_KEYS, sizeof *ms, ascending);
    printf("  %-34s median %5.1f ms, slowest %5.1f ms\n", what, ms[N_KEYS / 2], ms[N_KEYS - 1]);
}

void bench_keys(struct study *study, const char *title, size_t n_threads)
{
    struct jobs *jobs = jobs_new(n_threads, (size_t)JOBS_CACHE_MIB << 20);
    struct request request;
    double first[N_KEYS], table[N_KEYS], processor[N_KEYS];
    request_init(&request, study);
    struct waited opened = submit_and_wait(jobs, study, &request);
    for (size_t key = 0; key < N_KEYS; key++) {
        poll(NULL, 0, 120); /* a person's pace: older work is well under way */
        press(&request, study, key);
        struct waited waited = submit_and_wait(jobs, study, &request);
        first[key] = waited.first_ms;
        table[key] = waited.table_ms;
        processor[key] = waited.table_processor_ms;
    }
    printf("keys on %s (%zu arms), %zu threads\n", title, study->n_arms, n_threads);
    printf("  on opening: first figures %.1f ms, whole table %.1f ms (%.1f ms of processors)\n",
           opened.first_ms, opened.table_ms, opened.table_processor_ms);
    say("a key to its first new figures:", first);
    say("a key to the whole table:", table);
    say("  processors, all threads:", processor);
    request_done(&request);
    jobs_free(jobs);
}
