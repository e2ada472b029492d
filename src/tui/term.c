#define _XOPEN_SOURCE_EXTENDED 1
#include "tui/term.h"

#include "base/portable.h"
#include "base/strbuf.h"
#include "tui/decode.h"
#include "tui/guard.h"
#include "tui/keymap.h"

#include <curses.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static struct {
    bool open;
    SCREEN *screen;
    struct surface shown; /* what the terminal shows; cells NULL = unknown */
    bool colored;
    bool mouse, pressed; /* pressed: the first button, as far as is known */
    struct decode decode;
    long last_ms; /* when something was typed last */
    short pairs[N_STYLES];
    attr_t attributes[N_STYLES];
} term;

/* ---- what puts the terminal right ---- */

static const char *capability(const char *name)
{
    const char *value = tigetstr(name);
    return value && value != (char *)-1 ? value : "";
}

/* Without padding ("$<2>"), which only tputs would know how to wait for. */
static void add_capability(struct strbuf *bytes, const char *value)
{
    for (const char *at = value; *at; at++) {
        const char *end = at[0] == '$' && at[1] == '<' ? strchr(at, '>') : NULL;
        if (end)
            at = end;
        else
            strbuf_add_char(bytes, *at);
    }
}

/* A terminal without a second screen keeps what was drawn; it is wiped instead. */
static bool keeps_screen(void)
{
    return !*capability("rmcup");
}

static void leave_screen(void)
{
    if (keeps_screen()) {
        erase();
        refresh();
    }
    endwin();
}

static void arm_guard(bool mouse)
{
    static const char *const capabilities[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    struct strbuf bytes;
    strbuf_init(&bytes);
    if (!strncmp(capability("clear"), "\033[", 2))
        strbuf_puts(&bytes, "\033[?2004l");
    if (mouse && *capability("kmous"))
        strbuf_puts(&bytes, "\033[?1000l\033[?1002l\033[?1003l\033[?1006l");
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        add_capability(&bytes, capability(capabilities[i]));
    if (keeps_screen())
        add_capability(&bytes, capability("clear"));
    guard_arm(bytes.text, bytes.length);
    strbuf_done(&bytes);
}

void term_die(int end_signal)
{
    signal(end_signal, SIG_DFL);
    raise(end_signal);
}

/* ---- opening and closing ---- */

static void set_colors(enum color_mode mode)
{
    int n_colors = 0;
    term.colored = theme_wants_color(mode) && has_colors() && start_color() == OK &&
                   use_default_colors() == OK;
    if (term.colored)
        n_colors = COLORS;
    for (int i = 0; i < N_STYLES; i++) {
        struct theme_look look = theme_look((enum style)i, n_colors);
        term.pairs[i] = 0;
        if (look.foreground != THEME_DEFAULT_COLOR && i + 1 < COLOR_PAIRS) {
            term.pairs[i] = (short)(i + 1);
            init_pair(term.pairs[i], (short)look.foreground, -1);
        }
        term.attributes[i] = (look.attributes & THEME_BOLD ? A_BOLD : 0) |
                             (look.attributes & THEME_FAINT ? A_DIM : 0) |
                             (look.attributes & THEME_REVERSE ? A_REVERSE : 0) |
                             (look.attributes & THEME_UNDERLINE ? A_UNDERLINE : 0);
    }
}

/* Curses asks for presses and releases; moves while a button is down it only understands. */
static void report_drags(bool on)
{
    if (!*capability("kmous"))
        return;
    fputs(on ? "\033[?1002h" : "\033[?1002l", stdout);
    fflush(stdout);
}

/* The terminal marks pasted text, so that it is not taken for keys. Terminals that do not know the mode
 * ignore it, where they understand control sequences at all. */
static void mark_pastes(bool on)
{
    if (strncmp(capability("clear"), "\033[", 2) != 0)
        return;
    fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
    fflush(stdout);
}

/* A press and a release that arrive together are made one event by curses. */
#define CLICKS (BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED)

static void set_modes(const struct term_options *options)
{
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    curs_set(0);
    mark_pastes(true);
    if (options->mouse) {
        mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | CLICKS | BUTTON4_PRESSED | BUTTON5_PRESSED |
                      REPORT_MOUSE_POSITION,
                  NULL);
        mouseinterval(0);
        report_drags(true);
    }
}

