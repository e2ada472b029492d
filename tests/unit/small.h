/* A study and a request small enough that everything of them takes milliseconds. */
#ifndef LOGVAR_TESTS_SMALL_H
#define LOGVAR_TESTS_SMALL_H

#include "estimate/request.h"

enum { ALL_SECTIONS = (1u << N_SECTIONS) - 1 };

/* 3 arms of 18 runs, 30 candidates in 3 families. */
struct study *small_study(void);
/* All of it with five adjusters, 70 splits, 60 draws. */
void small_request(struct request *request, const struct study *study, unsigned sections);
/* The figures of a report as text (snapshots.h). */
char *run_text(struct study *study, const struct request *request, size_t n_threads);

#endif
