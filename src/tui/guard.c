#include "tui/guard.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
    atomic_bool armed;
    struct termios settings; /* of the line, before */
    int terminal, nowhere;   /* the terminal once more, and /dev/null; -1 = not to be had */
    char bytes[512];
    atomic_size_t n_bytes;
    sigset_t outside, inside; /* masks: before, and while waiting */
} guard = {.terminal = -1, .nowhere = -1};

static volatile sig_atomic_t got_resize, got_stop, got_resume, got_end;

/* ---- crashes ---- */

static void write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        }
    }
}

/* Safe in a signal handler. */
void guard_restore(void)
{
    if (!guard.armed)
        return;
    write_all(guard.terminal < 0 ? STDOUT_FILENO : guard.terminal, guard.bytes, guard.n_bytes);
    tcsetattr(STDIN_FILENO, TCSANOW, &guard.settings);
}

/* Another thread may be drawing. What it is just writing comes out whole before what is written
 * here (a terminal takes one write at a time); all that it writes from now on goes nowhere. */
static void end_drawing(void)
{
    if (!guard.armed)
        return;
    if (guard.terminal >= 0 && guard.nowhere >= 0)
        dup2(guard.nowhere, STDOUT_FILENO);
    guard_restore();
}

enum { N_CRASHES = 6 };
static const int crashes[N_CRASHES] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
static struct sigaction former_crash[N_CRASHES];

/* Restores the terminal, then lets the fault happen again under its former handler. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    end_drawing();
    guard.armed = false;
    for (int i = 0; i < N_CRASHES; i++)
        if (crashes[i] == number)
            sigaction(number, &former_crash[i], NULL);
    /* A fault of the processor comes again by itself when this returns. */
    if (info->si_code <= 0 || number == SIGABRT || number == SIGQUIT)
        raise(number);
}

static void guard_crashes(void)
{
    static char stack[1 << 16]; /* a stack overflow must not prevent the handler */
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&alternate, NULL);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_CRASHES; i++)
        sigaction(crashes[i], &action, &former_crash[i]);
    mem_on_failure(end_drawing);
}

void guard_arm(const char *bytes, size_t n_bytes)
{
    size_t n = n_bytes < sizeof guard.bytes ? n_bytes : sizeof guard.bytes;
    memcpy(guard.bytes, bytes, n);
    guard.n_bytes = n;
}

/* ---- signals ---- */

static const int handled[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP};
enum { N_HANDLED = sizeof handled / sizeof *handled };
static struct sigaction former[N_HANDLED];

static void on_signal(int number)
{
    switch (number) {
    case SIGWINCH:
        got_resize = 1;
        break;
    case SIGTSTP:
        got_stop = 1;
        break;
    case SIGCONT:
        got_resume = 1;
        break;
    default:
        got_end = number;
        break;
    }
}

void guard_stand(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;
    tcgetattr(STDIN_FILENO, &guard.settings);
    guard.terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    guard.nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    guard.n_bytes = 0;
    guard.armed = true;
    guard_crashes();
    got_resize = got_stop = got_resume = got_end = 0;
    sigemptyset(&action.sa_mask);
    sigemptyset(&blocked);
    for (int i = 0; i < N_HANDLED; i++) {
        sigaddset(&blocked, handled[i]);
        sigaction(handled[i], &action, &former[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, &guard.outside);
    guard.inside = guard.outside;
    for (int i = 0; i < N_HANDLED; i++)
        sigdelset(&guard.inside, handled[i]);
}

void guard_leave(void)
{
    for (int i = 0; i < N_HANDLED; i++)
        sigaction(handled[i], &former[i], NULL);
    for (int i = 0; i < N_CRASHES && guard.armed; i++)
        sigaction(crashes[i], &former_crash[i], NULL);
    mem_on_failure(NULL);
    tcsetattr(STDIN_FILENO, TCSANOW, &guard.settings);
    guard.armed = false;
    close(guard.terminal);
    close(guard.nowhere);
    guard.terminal = guard.nowhere = -1;
    sigprocmask(SIG_SETMASK, &guard.outside, NULL);
}

const sigset_t *guard_mask(void)
{
    return &guard.inside;
}

struct guard_news guard_news(void)
{
    struct guard_news news = {got_resize, got_stop, got_resume, got_end};
    got_resize = got_stop = got_resume = 0;
    return news;
}

void guard_stop(void)
{
    struct sigaction mine, standard = {.sa_handler = SIG_DFL};
    sigset_t stop;
    sigemptyset(&standard.sa_mask);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &mine);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); /* stops here */
    sigprocmask(SIG_BLOCK, &stop, NULL);
    sigaction(SIGTSTP, &mine, NULL);
}