bool term_is_ascii(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

bool term_open(const struct term_options *options, const char **why)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        *why = "the explorer needs a terminal; 'logvar report' prints without one";
        return false;
    }
    unsetenv("LINES"); /* they would freeze the size */
    unsetenv("COLUMNS");
    guard_stand();
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen || !*capability("cup")) {
        *why = term.screen
                   ? "this terminal (TERM) cannot place its cursor; 'logvar report' needs "
                     "none of that"
                   : "this terminal (TERM) is not known here; TERM=xterm may do, and 'logvar "
                     "report' needs none";
        if (term.screen)
            delscreen(term.screen);
        guard_leave();
        return false;
    }
    arm_guard(options->mouse);
    term.mouse = options->mouse;
    term.open = true;
    set_modes(options);
    set_colors(options->color);
    term_forget();
    return true;
}

void term_close(void)
{
    if (!term.open)
        return;
    mousemask(0, NULL);
    mark_pastes(false);
    if (term.mouse)
        report_drags(false);
    leave_screen();
    guard_restore(); /* endwin of a terminal that went away may have stopped half way */
    term.open = false;
    delscreen(term.screen);
    term_forget();
    guard_leave();
}

void term_size(int *n_rows, int *n_columns)
{
    *n_rows = LINES;
    *n_columns = COLS;
}

/* ---- drawing ---- */

void term_forget(void)
{
    surface_done(&term.shown);
    if (term.open)
        clearok(curscr, TRUE);
}

static cchar_t to_curses(const struct surface_cell *cell)
{
    cchar_t made;
    wchar_t text[3] = {(wchar_t)cell->code, (wchar_t)cell->combining, 0};
    setcchar(&made, text, term.attributes[cell->style], term.pairs[cell->style], NULL);
    return made;
}

static bool same_cell(const struct surface_cell *a, const struct surface_cell *b)
{
    return a->code == b->code && a->combining == b->combining && a->style == b->style;
}

/* Sends the cells of a row from the first to the last that differs. */
static void show_row(const struct surface *surface, int row)
{
    int n = surface->n_columns, first = 0, last = n - 1;
    struct surface_cell *now = surface->cells + row * n, *before = term.shown.cells + row * n;
    while (first < n && same_cell(&now[first], &before[first]))
        first++;
    if (first == n)
        return;
    while (last > first && same_cell(&now[last], &before[last]))
        last--;
    while (first > 0 && !now[first].code)
        first--;
    for (int column = first; column <= last; column++) {
        if (!now[column].code)
            continue;
        cchar_t made = to_curses(&now[column]);
        mvadd_wchnstr(row, column, &made, 1);
    }
    memcpy(before, now, (size_t)n * sizeof *now);
}

void term_show(const struct surface *surface)
{
    if (!term.open)
        return;
    if (!term.shown.cells || term.shown.n_rows != surface->n_rows ||
        term.shown.n_columns != surface->n_columns) {
        surface_done(&term.shown);
        surface_init(&term.shown, surface->n_rows, surface->n_columns, surface->ascii);
        for (int i = 0; i < surface->n_rows * surface->n_columns; i++)
            term.shown.cells[i].style = N_STYLES; /* differs from everything */
        erase();
    }
    for (int row = 0; row < surface->n_rows; row++)
        show_row(surface, row);
    refresh();
}

/* ---- input ---- */

static uint32_t press_of(wint_t key)
{
    static const struct {
        wint_t key;
        uint32_t press;
    } table[] = {
        {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},     {KEY_LEFT, PRESS_LEFT},
        {KEY_RIGHT, PRESS_RIGHT},   {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},
        {KEY_HOME, PRESS_HOME},     {KEY_END, PRESS_END},       {KEY_A1, PRESS_HOME},
        {KEY_C1, PRESS_END},        {KEY_A3, PRESS_PAGE_UP},    {KEY_C3, PRESS_PAGE_DOWN},
        {KEY_BTAB, PRESS_BACK_TAB}, {KEY_DC, PRESS_DELETE},     {KEY_BACKSPACE, PRESS_BACKSPACE},
        {KEY_ENTER, PRESS_ENTER},   {KEY_F(1), PRESS_F1},       {KEY_F(10), PRESS_F10}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].key == key)
            return table[i].press;
    return PRESS_NONE;
}

