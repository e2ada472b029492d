#include "config.h"

#include "base/portable.h"

#include "base/mem.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#ifdef __APPLE__
#include <limits.h>
#include <mach-o/dyld.h>
#endif

#if !defined HAVE_PIPE2 || !defined HAVE_MKOSTEMP
static bool close_on_exec(int fd)
{
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}
#endif

#ifdef HAVE_PIPE2
bool portable_pipe(int ends[2], bool nonblocking)
{
    return pipe2(ends, O_CLOEXEC | (nonblocking ? O_NONBLOCK : 0)) == 0;
}
#else
static bool never_wait(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

bool portable_pipe(int ends[2], bool nonblocking)
{
    if (pipe(ends) != 0)
        return false;
    bool ok = close_on_exec(ends[0]) && close_on_exec(ends[1]) &&
              (!nonblocking || (never_wait(ends[0]) && never_wait(ends[1])));
    if (!ok) {
        close(ends[0]);
        close(ends[1]);
    }
    return ok;
}
#endif

int portable_temporary(char *template)
{
#ifdef HAVE_MKOSTEMP
    return mkostemp(template, O_CLOEXEC);
#else
    int fd = mkstemp(template);
    if (fd >= 0)
        close_on_exec(fd);
    return fd;
#endif
}

#ifdef HAVE_PPOLL
int portable_poll(struct pollfd *polled, size_t n, long timeout_ms, const sigset_t *mask)
{
    struct timespec wait = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    return ppoll(polled, (nfds_t)n, timeout_ms < 0 ? NULL : &wait, mask);
}
#else
/* The largest descriptor in the set, plus one. */
static int fill_set(struct pollfd *polled, size_t n, fd_set *set)
{
    int end = 0;
    FD_ZERO(set);
    for (size_t i = 0; i < n; i++) {
        bool fits = polled[i].fd < (int)FD_SETSIZE;
        polled[i].revents = fits ? 0 : POLLNVAL;
        if (polled[i].fd < 0 || !fits)
            continue;
        FD_SET(polled[i].fd, set);
        end = polled[i].fd + 1 > end ? polled[i].fd + 1 : end;
    }
    return end;
}

int portable_poll(struct pollfd *polled, size_t n, long timeout_ms, const sigset_t *mask)
{
    struct timespec wait = {timeout_ms / 1000, timeout_ms % 1000 * 1000000L};
    fd_set set;
    int end = fill_set(polled, n, &set);
    int n_ready = pselect(end, &set, NULL, NULL, timeout_ms < 0 ? NULL : &wait, mask);
    for (size_t i = 0; n_ready > 0 && i < n; i++)
        if (polled[i].fd >= 0 && !polled[i].revents && FD_ISSET(polled[i].fd, &set))
            polled[i].revents = POLLIN;
    return n_ready;
}
#endif

struct timespec portable_modified(const struct stat *info)
{
#if defined HAVE_STRUCT_STAT_ST_MTIM
    return info->st_mtim;
#elif defined HAVE_STRUCT_STAT_ST_MTIMESPEC
    return info->st_mtimespec;
#else
    return (struct timespec){.tv_sec = info->st_mtime};
#endif
}

double portable_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK
#define CONDITION_CLOCK CLOCK_MONOTONIC
#else
#define CONDITION_CLOCK CLOCK_REALTIME
#endif

void portable_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK
    pthread_condattr_setclock(&attributes, CONDITION_CLOCK);
#endif
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void portable_wait_ms(pthread_cond_t *condition, pthread_mutex_t *lock, double ms)
{
    struct timespec until;
    clock_gettime(CONDITION_CLOCK, &until);
    double seconds = floor(ms / 1e3);
    long nanoseconds = until.tv_nsec + (long)(1e6 * (ms - 1e3 * seconds));
    until.tv_sec += (time_t)seconds + nanoseconds / 1000000000L;
    until.tv_nsec = nanoseconds % 1000000000L;
    pthread_cond_timedwait(condition, lock, &until);
}

char *portable_program_path(void)
{
#ifdef __APPLE__
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? mem_strdup(path) : NULL;
#else
    /* Linux and NetBSD; DragonFly and FreeBSD with procfs. */
    static const char *const links[] = {"/proc/self/exe", "/proc/curproc/file"};
    char path[4096];
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        ssize_t n = readlink(links[i], path, sizeof path - 1);
        if (n > 0) {
            path[n] = '\0';
            return mem_strdup(path);
        }
    }
    return NULL;
#endif
}

/* Merges the sorted halves [0, half) and [half, n) of `from` into `to`. */
static void merge(const char *from, size_t half, size_t n, size_t item_bytes, char *to,
                  int (*compare)(const void *a, const void *b, void *user), void *user)
{
    const char *left = from, *middle = from + half * item_bytes, *right = middle;
    const char *end = from + n * item_bytes;
    while (left < middle || right < end) {
        bool take_left = right == end || (left < middle && compare(left, right, user) <= 0);
        const char **source = take_left ? &left : &right;
        memcpy(to, *source, item_bytes);
        *source += item_bytes;
        to += item_bytes;
    }
}

/* Merge sort from the bottom up: equal items keep their order. */
void portable_sort(void *items, size_t n, size_t item_bytes,
                   int (*compare)(const void *a, const void *b, void *user), void *user)
{
    if (n < 2)
        return;
    char *spare = mem_array(n, item_bytes), *from = items, *to = spare;
    for (size_t half = 1; half < n; half *= 2) {
        for (size_t at = 0; at < n; at += 2 * half) {
            size_t left = n - at, whole = left < 2 * half ? left : 2 * half;
            merge(from + at * item_bytes, half < whole ? half : whole, whole, item_bytes,
                  to + at * item_bytes, compare, user);
        }
        char *kept = from;
        from = to;
        to = kept;
    }
    if (from != items)
        memcpy(items, from, n * item_bytes);
    free(spare);
}
