/* The lesson: its steps and tasks, and golden screens of every step (regenerate with
 * LOGVAR_UPDATE_SCREENS=1 and read every difference). */
#include "ui_fixture.h"
#include "unit.h"

#include "views/lesson.h"

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct app *app;

static void set_up(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    app = fixture_app(false);
    fixture_keys(app, "8");
}

static void tear_down(void)
{
    app_free(app);
}

static const struct lesson *lesson(void)
{
    return app_context(app).state;
}

/* Until every figure of the present setting is there. */
static void await(void)
{
    while (!app_is_settled(app)) {
        struct pollfd polled = {.fd = app_figures_fd(app), .events = POLLIN};
        poll(&polled, 1, -1);
        app_take_figures(app);
    }
}

static void assert_screens(const char *name)
{
    static const struct {
        int n_rows, n_columns;
    } sizes[] = {{24, 80}, {30, 100}};
    await();
    for (size_t i = 0; i < 4; i++) {
        bool ascii = i % 2;
        int n_rows = sizes[i / 2].n_rows, n_columns = sizes[i / 2].n_columns;
        char file[128];
        char *screen = fixture_screen(app, n_rows, n_columns, ascii, false);
        snprintf(file, sizeof file, "lesson-%s-%dx%d%s", name, n_columns, n_rows,
                 ascii ? "-ascii" : "");
        fixture_assert_screen(file, screen);
        free(screen);
    }
}

static bool is_done(size_t step)
{
    return lesson()->done >> step & 1;
}

/* ---- screens ---- */

/* The keys that do a step's task, and that alone. */
static const char *const tasks[LESSON_STEPS] = {
    "Space Space",
    "Right Right Right Right Right Right Right Right Right Right",
    "Left Left Left Left Left Left",
    "Right Right Right Right Right Right Right",
    "Left Left",
    "a d",
};

START_TEST(every_step_before_and_after_its_task)
{
    char name[32];
    size_t step = (size_t)_i;
    for (size_t i = 0; i < step; i++)
        fixture_keys(app, "n");
    snprintf(name, sizeof name, "%zu", step + 1);
    assert_screens(name);
    fixture_keys(app, tasks[step]);
    ck_assert(is_done(step));
    snprintf(name, sizeof name, "%zu-done", step + 1);
    assert_screens(name);
}
END_TEST

START_TEST(free_play_and_another_choice)
{
    fixture_keys(app, "n n n n n n");
    assert_screens("free");
    fixture_keys(app, "b d a");
    assert_screens("exploratory");
}
END_TEST

START_TEST(the_whole_text_fits_on_a_small_screen)
{
    for (size_t step = 0; step <= LESSON_FREE; step++) {
        char *screen = fixture_screen(app, 24, 80, true, false), last[16];
        const char *why = lesson_step(step)->why, *blank = strrchr(why, ' ');
        snprintf(last, sizeof last, "%s", blank + 1);
        ck_assert_msg(strstr(screen, last) != NULL, "step %zu is cut:\n%s", step + 1, screen);
        free(screen);
        fixture_keys(app, "n");
    }
}
END_TEST

START_TEST(any_size_draws_something)
{
    static const int rows[] = {10, 11, 16, 24, 60}, columns[] = {40, 59, 66, 80, 250};
    for (size_t step = 0; step <= LESSON_FREE; step++) {
        for (size_t i = 0; i < 25; i++) {
            char *screen = fixture_screen(app, rows[i / 5], columns[i % 5], i % 2, false);
            ck_assert_uint_gt(strlen(screen), 40);
            free(screen);
        }
        fixture_keys(app, "n");
        app_take_figures(app);
    }
}
END_TEST

/* ---- tasks ---- */

START_TEST(a_task_counts_only_when_it_is_done)
{
    size_t step = (size_t)_i;
    for (size_t i = 0; i < step; i++)
        fixture_keys(app, "n");
    char *keys = strdup(tasks[step]);
    *strrchr(keys, ' ') = '\0'; /* all but the last key */
    fixture_keys(app, keys);
    ck_assert(!is_done(step));
    fixture_keys(app, strrchr(tasks[step], ' ') + 1);
    ck_assert(is_done(step));
    fixture_keys(app, "r"); /* done once is done */
    ck_assert(is_done(step));
    free(keys);
}
END_TEST

