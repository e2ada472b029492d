/* Plots as text, and the closed form of one candidate's fit against the plain one. */
#include "unit.h"

#include "base/rng.h"
#include "engine/single.h"
#include "tui/plot.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *drawn(struct surface *surface)
{
    struct strbuf text;
    strbuf_init(&text);
    surface_dump(surface, false, &text);
    surface_done(surface);
    return text.text;
}

static void assert_text(char *text, const char *wanted)
{
    ck_assert_msg(!strcmp(text, wanted), "drawn:\n%s\nwanted:\n%s", text, wanted);
    free(text);
}

START_TEST(a_line_with_axes_in_ascii)
{
    static const double x[] = {0, 5, 10}, y[] = {-10, 0, 10};
    struct surface surface;
    struct plot plot;
    struct plot_frame frame = {.x = {0, 10}, .y = {-10, 10}, .x_label = "runs", .y_unit = "%"};
    surface_init(&surface, 8, 26, true);
    ck_assert(plot_begin(&plot, &surface, (struct rect){0, 0, 8, 26}, &frame));
    plot_horizontal(&plot, 0, STYLE_BORDER);
    plot_line(&plot, x, y, 3, STYLE_SERIES_1);
    plot_end(&plot);
    assert_text(drawn(&surface), "%\n"
                                 "  10+                  ***\n"
                                 "    |             *****\n"
                                 "   0+--------*****--------\n"
                                 "    |   *****\n"
                                 " -10+***\n"
                                 "    ++---------+---------+\n"
                                 "runs 0         5        10\n");
}
END_TEST

START_TEST(braille_dots_stand_where_they_should)
{
    static const double x[] = {0, 7}, y[] = {0, 7};
    struct surface surface;
    struct plot plot;
    struct plot_frame frame = {.x = {0, 7}, .y = {0, 7}, .no_y_labels = true};
    surface_init(&surface, 4, 5, false);
    ck_assert(plot_begin(&plot, &surface, (struct rect){0, 0, 4, 5}, &frame));
    plot_points(&plot, x, y, 2, STYLE_SERIES_1);
    plot_end(&plot);
    /* Lower left corner: dot 7 (U+2840); upper right: dot 4 (U+2808). */
    ck_assert_uint_eq(surface.cells[1 * 5 + 1].code, 0x2840);
    ck_assert_uint_eq(surface.cells[0 * 5 + 4].code, 0x2808);
    surface_done(&surface);
}
END_TEST

START_TEST(what_lies_outside_is_cut_and_what_is_not_finite_is_left_out)
{
    static const double x[] = {-1e300, 0, 5, NAN, INFINITY, 1e300};
    static const double y[] = {1e300, 2, NAN, 3, -INFINITY, -1e300};
    struct surface surface;
    struct plot plot;
    struct plot_frame frame = {.x = {0, 5}, .y = {0, 5}};
    surface_init(&surface, 8, 30, false);
    ck_assert(plot_begin(&plot, &surface, (struct rect){0, 0, 8, 30}, &frame));
    plot_line(&plot, x, y, 6, STYLE_SERIES_1);
    plot_points(&plot, x, y, 6, STYLE_SERIES_2);
    plot_band(&plot, x, y, y, 6, STYLE_SERIES_3);
    plot_bar(&plot, -1e9, 1e9, NAN, 3, STYLE_SERIES_4);
    plot_mark(&plot, NAN, 3, STYLE_WARNING, '@');
    plot_vertical(&plot, 1e12, STYLE_DIM);
    plot_end(&plot);
    char *text = drawn(&surface);
    ck_assert_ptr_null(strchr(text, '@'));
    free(text);
}
END_TEST

START_TEST(too_small_a_place_is_refused)
{
    struct surface surface;
    struct plot plot;
    struct plot_frame frame = {.x = {0, 5}, .y = {0, 5}};
    surface_init(&surface, 3, 5, true);
    for (int rows = 0; rows < 4; rows++)
        for (int columns = 0; columns < 6; columns++)
            ck_assert(!plot_begin(&plot, &surface, (struct rect){0, 0, rows, columns}, &frame));
    surface_done(&surface);
}
END_TEST

