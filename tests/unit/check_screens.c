/* Golden screens: what a person sees, at the sizes the screen is designed for. Regenerate with
 * LOGVAR_UPDATE_SCREENS=1 and read every difference. */
#include "ui_fixture.h"
#include "unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    int n_rows, n_columns;
} sizes[] = {{24, 80}, {30, 100}, {50, 160}};

static void assert_sizes(const char *name, const char *keys, bool ascii)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char file[128];
        struct app *app = fixture_app(ascii);
        free(fixture_screen(app, sizes[i].n_rows, sizes[i].n_columns, ascii, false));
        fixture_keys(app, keys);
        char *screen = fixture_screen(app, sizes[i].n_rows, sizes[i].n_columns, ascii, false);
        snprintf(file, sizeof file, "%s-%dx%d%s", name, sizes[i].n_columns, sizes[i].n_rows,
                 ascii ? "-ascii" : "");
        fixture_assert_screen(file, screen);
        free(screen);
        app_free(app);
    }
}

START_TEST(reduction)
{
    assert_sizes("reduction", "", false);
    assert_sizes("reduction", "", true);
}
END_TEST

START_TEST(reduction_with_all_adjusters)
{
    assert_sizes("reduction-all", "Tab Tab a Tab Right Right Right Right Right Right", false);
}
END_TEST

START_TEST(reduction_detail)
{
    assert_sizes("reduction-detail", "Esc Right Right Right Right Right Enter", false);
    assert_sizes("reduction-detail", "Esc Right Right Right Right Right Enter", true);
}
END_TEST

START_TEST(explanation)
{
    assert_sizes("explanation", "Esc Right Right Right Right x", false);
}
END_TEST

START_TEST(help)
{
    assert_sizes("help", "?", false);
}
END_TEST

START_TEST(statistic_chooser)
{
    assert_sizes("statistic", "f v a l", false);
}
END_TEST

START_TEST(another_statistic_is_flagged)
{
    assert_sizes("exploratory", "f a c c Down Enter", false);
}
END_TEST

START_TEST(filtered_arms)
{
    assert_sizes("filter", "/ c o n v", false);
}
END_TEST

START_TEST(every_other_view)
{
    static const struct {
        const char *name, *keys;
    } views[] = {{"pairs", "2"},
                 {"pairs-detail", "2 Enter"},
                 {"budget", "3"},
                 {"budget-plot", "Esc 3 Down Enter"},
                 {"budget-overlay", "3 o"},
                 {"budget-pairs", "3 p"},
                 {"pairs-more", "2 m"},
                 {"pairs-more-detail", "2 Enter m"},
                 {"calibration", "Esc 4"},
                 {"calibration-detail", "Esc 4 Enter"},
                 {"candidates", "5 Right Right Right s"},
                 {"scatter", "6"},
                 {"families", "7"},
                 {"curves", "Esc 9"},
                 {"curves-outcome", "Esc 9 o"},
                 {"curves-map", "Esc 9 m Right"},
                 {"curves-two", "Esc 9 p"}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        assert_sizes(views[i].name, views[i].keys, false);
        assert_sizes(views[i].name, views[i].keys, true);
    }
}
END_TEST

static void assert_one(const char *name, double share_done, const char *keys)
{
    struct app *app = fixture_app(false);
    setlocale(LC_CTYPE, "C.UTF-8");
    fixture_keys(app, keys);
    fixture_answer(app, share_done);
    char *screen = fixture_screen(app, 24, 80, false, true);
    fixture_assert_screen(name, screen);
    free(screen);
    app_free(app);
}

START_TEST(unfinished_figures_are_dimmed)
{
    assert_one("unfinished", 0.64, "");
}
END_TEST

START_TEST(nothing_computed_yet)
{
    assert_one("pending", 0, "");
}
END_TEST

START_TEST(nothing_ticked)
{
    assert_one("nothing", 1, "n");
}
END_TEST

START_TEST(too_small)
{
    struct app *app = fixture_app(false);
    char *screen = fixture_screen(app, 9, 39, false, false);
    fixture_assert_screen("too-small", screen);
    free(screen);
    fixture_keys(app, "q");
    ck_assert(app_wants_to_quit(app));
    app_free(app);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {reduction,
                                  reduction_with_all_adjusters,
                                  reduction_detail,
                                  explanation,
                                  help,
                                  statistic_chooser,
                                  another_statistic_is_flagged,
                                  filtered_arms,
                                  every_other_view,
                                  unfinished_figures_are_dimmed,
                                  nothing_computed_yet,
                                  nothing_ticked,
                                  too_small};
    return unit_main(unit_suite("screens", tests, sizeof tests / sizeof *tests));
}
