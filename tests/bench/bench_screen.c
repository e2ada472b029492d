/* Time of one frame: drawing every view into a surface, as happens at every key and snapshot. */
#include "../unit/ui_fixture.h"

#include <locale.h>
#include <stdio.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(void)
{
    enum { REPEATS = 200 };
    setlocale(LC_CTYPE, "C.UTF-8");
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
