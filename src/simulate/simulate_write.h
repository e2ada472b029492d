/* A simulated study as files: a manifest, and the logs of its runs in one of the formats that people
 * have. Reading them back gives the study's outcomes and candidates to the last bit.
 *
 * A run has three epochs: the candidates are logged at the end of the first, which is the window, and
 * the outcome at the end of the last. */
#ifndef LOGVAR_SIMULATE_SIMULATE_WRITE_H
#define LOGVAR_SIMULATE_SIMULATE_WRITE_H

#include "simulate/simulate.h"

#include <stdbool.h>

/* "csv", "jsonl", "text", "table" (one table with one row per run); NULL past the last. */
const char *simulate_format(size_t i);

/* Writes into a folder, made if need be: study.yaml, and ARM/run_NUMBER.csv or the like. A folder that
 * holds something is refused unless `force`; what stands there under other names then stays. false
 * with errors in diags. format: one of simulate_format. */
bool simulate_write(const struct simulation *simulation, const char *folder, const char *format,
                    bool force, struct diags *diags);

#endif
