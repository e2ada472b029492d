/* What Unix systems do differently, in one place. Everything else of the program keeps to POSIX 2008
 * and to what Linux (glibc and musl), macOS and the BSDs have alike (memmem, flock, mkstemp's kin).
 *
 * configure looks for each function; where it is missing a replacement does the same. Build with
 * ac_cv_func_NAME=no in configure's environment to try a replacement on a system that has the function. */
#ifndef LOGVAR_BASE_PORTABLE_H
#define LOGVAR_BASE_PORTABLE_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

/* A pipe whose ends are closed by exec; nonblocking: both of them. false with errno. */
bool portable_pipe(int ends[2], bool nonblocking);

/* Creates and opens a file named after the template ("NAME.XXXXXX", changed in place), for this user
 * only, closed by exec. Its descriptor, or -1 with errno. */
int portable_temporary(char *template);

/* poll(2) with signals let in by the mask while it waits. timeout_ms < 0: for ever. Where a select takes
 * its place only POLLIN is told, and descriptors from FD_SETSIZE on are POLLNVAL. */
int portable_poll(struct pollfd *polled, size_t n, long timeout_ms, const sigset_t *mask);

/* When a file was changed last. */
struct timespec portable_modified(const struct stat *info);

/* Milliseconds of a clock that nobody sets. */
double portable_now_ms(void);

/* A condition that can be waited for with a limit. portable_wait_ms may return early. */
void portable_condition_init(pthread_cond_t *condition);
void portable_wait_ms(pthread_cond_t *condition, pthread_mutex_t *lock, double ms);

/* The path of the running program, newly allocated; NULL where the system does not tell. */
char *portable_program_path(void);

/* Sorts like qsort, but stably, the same on every system, and hands `user` to `compare`. */
void portable_sort(void *items, size_t n, size_t item_bytes,
                   int (*compare)(const void *a, const void *b, void *user), void *user);

#endif
