/* Ranks: several processes that share the work of one report, started by mpirun (or srun), when the
 * program was configured with --enable-mpi. Otherwise, or started by hand, there is one rank, which
 * does everything.
 *
 * Every rank loads the study itself and computes its share (jobs/jobs.h); rank 0 puts the parts
 * together and writes the report. Called from the main thread only. */
#ifndef LOGVAR_COMMAND_RANKS_H
#define LOGVAR_COMMAND_RANKS_H

#include "base/strbuf.h"
#include "command/options.h"

#include <stddef.h>

/* Before anything is read or written. */
void ranks_init(void);
/* The process ends with this status. A rank that fails ends all of them. */
enum exit_status ranks_done(enum exit_status status);

size_t ranks_count(void);
size_t ranks_own(void); /* from 0 */

/* Every rank calls it with its own part. On rank 0 parts[ranks_count()], initialised, are filled, its
 * own included; elsewhere parts is not used. */
void ranks_gather(const struct strbuf *own, struct strbuf *parts);

#endif
