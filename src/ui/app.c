#include "ui/app_state.h"

#include "base/mem.h"
#include "ui/keyhelp.h"
#include "ui/views.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ---- */

struct app *app_new(struct study *study, const struct app_options *options)
{
    struct app *app = mem_zeroed(1, sizeof *app);
    app->study = study_ref(study);
    app->options = *options;
    app->find = mem_strdup("");
    for (size_t i = 0; i < 3; i++)
        app->panes[i].filter = mem_strdup("");
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        table_state_init(&app->slots[i].table);
        app->slots[i].filter = mem_strdup("");
        app->slots[i].state = view && view->state_new ? view->state_new() : NULL;
    }
    app->pane = PANE_ARMS;
    app_request_init(app);
    app->options.preset = NULL; /* borrowed no longer */
    app->focus.arm = app->request.n_arms ? app->request.arms[0] : 0;
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
    for (size_t i = 0; i < 3; i++)
        free(app->panes[i].filter);
    if (app->purpose)
        prompt_done(&app->prompt);
    popup_done(&app->popup);
    chooser_close(app);
    app_request_free(app);
    snapshot_unref(app->snapshot);
    free(app->find);
    free(app->write_path);
    free(app->notice);
    free(app->offer);
    write_task_free(app->write);
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
    return app->quit;
}

enum view_id app_view(const struct app *app)
{
    return app->view;
}

bool app_is_settled(const struct app *app)
{
    return app->snapshot && app->snapshot->finished &&
           app->snapshot->request.sections == app->request.sections;
}

bool app_take_redraw(struct app *app)
{
    bool wanted = app->redraw;
    app->redraw = false;
    return wanted;
}

bool app_take_in(struct app *app)
{
    bool wanted = app->take_in;
    app->take_in = false;
    return wanted;
}

void app_offer(struct app *app, const char *offer)
{
    app_set_text(&app->offer, offer);
}

const struct exploratory_history *app_history(const struct app *app)
{
    return &app->history;
}

struct view_context app_context(struct app *app)
{
    struct view_slot *slot = &app->slots[app->view];
    return (struct view_context){.app = app,
                                 .study = app->study,
                                 .request = &app->request,
                                 .snapshot = app->snapshot,
                                 .generation = app->generation,
                                 .history = &app->history,
                                 .focus = &app->focus,
                                 .table = &slot->table,
                                 .state = slot->state,
                                 .filter = slot->filter,
                                 .find = app->find,
                                 .focused = app->pane == PANE_VIEW};
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
    free(app->notice);
    app->notice = strbuf_steal(&text);
    strbuf_done(&text);
}

void app_mark_candidates(struct app *app)
{
    app->history.viewed_candidates = true;
    app_request_apply(app);
}

void app_show_view(struct app *app, enum view_id id)
{
    const struct view *view = view_get(id);
    if (!view)
        return;
    app->view = id;
    app->history.viewed_candidates |= view->marks_candidates;
    app_request_apply(app);
}

char **app_filter(struct app *app)
{
    return app->pane == PANE_VIEW ? &app->slots[app->view].filter : &app->panes[app->pane].filter;
}

/* ---- actions of the whole screen ---- */

static const struct view *current_view(const struct app *app)
{
    return view_get(app->view);
}

static void act_help(struct app *app, enum action action)
{
    struct strbuf text;
    (void)action;
    if (popup_is_open(&app->popup)) {
        popup_done(&app->popup);
        return;
    }
    strbuf_init(&text);
    keyhelp_add(&text);
    popup_open(&app->popup, "Keys", text.text);
    strbuf_done(&text);
}

static void act_explain(struct app *app, enum action action)
{
    struct strbuf text;
    struct view_context context = app_context(app);
    const struct view *view = current_view(app);
    (void)action;
    if (popup_is_open(&app->popup)) {
        popup_done(&app->popup);
        return;
    }
    strbuf_init(&text);
    if (view->explain && view->explain(&context, &text))
        popup_open(&app->popup, "How this figure comes about", text.text);
    else
        app_notice(app, "Nothing under the cursor to explain: put it on a figure.");
    strbuf_done(&text);
}

