#include "ui/remember.h"

#include "base/file.h"
#include "base/mem.h"
#include "record/place.h"
#include "ui/app_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 20 };

/* ---- the place ---- */

/* Of a view that keeps something whatever the study. */
static char *view_file(const char *id)
{
    struct strbuf name;
    strbuf_init(&name);
    strbuf_printf(&name, "%s.state", id);
    char *path = place_file(name.text);
    strbuf_done(&name);
    return path;
}

char *remember_path(const char *study_path)
{
    return place_study_file(study_path, "state");
}

/* ---- writing ---- */

/* A value must not hold a line's end; such a name is not remembered. */
static void add(struct strbuf *out, const char *key, const char *value)
{
    if (!strpbrk(value, "\r\n"))
        strbuf_printf(out, "%s %s\n", key, value);
}

static void add_ticks(const struct app *app, struct strbuf *out)
{
    char name[ADJUSTER_NAME_MAX];
    for (size_t i = 0; i < app->study->n_arms; i++)
        if (!app->ticks.arms[i])
            add(out, "arm-off", app->study->arms[i].label);
    for (size_t i = 0; i < app->study->n_families; i++)
        if (!(app->ticks.families >> i & 1))
            add(out, "family-off", app->study->families[i].name);
    for (size_t i = 0; i < app->ticks.n_offered; i++)
        if (app->ticks.adjusters[i]) {
            adjuster_name(app->ticks.offered[i], name);
            add(out, "adjuster", name);
        }
    for (size_t i = 0; i < app->ticks.n_statistic; i++)
        add(out, "statistic", app->ticks.statistic[i]);
}

void remember_write(const struct app *app, struct strbuf *out)
{
    strbuf_puts(out, "logvar-state 1\n");
    add_ticks(app, out);
    add(out, "view", view_get(app->view)->id);
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        const struct table_state *table = &app->slots[i].table;
        if (view && table->sort_column >= 0)
            strbuf_printf(out, "sort %s %d %s\n", view->id, table->sort_column,
                          table->descending ? "down" : "up");
    }
    if (app->history.viewed_candidates)
        add(out, "looked", "candidates");
}

/* Takes the path over, which may be NULL. */
static void save(char *path, const struct strbuf *text)
{
    if (path) {
        place_make_folders(path);
        file_write(path, FILE_REPLACE, text->text, text->length, NULL);
    }
    free(path);
}

void remember_save(const struct app *app)
{
    struct strbuf text;
    strbuf_init(&text);
    remember_write(app, &text);
    save(remember_path(app->study->path), &text);
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        strbuf_clear(&text);
        if (view && view->source)
            view->source->write(app->slots[i].state, &text);
        if (view && text.length)
            save(view_file(view->id), &text);
    }
    strbuf_done(&text);
}

/* ---- reading ---- */

static void read_arm_off(struct app *app, const char *value)
{
    for (size_t i = 0; i < app->study->n_arms; i++)
        if (!strcmp(app->study->arms[i].label, value))
            app->ticks.arms[i] = false;
}

static void read_family_off(struct app *app, const char *value)
{
    for (size_t i = 0; i < app->study->n_families; i++)
        if (!strcmp(app->study->families[i].name, value))
            app->ticks.families &= ~((uint64_t)1 << i);
}

static void read_adjuster(struct app *app, const char *value)
{
    struct adjuster adjuster;
    for (size_t i = 0; i < app->ticks.n_offered; i++)
        if (adjuster_parse(value, &adjuster) && adjuster_equal(adjuster, app->ticks.offered[i]))
            app->ticks.adjusters[i] = true;
}

static void read_statistic(struct app *app, const char *value)
{
    bool known = false;
    for (size_t i = 0; i < app->study->n_arms && !known; i++)
        known = arm_find_candidate(&app->study->arms[i], value) != ARM_NO_CANDIDATE;
    if (known)
        ticks_add_statistic(&app->ticks, value);
}

static void read_view(struct app *app, const char *value)
{
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        if (view && !strcmp(view->id, value))
            app->view = (enum view_id)i;
    }
}

static void read_sort(struct app *app, const char *value)
{
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        size_t n = view ? strlen(view->id) : 0;
        if (!view || strncmp(view->id, value, n) != 0 || value[n] != ' ')
            continue;
        char *end;
        long column = strtol(value + n + 1, &end, 10);
        if (column < 0 || column > 1000 || *end != ' ')
            continue;
        app->slots[i].table.sort_column = (int)column;
        app->slots[i].table.descending = !strcmp(end, " down");
    }
}

static void read_looked(struct app *app, const char *value)
{
    app->history.viewed_candidates |= !strcmp(value, "candidates");
}

static const struct {
    const char *key;
    void (*read)(struct app *, const char *value);
} keys[] = {{"arm-off", read_arm_off},     {"family-off", read_family_off},
            {"adjuster", read_adjuster},   {"selector", read_adjuster}, /* written before 1.0 */
            {"statistic", read_statistic}, {"view", read_view},
            {"sort", read_sort},           {"looked", read_looked}};

static void read_pair(struct app *app, const char *line)
{
    size_t n = strcspn(line, " ");
    for (size_t i = 0; line[n] && i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i].key) == n && !strncmp(keys[i].key, line, n))
            keys[i].read(app, line + n + 1);
}

void remember_read(struct app *app, const char *text)
{
    static const char header[] = "logvar-state 1\n";
    if (strncmp(text, header, sizeof header - 1) != 0)
        return;
    char *copy = mem_strdup(text), *rest = copy;
    memset(app->ticks.adjusters, 0, sizeof app->ticks.adjusters);
    for (char *line; (line = strsep(&rest, "\n"));)
        read_pair(app, line);
    free(copy);
    app_show_view(app, app->view);
}

/* Takes the path over, which may be NULL; false if there is nothing to read. */
static bool load(char *path, struct file_bytes *bytes)
{
    bool ok = path && access(path, R_OK) == 0 && file_read_text(path, BYTES_MAX, bytes, NULL);
    free(path);
    return ok;
}

void remember_load(struct app *app)
{
    struct file_bytes bytes;
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        if (!view || !view->source || !load(view_file(view->id), &bytes))
            continue;
        view->source->read(app->slots[i].state, bytes.bytes);
        file_bytes_done(&bytes);
    }
    if (load(remember_path(app->study->path), &bytes)) {
        remember_read(app, bytes.bytes);
        file_bytes_done(&bytes);
    }
}
