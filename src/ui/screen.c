/* The whole screen: title, bar of views, panes, readout, status, keys; popups over it. */
#include "ui/app_state.h"

#include "base/num.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- title ---- */

void screen_add_exploratory(struct app *app, struct strbuf *names, enum exploratory_reason *reason)
{
    struct view_context context = app_context(app);
    *reason = EXPLORATORY_NO;
    for (size_t i = 0; i < app->request.n_adjusters; i++) {
        char label[VIEW_ADJUSTER_LABEL_MAX];
        enum exploratory_reason one = view_exploratory(&context, i);
        if (one == EXPLORATORY_NO)
            continue;
        if (*reason == EXPLORATORY_NO)
            *reason = one;
        view_adjuster_label(app->request.adjusters[i], label);
        strbuf_printf(names, "%s%s", names->length ? "; " : "", label);
    }
}

static void add_settings(const struct app *app, struct strbuf *out)
{
    const struct analysis_settings *settings = &app->request.settings;
    ticks_describe_statistic(&app->ticks, out);
    if (settings->folds == FOLDS_LEAVE_ONE_OUT)
        strbuf_puts(out, " · leave one out");
    else
        strbuf_printf(out, " · %zu folds", settings->folds);
    if (app->remarks.registered && app->n_columns >= 100)
        strbuf_printf(out, " · %s", app->remarks.registered);
    if (app->n_columns >= 100)
        strbuf_printf(out, " · seed %llu", (unsigned long long)settings->seed);
}

static const struct view_source *source_of(const struct app *app)
{
    return view_get(app->view)->source;
}

static void draw_title(struct app *app, struct surface *surface)
{
    if (source_of(app)) {
        surface_text(surface, app->layout.title_row, 1, 6, STYLE_KEY, "logvar");
        surface_text(surface, app->layout.title_row, 9, surface->n_columns - 10, STYLE_TITLE,
                     source_of(app)->title);
        return;
    }
    struct strbuf right, names;
    enum exploratory_reason reason;
    int row = app->layout.title_row, n = surface->n_columns;
    strbuf_init(&right);
    strbuf_init(&names);
    screen_add_exploratory(app, &names, &reason);
    add_settings(app, &right);
    int width = (int)text_width(right.text), room = n - 11;
    if (reason) {
        const char *flag = n < 60 ? "! EXPL." : "! EXPLORATORY";
        int n_flag = (int)strlen(flag);
        surface_text(surface, row, n - 1 - n_flag, n_flag, STYLE_WARNING, flag);
        room -= n_flag + 2;
    }
    int title = (int)text_width(app->study->title);
    if (width > room - 12)
        width = room - 12;
    if (title > room - width - 2)
        title = room - width - 2;
    surface_text(surface, row, 1, 6, STYLE_KEY, "logvar");
    surface_text(surface, row, 9, title, STYLE_TITLE, app->study->title);
    if (width > 8)
        surface_text(surface, row, 9 + room - width, width, STYLE_DIM, right.text);
    strbuf_done(&right);
    strbuf_done(&names);
}

/* ---- bar of views ---- */

/* How labels stand: with a blank on both sides, on the left only, cut ("2Pairs 3Budge"), or numbers
 * only. */
enum label_form { LABELS_WIDE, LABELS_TIGHT, LABELS_CUT, LABELS_SHORT };
enum { LABEL_CUT = 5 };

/* Columns of the i-th view's label. */
static int view_label(const struct app *app, enum view_id id, enum label_form form,
                      struct strbuf *label)
{
    const struct view *view = view_get(id);
    strbuf_clear(label);
    if (!view)
        return 0;
    if (form == LABELS_SHORT && id != app->view)
        strbuf_printf(label, " %d ", (int)id + 1);
    else if (form == LABELS_CUT)
        strbuf_printf(label, " %d%.*s", (int)id + 1, LABEL_CUT, view->name);
    else
        strbuf_printf(label, " %d %s%s", (int)id + 1, view->name, form == LABELS_TIGHT ? "" : " ");
    return (int)label->length;
}

static int labels_width(const struct app *app, enum label_form form)
{
    struct strbuf label;
    int width = 0;
    strbuf_init(&label);
    for (int i = 0; i < N_VIEWS; i++)
        width += view_label(app, (enum view_id)i, form, &label);
    strbuf_done(&label);
    return width;
}

