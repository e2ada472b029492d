/* The lists on the left: arms by group, families, adjusters; which of them, or the view, has the
 * keyboard. */
#ifndef LOGVAR_UI_PANES_H
#define LOGVAR_UI_PANES_H

#include "estimate/exploratory.h"
#include "tui/keymap.h"
#include "tui/layout.h"
#include "tui/surface.h"
#include "ui/ticks.h"

enum { N_LISTS = PANE_VIEW };

/* One list. */
struct pane {
    size_t row, top; /* cursor and first visible line, in the lines shown */
    int page;
    char *filter; /* owned, "" = none */
};

struct panes {
    enum pane_id focus; /* has the keyboard */
    enum pane_id open;  /* the list that had it last */
    bool zoomed;        /* the lists are hidden while the view has it */
    struct pane lists[N_LISTS];
};

/* What the lists show and tick; borrowed. */
struct panes_subject {
    const struct study *study;
    struct ticks *ticks;
    const struct request *request;             /* exploratory or not is of this request, */
    const struct exploratory_history *history; /* after this */
};

void panes_init(struct panes *panes);
void panes_done(struct panes *panes);
/* How many lines a list would like to show. */
size_t panes_n_lines(const struct panes_subject *subject, enum pane_id pane);
void panes_draw(struct panes *panes, const struct panes_subject *subject,
                const struct layout *layout, struct surface *surface);
/* Of the list with the keyboard. false if the action means nothing to it; *ticked says whether the
 * ticks changed. */
bool panes_act(struct panes *panes, const struct panes_subject *subject, enum action action,
               bool *ticked);
/* A click into the list's frame gives it the keyboard and may tick. */
void panes_click(struct panes *panes, const struct panes_subject *subject, enum pane_id pane,
                 struct rect frame, int row, int column, bool *ticked);
/* The ticked arm under the cursor, if the list of arms has the keyboard; false if there is none. */
bool panes_arm(const struct panes *panes, const struct panes_subject *subject, size_t *arm);

#endif
