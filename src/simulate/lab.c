#include "simulate/lab.h"

#include "base/mem.h"
#include "base/portable.h"
#include "jobs/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The repeats of one setting. Guarded by the lab's lock; a thread computes into its own place. */
struct course {
    unsigned long number; /* 0 = none yet */
    struct experiment_setting setting;
    size_t n_wanted;
    size_t n_begun, n_ready; /* n_ready: done without a gap */
    size_t capacity;
    struct experiment_repeat *repeats;
    bool *done;
    size_t n_shown; /* of the last result */
    double begun_ms, shown_ms;
};

struct lab {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping;
    struct course course;
    bool waiting; /* a newer setting: */
    struct experiment_setting next;
    size_t n_next;
    struct lab_result *result; /* not taken yet */
    int pipe[2];
    size_t n_threads;
    pthread_t *threads;
};

/* ---- with the lock ---- */

static void begin_next(struct lab *lab)
{
    struct course *course = &lab->course;
    if (lab->n_next > course->capacity) {
        course->capacity = lab->n_next;
        course->repeats = mem_resize(course->repeats, course->capacity, sizeof *course->repeats);
        course->done = mem_resize(course->done, course->capacity, sizeof *course->done);
    }
    memset(course->done, 0, course->capacity * sizeof *course->done);
    course->number++;
    course->setting = lab->next;
    course->n_wanted = lab->n_next;
    course->n_begun = course->n_ready = course->n_shown = 0;
    course->begun_ms = course->shown_ms = portable_now_ms();
    lab->waiting = false;
}

/* The number of the next repeat to compute; false if there is nothing to do now. */
static bool take_number(struct lab *lab, size_t *number)
{
    struct course *course = &lab->course;
    if (lab->waiting && (course->n_shown > 0 || course->n_wanted == 0))
        begin_next(lab);
    if (course->n_begun == course->n_wanted)
        return false;
    *number = course->n_begun++;
    return true;
}

static void show(struct lab *lab)
{
    struct course *course = &lab->course;
    struct lab_result *result =
        mem_alloc(sizeof *result + course->n_ready * sizeof *result->repeats);
    result->setting = course->setting;
    result->n_done = course->n_ready;
    result->n_wanted = course->n_wanted;
    memcpy(result->repeats, course->repeats, course->n_ready * sizeof *result->repeats);
    free(lab->result);
    lab->result = result;
    course->n_shown = course->n_ready;
    course->shown_ms = portable_now_ms();
    while (write(lab->pipe[1], "", 1) < 0 && errno == EINTR)
        ; /* a full pipe is readable anyway */
}

static bool is_time_to_show(const struct course *course)
{
    if (course->n_ready == course->n_wanted)
        return true;
    if (course->n_ready == course->n_shown)
        return false;
    bool first = course->n_shown == 0;
    return (first && course->n_ready >= LAB_FIRST) ||
           portable_now_ms() - course->shown_ms >= LAB_PACE_MS;
}

static void commit(struct lab *lab, unsigned long course_number, size_t number,
                   const struct experiment_repeat *repeat)
{
    struct course *course = &lab->course;
    if (course->number != course_number)
        return;
    course->repeats[number] = *repeat;
    course->done[number] = true;
    while (course->n_ready < course->n_wanted && course->done[course->n_ready])
        course->n_ready++;
    if (is_time_to_show(course)) {
        show(lab);
        pthread_cond_broadcast(&lab->changed); /* what waits may begin */
    }
}

/* ---- threads ---- */

static void *thread_main(void *argument)
{
    struct lab *lab = argument;
    struct experiment *experiment = experiment_new();
    pthread_mutex_lock(&lab->lock);
    while (!lab->stopping) {
        size_t number;
        if (!take_number(lab, &number)) {
            pthread_cond_wait(&lab->changed, &lab->lock);
            continue;
        }
        unsigned long course = lab->course.number;
        struct experiment_setting setting = lab->course.setting;
        struct experiment_repeat repeat;
        pthread_mutex_unlock(&lab->lock);
        experiment_run(experiment, &setting, number, &repeat);
        pthread_mutex_lock(&lab->lock);
        commit(lab, course, number, &repeat);
    }
    pthread_mutex_unlock(&lab->lock);
    experiment_free(experiment);
    return NULL;
}

static void start_threads(struct lab *lab, size_t n_threads)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    lab->threads = mem_array(n_threads, sizeof *lab->threads);
    while (lab->n_threads < n_threads &&
           pthread_create(&lab->threads[lab->n_threads], NULL, thread_main, lab) == 0)
        lab->n_threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct lab *lab_new(size_t n_threads)
{
    struct lab *lab = mem_zeroed(1, sizeof *lab);
    pthread_mutex_init(&lab->lock, NULL);
    pthread_cond_init(&lab->changed, NULL);
    if (!portable_pipe(lab->pipe, true))
        lab->pipe[0] = lab->pipe[1] = -1;
    start_threads(lab, n_threads ? n_threads : pool_processors());
    return lab;
}

void lab_free(struct lab *lab)
{
    if (!lab)
        return;
    pthread_mutex_lock(&lab->lock);
    lab->stopping = true;
    pthread_cond_broadcast(&lab->changed);
    pthread_mutex_unlock(&lab->lock);
    for (size_t i = 0; i < lab->n_threads; i++)
        pthread_join(lab->threads[i], NULL);
    pthread_cond_destroy(&lab->changed);
    pthread_mutex_destroy(&lab->lock);
    for (int i = 0; i < 2; i++)
        if (lab->pipe[i] >= 0)
            close(lab->pipe[i]);
    free(lab->course.repeats);
    free(lab->course.done);
    free(lab->result);
    free(lab->threads);
    free(lab);
}

void lab_submit(struct lab *lab, const struct experiment_setting *setting, size_t n_wanted)
{
    pthread_mutex_lock(&lab->lock);
    lab->next = *setting;
    lab->n_next = n_wanted;
    lab->waiting = true;
    pthread_cond_broadcast(&lab->changed);
    pthread_mutex_unlock(&lab->lock);
}

int lab_fd(const struct lab *lab)
{
    return lab->pipe[0];
}

struct lab_result *lab_take(struct lab *lab)
{
    char bytes[64];
    while (read(lab->pipe[0], bytes, sizeof bytes) > 0)
        ;
    pthread_mutex_lock(&lab->lock);
    struct lab_result *result = lab->result;
    lab->result = NULL;
    pthread_mutex_unlock(&lab->lock);
    return result;
}

/* Where the system gives no thread, in the caller's. */
static struct lab_result *run_here(const struct experiment_setting *setting, size_t n_wanted)
{
    struct lab_result *result = mem_alloc(sizeof *result + n_wanted * sizeof *result->repeats);
    struct experiment *experiment = experiment_new();
    result->setting = *setting;
    result->n_done = result->n_wanted = n_wanted;
    for (size_t i = 0; i < n_wanted; i++)
        experiment_run(experiment, setting, i, &result->repeats[i]);
    experiment_free(experiment);
    return result;
}

struct lab_result *lab_run(const struct experiment_setting *setting, size_t n_wanted,
                           size_t n_threads)
{
    struct lab *lab = lab_new(n_threads);
    struct lab_result *result = lab->n_threads ? NULL : run_here(setting, n_wanted);
    lab_submit(lab, setting, n_wanted);
    while (!result || result->n_done < n_wanted) {
        struct pollfd polled = {.fd = lab_fd(lab), .events = POLLIN};
        free(result);
        poll(&polled, 1, -1);
        result = lab_take(lab);
    }
    lab_free(lab);
    return result;
}
