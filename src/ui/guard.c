#include "ui/guard.h"

#include "base/mem.h"

#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
    bool armed;
    struct termios settings; /* of the line, before */
    char bytes[512];
    size_t n_bytes;
    sigset_t outside, inside; /* masks: before, and inside ppoll */
} guard;

static volatile sig_atomic_t got_resize, got_stop, got_resume, got_end;

/* ---- crashes ---- */

/* Safe in a signal handler. */
void guard_restore(void)
{
    if (!guard.armed)
        return;
    ssize_t ignored = write(STDOUT_FILENO, guard.bytes, guard.n_bytes);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &guard.settings);
}

enum { N_CRASHES = 6 };
static const int crashes[N_CRASHES] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
static struct sigaction former_crash[N_CRASHES];

/* Restores the terminal, then lets the fault happen again under its former handler. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    guard_restore();
    guard.armed = false;
    for (int i = 0; i < N_CRASHES; i++)
        if (crashes[i] == number)
            sigaction(number, &former_crash[i], NULL);
    /* A fault of the processor comes again by itself when this returns. */
    if (info->si_code <= 0 || number == SIGABRT || number == SIGQUIT)
        raise(number);
}

void guard_arm(const char *bytes, size_t n_bytes)
{
    static char stack[1 << 16]; /* a stack overflow must not prevent the handler */
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    guard.n_bytes = n_bytes < sizeof guard.bytes ? n_bytes : sizeof guard.bytes;
    memcpy(guard.bytes, bytes, guard.n_bytes);
    guard.armed = true;
    sigaltstack(&alternate, NULL);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_CRASHES; i++)
        sigaction(crashes[i], &action, &former_crash[i]);
    mem_on_failure(guard_restore);
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
