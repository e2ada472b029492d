/* The theme: what each style looks like on a terminal with many colours, few, or none.
 *
 * One table, blue for gains and orange for losses (safe for colour-blind eyes). The terminal's own
 * background is always kept. Knows nothing of curses: term.c turns these into attributes. */
#ifndef LOGVAR_TUI_THEME_H
#define LOGVAR_TUI_THEME_H

#include "tui/surface.h"

#include <stdbool.h>

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum theme_attribute { THEME_BOLD = 1, THEME_FAINT = 2, THEME_REVERSE = 4, THEME_UNDERLINE = 8 };

enum { THEME_DEFAULT_COLOR = -1 };
struct theme_look {
    int foreground;      /* index into the terminal's palette, or THEME_DEFAULT_COLOR */
    unsigned attributes; /* enum theme_attribute */
};

/* n_colors: what the terminal offers (0 = none, 8, 16, 256 or more). */
struct theme_look theme_look(enum style style, int n_colors);
/* false under --color never, or NO_COLOR (set, not empty) with COLOR_AUTO. */
bool theme_wants_color(enum color_mode mode);

#endif
