/* What the actions of the whole screen do; the rest goes to the pane or view with the keyboard. */
#include "ui/app_state.h"
#include "tui/keyhelp.h"

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
    prompt_init(&app->find.prompt, *app_filter(app));
    app->find.open = true;
}

static void act_write(struct app *app, enum action action)
{
    (void)action;
    write_ask(&app->writing);
}

static void act_statistic(struct app *app, enum action action)
{
    (void)action;
    chooser_open(&app->chooser, app->study, &app->request, &app->ticks);
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
    app->orders.quit = true;
}

static void act_redraw(struct app *app, enum action action)
{
    (void)action;
    app->orders.redraw = true;
}

static void act_zoom(struct app *app, enum action action)
{
    (void)action;
    app->panes.zoomed = !app->panes.zoomed;
    if (app->panes.zoomed)
        app->panes.focus = PANE_VIEW;
}

static void act_take_in(struct app *app, enum action action)
{
    (void)action;
    app->orders.take_in = true;
    app_set_text(&app->remarks.offer, NULL);
    app_notice(app, "Reading the logs again …");
}

static void act_pane(struct app *app, enum action action)
{
    int step = action == ACTION_NEXT_PANE ? 1 : N_PANES - 1;
    if (view_get(app->view)->source) /* it has the whole screen */
        return;
    app->panes.focus = (enum pane_id)(((int)app->panes.focus + step) % N_PANES);
    app_follow(app);
}

static void act_view(struct app *app, enum action action)
{
    enum view_id id = (enum view_id)(action - ACTION_VIEW_1);
    if (!view_get(id))
        return;
    app_show_view(app, id);
    app->panes.focus = PANE_VIEW;
}

void app_carry_out(struct app *app)
{
    struct view_wishes wishes = app->wishes;
    app->wishes = (struct view_wishes){0};
    if (wishes.statistic)
        app_set_statistic(app, wishes.statistic);
    if (wishes.sections_changed)
        app_request_apply(app);
    if (wishes.show)
        app_show_view(app, wishes.view);
}

static bool view_act(struct app *app, enum action action)
{
    const struct view *view = current_view(app);
    struct view_context context = app_context(app);
    bool done = view->act && view->act(&context, action);
    app_carry_out(app);
    return done;
}

/* Esc: the innermost thing that is open. */
static void act_out(struct app *app, enum action action)
{
    if (popup_is_open(&app->popup))
        popup_done(&app->popup);
    else if (app->panes.focus == PANE_VIEW && view_act(app, action))
        return;
    else if (**app_filter(app))
        app_set_text(app_filter(app), "");
    else
        app->panes.focus = PANE_VIEW;
}

static void (*const handlers[N_ACTIONS])(struct app *, enum action) = {
    [ACTION_HELP] = act_help,
    [ACTION_EXPLAIN] = act_explain,
    [ACTION_FIND] = act_find,
    [ACTION_WRITE] = act_write,
    [ACTION_STATISTIC] = act_statistic,
    [ACTION_RESET] = act_reset,
    [ACTION_QUIT] = act_quit,
    [ACTION_REDRAW] = act_redraw,
    [ACTION_TAKE_IN] = act_take_in,
    [ACTION_ZOOM] = act_zoom,
    [ACTION_NEXT_PANE] = act_pane,
    [ACTION_PREVIOUS_PANE] = act_pane,
    [ACTION_OUT] = act_out,
    [ACTION_VIEW_1] = act_view,
    [ACTION_VIEW_2] = act_view,
    [ACTION_VIEW_3] = act_view,
    [ACTION_VIEW_4] = act_view,
    [ACTION_VIEW_5] = act_view,
    [ACTION_VIEW_6] = act_view,
    [ACTION_VIEW_7] = act_view,
    [ACTION_VIEW_8] = act_view,
    [ACTION_VIEW_9] = act_view,
};

unsigned app_key_context(const struct app *app)
{
    if (popup_is_open(&app->popup))
        return CONTEXT_POPUP;
    return app->panes.focus == PANE_VIEW ? CONTEXT_VIEW(app->view) : (unsigned)CONTEXT_PANES;
}

static bool list_act(struct app *app, enum action action)
{
    bool ticked;
    struct panes_subject subject = app_panes_subject(app);
    bool known = panes_act(&app->panes, &subject, action, &ticked);
    if (ticked)
        app_request_apply(app);
    app_follow(app);
    return known;
}

void app_act(struct app *app, enum action action)
{
    if (handlers[action])
        handlers[action](app, action);
    else if (popup_is_open(&app->popup))
        popup_act(&app->popup, action);
    else if (app->panes.focus == PANE_VIEW || !list_act(app, action))
        view_act(app, action);
}