static enum label_form label_form(const struct app *app)
{
    enum label_form form = LABELS_WIDE;
    while (form < LABELS_SHORT && labels_width(app, form) > app->n_columns - 9)
        form++;
    return form;
}

enum view_id screen_view_at(const struct app *app, int column)
{
    struct strbuf label;
    int id = 0;
    enum label_form form = label_form(app);
    strbuf_init(&label);
    for (int at = 0; id < N_VIEWS; id++) {
        at += view_label(app, (enum view_id)id, form, &label);
        if (column < at)
            break;
    }
    strbuf_done(&label);
    return (enum view_id)id;
}

static void draw_views(const struct app *app, struct surface *surface)
{
    struct strbuf label;
    int at = 0, row = app->layout.views_row;
    enum label_form form = label_form(app);
    strbuf_init(&label);
    for (int i = 0; i < N_VIEWS; i++) {
        int width = view_label(app, (enum view_id)i, form, &label);
        if (!width)
            continue;
        surface_text(surface, row, at, width, STYLE_TEXT, label.text);
        surface_restyle(surface, (struct rect){row, at + 1, 1, 1}, STYLE_KEY);
        if (i == (int)app->view)
            surface_restyle(surface, (struct rect){row, at, 1, width}, STYLE_CURSOR);
        at += width;
    }
    surface_text(surface, row, app->n_columns - 8, 1, STYLE_KEY, "?");
    surface_text(surface, row, app->n_columns - 6, 5, STYLE_TEXT, "Help");
    strbuf_done(&label);
}

/* ---- foot ---- */

static void add_count(struct strbuf *out, size_t count, const char *what)
{
    char text[NUM_TEXT_MAX];
    num_write_grouped(text, count);
    strbuf_printf(out, "%s %s", text, what);
}

/* How far the work is: the splits of the table first, then everything else that was asked for. */
struct screen_progress {
    bool in_splits;
    size_t n_splits; /* done for every arm and adjuster, on average */
    double share;    /* 0 .. 1 */
};

static struct screen_progress measure(const struct snapshot *snapshot)
{
    struct screen_progress progress = {.in_splits = true};
    size_t n_done = 0, n_wanted = 0, n_columns = 0;
    for (size_t i = 0; snapshot && i < snapshot->n_arms; i++)
        for (size_t a = 0; a < snapshot->arms[i].n_adjusters; a++, n_columns++) {
            n_done += snapshot->arms[i].adjusters[a].vr.n_done;
            n_wanted += snapshot->arms[i].adjusters[a].vr.n_wanted;
        }
    if (n_wanted)
        progress.share = (double)n_done / (double)n_wanted;
    progress.n_splits = n_columns ? n_done / n_columns : 0;
    if (n_done == n_wanted && snapshot && snapshot->n_wanted) {
        progress.in_splits = false;
        progress.share = (double)snapshot->n_done / (double)snapshot->n_wanted;
    }
    return progress;
}

static void add_threads(const struct app *app, struct strbuf *out)
{
    if (app->options.n_threads)
        strbuf_printf(out, " · %zu thread%s", app->options.n_threads,
                      app->options.n_threads == 1 ? "" : "s");
}

static void add_progress(const struct app *app, const struct screen_progress *progress,
                         struct strbuf *text)
{
    char done[NUM_TEXT_MAX], wanted[NUM_TEXT_MAX];
    num_write_grouped(done, progress->n_splits);
    num_write_grouped(wanted, app->request.settings.splits);
    if (progress->in_splits)
        strbuf_printf(text, "splits %s/%s", done, wanted);
    else
        strbuf_printf(text, "draws %d %%", (int)(progress->share * 100));
    if (app->n_columns >= 120)
        add_threads(app, text);
}

static int draw_bar(struct surface *surface, int row, double share)
{
    enum { BAR = 8 };
    surface_put(surface, row, 1, STYLE_BORDER, 0x2595);
    view_bar(surface, row, 2, BAR, STYLE_SERIES_1, share);
    surface_put(surface, row, 2 + BAR, STYLE_BORDER, 0x258F);
    return BAR + 4;
}

