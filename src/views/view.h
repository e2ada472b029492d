/* Views plug in here: one descriptor each, listed in view.c. A view draws a snapshot into a
 * rectangle and answers actions; it knows neither terminal nor threads.
 *
 * Everything a view shows comes from its context. Drawing must not change anything but the view's
 * own state and the table's (scroll positions), must not block, and takes well under a
 * millisecond: what is costly (scoring 20,000 candidates) is kept in the view's state, keyed by
 * (study, arm, request generation), and rebuilt only when that changes. */
#ifndef LOGVAR_VIEWS_VIEW_H
#define LOGVAR_VIEWS_VIEW_H

#include "estimate/request.h"
#include "estimate/results.h"
#include "study/study.h"
#include "tui/keymap.h"
#include "tui/surface.h"
#include "tui/table.h"

#include <stdbool.h>
#include <stddef.h>

enum view_id {
    VIEW_REDUCTION,
    VIEW_PAIRS,
    VIEW_BUDGET,
    VIEW_CALIBRATION,
    VIEW_CANDIDATES,
    VIEW_SCATTER,
    VIEW_FAMILIES,
    VIEW_LESSON,
    VIEW_CURVES,
    N_VIEWS
};

/* What the person is looking at, shared by all views so that changing the view keeps it. */
struct view_focus {
    size_t arm;      /* index into study->arms; always one of request->arms if there are any */
    size_t adjuster; /* index into request->adjusters */
    size_t pair[2];  /* indices into study->arms; may be no pair of the request */
    const char *candidate; /* a name in the study's memory, or NULL */
};

/* What a view asks of the app while it answers an action, a click or the wheel. The app carries it out
 * when the view has returned, and clears it. */
struct view_wishes {
    bool show; /* another view: `view` */
    enum view_id view;
    const char *statistic; /* this candidate becomes the statistic of `fixed` (exploratory unless
                             * declared); a name in the study's memory, NULL = none */
    bool sections_changed; /* what the view's more_sections says has changed */
};

struct view_context {
    struct view_wishes *wishes; /* written by act, click, drag and wheel only */
    const struct study *study;
    const struct request *request; /* what is asked for now */
    const struct snapshot
        *snapshot;            /* the newest answer to exactly this request; NULL = none yet */
    unsigned long generation; /* raised whenever the request changes */
    const struct exploratory_history *history;
    struct view_focus *focus;
    struct table_state *table; /* this view's; its sort is remembered from session to session */
    void *state;               /* this view's own: state_new */
    const char *filter;        /* "" = none; match_filter (match.h) */
    const char *find;          /* what was looked for last, for n and N (table.find) */
    bool focused;              /* the view has the keyboard, not a pane on the left */
};

/* A view with figures of its own, which come from no snapshot of the study (the lesson). It takes the
 * whole body of the screen, and says what title and progress line say. `state` is the view's. */
struct view_source {
    const char *title;
    const char *what;             /* that are counted: "studies" */
    const char *hint[2];          /* first on the key bar: what is pressed, and what it does */
    void (*start)(void *state);   /* the view is about to be looked at; may be called again */
    int (*fd)(const void *state); /* readable when there is something to take; -1 = never so far */
    void (*take)(void *state);
    void (*progress)(const void *state, size_t *n_done, size_t *n_wanted);
    /* What is kept from session to session, whatever the study. */
    void (*write)(const void *state, struct strbuf *out);
    void (*read)(void *state, const char *text);
};

struct view {
    const char *name;  /* on the bar of views: "Reduction" */
    const char *id;    /* in the state file: "reduction" */
    unsigned sections; /* bit mask over enum section: computed while this view is shown */
    /* Sections wanted as well, as the view's own state is now; NULL = none. When they change the view
     * says so: view_wishes.sections_changed. */
    unsigned (*more_sections)(const void *state);
    bool marks_candidates; /* looking at it ranks candidates by outcome: exploratory_history */
    /* The same where it depends on what the view shows now; NULL = never. */
    bool (*ranks_candidates)(const struct view_context *context);
    const struct view_source *source; /* NULL = shows the study */
    void *(*state_new)(void);         /* NULL = no state */
    void (*state_free)(void *state);
    /* All of the rectangle is the view's, frame included: surface_frame. */
    void (*draw)(const struct view_context *context, struct surface *surface, struct rect rect);
    /* true if the action meant something here. ACTION_OUT must be declined when there is nothing
     * to leave. */
    bool (*act)(const struct view_context *context, enum action action);
    /* A click inside the rectangle of the last draw (place absolute); NULL = none. */
    bool (*click)(const struct view_context *context, struct rect rect, int row, int column);
    /* The pointer moved while the button that clicked is down, wherever it is now; NULL = nothing. */
    void (*drag)(const struct view_context *context, struct rect rect, int row, int column);
    /* The wheel, up or down (1, -1) over a place; false or NULL = it scrolls. */
    bool (*wheel)(const struct view_context *context, struct rect rect, int row, int column,
                  int direction);
    /* One line about what is under the cursor, for the status line; may be NULL. */
    void (*status)(const struct view_context *context, struct strbuf *line);
    /* `x`: the figure under the cursor, with its formula and its own numbers; paragraphs parted by
     * '\n'. false if there is nothing to explain. May be NULL. */
    bool (*explain)(const struct view_context *context, struct strbuf *text);
    /* What `w` draws: the name of a figure (figure/chart.h). NULL = that of the view's id, or one that
     * main knows. */
    const char *(*figure)(const void *state);
};

/* NULL while a view does not exist: it is not shown, its key does nothing. */
const struct view *view_get(enum view_id id);

/* ---- what views share (view.c) ---- */

/* The result of arm (index into the study) and adjuster (index into the request) if the snapshot
 * holds it, else NULL. */
const struct arm_result *view_arm_result(const struct view_context *context, size_t arm);
const struct adjuster_result *view_result(const struct view_context *context, size_t arm,
                                          size_t adjuster);
/* For the screen: "pca 1, shrunk" for pca1-shrunk, "post hoc best" for posthoc, "best, shrunk". */
enum { VIEW_ADJUSTER_LABEL_MAX = 32 };
void view_adjuster_label(struct adjuster adjuster, char label[VIEW_ADJUSTER_LABEL_MAX]);
/* Why an adjuster's figures are exploratory now, EXPLORATORY_NO if they are not. */
enum exploratory_reason view_exploratory(const struct view_context *context, size_t adjuster);
/* Appends "+17.8": percent with sign and fixed decimals; "-0.0" is written "0.0", NaN "–". */
void view_add_percent(struct strbuf *out, double fraction, int decimals);
/* Appends a number with fixed decimals ("–" for NaN). Locale-free. */
void view_add_number(struct strbuf *out, double value, int decimals);
/* Decimals that show an outcome's mean usefully next to this sd (scaled units): 0 to 6. */
int view_decimals(double sd);
/* STYLE_GAIN above zero, STYLE_LOSS below, STYLE_TEXT for zero and NaN. */
enum style view_sign_style(double value);
/* A bar of `eighths` eighths of a column, cut at n_columns ("▏▎…█"; ASCII "#"). */
void view_bar(struct surface *surface, int row, int column, int n_columns, enum style style,
              double fraction);
/* The next or previous arm of the request into focus; false if there is no other. */
bool view_step_arm(const struct view_context *context, int direction);
bool view_step_adjuster(const struct view_context *context, int direction);
/* Wishes for another view. */
void view_show(const struct view_context *context, enum view_id id);

#endif