static struct term_event mouse_event(void)
{
    struct term_event event = {.kind = TERM_KEY, .press = PRESS_NONE};
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return event;
    event.row = mouse.y;
    event.column = mouse.x;
    if (mouse.bstate & BUTTON4_PRESSED)
        event.kind = TERM_WHEEL_UP;
    else if (mouse.bstate & BUTTON5_PRESSED)
        event.kind = TERM_WHEEL_DOWN;
    else if (mouse.bstate & CLICKS)
        event.kind = TERM_CLICK;
    else if (mouse.bstate & BUTTON1_PRESSED)
        event.kind = term.pressed ? TERM_DRAG : TERM_CLICK;
    else if (term.pressed && !(mouse.bstate & BUTTON1_RELEASED))
        event.kind = TERM_DRAG;
    term.pressed =
        !(mouse.bstate & CLICKS) && (event.kind == TERM_CLICK || event.kind == TERM_DRAG);
    return event;
}

/* A key that curses knows; within a sequence or a paste it is a part of that. */
static struct term_event known_key(wint_t key)
{
    struct term_event event = {.kind = TERM_KEY, .press = PRESS_NONE};
    bool begun = term.decode.state != DECODE_PLAIN || term.decode.pasting;
    term.decode.state = DECODE_PLAIN;
    if (key == KEY_MOUSE)
        event = mouse_event();
    else
        event.press = press_of(key);
    return begun ? (struct term_event){.kind = TERM_KEY, .press = PRESS_NONE} : event;
}

static struct term_event decoded(uint32_t code)
{
    switch (decode_feed(&term.decode, &code)) {
    case DECODE_PRESS:
        return (struct term_event){.kind = TERM_KEY, .press = code};
    case DECODE_PASTED:
        return (struct term_event){.kind = TERM_PASTE, .press = code};
    case DECODE_NOTHING:
        break;
    }
    return (struct term_event){.kind = TERM_KEY, .press = PRESS_NONE};
}

struct term_event term_next(void)
{
    wint_t key;
    int result = get_wch(&key);
    if (result == ERR)
        return decode_rest(&term.decode)
                   ? (struct term_event){.kind = TERM_KEY, .press = PRESS_ESCAPE}
                   : (struct term_event){.kind = TERM_NOTHING};
    long now = (long)portable_now_ms();
    decode_quiet(&term.decode, now - term.last_ms);
    term.last_ms = now;
    return result == KEY_CODE_YES ? known_key(key) : decoded((uint32_t)key);
}

/* ---- waiting ---- */

static void follow_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    term_forget();
}

static void note_signals(struct term_wakeups *wakeups)
{
    struct guard_news news = guard_news();
    if (news.stop) {
        def_prog_mode();
        mark_pastes(false);
        if (term.mouse)
            report_drags(false);
        leave_screen();
        guard_stop();
        news.resume = true;
    }
    if (news.resume) {
        reset_prog_mode();
        mark_pastes(true);
        if (term.mouse)
            report_drags(true);
        wakeups->continued = true;
    }
    if (news.resize || news.resume) { /* the size may have changed meanwhile */
        follow_size();
        wakeups->resized = true;
    }
    wakeups->end_signal = news.end;
}

struct term_wakeups term_wait(const int fds[TERM_FDS], int timeout_ms)
{
    struct term_wakeups wakeups = {.input = false};
    struct pollfd polled[TERM_FDS + 1] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    for (int i = 0; i < TERM_FDS; i++)
        polled[i + 1] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    int n = portable_poll(polled, TERM_FDS + 1, timeout_ms, guard_mask());
    if (n > 0) {
        wakeups.input = polled[0].revents & POLLIN;
        wakeups.gone = polled[0].revents & (POLLHUP | POLLERR | POLLNVAL);
        for (int i = 0; i < TERM_FDS; i++)
            wakeups.readable[i] = polled[i + 1].revents & (POLLIN | POLLHUP | POLLERR);
    }
    note_signals(&wakeups);
    return wakeups;
}
