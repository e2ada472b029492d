/* One piece of slow work off the screen's thread: a study reloaded, a whole report.
 *
 * The work belongs to its thread from background_start until background_fd is readable and
 * background_end returned; the screen's thread does not touch it in between. Thread: the screen's. */
#ifndef LOGVAR_TUI_BACKGROUND_H
#define LOGVAR_TUI_BACKGROUND_H

#include <pthread.h>
#include <stdbool.h>

struct background {
    bool busy;
    pthread_t thread;
    int ends[2]; /* a pipe; a byte says that the work is done */
    void (*run)(void *work);
    void *work;
};

/* false if there is work already or none can be started. */
bool background_start(struct background *background, void (*run)(void *work), void *work);
/* -1 when nothing runs. */
int background_fd(const struct background *background);
/* Waits for the end of the work and returns it; NULL when nothing runs. */
void *background_end(struct background *background);

#endif
