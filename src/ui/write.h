/* `w`: the screen as text, or a whole report; never over an existing file without asking.
 *
 * The screen is written at once. A report takes time: it becomes a task that may run on any thread
 * (it shares nothing with the app), and the file is written when it is back. */
#ifndef LOGVAR_UI_WRITE_H
#define LOGVAR_UI_WRITE_H

#include "ui/app.h"

#include <stdatomic.h>

struct write_task {
    app_report *report;
    void *report_user;
    struct study *study; /* a reference */
    struct request request;
    struct exploratory_history history;
    struct app_look look; /* names are the study's */
    char *path;
    bool overwrite;
    atomic_bool stop; /* set by the screen's thread: give up */
    bool made;
    struct strbuf text, message;
};

/* void * for background_start. */
void write_task_run(void *task);
void write_task_free(struct write_task *task);

/* For app.c. */
void write_ask(struct app *app);
void write_to(struct app *app, const char *path, bool overwrite);

#endif