START_TEST(steps_go_forth_and_back_and_stop_at_the_ends)
{
    fixture_keys(app, "b");
    ck_assert_uint_eq(lesson()->step, 0);
    fixture_keys(app, "n Enter n");
    ck_assert_uint_eq(lesson()->step, 3);
    fixture_keys(app, "Backspace");
    ck_assert_uint_eq(lesson()->step, 2);
    fixture_keys(app, "n n n n n n n n");
    ck_assert_uint_eq(lesson()->step, LESSON_FREE);
}
END_TEST

START_TEST(free_play_keeps_the_sliders_and_returns)
{
    fixture_keys(app, "n n Left Left");
    size_t runs = lesson()->position[SLIDER_RUNS], rho2 = lesson()->position[SLIDER_RHO2];
    fixture_keys(app, "p");
    ck_assert_uint_eq(lesson()->step, LESSON_FREE);
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], runs);
    ck_assert_uint_eq(lesson()->position[SLIDER_RHO2], rho2);
    fixture_keys(app, "p");
    ck_assert_uint_eq(lesson()->step, 2);
}
END_TEST

START_TEST(sliders_stop_at_their_ends)
{
    fixture_keys(app, "p End Right");
    size_t last = lesson_slider_positions(lesson()->cursor) - 1;
    ck_assert_uint_eq(lesson()->position[lesson()->cursor], last);
    fixture_keys(app, "Home Left PgDn");
    ck_assert_uint_eq(lesson()->position[lesson()->cursor], 0);
    fixture_keys(app, "Up Up Up Up Up Up Up");
    ck_assert_int_eq(lesson()->cursor, SLIDER_RHO2);
    fixture_keys(app, "Down Down Down Down Down Down Down");
    ck_assert_int_eq(lesson()->cursor, SLIDER_EFFECT);
}
END_TEST

START_TEST(nothing_shows_before_an_adjuster_is_declared)
{
    fixture_keys(app, "n n n n n");
    await();
    ck_assert(lesson_is_hidden(lesson()));
    char *screen = fixture_screen(app, 24, 80, false, false);
    ck_assert_ptr_null(strstr(screen, "covers"));
    ck_assert_ptr_null(strstr(screen, "theory"));
    free(screen);
    fixture_keys(app, "x"); /* nor in the explanation */
    screen = fixture_screen(app, 24, 80, false, false);
    ck_assert_ptr_null(strstr(screen, "Monte Carlo"));
    free(screen);
}
END_TEST

START_TEST(what_was_declared_is_not_exploratory_what_is_picked_later_is)
{
    fixture_keys(app, "n n n n n d");
    ck_assert_str_eq(lesson_exploratory(lesson()), ""); /* fixed */
    fixture_keys(app, "a a a");
    ck_assert_int_eq(lesson()->compared, EXPERIMENT_PCA1);
    ck_assert_str_eq(lesson_exploratory(lesson()), "picked after outcomes were seen");
    fixture_keys(app, "r a d"); /* best was declared, and selects all the same */
    ck_assert_str_eq(lesson_exploratory(lesson()),
                     "the adjuster selects candidates by looking at outcomes");
}
END_TEST

START_TEST(progress_is_written_and_read_back)
{
    fixture_keys(app, "Space Space n n p");
    struct strbuf text;
    strbuf_init(&text);
    lesson_write(lesson(), &text);
    ck_assert_str_eq(text.text, "logvar-lesson 1\nstep 3\ndone 1\n");
    struct lesson other;
    lesson_init(&other);
    lesson_read(&other, text.text);
    ck_assert_uint_eq(other.step, 2);
    ck_assert_uint_eq(other.done, 1);
    static const char *const bad[] = {"", "logvar-lesson 1\n", "logvar-lesson 2\nstep 1\n",
                                      "logvar-lesson 1\nstep 9\ndone 7 8 x\n",
                                      "logvar-lesson 1\nstep "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lesson_read(&other, bad[i]);
        ck_assert_uint_le(other.step, LESSON_FREE);
        ck_assert_uint_eq(other.done & ~(1u << 0), 0);
    }
    lesson_done(&other);
    strbuf_done(&text);
}
END_TEST

