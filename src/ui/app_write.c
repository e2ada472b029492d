/* Writes what `w` asked for: the screen at once, a report by a task. */
#include "ui/app_state.h"

#include "base/file.h"
#include "base/mem.h"

#include <string.h>

/* What is on the screen, with the keys and bars: the flag and its reason are part of it. */
static void add_screen(struct app *app, struct strbuf *out)
{
    struct surface surface;
    surface_init(&surface, app->n_rows, app->n_columns, app->options.ascii);
    app_draw(app, &surface);
    surface_dump(&surface, false, out);
    surface_done(&surface);
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

static struct write_task *make_task(const struct app *app)
{
    const struct view *view = view_get(app->view);
    struct write_task *task = mem_zeroed(1, sizeof *task);
    task->report = app->options.report;
    task->report_user = app->options.report_user;
    task->study = study_ref(app->study);
    request_copy(&task->request, &app->request);
    task->history = app->history;
    task->look =
        (struct app_look){view->figure ? view->figure(app->slots[app->view].state) : view->id,
                          app->focus.arm, app->focus.candidate};
    task->path = mem_strdup(app->writing.path);
    task->overwrite = app->writing.overwrite;
    strbuf_init(&task->text);
    strbuf_init(&task->message);
    return task;
}

static void begin_report(struct app *app)
{
    const char *path = app->writing.path;
    if (!app->options.report) {
        app_notice(app, "No report in the format .%s; .txt writes the screen.", write_format(path));
        return;
    }
    write_task_free(app->writing.task);
    app->writing.task = make_task(app);
    app_notice(app, "Making the report for %s …", path);
}

void app_write(struct app *app)
{
    const char *path = app->writing.path, *format = write_format(path);
    if (*format && strcmp(format, "txt") != 0) {
        begin_report(app);
        return;
    }
    struct strbuf out;
    strbuf_init(&out);
    add_screen(app, &out);
    save(app, path, app->writing.overwrite, &out);
    strbuf_done(&out);
}

struct write_task *app_take_write(struct app *app)
{
    struct write_task *task = app->writing.task;
    app->writing.task = NULL;
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
