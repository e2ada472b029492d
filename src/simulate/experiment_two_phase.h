/* The two-phase interval of a repeat. Of experiment.c alone. */
#ifndef LOGVAR_SIMULATE_EXPERIMENT_TWO_PHASE_H
#define LOGVAR_SIMULATE_EXPERIMENT_TWO_PHASE_H

#include "simulate/experiment.h"

/* By the declared statistic, leave-one-out, in both arms; a status says that an arm was refused. */
void experiment_two_phase(const struct study *study, const struct simulation *simulation,
                          struct experiment_adjusted *out);

#endif
