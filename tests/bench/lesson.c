/* The lesson while a slider is held: 50 runs, 1,000 candidates, every adjuster, a key every 33 ms for
 * a while. A redraw counts when it shows figures that are new; next to it how many simulated studies
 * they come from. */
#include "ui/app.h"
#include "views/lesson.h"

#include <gsl/gsl_errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>

enum { KEY_MS = 33, SECONDS = 4, ROWS = 30, COLUMNS = 100 };

static double now_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double now_ms(void)
{
    return now_of(CLOCK_MONOTONIC);
}

struct held {
    struct app *app;
    struct surface surface;
    size_t n_keys, n_redraws, n_studies, fewest;
    double slowest_draw_ms, longest_gap_ms;
};

static void press_all(struct app *app, const char *const *keys)
{
    for (; *keys; keys++)
        app_key_name(app, *keys);
}

static void redraw(struct held *held)
{
    double start = now_ms();
    app_draw(held->app, &held->surface);
    double ms = now_ms() - start;
    if (ms > held->slowest_draw_ms)
        held->slowest_draw_ms = ms;
}

static void take(struct held *held)
{
    app_take_figures(held->app);
    redraw(held);
    const struct lesson *lesson = app_context(held->app).state;
    size_t n = lesson->result ? lesson->result->n_done : 0;
    held->n_redraws++;
    held->n_studies += n;
    if (held->n_redraws == 1 || n < held->fewest)
        held->fewest = n;
}

/* The key goes up and down one slider, one notch at a time. */
static void hold(struct held *held, size_t n_notches)
{
    double start = now_ms(), next_ms = 0, last_ms = 0;
    for (double now = 0; now < 1e3 * SECONDS; now = now_ms() - start) {
        if (now >= next_ms) {
            app_key_name(held->app, held->n_keys++ / n_notches % 2 ? "Right" : "Left");
            redraw(held);
            next_ms += KEY_MS;
        }
        struct pollfd polled = {.fd = app_figures_fd(held->app), .events = POLLIN};
        double left = next_ms - (now_ms() - start);
        if (poll(&polled, 1, left > 1 ? (int)left : 1) <= 0)
            continue;
        take(held);
        now = now_ms() - start;
        if (now - last_ms > held->longest_gap_ms)
            held->longest_gap_ms = now - last_ms;
        last_ms = now;
    }
}

static void measure(const char *what, const char *const *keys, size_t n_notches)
{
    struct simulation simulation = simulation_defaults();
    struct study *study = simulate_study(&simulation);
    struct held held = {.app = app_new(study, &(struct app_options){.n_threads = 2})};
    surface_init(&held.surface, ROWS, COLUMNS, false);
    press_all(held.app,
              (const char *const[]){"8", "p", "r", "Down", "Down", "Right", "Right", NULL});
    press_all(held.app, keys);
    double start = now_ms(), processor = now_of(CLOCK_PROCESS_CPUTIME_ID);
    hold(&held, n_notches);
    double taken = now_ms() - start;
    processor = now_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
    const struct lesson *lesson = app_context(held.app).state;
    struct experiment_setting setting = lesson_setting(lesson);
    if (setting.simulation.n_runs != 50 || setting.simulation.n_candidates < 500)
        printf("  not what was meant: %zu candidates\n", setting.simulation.n_candidates);
    printf(
        "  %-12s %5.1f redraws a second of %.0f studies each (fewest %zu), slowest wait %.0f ms, "
        "drawing at most %.1f ms, %.1f processors\n",
        what, 1e3 * (double)held.n_redraws / taken, (double)held.n_studies / (double)held.n_redraws,
        held.fewest, held.longest_gap_ms, held.slowest_draw_ms, processor / taken);
    surface_done(&held.surface);
    app_free(held.app);
    study_unref(study);
}

int main(void)
{
    gsl_set_error_handler_off();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("lesson, a slider held: 50 runs, 1,000 candidates, 5 adjusters, %d threads\n",
           LESSON_THREADS);
    measure("rho^2", (const char *const[]){"Up", "Up", NULL}, 4);
    measure("signal", (const char *const[]){"Up", NULL}, 1);
    measure("correlation", (const char *const[]){"Down", NULL}, 4);
    measure("candidates", (const char *const[]){NULL}, 1);
    return 0;
}
