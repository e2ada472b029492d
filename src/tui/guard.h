/* The terminal's guard: signals, and the way out of a crash. No curses in here.
 *
 * While it stands, WINCH, TSTP, CONT, INT, TERM and HUP are blocked in this thread and in those it
 * starts; guard_mask lets them in (for portable_poll) and guard_news tells which came. A crash (SEGV, BUS,
 * FPE, ILL, ABRT, also QUIT) or the end of memory writes the prepared bytes and the former line settings to the
 * terminal, with nothing but functions that are safe in a signal handler, then takes its course; whatever
 * another thread draws meanwhile no longer reaches the terminal. */
#ifndef LOGVAR_TUI_GUARD_H
#define LOGVAR_TUI_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Notes the line settings of standard input, takes the signals; from now on the end of memory and crashes
 * restore those settings, in whatever thread they happen. */
void guard_stand(void);
/* What else puts the terminal right. */
void guard_arm(const char *bytes, size_t n_bytes);
/* Puts the terminal right now; does nothing when not armed. */
void guard_restore(void);
/* Gives everything back that guard_stand and guard_arm took. */
void guard_leave(void);

const sigset_t *guard_mask(void);
struct guard_news {
    bool resize, stop, resume;
    int end; /* INT, TERM, HUP, or 0 */
};
/* What came since the last call; `end` stays. */
struct guard_news guard_news(void);
/* Stops the process as SIGTSTP does by itself; returns when it was continued. */
void guard_stop(void);

#endif
