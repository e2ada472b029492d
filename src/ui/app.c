#include "ui/app_state.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

struct app *app_new(struct study *study, const struct app_options *options)
{
    struct app *app = mem_zeroed(1, sizeof *app);
    app->study = study_ref(study);
    app->options = *options;
    app->find.last = mem_strdup("");
    panes_init(&app->panes);
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        table_state_init(&app->slots[i].table);
        app->slots[i].filter = mem_strdup("");
        app->slots[i].state = view && view->state_new ? view->state_new() : NULL;
    }
    app_request_init(app);
    app->options.preset = NULL; /* borrowed no longer */
    app->focus.arm = app->request.n_arms ? app->request.arms[0] : 0;
    app_note_looks(app);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        if (view && view->state_free)
            view->state_free(app->slots[i].state);
        table_state_done(&app->slots[i].table);
        free(app->slots[i].filter);
    }
    panes_done(&app->panes);
    if (app->find.open)
        prompt_done(&app->find.prompt);
    free(app->find.last);
    popup_done(&app->popup);
    chooser_close(&app->chooser);
    write_done(&app->writing);
    app_request_free(app);
    snapshot_unref(app->snapshot);
    free(app->remarks.notice);
    free(app->remarks.registered);
    free(app->remarks.offer);
    study_unref(app->study);
    free(app);
}

/* ---- what others may ask ---- */

const struct request *app_request(const struct app *app)
{
    return &app->request;
}

unsigned long app_generation(const struct app *app)
{
    return app->generation;
}

bool app_wants_to_quit(const struct app *app)
{
    return app->orders.quit;
}

enum view_id app_view(const struct app *app)
{
    return app->view;
}

static const struct view_source *source_of(const struct app *app)
{
    return view_get(app->view)->source;
}

int app_figures_fd(const struct app *app)
{
    const struct view_source *source = source_of(app);
    return source ? source->fd(app->slots[app->view].state) : -1;
}

void app_take_figures(struct app *app)
{
    const struct view_source *source = source_of(app);
    if (source)
        source->take(app->slots[app->view].state);
}

static bool source_is_settled(const struct app *app)
{
    const struct view_source *source = source_of(app);
    size_t n_done = 0, n_wanted = 0;
    if (source)
        source->progress(app->slots[app->view].state, &n_done, &n_wanted);
    return n_done == n_wanted;
}

bool app_is_settled(const struct app *app)
{
    return source_is_settled(app) && app->snapshot && app->snapshot->finished &&
           app->snapshot->request.sections == app->request.sections;
}

bool app_take_redraw(struct app *app)
{
    bool wanted = app->orders.redraw;
    app->orders.redraw = false;
    return wanted;
}

bool app_take_in(struct app *app)
{
    bool wanted = app->orders.take_in;
    app->orders.take_in = false;
    return wanted;
}

void app_offer(struct app *app, const char *offer)
{
    app_set_text(&app->remarks.offer, offer);
}

const struct exploratory_history *app_history(const struct app *app)
{
    return &app->history;
}

struct view_context app_context(struct app *app)
{
    struct view_slot *slot = &app->slots[app->view];
    return (struct view_context){.wishes = &app->wishes,
                                 .study = app->study,
                                 .request = &app->request,
                                 .snapshot = app->snapshot,
                                 .generation = app->generation,
                                 .history = &app->history,
                                 .focus = &app->focus,
                                 .table = &slot->table,
                                 .state = slot->state,
                                 .filter = slot->filter,
                                 .find = app->find.last,
                                 .focused = app->panes.focus == PANE_VIEW};
}

void app_take_snapshot(struct app *app, struct snapshot *snapshot)
{
    if (snapshot && app_snapshot_answers(app, snapshot)) {
        snapshot_unref(app->snapshot);
        app->snapshot = snapshot;
    } else {
        snapshot_unref(snapshot);
    }
}

void app_set_text(char **owned, const char *text)
{
    char *copy = text ? mem_strdup(text) : NULL;
    free(*owned);
    *owned = copy;
}

void app_notice(struct app *app, const char *format, ...)
{
    struct strbuf text;
    va_list args;
    strbuf_init(&text);
    va_start(args, format);
    strbuf_vprintf(&text, format, args);
    va_end(args);
    free(app->remarks.notice);
    app->remarks.notice = strbuf_steal(&text);
    strbuf_done(&text);
}

void app_show_view(struct app *app, enum view_id id)
{
    const struct view *view = view_get(id);
    if (!view)
        return;
    app->view = id;
    if (view->source) {
        app->panes.focus = PANE_VIEW;
        view->source->start(app->slots[id].state);
    }
    app_request_apply(app);
    app_note_looks(app);
}

struct panes_subject app_panes_subject(struct app *app)
{
    return (struct panes_subject){app->study, &app->ticks, &app->request, &app->history};
}

void app_follow(struct app *app)
{
    struct panes_subject subject = app_panes_subject(app);
    panes_arm(&app->panes, &subject, &app->focus.arm);
}

char **app_filter(struct app *app)
{
    return app->panes.focus == PANE_VIEW ? &app->slots[app->view].filter
                                         : &app->panes.lists[app->panes.focus].filter;
}
