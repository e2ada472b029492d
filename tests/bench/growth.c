/* How time grows with runs, candidates, splits and threads: the table of one arm (fixed, best, pca1)
 * through the code of a report, other things as in the paper's shape. */
#include "bench.h"

#include <stdio.h>
#include <sys/resource.h>

static const char *const adjusters[] = {"fixed", "best", "pca1", NULL};

static void measure(const char *what, size_t value, const struct simulation *shape, size_t splits,
                    size_t n_threads)
{
    struct study *study = bench_study(shape);
    struct request request;
    struct rusage usage;
    bench_request(&request, study, 1u << SECTION_ARMS, adjusters);
    request.settings.splits = splits;
    struct bench_time taken = bench_run(study, &request, n_threads);
    getrusage(RUSAGE_SELF, &usage);
    printf("  %-12s %7zu  %8.3f s  %8.3f s  %8.3f ms  %6.1f GFLOP/s  %4ld MiB\n", what, value,
           taken.clock, taken.processor, 1e3 * taken.processor / (double)splits,
           bench_operations(study, &request) / taken.processor / 1e9, usage.ru_maxrss / 1024);
    request_done(&request);
    study_unref(study);
}

void bench_growth(size_t n_threads)
{
    static const size_t runs[] = {10, 25, 50, 100, 200, 500, 1000};
    static const size_t candidates[] = {300, 1200, 5000, 20000};
    static const size_t splits[] = {100, 1000, 10000};
    struct simulation shape = bench_shape();
    shape.n_arms = 1;
    printf(
        "growth: one arm, fixed, best and pca1; 50 runs, 1,200 candidates, 5 folds, %zu threads\n"
        "  %-12s %7s  %10s  %10s  %11s  %14s  %8s\n",
        n_threads, "what grows", "to", "clock", "processors", "of a split", "a processor", "peak");
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct simulation grown = shape;
        grown.n_runs = runs[i];
        measure("runs", runs[i], &grown, runs[i] > 200 ? 2 : runs[i] > 100 ? 10 : 200, n_threads);
    }
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        struct simulation grown = shape;
        grown.n_candidates = candidates[i];
        measure("candidates", candidates[i], &grown, 200, n_threads);
    }
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        measure("splits", splits[i], &shape, splits[i], n_threads);
    for (size_t n = 1; n <= n_threads; n++)
        measure("threads", n, &shape, 1000, n);
}