/* The row of the screen with this text, from 0. */
static int row_of(const char *text)
{
    char *screen = fixture_screen(app, 24, 80, true, false), *found = strstr(screen, text);
    int row = 0;
    if (!found)
        fputs(screen, stderr);
    ck_assert_msg(found != NULL, "not on the screen: %s", text);
    for (const char *at = screen; at < found; at++)
        row += *at == '\n';
    free(screen);
    return row;
}

enum { BAR_FIRST = 30, BAR_LAST = 36 }; /* columns, on a screen of 80 */

START_TEST(sliders_follow_the_pointer)
{
    fixture_keys(app, "p");
    int runs = row_of(" runs         "), rho2 = row_of(" rho^2        ");
    app_mouse(app, APP_MOUSE_CLICK, runs, 5); /* its name: chosen, not moved */
    ck_assert_int_eq(lesson()->cursor, SLIDER_RUNS);
    size_t before = lesson()->position[SLIDER_RUNS];
    app_mouse(app, APP_MOUSE_CLICK, runs, BAR_LAST);
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], lesson_slider_positions(SLIDER_RUNS) - 1);
    app_mouse(app, APP_MOUSE_DRAG, runs, BAR_FIRST);
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], 0);
    app_mouse(app, APP_MOUSE_DRAG, rho2,
              BAR_LAST); /* it stays grabbed, wherever the pointer goes */
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], lesson_slider_positions(SLIDER_RUNS) - 1);
    app_mouse(app, APP_MOUSE_DRAG, 0, 0);
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], 0);
    ck_assert_uint_ne(before, 0);
    app_mouse(app, APP_MOUSE_WHEEL_UP, rho2, 10);
    ck_assert_int_eq(lesson()->cursor, SLIDER_RHO2);
    app_mouse(app, APP_MOUSE_WHEEL_DOWN, runs, 10); /* at its end */
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], 0);
    app_mouse(app, APP_MOUSE_WHEEL_UP, runs, 10);
    ck_assert_uint_eq(lesson()->position[SLIDER_RUNS], 1);
}
END_TEST

START_TEST(a_pointer_elsewhere_moves_nothing)
{
    size_t before[N_LESSON_SLIDERS];
    fixture_keys(app, "p");
    row_of(" runs         ");
    memcpy(before, lesson()->position, sizeof before);
    app_mouse(app, APP_MOUSE_CLICK, 5, 10);
    app_mouse(app, APP_MOUSE_DRAG, row_of(" runs         "), BAR_LAST); /* nothing was grabbed */
    app_mouse(app, APP_MOUSE_WHEEL_UP, 5, 10);
    app_mouse(app, APP_MOUSE_CLICK, 10, 70);
    app_mouse(app, APP_MOUSE_DRAG, 500, -3);
    ck_assert_mem_eq(before, lesson()->position, sizeof before);
    /* What is grabbed in one step is let go with it. */
    app_mouse(app, APP_MOUSE_CLICK, row_of(" runs         "), BAR_LAST);
    fixture_keys(app, "p n r");
    memcpy(before, lesson()->position, sizeof before);
    app_mouse(app, APP_MOUSE_DRAG, 12, BAR_FIRST);
    ck_assert_mem_eq(before, lesson()->position, sizeof before);
}
END_TEST

START_TEST(other_views_are_one_key_away)
{
    fixture_keys(app, "Tab 1 8 2");
    ck_assert_int_eq(app_view(app), VIEW_PAIRS);
    ck_assert_int_eq(app_figures_fd(app), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lesson");
    TCase *tcase = tcase_create("lesson");
    tcase_set_timeout(tcase, 240);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, every_step_before_and_after_its_task, 0, LESSON_STEPS);
    tcase_add_loop_test(tcase, a_task_counts_only_when_it_is_done, 0, LESSON_STEPS);
    const TTest *const tests[] = {free_play_and_another_choice,
                                  the_whole_text_fits_on_a_small_screen,
                                  any_size_draws_something,
                                  steps_go_forth_and_back_and_stop_at_the_ends,
                                  free_play_keeps_the_sliders_and_returns,
                                  sliders_stop_at_their_ends,
                                  sliders_follow_the_pointer,
                                  a_pointer_elsewhere_moves_nothing,
                                  nothing_shows_before_an_adjuster_is_declared,
                                  what_was_declared_is_not_exploratory_what_is_picked_later_is,
                                  progress_is_written_and_read_back,
                                  other_views_are_one_key_away};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
