/* From a key press or a click to an action, or to the prompt that is open. */
#include "ui/app_state.h"

#include "base/mem.h"

#include <stdlib.h>

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

/* The list can be walked while it is narrowed. */
static void find_move(struct app *app, uint32_t press)
{
    static const struct {
        uint32_t press;
        enum action action;
    } moves[] = {{PRESS_UP, ACTION_UP},
                 {PRESS_DOWN, ACTION_DOWN},
                 {PRESS_PAGE_UP, ACTION_PAGE_UP},
                 {PRESS_PAGE_DOWN, ACTION_PAGE_DOWN}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].press == press)
            app_act(app, moves[i].action);
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
    if (app->purpose == PROMPT_FIND && event == PROMPT_IGNORED)
        find_move(app, press);
    else if (app->purpose == PROMPT_FIND)
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
        app_act(app, keymap_action(press, app_key_context(app)));
    app_note_looks(app);
}

/* Text goes where text is typed, and nowhere else. */
void app_paste(struct app *app, uint32_t code)
{
    bool typing = app->purpose == PROMPT_FIND || app->purpose == PROMPT_WRITE || app->chooser.open;
    bool control = code < PRESS_SPACE || (code >= PRESS_BACKSPACE && code < 0xA0);
    if (typing && !control && code < PRESS_SPECIAL)
        app_key(app, code);
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
    const struct view *view = view_get(app->view);
    struct view_context context = app_context(app);
    if (over == PANE_VIEW && view->wheel && !popup_is_open(&app->popup) &&
        view->wheel(&context, app->layout.panes[PANE_VIEW], row, column,
                    what == APP_MOUSE_WHEEL_UP ? 1 : -1)) {
        app_carry_out(app);
        return;
    }
    if (over != N_PANES && !popup_is_open(&app->popup))
        app->pane = over;
    for (int i = 0; i < 3; i++)
        app_act(app, what == APP_MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
    app->pane = former;
}

static void click(struct app *app, int row, int column)
{
    enum pane_id over = pane_at(app, row, column);
    const struct view *view = view_get(app->view);
    if (row == app->layout.views_row) {
        enum view_id id = screen_view_at(app, column);
        if (id != N_VIEWS)
            app_act(app, (enum action)(ACTION_VIEW_1 + (int)id));
    } else if (over == PANE_VIEW) {
        app->pane = PANE_VIEW;
        struct view_context context = app_context(app);
        if (view->click)
            view->click(&context, app->layout.panes[PANE_VIEW], row, column);
        app_carry_out(app);
    } else if (over != N_PANES) {
        panes_click(app, over, row, column);
    }
}

static void drag(struct app *app, int row, int column)
{
    const struct view *view = view_get(app->view);
    struct view_context context = app_context(app);
    if (view->drag && !popup_is_open(&app->popup))
        view->drag(&context, app->layout.panes[PANE_VIEW], row, column);
    app_carry_out(app);
}

void app_mouse(struct app *app, enum app_mouse what, int row, int column)
{
    if (app->purpose || app->chooser.open || app->layout.too_small)
        return;
    app_set_text(&app->notice, NULL);
    if (what == APP_MOUSE_DRAG)
        drag(app, row, column);
    else if (what != APP_MOUSE_CLICK)
        wheel(app, what, row, column);
    else if (popup_is_open(&app->popup))
        popup_done(&app->popup);
    else
        click(app, row, column);
    app_note_looks(app);
}
