#include "ui/write.h"

#include "base/file.h"
#include "base/mem.h"
#include "ui/app_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void write_ask(struct app *app)
{
    prompt_init(&app->prompt, "logvar.txt");
    app->purpose = PROMPT_WRITE;
}

/* What is on the screen, with the keys and bars: the flag and its reason are part of it. */
static void add_screen(struct app *app, struct strbuf *out)
{
    struct surface surface;
    surface_init(&surface, app->n_rows, app->n_columns, app->options.ascii);
    app_draw(app, &surface);
    surface_dump(&surface, false, out);
    surface_done(&surface);
}

/* The ending without the point; "" if there is none. */
static const char *ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *point = strrchr(slash ? slash : path, '.');
    return point ? point + 1 : "";
}

static void save(struct app *app, const char *path, bool overwrite, const struct strbuf *out)
{
    struct diags diags;
    diags_init(&diags);
    if (file_write(path, overwrite ? FILE_REPLACE : FILE_KEEP_EXISTING, out->text, out->length,
                   &diags))
        app_notice(app, "Written to %s (%zu bytes).", path, out->length);
    else
        app_notice(app, "%s: %s", path, diags.n_items ? diags.items[0].message : "not written");
    diags_done(&diags);
}

/* ---- reports ---- */

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
                     ending(task->path), go_on, task, &task->text, &task->message);
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

static void begin_report(struct app *app, const char *path, bool overwrite)
{
    if (!app->options.report) {
        app_notice(app, "No report in the format .%s; .txt writes the screen.", ending(path));
        return;
    }
    write_task_free(app->write);
    struct write_task *task = app->write = mem_zeroed(1, sizeof *task);
    task->report = app->options.report;
    task->report_user = app->options.report_user;
    task->study = study_ref(app->study);
    request_copy(&task->request, &app->request);
    task->history = app->history;
    const struct view *view = view_get(app->view);
    task->look =
        (struct app_look){view->figure ? view->figure(app->slots[app->view].state) : view->id,
                          app->focus.arm, app->focus.candidate};
    task->path = mem_strdup(path);
    task->overwrite = overwrite;
    strbuf_init(&task->text);
    strbuf_init(&task->message);
    app_notice(app, "Making the report for %s …", path);
}

struct write_task *app_take_write(struct app *app)
{
    struct write_task *task = app->write;
    app->write = NULL;
    return task;
}

void app_end_write(struct app *app, struct write_task *task)
{
    if (task->made)
        save(app, task->path, task->overwrite, &task->text);
    else
        app_notice(app, "%s", task->message.text);
    write_task_free(task);
}

void write_to(struct app *app, const char *path, bool overwrite)
{
    if (!overwrite && access(path, F_OK) == 0) {
        app_set_text(&app->write_path, path);
        prompt_init(&app->prompt, "");
        app->purpose = PROMPT_OVERWRITE;
        return;
    }
    const char *format = ending(path);
    if (*format && strcmp(format, "txt") != 0) {
        begin_report(app, path, overwrite);
        return;
    }
    struct strbuf out;
    strbuf_init(&out);
    add_screen(app, &out);
    save(app, path, overwrite, &out);
    strbuf_done(&out);
}
