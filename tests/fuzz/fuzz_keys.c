/* A file of keys (--keys), pressed one after the other on a screen without a terminal; then the same
 * bytes as what is remembered of a study, and as a person's settings. */
#include "fuzz.h"
#include "support.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "command/settings.h"
#include "ui/app.h"
#include "ui/remember.h"
#include "tui/script.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 200 };

/* The key `w` writes files wherever it is told to: not here (linked with --wrap). */
bool __wrap_file_write(const char *path, enum file_write_mode mode, const char *bytes,
                       size_t n_bytes, struct diags *diags);
bool __wrap_file_write(const char *path, enum file_write_mode mode, const char *bytes,
                       size_t n_bytes, struct diags *diags)
{
    (void)mode, (void)diags;
    return *path && (!n_bytes || bytes[n_bytes - 1]);
}

static void draw(struct app *app, int n_rows, int n_columns)
{
    struct surface surface;
    surface_init(&surface, n_rows, n_columns, false);
    app_draw(app, &surface);
    surface_done(&surface);
}

static void take_step(struct app *app, const struct script_step *step)
{
    const char *text = step->text;
    size_t left = text ? strlen(text) : 0;
    uint32_t code;
    if (step->kind == SCRIPT_PRESS)
        app_key(app, step->press);
    else if (step->kind == SCRIPT_SIZE)
        draw(app, step->n_rows % 60, step->n_columns % 200);
    for (size_t n; step->kind == SCRIPT_TYPE && (n = text_decode(text, left, &code)) > 0;
         text += n, left -= n)
        app_key(app, code);
}

static struct app *new_app(void)
{
    struct app *app = app_new(fuzz_study(), &(struct app_options){.n_threads = 1});
    draw(app, 24, 80);
    return app;
}

static void press(struct script *script)
{
    struct app *app = new_app();
    const struct script_step *step;
    for (int i = 0; i < STEPS_MAX && (step = script_next(script)); i++)
        take_step(app, step);
    draw(app, 24, 80);
    app_free(app);
}

static void try_keys(const char *path)
{
    struct script script;
    struct diags diags;
    diags_init(&diags);
    if (script_load(&script, path, &diags) == (diags.n_errors > 0))
        abort();
    press(&script);
    script_done(&script);
    diags_done(&diags);
}

static void try_memory(const uint8_t *bytes, size_t n_bytes)
{
    struct app *app = new_app();
    struct strbuf written, again;
    char *text = mem_strndup((const char *)bytes, n_bytes);
    strbuf_init(&written);
    strbuf_init(&again);
    remember_read(app, text);
    draw(app, 24, 80);
    remember_write(app, &written);
    remember_read(app, written.text);
    remember_write(app, &again);
    if (strcmp(written.text, again.text) != 0)
        abort();
    strbuf_done(&written);
    strbuf_done(&again);
    free(text);
    app_free(app);
}

static void try_settings(const char *path)
{
    struct options options = {0};
    struct diags diags;
    diags_init(&diags);
    settings_apply_file(path, &options, &diags);
    diags_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    char *path = fuzz_file("keys", bytes, n_bytes);
    try_keys(path);
    try_memory(bytes, n_bytes);
    try_settings(path);
    free(path);
    return 0;
}
