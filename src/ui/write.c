#include "ui/write.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *write_format(const char *path)
{
    const char *slash = strrchr(path, '/'), *point = strrchr(slash ? slash : path, '.');
    return point ? point + 1 : "";
}

/* ---- the task ---- */

static bool go_on(void *user, size_t n_done, size_t n_wanted)
{
    struct write_task *task = user;
    (void)n_done, (void)n_wanted;
    return !atomic_load(&task->stop);
}

void write_task_run(void *work)
{
    struct write_task *task = work;
    task->made =
        task->report(task->report_user, task->study, &task->request, &task->history, &task->look,
                     write_format(task->path), go_on, task, &task->text, &task->message);
}

void write_task_free(struct write_task *task)
{
    if (!task)
        return;
    study_unref(task->study);
    request_done(&task->request);
    strbuf_done(&task->text);
    strbuf_done(&task->message);
    free(task->path);
    free(task);
}

/* ---- the question ---- */

void write_ask(struct write_question *question)
{
    prompt_init(&question->prompt, "logvar.txt");
    question->stage = WRITE_PATH;
    question->overwrite = false;
}

static void close_question(struct write_question *question)
{
    if (question->stage == WRITE_PATH)
        prompt_done(&question->prompt);
    question->stage = WRITE_CLOSED;
}

void write_done(struct write_question *question)
{
    close_question(question);
    write_task_free(question->task);
    free(question->path);
    *question = (struct write_question){0};
}

static enum write_answer take_path(struct write_question *question)
{
    free(question->path);
    question->path = mem_strdup(question->prompt.text.text);
    close_question(question);
    if (!*question->path)
        return WRITE_LEFT;
    if (access(question->path, F_OK) != 0)
        return WRITE_YES;
    question->stage = WRITE_OVERWRITE;
    return WRITE_NOT_YET;
}

enum write_answer write_key(struct write_question *question, uint32_t press)
{
    if (question->stage == WRITE_OVERWRITE) {
        close_question(question);
        question->overwrite = press == 'y' || press == 'Y';
        return question->overwrite ? WRITE_YES : WRITE_NO;
    }
    if (press == PRESS_TAB) {
        prompt_complete_path(&question->prompt);
        return WRITE_NOT_YET;
    }
    switch (prompt_key(&question->prompt, press)) {
    case PROMPT_ACCEPTED:
        return take_path(question);
    case PROMPT_CANCELLED:
        close_question(question);
        return WRITE_LEFT;
    default:
        return WRITE_NOT_YET;
    }
}

void write_draw(const struct write_question *question, struct surface *surface, int row)
{
    int n_columns = surface->n_columns - 2;
    if (question->stage == WRITE_OVERWRITE)
        surface_printf(surface, row, 1, n_columns, STYLE_WARNING, "%s exists. Overwrite? y / n",
                       question->path);
    else if (question->stage == WRITE_PATH)
        prompt_draw(&question->prompt, "write to: ", surface, row, 1, n_columns);
}
