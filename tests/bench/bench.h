/* What the benchmarks share: the paper's shape, a clock, and the counting of arithmetic. */
#ifndef LOGVAR_TESTS_BENCH_H
#define LOGVAR_TESTS_BENCH_H

#include "jobs/jobs.h"
#include "simulate/simulate.h"

/* 9 arms of 50 runs in 3 groups, 1,200 candidates in 5 families, as in the numpy peer: candidates
 * carry 0.8 of their family's factor, the outcome 0.5 of the first one's. */
struct simulation bench_shape(void);
struct study *bench_study(const struct simulation *shape);

/* adjusters: names, NULL at the end. */
void bench_request(struct request *request, const struct study *study, unsigned sections,
                   const char *const *adjusters);

/* Seconds on the clock, and of the processors: on a machine that others use as well, the second is
 * the figure that can be compared. */
struct bench_time {
    double clock, processor;
};
struct bench_time bench_now(void);
struct bench_time bench_since(struct bench_time start);
/* For all of the request, as a report does it. */
struct bench_time bench_run(struct study *study, const struct request *request, size_t n_threads);

/* Floating-point operations that the definitions ask for, however they are arranged: x^2 and x y
 * over every run for each scoring of a candidate, half a Gram matrix of the training runs for each
 * family's components. */
double bench_operations(const struct study *study, const struct request *request);

void bench_paper(size_t n_threads);
void bench_keys(struct study *study, const char *title, size_t n_threads);
void bench_growth(size_t n_threads);

#endif