static void draw_source_progress(const struct app *app, struct surface *surface, int row)
{
    const struct view_source *source = source_of(app);
    size_t n_done, n_wanted;
    struct strbuf text;
    strbuf_init(&text);
    source->progress(app->slots[app->view].state, &n_done, &n_wanted);
    add_count(&text, n_done < n_wanted ? n_done : n_wanted, source->what);
    if (n_done >= n_wanted)
        strbuf_puts(&text, " done");
    int used = n_done < n_wanted ? draw_bar(surface, row, (double)n_done / (double)n_wanted) : 1;
    surface_text(surface, row, used, surface->n_columns - used - 1, STYLE_DIM, text.text);
    strbuf_done(&text);
}

/* Left part of the status line; returns the columns used. */
static int draw_progress(const struct app *app, struct surface *surface, int row)
{
    const struct snapshot *snapshot = app->snapshot;
    struct strbuf text;
    int used = 1;
    strbuf_init(&text);
    if (snapshot && snapshot->failure) {
        strbuf_printf(&text, "failed: %s", snapshot->failure);
        used += surface_text(surface, row, 1, surface->n_columns - 2, STYLE_ERROR, text.text);
        strbuf_done(&text);
        return used;
    }
    if (app_is_settled(app)) {
        add_count(&text, app->request.settings.splits, "splits");
        if (app->request.sections & ~(1u << SECTION_ARMS) && app->n_columns >= 120) {
            strbuf_puts(&text, ", ");
            add_count(&text, app->request.settings.draws, "draws");
        }
        strbuf_puts(&text, " done");
        if (app->n_columns >= 120)
            add_threads(app, &text);
    } else {
        struct screen_progress progress = measure(snapshot);
        used = draw_bar(surface, row, progress.share);
        add_progress(app, &progress, &text);
    }
    used += surface_text(surface, row, used, surface->n_columns - used - 1, STYLE_DIM, text.text);
    strbuf_done(&text);
    return used;
}

static void add_flag(struct strbuf *text, size_t form, const char *names, const char *sentence)
{
    if (form == 0)
        strbuf_printf(text, "EXPLORATORY (%s): %s", names, sentence);
    else
        strbuf_printf(text, "%s %s", form == 1 ? "EXPLORATORY:" : "!", sentence);
}

static void draw_status(struct app *app, struct surface *surface)
{
    enum exploratory_reason reason;
    struct strbuf names, text;
    if (source_of(app)) {
        draw_source_progress(app, surface, app->layout.status_row);
        return;
    }
    int row = app->layout.status_row, used = draw_progress(app, surface, row);
    int room = surface->n_columns - used - 3;
    strbuf_init(&names);
    strbuf_init(&text);
    screen_add_exploratory(app, &names, &reason);
    /* The names of the adjusters, then the word itself give way before the reason does. */
    const char *sentence = exploratory_sentence(reason);
    for (size_t i = 0; reason && i < 3 && (!i || (int)text_width(text.text) > room); i++) {
        strbuf_clear(&text);
        add_flag(&text, i, names.text, sentence);
    }
    if (reason && room > 12)
        surface_text_right(surface, row, used + 2, room, STYLE_WARNING, text.text);
    strbuf_done(&names);
    strbuf_done(&text);
}

/* What may be typed now, NULL = nothing. */
static const char *prompt_hint(const struct app *app)
{
    if (app->find.open)
        return "Words, or a glob with * ? [set]; Enter keeps it, Esc shows all again.";
    if (app->writing.stage == WRITE_PATH)
        return ".txt: this screen; .md .tex .html .csv .json: a report; Tab completes.";
    return NULL;
}

/* A notice stays until the next key; what logs have grown by since is said next to it. */
static bool add_said(const struct app *app, struct strbuf *line)
{
    const char *hint = prompt_hint(app), *notice = app->remarks.notice;
    strbuf_puts(line, hint ? hint : notice ? notice : "");
    if (!hint && app->remarks.offer)
        strbuf_printf(line, "%s%s", line->length ? "  " : "", app->remarks.offer);
    return line->length > 0;
}

