/* How far a long computation is, on a terminal's standard error and nowhere else. One at a time. */
#ifndef LOGVAR_COMMAND_PROGRESS_H
#define LOGVAR_COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    const char *what; /* "reading logs" */
    bool on_terminal;
    int n_columns; /* of the line that stands there now */
};

void progress_init(struct progress *progress, const char *what);
/* Takes the line away. Between the two, mem_on_failure is this module's. */
void progress_done(struct progress *progress);
/* For study_load and jobs_run: user is the struct progress; never gives up. */
bool progress_show(void *user, size_t n_done, size_t n_wanted);

#endif
