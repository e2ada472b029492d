/* A lab: repeats of an experiment on a few threads of its own, for a screen that must not wait.
 *
 * lab_submit says which setting is wanted; it returns at once. Figures come as results, each the
 * repeats 0 .. n_done - 1 of one setting: a first one after LAB_FIRST repeats (or what was done within
 * LAB_PACE_MS), then every LAB_PACE_MS until all are done. A newer setting takes over as soon as the
 * present one has shown its first figures, so that a slider that is held gets fresh figures all along
 * instead of starving; later work of an older setting is given up within one repeat.
 *
 * A result is the taker's own. Figures do not depend on the number of threads (experiment.h).
 * All functions belong to one thread. */
#ifndef LOGVAR_SIMULATE_LAB_H
#define LOGVAR_SIMULATE_LAB_H

#include "simulate/experiment.h"

#include <stdbool.h>
#include <stddef.h>

enum { LAB_FIRST = 32, LAB_PACE_MS = 33 };

struct lab;
struct lab_result {
    struct experiment_setting setting;
    size_t n_done, n_wanted;
    struct experiment_repeat repeats[]; /* [n_done] */
};

struct lab *lab_new(size_t n_threads);
/* Gives up the work, joins the threads. */
void lab_free(struct lab *lab);
void lab_submit(struct lab *lab, const struct experiment_setting *setting, size_t n_wanted);
/* Becomes readable when a result waits. */
int lab_fd(const struct lab *lab);
/* The newest result not taken yet, to be freed with free(), or NULL. Drains lab_fd. */
struct lab_result *lab_take(struct lab *lab);

/* The same, at once: all repeats on n_threads threads (0 = as many as there are processors). */
struct lab_result *lab_run(const struct experiment_setting *setting, size_t n_wanted,
                           size_t n_threads);

#endif