static void draw_readout(struct app *app, struct surface *surface)
{
    int row = app->layout.readout_row >= 0 ? app->layout.readout_row : app->layout.status_row;
    const struct view *view = view_get(app->view);
    struct view_context context = app_context(app);
    struct strbuf line;
    strbuf_init(&line);
    bool said = add_said(app, &line);
    if (!said && app->layout.readout_row >= 0 && view->status)
        view->status(&context, &line);
    if (app->layout.readout_row < 0 && line.length) {
        struct rect former = surface_set_clip(surface, (struct rect){row, 0, 1, app->n_columns});
        surface_blank(surface);
        surface_set_clip(surface, former);
    }
    surface_text(surface, row, 1, surface->n_columns - 2, said ? STYLE_TITLE : STYLE_TEXT,
                 line.text);
    strbuf_done(&line);
}

static void draw_keys(const struct app *app, struct surface *surface)
{
    size_t n_bindings;
    const struct key_binding *bindings = keymap_bindings(&n_bindings);
    unsigned context = app_key_context(app);
    int at = 1, row = app->layout.keys_row, last = surface->n_columns - 1;
    if (source_of(app) && context != CONTEXT_POPUP) {
        at += surface_text(surface, row, at, last - at, STYLE_KEY, source_of(app)->hint[0]) + 1;
        at += surface_text(surface, row, at, last - at, STYLE_TEXT, source_of(app)->hint[1]) + 2;
    }
    for (size_t i = 0; i < n_bindings; i++) {
        const struct key_binding *binding = &bindings[i];
        if (!binding->name || !(binding->contexts & context))
            continue;
        int key = (int)strlen(binding->keys[0]), name = (int)strlen(binding->name);
        if (at + key + 1 + name > last)
            break;
        at += surface_text(surface, row, at, key, STYLE_KEY, binding->keys[0]) + 1;
        at += surface_text(surface, row, at, name, STYLE_TEXT, binding->name) + 2;
    }
}

static void draw_foot(struct app *app, struct surface *surface)
{
    int row = app->layout.keys_row;
    draw_status(app, surface);
    draw_readout(app, surface);
    if (app->find.open)
        prompt_draw(&app->find.prompt, "find: ", surface, row, 1, surface->n_columns - 2);
    else if (app->writing.stage)
        write_draw(&app->writing, surface, row);
    else
        draw_keys(app, surface);
}

/* ---- all ---- */

static void draw_too_small(const struct app *app, struct surface *surface)
{
    surface_text(surface, 0, 0, app->n_columns, STYLE_TEXT, "logvar needs 40x10; q quits");
}

static void lay_out(struct app *app, const struct surface *surface)
{
    struct panes *panes = &app->panes;
    struct panes_subject subject = app_panes_subject(app);
    if (panes->focus != PANE_VIEW)
        panes->open = panes->focus;
    struct layout_wishes wishes = {
        .focus = panes->focus, .open = panes->open, .zoomed = panes->zoomed || source_of(app)};
    for (int i = 0; i < N_LISTS; i++)
        wishes.n_lines[i] = panes_n_lines(&subject, (enum pane_id)i);
    app->n_rows = surface->n_rows;
    app->n_columns = surface->n_columns;
    app->layout = layout_make(surface->n_rows, surface->n_columns, &wishes);
}

static void draw_view(struct app *app, struct surface *surface)
{
    struct rect place = app->layout.panes[PANE_VIEW];
    if (!place.n_rows)
        return;
    struct view_context context = app_context(app);
    struct rect former = surface_set_clip(surface, place);
    view_get(app->view)->draw(&context, surface, place);
    surface_set_clip(surface, former);
}

void app_draw(struct app *app, struct surface *surface)
{
    lay_out(app, surface);
    surface_blank(surface);
    if (app->layout.too_small) {
        draw_too_small(app, surface);
        return;
    }
    struct panes_subject subject = app_panes_subject(app);
    draw_title(app, surface);
    draw_views(app, surface);
    panes_draw(&app->panes, &subject, &app->layout, surface);
    draw_view(app, surface);
    draw_foot(app, surface);
    struct rect body = {1, 0, app->layout.status_row - 1, app->n_columns};
    if (popup_is_open(&app->popup))
        popup_draw(&app->popup, surface, body);
    if (app->chooser.open)
        chooser_draw(&app->chooser, surface, body);
}
