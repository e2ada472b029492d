/* The files of one run made one consistent sequence, before they are joined.
 *
 * Files that do not contradict each other stay: other metrics, other positions, copies of the same
 * numbers. Of files that do (run_attempts_clash), those that are attempts at the same run give way to the
 * complete one, the last of those that reach furthest; from an earlier attempt that one resumed, what lies
 * before the place where it took up stays. Files that are none, such as those of two learning rates that
 * a pattern takes for one run, are a fault of the manifest; in one run's folder they take the run out. */
#ifndef LOGVAR_STUDY_RUN_SEQUENCE_H
#define LOGVAR_STUDY_RUN_SEQUENCE_H

#include "base/arena.h"
#include "base/diag.h"
#include "study/run_attempts.h"

/* Two files that cannot be one run. */
struct run_fault {
    const char *text; /* names them; in the arena, NULL = none */
    bool of_manifest; /* two paths of the manifest's patterns gave them, not one folder */
};

/* Frees and sets to NULL the logs of parts that are left out, and says so in diags. */
struct run_fault run_sequence_choose(struct run_part *parts, size_t n_parts, struct arena *arena,
                                     struct diags *diags);

#endif
