/* The terminal: the only file that knows curses.
 *
 * term_open takes over the terminal and every signal that matters; term_close gives all of it back.
 * Whatever way the program ends in between (signals, a crash, memory running out), the terminal is
 * restored first: a prepared byte string and the saved line settings are written by functions that
 * are safe in a signal handler.
 *
 * WINCH, TSTP, CONT, INT, TERM and HUP stay blocked in every thread except inside term_wait, so they
 * are never lost between a check and a wait. Start threads after term_open: they inherit that.
 * One thread only. */
#ifndef LOGVAR_TUI_TERM_H
#define LOGVAR_TUI_TERM_H

#include "tui/surface.h"
#include "tui/theme.h"

#include <stdbool.h>

struct term_options {
    enum color_mode color;
    bool mouse;
};

/* false with a sentence in *why (static) where there is no terminal to take. */
bool term_open(const struct term_options *options, const char **why);
void term_close(void);

/* The locale or the terminal can draw ASCII only. May be asked before term_open. */
bool term_is_ascii(void);
void term_size(int *n_rows, int *n_columns);
/* Shows a surface: only the cells that differ from those on the terminal are sent. */
void term_show(const struct surface *surface);
/* The next term_show sends everything. */
void term_forget(void);

enum term_event_kind {
    TERM_NOTHING,
    TERM_KEY,
    TERM_PASTE, /* `press` is a character of pasted text */
    TERM_CLICK,
    TERM_DRAG,
    TERM_WHEEL_UP,
    TERM_WHEEL_DOWN
};
struct term_event {
    enum term_event_kind kind;
    uint32_t press;  /* keymap.h */
    int row, column; /* of the mouse */
};
/* Takes what was typed, one event a call, until TERM_NOTHING: curses keeps a queue of its own that
 * no poll sees. */
struct term_event term_next(void);

enum { TERM_FDS = 5 };
struct term_wakeups {
    bool input, gone;        /* of the terminal */
    bool readable[TERM_FDS]; /* of the other descriptors */
    bool resized, continued;
    int end_signal; /* INT, TERM, HUP: end now; 0 = none */
};
/* Waits for input, for the other descriptors (-1 = none), a signal, or timeout_ms (-1 = for ever).
 * Suspends and resumes the program on TSTP by itself (`continued` then says so). */
struct term_wakeups term_wait(const int fds[TERM_FDS], int timeout_ms);
/* Ends the process by this signal, as its parent expects; after term_close. */
void term_die(int end_signal);

#endif
