/* A text over the screen: help, an explanation. Wrapped to the window, scrolls. */
#ifndef LOGVAR_TUI_POPUP_H
#define LOGVAR_TUI_POPUP_H

#include "tui/keymap.h"
#include "tui/surface.h"

#include <stdbool.h>

struct popup {
    char *title, *text; /* owned; text NULL = closed. Lines parted by '\n'; a line that begins with
                           blanks keeps them when it wraps; "# " begins a heading. */
    int top, page, n_lines;
};

void popup_done(struct popup *popup);
bool popup_is_open(const struct popup *popup);
void popup_open(struct popup *popup, const char *title, const char *text);
void popup_draw(struct popup *popup, struct surface *surface, struct rect area);
/* Scrolling; false if the action is none of the popup's. */
bool popup_act(struct popup *popup, enum action action);

/* Calls `line` for each line of text wrapped to n_columns; returns their number. */
typedef void popup_line(void *user, int number, enum style style, const char *text);
int popup_wrap(const char *text, int n_columns, popup_line *line, void *user);

#endif
