/* `w`: the screen as text, or a whole report; never over an existing file without asking. */
#include "ui/app_state.h"

#include "base/file.h"
#include "base/mem.h"

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

static bool add_report(struct app *app, const char *format, struct strbuf *out,
                       struct strbuf *message)
{
    if (app->options.report)
        return app->options.report(app->options.report_user, app->study, &app->request,
                                   &app->history, format, out, message);
    strbuf_printf(message, "no report in the format .%s; .txt writes the screen", format);
    return false;
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

void write_to(struct app *app, const char *path, bool overwrite)
{
    struct strbuf out, message;
    if (!overwrite && access(path, F_OK) == 0) {
        app_set_text(&app->write_path, path);
        prompt_init(&app->prompt, "");
        app->purpose = PROMPT_OVERWRITE;
        return;
    }
    const char *format = ending(path);
    strbuf_init(&out);
    strbuf_init(&message);
    bool made = true;
    if (!*format || !strcmp(format, "txt"))
        add_screen(app, &out);
    else
        made = add_report(app, format, &out, &message);
    if (made)
        save(app, path, overwrite, &out);
    else
        app_notice(app, "%s", message.text);
    strbuf_done(&out);
    strbuf_done(&message);
}
