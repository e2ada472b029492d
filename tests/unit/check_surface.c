/* The cell surface: text from anywhere arrives as visible cells, inside its clip. */
#include "unit.h"

#include "tui/match.h"
#include "tui/surface.h"
#include "tui/theme.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static struct surface surface;

static void start(int n_rows, int n_columns, bool ascii)
{
    setlocale(LC_ALL, "C.UTF-8");
    surface_init(&surface, n_rows, n_columns, ascii);
}

static void assert_screen(const char *expected)
{
    struct strbuf out;
    strbuf_init(&out);
    surface_dump(&surface, false, &out);
    ck_assert_str_eq(out.text, expected);
    strbuf_done(&out);
    surface_done(&surface);
}

START_TEST(control_characters_become_marks)
{
    start(1, 40, false);
    ck_assert_int_eq(surface_text(&surface, 0, 0, 40, STYLE_TEXT, "a\033[31m\x9b\a\n"), 17);
    assert_screen("a\\e[31m\\x9B\\x07\\n\n");
}
END_TEST

START_TEST(text_is_cut_with_an_ellipsis)
{
    start(3, 12, false);
    surface_text(&surface, 0, 0, 5, STYLE_TEXT, "abcde");
    surface_text(&surface, 1, 0, 5, STYLE_TEXT, "abcdef");
    surface_text_right(&surface, 2, 2, 6, STYLE_TEXT, "1.25");
    assert_screen("abcde\nabcd…\n    1.25\n");
}
END_TEST

START_TEST(wide_and_combining_characters_keep_the_columns)
{
    start(3, 6, false);
    ck_assert_int_eq(surface_text(&surface, 0, 0, 6, STYLE_TEXT, "日本x"), 5);
    ck_assert_int_eq(surface_text(&surface, 1, 0, 6, STYLE_TEXT, "e\u0301a"), 2);
    surface_text(&surface, 2, 3, 6, STYLE_TEXT, "日本");
    assert_screen("日本x\ne\u0301a\n   日\n");
}
END_TEST

START_TEST(half_of_a_wide_character_never_stays)
{
    start(2, 6, false);
    surface_text(&surface, 0, 0, 6, STYLE_TEXT, "日本");
    surface_put(&surface, 0, 1, STYLE_TEXT, 'x');
    surface_text(&surface, 1, 0, 6, STYLE_TEXT, "日本");
    surface_put(&surface, 1, 2, STYLE_TEXT, 'y');
    assert_screen(" x本\n日y\n");
}
END_TEST

START_TEST(nothing_is_drawn_outside_the_clip)
{
    start(3, 6, false);
    struct rect former = surface_set_clip(&surface, (struct rect){1, 1, 1, 3});
    for (int row = -2; row < 5; row++)
        surface_text(&surface, row, -3, 20, STYLE_TEXT, "0123456789");
    surface_set_clip(&surface, former);
    ck_assert_int_eq(surface.clip.n_columns, 6);
    assert_screen("\n 456\n\n");
}
END_TEST

START_TEST(ascii_draws_ascii_only)
{
    start(4, 20, true);
    surface_frame(&surface, (struct rect){0, 0, 3, 20}, true, "Arms", "6/9");
    surface_text(&surface, 1, 2, 17, STYLE_TEXT, "naïve… ▏██▌ – 日本");
    surface_put(&surface, 3, 0, STYLE_TEXT, '\033');
    assert_screen("+ Arms ------- 6/9 +\n| na?ve~ |##= - ?? |\n+------------------+\n?\n");
}
END_TEST

START_TEST(frames_of_any_size_draw_something_harmless)
{
    for (int n_rows = 0; n_rows < 5; n_rows++)
        for (int n_columns = 0; n_columns < 12; n_columns++) {
            start(4, 8, false);
            surface_frame(&surface, (struct rect){0, 0, n_rows, n_columns}, false, "title", "note");
            surface_done(&surface);
        }
    start(2, 9, false);
    surface_frame(&surface, (struct rect){0, 0, 2, 9}, false, "a long title", "n");
    assert_screen("┌ a lo… ┐\n└───────┘\n");
}
END_TEST

START_TEST(styles_are_dumped_one_letter_a_cell)
{
    start(1, 6, false);
    surface_text(&surface, 0, 0, 6, STYLE_GAIN, "+1");
    surface_restyle(&surface, (struct rect){0, 1, 1, 2}, STYLE_CURSOR);
    struct strbuf out;
    strbuf_init(&out);
    surface_dump(&surface, true, &out);
    ck_assert_str_eq(out.text, "+1\ngCC\n");
    strbuf_done(&out);
    surface_done(&surface);
}
END_TEST

START_TEST(filters_match_words_or_globs)
{
    ck_assert(match_filter("", "anything"));
    ck_assert(match_filter(NULL, "anything"));
    ck_assert(match_filter("LOSS val", "val_loss@1/3"));
    ck_assert(!match_filter("loss train", "val_loss@1/3"));
    ck_assert(match_filter("val_*", "val_loss@1/3"));
    ck_assert(!match_filter("loss*", "val_loss@1/3"));
}
END_TEST

START_TEST(without_colours_marks_remain)
{
    for (int style = 0; style < N_STYLES; style++)
        ck_assert_int_eq(theme_look((enum style)style, 0).foreground, THEME_DEFAULT_COLOR);
    ck_assert_uint_eq(theme_look(STYLE_CURSOR, 0).attributes, THEME_REVERSE);
    for (int style = 0; style < N_STYLES; style++) {
        ck_assert_int_lt(theme_look((enum style)style, 8).foreground, 8);
        ck_assert_int_lt(theme_look((enum style)style, 256).foreground, 256);
    }
    ck_assert_int_ne(theme_look(STYLE_GAIN, 8).foreground, theme_look(STYLE_LOSS, 8).foreground);
}
END_TEST

START_TEST(no_color_is_obeyed)
{
    setenv("NO_COLOR", "1", 1);
    ck_assert(!theme_wants_color(COLOR_AUTO));
    ck_assert(theme_wants_color(COLOR_ALWAYS));
    setenv("NO_COLOR", "", 1);
    ck_assert(theme_wants_color(COLOR_AUTO));
    ck_assert(!theme_wants_color(COLOR_NEVER));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        control_characters_become_marks,
        text_is_cut_with_an_ellipsis,
        wide_and_combining_characters_keep_the_columns,
        half_of_a_wide_character_never_stays,
        nothing_is_drawn_outside_the_clip,
        ascii_draws_ascii_only,
        frames_of_any_size_draw_something_harmless,
        styles_are_dumped_one_letter_a_cell,
        filters_match_words_or_globs,
        without_colours_marks_remain,
        no_color_is_obeyed,
    };
    return unit_main(unit_suite("surface", tests, sizeof tests / sizeof *tests));
}
