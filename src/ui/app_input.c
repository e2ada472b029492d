/* From a key press or a click to an action, or to the prompt that is open. */
#include "ui/app_state.h"

/* ---- where text is typed ---- */

static void find_key(struct app *app, enum prompt_event event)
{
    const char *text = app->find.prompt.text.text;
    bool ends = event == PROMPT_ACCEPTED || event == PROMPT_CANCELLED;
    app_set_text(app_filter(app), event == PROMPT_CANCELLED ? "" : text);
    if (event == PROMPT_ACCEPTED && *text)
        app_set_text(&app->find.last, text);
    if (ends)
        prompt_done(&app->find.prompt);
    app->find.open = !ends;
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

static void find_press(struct app *app, uint32_t press)
{
    enum prompt_event event = prompt_key(&app->find.prompt, press);
    if (event == PROMPT_IGNORED)
        find_move(app, press);
    else
        find_key(app, event);
}

static void write_press(struct app *app, uint32_t press)
{
    enum write_answer answer = write_key(&app->writing, press);
    if (answer == WRITE_YES)
        app_write(app);
    else if (answer == WRITE_NO)
        app_notice(app, "Nothing was written.");
}

static void chooser_press(struct app *app, uint32_t press)
{
    const char *name;
    if (!chooser_key(&app->chooser, press, &name))
        return;
    app_set_statistic(app, name);
    app_notice(app, "The adjuster fixed uses %s now.", name ? name : "what was declared");
}

/* ---- keys and mouse ---- */

void app_key(struct app *app, uint32_t press)
{
    if (press == '\n')
        press = PRESS_ENTER;
    if (press == '\b')
        press = PRESS_BACKSPACE;
    app_set_text(&app->remarks.notice, NULL);
    if (press == PRESS_F10)
        app->orders.quit = true;
    else if (app->layout.too_small && press == 'q')
        app->orders.quit = true;
    else if (app->find.open)
        find_press(app, press);
    else if (app->writing.stage)
        write_press(app, press);
    else if (app->chooser.open)
        chooser_press(app, press);
    else
        app_act(app, keymap_action(press, app_key_context(app)));
    app_note_looks(app);
}

/* Text goes where text is typed, and nowhere else. */
void app_paste(struct app *app, uint32_t code)
{
    bool typing = app->find.open || app->writing.stage == WRITE_PATH || app->chooser.open;
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
    enum pane_id former = app->panes.focus, over = pane_at(app, row, column);
    const struct view *view = view_get(app->view);
    struct view_context context = app_context(app);
    if (over == PANE_VIEW && view->wheel && !popup_is_open(&app->popup) &&
        view->wheel(&context, app->layout.panes[PANE_VIEW], row, column,
                    what == APP_MOUSE_WHEEL_UP ? 1 : -1)) {
        app_carry_out(app);
        return;
    }
    if (over != N_PANES && !popup_is_open(&app->popup))
        app->panes.focus = over;
    for (int i = 0; i < 3; i++)
        app_act(app, what == APP_MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
    app->panes.focus = former;
}

static void list_click(struct app *app, enum pane_id id, int row, int column)
{
    bool ticked;
    struct panes_subject subject = app_panes_subject(app);
    panes_click(&app->panes, &subject, id, app->layout.panes[id], row, column, &ticked);
    if (ticked)
        app_request_apply(app);
    app_follow(app);
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
        app->panes.focus = PANE_VIEW;
        struct view_context context = app_context(app);
        if (view->click)
            view->click(&context, app->layout.panes[PANE_VIEW], row, column);
        app_carry_out(app);
    } else if (over != N_PANES) {
        list_click(app, over, row, column);
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
    if (app->find.open || app->writing.stage || app->chooser.open || app->layout.too_small)
        return;
    app_set_text(&app->remarks.notice, NULL);
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