START_TEST(ticks_are_round_numbers)
{
    static const struct {
        struct plot_range range;
        int max;
        struct plot_ticks wanted;
    } cases[] = {{{0, 10}, 6, {0, 2, 6, 0}},
                 {{-0.13, 0.27}, 5, {-0.1, 0.1, 4, 1}},
                 {{98.01, 98.02}, 5, {98.01, 0.0025, 5, 4}},
                 {{0, 1}, 3, {0, 0.5, 3, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plot_ticks ticks = plot_ticks(cases[i].range, cases[i].max);
        ck_assert_double_eq_tol(ticks.first, cases[i].wanted.first, 1e-9);
        ck_assert_double_eq_tol(ticks.step, cases[i].wanted.step, 1e-9);
        ck_assert_int_eq(ticks.n_ticks, cases[i].wanted.n_ticks);
        ck_assert_int_eq(ticks.decimals, cases[i].wanted.decimals);
    }
    ck_assert_int_eq(plot_ticks((struct plot_range){1, 1}, 5).n_ticks, 0);
}
END_TEST

/* The definition, run by run. */
static double plain_loo_vr(const double *x, const double *y, size_t n)
{
    double adjusted[64], mean = 0, squares = 0, raw_mean = 0, raw = 0;
    for (size_t s = 0; s < n; s++) {
        double mx = 0, my = 0, sxx = 0, sxy = 0;
        for (size_t i = 0; i < n; i++) {
            mx += i == s ? 0 : x[i] / (double)(n - 1);
            my += i == s ? 0 : y[i] / (double)(n - 1);
        }
        for (size_t i = 0; i < n; i++) {
            sxx += i == s ? 0 : (x[i] - mx) * (x[i] - mx);
            sxy += i == s ? 0 : (x[i] - mx) * (y[i] - my);
        }
        adjusted[s] = y[s] - sxy / sxx * (x[s] - mx);
        mean += adjusted[s] / (double)n;
        raw_mean += y[s] / (double)n;
    }
    for (size_t s = 0; s < n; s++) {
        squares += (adjusted[s] - mean) * (adjusted[s] - mean);
        raw += (y[s] - raw_mean) * (y[s] - raw_mean);
    }
    return 1 - squares / raw;
}

START_TEST(leave_one_out_in_closed_form)
{
    for (size_t n = 3; n < 64; n += 4) {
        double x[64], y[64];
        struct rng rng;
        rng_init(&rng, (struct rng_key){.seed = n});
        for (size_t i = 0; i < n; i++) {
            x[i] = 1e3 + 0.01 * rng_normal(&rng);
            y[i] = 70 + 30 * (x[i] - 1e3) + rng_normal(&rng);
        }
        struct single_fit fit = single_fit(x, y, n);
        ck_assert_double_eq_tol(fit.loo_vr, plain_loo_vr(x, y, n), 1e-7 * (1 + fabs(fit.loo_vr)));
        ck_assert(fit.rho2 >= 0 && fit.rho2 <= 1);
    }
}
END_TEST

START_TEST(a_fit_that_is_none_has_no_numbers)
{
    static const double flat[] = {2, 2, 2, 2}, spike[] = {0, 0, 0, 1}, y[] = {1, 2, 3, 4};
    ck_assert(isnan(single_fit(flat, y, 4).rho2));
    ck_assert(isnan(single_fit(y, flat, 4).rho2));
    ck_assert(isnan(single_fit(y, y, 2).rho2));
    /* Without the one run that differs there is nothing to fit. */
    ck_assert(isnan(single_fit(spike, y, 4).loo_vr));
    ck_assert(!isnan(single_fit(spike, y, 4).rho2));
}
END_TEST

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const TTest *const tests[] = {a_line_with_axes_in_ascii,
                                  braille_dots_stand_where_they_should,
                                  what_lies_outside_is_cut_and_what_is_not_finite_is_left_out,
                                  too_small_a_place_is_refused,
                                  ticks_are_round_numbers,
                                  leave_one_out_in_closed_form,
                                  a_fit_that_is_none_has_no_numbers};
    return unit_main(unit_suite("plot", tests, sizeof tests / sizeof *tests));
}
