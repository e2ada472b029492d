/* Time of one frame: drawing every view into a surface, as happens at every key and snapshot. */
#include "../unit/ui_fixture.h"

#include "simulate/simulate.h"

#include <locale.h>
#include <stdio.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A list of 20,000 candidates: a frame, a letter more in the filter, a sort. */
static void time_long_list(void)
{
    struct simulation truth = simulation_defaults();
    struct surface surface;
    truth.n_candidates = 20000;
    struct study *study = simulate_study(&truth);
    struct app *app = app_new(study, &(struct app_options){.n_threads = 1});
    surface_init(&surface, 50, 160, false);
    static const struct {
        const char *keys, *what;
    } steps[] = {{"5", "opened"},    {"Down", "Down"}, {"End", "End"},       {"/", "the search"},
                 {"1", "a letter"},  {"2", "another"}, {"Esc", "all again"}, {"Right", "Right"},
                 {"Right", "Right"}, {"s", "sorted"}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double start = seconds();
        app_key_name(app, steps[i].keys);
        app_draw(app, &surface);
        printf("20,000 candidates, %-12s %7.3f ms\n", steps[i].what, (seconds() - start) * 1e3);
    }
    surface_done(&surface);
    app_free(app);
    study_unref(study);
}

int main(void)
{
    enum { REPEATS = 200 };
    setlocale(LC_CTYPE, "C.UTF-8");
    time_long_list();
    struct app *app = fixture_app(false);
    struct surface surface;
    surface_init(&surface, 50, 160, false);
    for (int view = VIEW_REDUCTION; view < N_VIEWS; view++) {
        if (!view_get((enum view_id)view))
            continue;
        app_show_view(app, (enum view_id)view);
        fixture_answer(app, 1);
        app_draw(app, &surface);
        double start = seconds();
        for (int i = 0; i < REPEATS; i++)
            app_draw(app, &surface);
        printf("frame at 160x50, %-12s %7.3f ms\n", view_get((enum view_id)view)->name,
               (seconds() - start) / REPEATS * 1e3);
    }
    surface_done(&surface);
    app_free(app);
    return 0;
}
