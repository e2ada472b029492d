/* `w`: the screen as text, or a whole report; never over an existing file without asking.
 *
 * The screen is written at once. A report takes time: it becomes a task that may run on any thread
 * (it shares nothing with the app), and the file is written when it is back. */
#ifndef LOGVAR_UI_WRITE_H
#define LOGVAR_UI_WRITE_H

#include "tui/prompt.h"
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

/* The question that is put at the foot of the screen: where to, and whether over what is there. */
enum write_stage { WRITE_CLOSED, WRITE_PATH, WRITE_OVERWRITE };
struct write_question {
    enum write_stage stage;
    struct prompt prompt; /* while it asks for the path */
    char *path;           /* the answer, owned */
    bool overwrite;
    struct write_task *task; /* made of it, waits to be taken; or NULL */
};

enum write_answer { WRITE_NOT_YET, WRITE_YES, WRITE_NO, WRITE_LEFT };

/* The question is zeroed, or was done with. */
void write_ask(struct write_question *question);
void write_done(struct write_question *question);
/* WRITE_YES: question->path is to be written, over an existing file if question->overwrite. WRITE_NO:
 * it is not to be overwritten. WRITE_LEFT: the question was left without an answer. Closed by all. */
enum write_answer write_key(struct write_question *question, uint32_t press);
void write_draw(const struct write_question *question, struct surface *surface, int row);

/* The ending of a path, which says the format, without the point; "" if there is none. */
const char *write_format(const char *path);

#endif
