/* Faults that cannot be had otherwise, for LD_PRELOAD (no sanitizer shares its place with it).
 *
 *   FAULTS_MEMORY=N        the N-th allocation fails, and all after it
 *   FAULTS_MEMORY=N,once   only the N-th, so that libraries meet what the program does not
 *   FAULTS_MEMORY=N,shown  other threads get no memory while the main thread writes to the
 * terminal, from its N-th write on (64 bytes each: the terminal is a slow one) FAULTS_CLOCK=FILE
 * the wall clock is off by the seconds that stand in FILE; other clocks go on FAULTS_COUNT=FILE the
 * number of allocations goes there in the end */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    ssize_t (*write)(int, const void *, size_t);
    int (*clock_gettime)(clockid_t, struct timespec *);
} real;

static struct {
    bool ready, once, shown;
    long at; /* 0 = never */
    const char *clock, *count;
} wanted;

static atomic_long n_allocations, n_writes;
static atomic_bool showing;
/* dlsym itself asks for a little of calloc before it can say where that is. */
static _Alignas(16) char early[4096];
static size_t n_early;

static void find(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
}

static void read_memory(const char *memory)
{
    wanted.shown = memory && strstr(memory, "shown");
    wanted.once = memory && strstr(memory, "once");
    wanted.at = memory ? strtol(memory, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    find(&real.malloc, "malloc");
    find(&real.calloc, "calloc");
    find(&real.realloc, "realloc");
    find(&real.aligned_alloc, "aligned_alloc");
    find(&real.write, "write");
    find(&real.clock_gettime, "clock_gettime");
    read_memory(getenv("FAULTS_MEMORY"));
    wanted.clock = getenv("FAULTS_CLOCK");
    wanted.count = getenv("FAULTS_COUNT");
    n_allocations = 0;
    wanted.ready = true;
}

__attribute__((destructor)) static void end(void)
{
    FILE *out = wanted.count ? fopen(wanted.count, "w") : NULL;
    if (out) {
        fprintf(out, "%ld\n", n_allocations);
        fclose(out);
    }
}

static bool is_main_thread(void)
{
    return getpid() == gettid();
}

static bool fails(void)
{
    if (!wanted.ready)
        return false;
    long n = ++n_allocations;
    bool now = wanted.shown ? showing && !is_main_thread()
                            : wanted.at && (wanted.once ? n == wanted.at : n >= wanted.at);
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t n)
{
    if (!real.malloc)
        find(&real.malloc, "malloc");
    return fails() ? NULL : real.malloc(n);
}

void *calloc(size_t n, size_t size)
{
    static bool looking;
    if (!real.calloc && !looking) {
        looking = true;
        find(&real.calloc, "calloc");
    }
    if (!real.calloc) {
        void *p = early + n_early;
        n_early += (n * size + 15) & ~(size_t)15;
        return n_early <= sizeof early ? p : NULL;
    }
    return fails() ? NULL : real.calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    if (!real.realloc)
        find(&real.realloc, "realloc");
    return fails() ? NULL : real.realloc(p, n);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    if (!real.aligned_alloc)
        find(&real.aligned_alloc, "aligned_alloc");
    return fails() ? NULL : real.aligned_alloc(alignment, n);
}

/* Others run out of memory while the main thread shows something, and take their time to say so:
 * what it shows meanwhile would come out after their message. */
static ssize_t write_slowly(int fd, const void *bytes, size_t n)
{
    enum { PIECE = 64, SHOWING_US = 2000, SAYING_US = 200000 };
    bool mine = is_main_thread();
    showing = mine && ++n_writes >= wanted.at;
    usleep(mine ? SHOWING_US : SAYING_US);
    showing = false;
    return real.write(fd, bytes, mine && n > PIECE ? PIECE : n);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    if (!real.write)
        find(&real.write, "write");
    bool slow = wanted.shown && (fd == STDERR_FILENO || (fd == STDOUT_FILENO && is_main_thread()));
    return slow ? write_slowly(fd, bytes, n) : real.write(fd, bytes, n);
}

static long offset(void)
{
    char text[32] = "";
    int fd = wanted.clock ? open(wanted.clock, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!real.clock_gettime)
        find(&real.clock_gettime, "clock_gettime");
    int result = real.clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += offset();
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}
