/* The app's state, for the files that make it up: app*.c, screen.c, remember.c. Nobody else. What is
 * in a struct of its own (ticks, panes, chooser, write_question, looks) has its functions in the file of
 * that name, which know nothing of the app. */
#ifndef LOGVAR_UI_APP_STATE_H
#define LOGVAR_UI_APP_STATE_H

#include "tui/layout.h"
#include "tui/popup.h"
#include "tui/prompt.h"
#include "ui/app.h"
#include "ui/chooser.h"
#include "ui/looks.h"
#include "ui/panes.h"
#include "ui/ticks.h"
#include "ui/write.h"

struct view_slot {
    struct table_state table;
    void *state;
    char *filter; /* owned */
};

/* `/`: what is typed becomes the filter of the pane or view with the keyboard. */
struct find {
    bool open;
    struct prompt prompt;
    char *last; /* owned; "" = nothing was looked for yet */
};

/* Lines for the foot and the title; owned, NULL = none. */
struct remarks {
    char *notice;     /* until the next key */
    char *registered; /* "registered 2026-11-30" */
    char *offer;      /* what `u` would take in */
};

/* For the loop, which takes them. */
struct orders {
    bool quit, redraw, take_in;
};

struct app {
    struct study *study;
    struct app_options options;

    struct ticks ticks;
    struct request request; /* made of them */
    unsigned long generation;
    struct snapshot *snapshot; /* answers `request` (sections aside), or NULL */
    struct exploratory_history history;

    enum view_id view;
    struct view_slot slots[N_VIEWS];
    struct view_focus focus;
    struct view_wishes wishes; /* of the view that answered last; nothing is left in it */

    struct panes panes;
    struct find find;
    struct chooser chooser;
    struct write_question writing;
    struct popup popup;
    struct remarks remarks;
    struct looks looks;
    enum view_id looked_view; /* that was on the screen when looks were noted last */
    struct orders orders;

    struct layout layout; /* of the last drawing */
    int n_rows, n_columns;
};

/* app.c */
void app_set_text(char **owned, const char *text);
unsigned app_key_context(const struct app *app);
/* Does one action, whoever it is for. (app_act.c) */
void app_act(struct app *app, enum action action);
/* Does what the view wished while it answered. (app_act.c) */
void app_carry_out(struct app *app);
/* The arm under the cursor comes into focus, if the list of arms has the keyboard. */
void app_follow(struct app *app);
struct panes_subject app_panes_subject(struct app *app);
char **app_filter(struct app *app); /* of the pane or view with the keyboard */

/* app_record.c */
/* Notes what is on the screen now of candidates ranked by outcome, and marks the session; to be called
 * after whatever may change that. */
void app_note_looks(struct app *app);

/* app_request.c */
void app_request_init(struct app *app);
void app_request_apply(struct app *app); /* after ticks, statistic or view changed */
void app_request_reset(struct app *app); /* back to what was declared */
void app_request_free(struct app *app);
/* Makes this candidate the statistic of `fixed`; NULL = as declared. */
void app_set_statistic(struct app *app, const char *candidate);
bool app_same_settings(const struct analysis_settings *a, const struct analysis_settings *b);
bool app_snapshot_answers(const struct app *app, const struct snapshot *snapshot);

/* app_write.c */
/* Writes what app->writing asked for. */
void app_write(struct app *app);

/* screen.c */
/* The view whose label stands in a column of the bar; N_VIEWS if none. */
enum view_id screen_view_at(const struct app *app, int column);
/* Labels of the adjusters that are exploratory now, and the first one's reason. */
void screen_add_exploratory(struct app *app, struct strbuf *names, enum exploratory_reason *reason);

#endif
