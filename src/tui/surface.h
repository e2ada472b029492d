/* A surface: our own grid of character cells. Views draw into it; term.c (the only file that knows
 * curses) flushes what changed to the terminal; tests read it as text without a terminal.
 *
 * All text goes through text_add_visible's rules, so nothing from a log can reach the terminal raw.
 * Drawing outside the clip rectangle is silently cut. Not thread-safe: the screen's thread only. */
#ifndef LOGVAR_TUI_SURFACE_H
#define LOGVAR_TUI_SURFACE_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a cell means; the theme turns it into colours and attributes. Never colour alone: whatever
 * a style says is also said by a sign, a mark or a word. */
enum style {
    STYLE_TEXT,
    STYLE_DIM, /* unfinished or secondary */
    STYLE_TITLE,
    STYLE_BORDER,
    STYLE_HEADING,
    STYLE_KEY,         /* a key's name in the key bar and help */
    STYLE_CURSOR,      /* the line or cell under the cursor, focused pane */
    STYLE_CURSOR_IDLE, /* the same in a pane without focus */
    STYLE_GAIN,        /* positive: blue */
    STYLE_LOSS,        /* negative: orange */
    STYLE_WARNING,     /* the exploratory mark */
    STYLE_ERROR,
    STYLE_SERIES_1,
    STYLE_SERIES_2,
    STYLE_SERIES_3,
    STYLE_SERIES_4,
    STYLE_SERIES_5,
    STYLE_SERIES_6,
    STYLE_SERIES_7,
    STYLE_SERIES_8,
    N_STYLES
};

struct surface_cell {
    uint32_t code;      /* 0 = the right half of a wide character */
    uint32_t combining; /* one combining mark, or 0 */
    uint8_t style;
};

struct rect {
    int row, column, n_rows, n_columns;
};

struct surface {
    int n_rows, n_columns;
    struct surface_cell *cells; /* row-major; owned */
    struct rect clip;
    bool ascii; /* only ASCII may be drawn: see surface_glyph */
};

void surface_init(struct surface *surface, int n_rows, int n_columns, bool ascii);
void surface_done(struct surface *surface);
/* Fills the clip rectangle with blanks. */
void surface_blank(struct surface *surface);
/* Sets the clip to the intersection with `rect` and returns the former one, to be put back. */
struct rect surface_set_clip(struct surface *surface, struct rect rect);

/* Draws at most max_columns columns of s; returns the columns used. A name that is cut ends in an
 * ellipsis ("…", in ASCII "~"). */
int surface_text(struct surface *surface, int row, int column, int max_columns, enum style style,
                 const char *s);
int surface_printf(struct surface *surface, int row, int column, int max_columns, enum style style,
                   const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Right-aligned in [column, column + n_columns). */
void surface_text_right(struct surface *surface, int row, int column, int n_columns,
                        enum style style, const char *s);
void surface_put(struct surface *surface, int row, int column, enum style style, uint32_t code);
/* What is drawn for a character: itself, or its ASCII stand-in; never a control character. */
uint32_t surface_glyph(const struct surface *surface, uint32_t code);
/* Changes the style of cells already drawn (the cursor line). */
void surface_restyle(struct surface *surface, struct rect rect, enum style style);

/* A frame with a title at its upper left and a note at its upper right (either may be NULL). */
void surface_frame(struct surface *surface, struct rect rect, bool focused, const char *title,
                   const char *note);

/* The screen as UTF-8 text, trailing blanks cut, one line per row: golden screens. With styles, a
 * second block follows, one letter a cell. */
void surface_dump(const struct surface *surface, bool with_styles, struct strbuf *out);

#endif