static void act_find(struct app *app, enum action action)
{
    (void)action;
    prompt_init(&app->prompt, *app_filter(app));
    app->purpose = PROMPT_FIND;
}

static void act_write(struct app *app, enum action action)
{
    (void)action;
    write_ask(app);
}

static void act_statistic(struct app *app, enum action action)
{
    (void)action;
    chooser_open(app);
}

static void act_reset(struct app *app, enum action action)
{
    (void)action;
    app_request_reset(app);
    app_notice(app, "Back to what was declared.");
}

static void act_quit(struct app *app, enum action action)
{
    (void)action;
    app->quit = true;
}

static void act_redraw(struct app *app, enum action action)
{
    (void)action;
    app->redraw = true;
}

static void act_zoom(struct app *app, enum action action)
{
    (void)action;
    app->zoomed = !app->zoomed;
    if (app->zoomed)
        app->pane = PANE_VIEW;
}

static void act_take_in(struct app *app, enum action action)
{
    (void)action;
    app->take_in = true;
    app_set_text(&app->offer, NULL);
    app_notice(app, "Reading the logs anew …");
}

static void act_pane(struct app *app, enum action action)
{
    int step = action == ACTION_NEXT_PANE ? 1 : N_PANES - 1;
    app->pane = (enum pane_id)(((int)app->pane + step) % N_PANES);
    panes_follow(app);
}

static void act_view(struct app *app, enum action action)
{
    enum view_id id = (enum view_id)(action - ACTION_VIEW_1);
    if (!view_get(id))
        return;
    app_show_view(app, id);
    app->pane = PANE_VIEW;
}

/* Esc: the innermost thing that is open. */
static void act_out(struct app *app, enum action action)
{
    struct view_context context = app_context(app);
    const struct view *view = current_view(app);
    if (popup_is_open(&app->popup))
        popup_done(&app->popup);
    else if (app->pane == PANE_VIEW && view->act && view->act(&context, action))
        return;
    else if (**app_filter(app))
        app_set_text(app_filter(app), "");
    else
        app->pane = PANE_VIEW;
}

static void (*const handlers[N_ACTIONS])(struct app *, enum action) = {
    [ACTION_HELP] = act_help,           [ACTION_EXPLAIN] = act_explain,
    [ACTION_FIND] = act_find,           [ACTION_WRITE] = act_write,
    [ACTION_STATISTIC] = act_statistic, [ACTION_RESET] = act_reset,
    [ACTION_QUIT] = act_quit,           [ACTION_REDRAW] = act_redraw,
    [ACTION_TAKE_IN] = act_take_in,     [ACTION_ZOOM] = act_zoom,
    [ACTION_NEXT_PANE] = act_pane,
    [ACTION_PREVIOUS_PANE] = act_pane,  [ACTION_OUT] = act_out,
    [ACTION_VIEW_1] = act_view,         [ACTION_VIEW_2] = act_view,
    [ACTION_VIEW_3] = act_view,         [ACTION_VIEW_4] = act_view,
    [ACTION_VIEW_5] = act_view,         [ACTION_VIEW_6] = act_view,
    [ACTION_VIEW_7] = act_view,         [ACTION_VIEW_8] = act_view,
};

static unsigned context_of(const struct app *app)
{
    if (popup_is_open(&app->popup))
        return CONTEXT_POPUP;
    return app->pane == PANE_VIEW ? CONTEXT_VIEW(app->view) : (unsigned)CONTEXT_PANES;
}

unsigned app_key_context(const struct app *app)
{
    return context_of(app);
}

static void act(struct app *app, enum action action)
{
    const struct view *view = current_view(app);
    if (handlers[action]) {
        handlers[action](app, action);
    } else if (popup_is_open(&app->popup)) {
        popup_act(&app->popup, action);
    } else if (app->pane == PANE_VIEW || !panes_act(app, action)) {
        struct view_context context = app_context(app);
        if (view->act)
            view->act(&context, action);
    }
}

/* ---- the prompt ---- */

