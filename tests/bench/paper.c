/* The paper's whole study (arXiv 2608.02705), kind of work by kind of work. */
#include "bench.h"

#include <stdio.h>

/* What the numpy program of the same work took in one process on a machine of two cores, halved: a
 * pool of two at its very best. */
#define PEER_SECONDS 265.5

struct kind {
    const char *name;
    unsigned sections;
    const char *adjusters[8];
};

static const struct kind kinds[] = {
    {"table (fixed, best, pca 1-3, post hoc) and families, 1,000 splits",
     1u << SECTION_ARMS | 1u << SECTION_FAMILIES,
     {"fixed", "best", "pca1", "pca2", "pca3", "posthoc", NULL}},
    {"budgets of arms and pairs (fixed, best), 5 sizes, 2,000 draws",
     1u << SECTION_BUDGET,
     {"fixed", "best", NULL}},
    {"coverage (fixed), 5 sizes, 5,000 draws", 1u << SECTION_COVERAGE, {"fixed", NULL}},
    {"synthetic null (fixed), 5,000 splits in halves", 1u << SECTION_NULL, {"fixed", NULL}},
};

void bench_paper(size_t n_threads)
{
    struct simulation shape = bench_shape();
    struct study *study = bench_study(&shape);
    struct bench_time total = {0, 0};
    printf("\nthe paper's study: 9 arms x 50 runs x 1,200 candidates in 5 families, %zu threads\n"
           "   clock  processors  work\n",
           n_threads);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct request request;
        bench_request(&request, study, kinds[i].sections, kinds[i].adjusters);
        struct bench_time taken = bench_run(study, &request, n_threads);
        double rate = bench_operations(study, &request) / taken.processor / 1e9;
        total.clock += taken.clock;
        total.processor += taken.processor;
        printf("%6.3f s  %8.3f s  %s", taken.clock, taken.processor, kinds[i].name);
        if (rate > 0)
            printf("; %.1f GFLOP/s a processor", rate);
        printf("\n");
        request_done(&request);
    }
    study_unref(study);
    printf("%6.3f s  %8.3f s  all; numpy in a perfect pool of two: %.1f s, %.0f times as long\n",
           total.clock, total.processor, PEER_SECONDS, PEER_SECONDS / total.clock);
    printf("paper: %.2f s on %zu threads\n", total.clock, n_threads);
}
