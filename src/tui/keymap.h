/* Keys: one table {keys, name, contexts, action, help sentence} that dispatch, key bar, help screen
 * and manual page are made from.
 *
 * A key press is a number: a Unicode code point, or one of the PRESS_ values beyond Unicode. Keys
 * have names that can be typed in a --keys file and read in the help: "a", "Space", "PgDn", "F1",
 * "Ctrl-L". */
#ifndef LOGVAR_TUI_KEYMAP_H
#define LOGVAR_TUI_KEYMAP_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum press {
    PRESS_NONE = 0,
    PRESS_TAB = 9,
    PRESS_ENTER = 13,
    PRESS_ESCAPE = 27,
    PRESS_SPACE = 32,
    PRESS_BACKSPACE = 127,
    PRESS_SPECIAL = 0x200000, /* past Unicode */
    PRESS_UP,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_BACK_TAB,
    PRESS_DELETE,
    PRESS_F1,
    PRESS_F10
};

enum action {
    ACTION_NONE,
    /* movement: what they move is up to the pane or view with the focus */
    ACTION_UP,
    ACTION_DOWN,
    ACTION_LEFT,
    ACTION_RIGHT,
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_ROW_START,
    ACTION_ROW_END,
    ACTION_IN,  /* Enter */
    ACTION_OUT, /* Esc */
    ACTION_NEXT_PANE,
    ACTION_PREVIOUS_PANE,
    ACTION_TOGGLE,
    ACTION_ALL,
    ACTION_ONLY_NONE,
    ACTION_FIND,
    ACTION_FIND_NEXT,
    ACTION_FIND_PREVIOUS,
    ACTION_SORT,
    ACTION_SORT_REVERSE,
    ACTION_EXPLAIN,
    ACTION_WRITE,
    ACTION_STATISTIC,
    ACTION_RESET,
    ACTION_TAKE_IN,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_REDRAW,
    ACTION_ZOOM,
    /* for views: */
    ACTION_NEXT_ARM,
    ACTION_PREVIOUS_ARM, /* ] [ */
    ACTION_NEXT_ADJUSTER,
    ACTION_PREVIOUS_ADJUSTER, /* } { */
    ACTION_NEXT_CANDIDATE,
    ACTION_PREVIOUS_CANDIDATE, /* > < */
    ACTION_OVERLAY,            /* o: panels or one plot */
    ACTION_PAIRS,              /* p: pairs or arms */
    ACTION_MORE,               /* m: more runs, or intervals */
    ACTION_OUTCOME,            /* o: curves with the outcome */
    ACTION_HEAT,               /* m: one metric, or all */
    /* for the lesson: */
    ACTION_STEP_NEXT,
    ACTION_STEP_BACK,
    ACTION_STEP_AGAIN,
    ACTION_OTHER_SEEDS,
    ACTION_FREE_PLAY,
    ACTION_COMPARE_NEXT,
    ACTION_DECLARE,
    ACTION_VIEW_1,
    ACTION_VIEW_2,
    ACTION_VIEW_3,
    ACTION_VIEW_4,
    ACTION_VIEW_5,
    ACTION_VIEW_6,
    ACTION_VIEW_7,
    ACTION_VIEW_8,
    ACTION_VIEW_9,
    N_ACTIONS
};

/* Where a key works: bits. A view's own bit is CONTEXT_VIEW_1 << its number (from 0). */
enum context {
    CONTEXT_PANES = 1,  /* a list on the left has the focus */
    CONTEXT_VIEW_1 = 2, /* … CONTEXT_VIEW_1 << 8 */
    CONTEXT_PAIRS_VIEW = CONTEXT_VIEW_1 << 1,
    CONTEXT_BUDGET_VIEW = CONTEXT_VIEW_1 << 2,
    CONTEXT_LESSON = 0x100,      /* the eighth */
    CONTEXT_CURVES_VIEW = 0x200, /* the ninth */
    CONTEXT_VIEWS = 0x3FE,
    CONTEXT_STUDY_VIEWS = CONTEXT_VIEWS & ~CONTEXT_LESSON,
    CONTEXT_POPUP = 0x400, /* help, an explanation */
    CONTEXT_MAIN = CONTEXT_PANES | CONTEXT_VIEWS,
    CONTEXT_STUDY = CONTEXT_PANES | CONTEXT_STUDY_VIEWS, /* wherever the study is shown */
    CONTEXT_ANY = CONTEXT_MAIN | CONTEXT_POPUP
};
#define CONTEXT_VIEW(id) ((unsigned)CONTEXT_VIEW_1 << (id))

enum { KEY_BINDING_MAX = 4 };
struct key_binding {
    const char *keys[KEY_BINDING_MAX]; /* key names; the first is the one shown in the key bar */
    const char *name;                  /* short, for the key bar: "toggle"; NULL = help only */
    unsigned contexts;
    enum action action;
    const char *help; /* one sentence */
};

const struct key_binding *keymap_bindings(size_t *n_bindings);
/* ACTION_NONE if the key means nothing there. */
enum action keymap_action(uint32_t press, unsigned context);

/* "PgDn" -> PRESS_PAGE_DOWN; false if there is no such key. */
bool keymap_parse(const char *name, uint32_t *press);
/* The name of a key, appended. */
void keymap_add_name(struct strbuf *out, uint32_t press);

#endif
