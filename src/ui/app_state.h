/* The app's state, for the files that make it up: app.c (keys), app_request.c (ticks to request),
 * panes.c (the lists on the left), screen.c (drawing), chooser.c, write.c. Nobody else. */
#ifndef LOGVAR_UI_APP_STATE_H
#define LOGVAR_UI_APP_STATE_H

#include "ui/app.h"
#include "tui/layout.h"
#include "tui/popup.h"
#include "tui/prompt.h"
#include "ui/write.h"

/* A list on the left. */
struct pane {
    size_t row, top; /* cursor and first visible line, in the lines shown */
    int page;
    char *filter; /* owned, "" = none */
};

/* One line of a list, made when needed. */
struct pane_line {
    bool is_group;
    size_t index;      /* arm, family or offered adjuster; for a group: its first arm */
    const char *label; /* borrowed; for adjusters: `buffer` of the line */
    char buffer[VIEW_ADJUSTER_LABEL_MAX];
    size_t count; /* runs, candidates; 0 = not shown */
    bool ticked, exploratory;
};

struct view_slot {
    struct table_state table;
    void *state;
    char *filter; /* owned */
};

enum prompt_purpose { PROMPT_NONE, PROMPT_FIND, PROMPT_WRITE, PROMPT_OVERWRITE };

/* The list of statistics (`f`). */
struct chooser {
    bool open;
    size_t n_names;
    const char **names; /* in the study's memory; [0] is NULL: as declared */
    const char **families;
    size_t *n_arms; /* how many ticked arms have it */
    struct prompt prompt;
    struct table_state table;
    struct rect place;
};

enum { OFFERED_MAX = REQUEST_ADJUSTERS_MAX };

/* Ways to see candidates ranked by outcome: the view on the screen, post hoc figures anywhere. */
enum look { LOOK_VIEW, LOOK_POSTHOC, N_LOOKS };

struct app {
    struct study *study;
    struct app_options options;

    bool *arm_on; /* [study->n_arms] */
    uint64_t families_on;
    size_t n_offered; /* adjusters */
    struct adjuster offered[OFFERED_MAX];
    bool offered_on[OFFERED_MAX];
    size_t n_statistic;                     /* chosen; 0 = as declared */
    char *statistic[REQUEST_STATISTIC_MAX]; /* owned */

    struct request request;
    unsigned long generation;
    struct snapshot *snapshot; /* answers `request` (sections aside), or NULL */
    struct exploratory_history history;

    enum view_id view;
    struct view_slot slots[N_VIEWS];
    struct view_wishes wishes; /* of the view that answered last; nothing is left in it */
    struct view_focus focus;
    enum pane_id pane;      /* has the keyboard */
    enum pane_id open_list; /* the list that had it last */
    bool zoomed;            /* the lists are hidden while the view has it */
    struct pane panes[3];

    char *find; /* last search */
    enum prompt_purpose purpose;
    struct prompt prompt;
    char *write_path; /* waits for "overwrite?" */
    struct popup popup;
    struct chooser chooser;
    char *notice;     /* or NULL */
    char *registered; /* "registered 2026-11-30", or NULL */
    /* What was noted of each way to see candidates ranked by outcome since it was opened. */
    uint64_t *shown[N_LOOKS]; /* [study->n_arms], bits of families; owned */
    enum view_id looked_view;
    char *offer;              /* what `u` would take in, or NULL */
    struct write_task *write; /* waits to be taken, or NULL */
    bool quit, redraw, take_in;
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
/* "val_loss@1/3", "a declared statistic per arm" */
void app_add_statistic(const struct app *app, struct strbuf *out);
bool app_snapshot_answers(const struct app *app, const struct snapshot *snapshot);

/* panes.c */
size_t panes_n_lines(const struct app *app, enum pane_id pane);
void panes_draw(struct app *app, struct surface *surface);
bool panes_act(struct app *app, enum action action);
void panes_click(struct app *app, enum pane_id pane, int row, int column);
void panes_follow(struct app *app); /* the arm under the cursor comes into focus */

/* chooser.c */
void chooser_open(struct app *app);
void chooser_close(struct app *app);
void chooser_key(struct app *app, uint32_t press);
void chooser_draw(struct app *app, struct surface *surface, struct rect area);

/* screen.c */
/* The view whose label stands in a column of the bar; N_VIEWS if none. */
enum view_id screen_view_at(const struct app *app, int column);
/* Labels of the adjusters that are exploratory now, and the first one's reason. */
void screen_add_exploratory(struct app *app, struct strbuf *names, enum exploratory_reason *reason);

#endif