static void end_prompt(struct app *app)
{
    prompt_done(&app->prompt);
    app->purpose = PROMPT_NONE;
}

static void find_key(struct app *app, enum prompt_event event)
{
    if (event == PROMPT_CANCELLED)
        app_set_text(app_filter(app), "");
    else
        app_set_text(app_filter(app), app->prompt.text.text);
    if (event == PROMPT_ACCEPTED && app->prompt.text.length)
        app_set_text(&app->find, app->prompt.text.text);
    if (event == PROMPT_ACCEPTED || event == PROMPT_CANCELLED)
        end_prompt(app);
}

static void write_key(struct app *app, enum prompt_event event, uint32_t press)
{
    if (press == PRESS_TAB) {
        prompt_complete_path(&app->prompt);
        return;
    }
    if (event != PROMPT_ACCEPTED && event != PROMPT_CANCELLED)
        return;
    char *path = mem_strdup(app->prompt.text.text);
    end_prompt(app);
    if (event == PROMPT_ACCEPTED && *path)
        write_to(app, path, false);
    free(path);
}

static void overwrite_key(struct app *app, uint32_t press)
{
    end_prompt(app);
    char *path = app->write_path;
    app->write_path = NULL;
    if (press == 'y' || press == 'Y')
        write_to(app, path, true);
    else
        app_notice(app, "Nothing was written.");
    free(path);
}

static void prompt_press(struct app *app, uint32_t press)
{
    if (app->purpose == PROMPT_OVERWRITE) {
        overwrite_key(app, press);
        return;
    }
    enum prompt_event event = prompt_key(&app->prompt, press);
    if (app->purpose == PROMPT_FIND)
        find_key(app, event);
    else
        write_key(app, event, press);
}

/* ---- keys and mouse ---- */

void app_key(struct app *app, uint32_t press)
{
    if (press == '\n')
        press = PRESS_ENTER;
    if (press == '\b')
        press = PRESS_BACKSPACE;
    app_set_text(&app->notice, NULL);
    if (press == PRESS_F10)
        app->quit = true;
    else if (app->layout.too_small && press == 'q')
        app->quit = true;
    else if (app->purpose)
        prompt_press(app, press);
    else if (app->chooser.open)
        chooser_key(app, press);
    else
        act(app, keymap_action(press, context_of(app)));
}

bool app_key_name(struct app *app, const char *name)
{
    uint32_t press;
    if (!keymap_parse(name, &press))
        return false;
    app_key(app, press);
    return true;
}

static enum pane_id pane_at(const struct app *app, int row, int column)
{
    for (int i = 0; i < N_PANES; i++)
        if (layout_inside(app->layout.panes[i], row, column))
            return (enum pane_id)i;
    return N_PANES;
}

static void wheel(struct app *app, enum app_mouse what, int row, int column)
{
    enum pane_id former = app->pane, over = pane_at(app, row, column);
    if (over != N_PANES && !popup_is_open(&app->popup))
        app->pane = over;
    for (int i = 0; i < 3; i++)
        act(app, what == APP_MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
    app->pane = former;
}

static void click(struct app *app, int row, int column)
{
    enum pane_id over = pane_at(app, row, column);
    const struct view *view = current_view(app);
    if (row == app->layout.views_row) {
        enum view_id id = screen_view_at(app, column);
        if (id != N_VIEWS)
            act_view(app, (enum action)(ACTION_VIEW_1 + (int)id));
    } else if (over == PANE_VIEW) {
        app->pane = PANE_VIEW;
        struct view_context context = app_context(app);
        if (view->click)
            view->click(&context, app->layout.panes[PANE_VIEW], row, column);
    } else if (over != N_PANES) {
        panes_click(app, over, row, column);
    }
}

void app_mouse(struct app *app, enum app_mouse what, int row, int column)
{
    if (app->purpose || app->chooser.open || app->layout.too_small)
        return;
    app_set_text(&app->notice, NULL);
    if (what != APP_MOUSE_CLICK)
        wheel(app, what, row, column);
    else if (popup_is_open(&app->popup))
        popup_done(&app->popup);
    else
        click(app, row, column);
}
