/* Figures without cairo: scales, grids, and the texts of whole charts, which must stand on the page
 * and not on each other, whatever the number of arms and the length of their names. */
#include "unit.h"

#include "base/text.h"
#include "figure/chart.h"
#include "figure/grid.h"
#include "figure/render.h"
#include "figure/scale.h"
#include "jobs/jobs.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As wide as the sans-serif letters of most systems. */
static double measure(void *user, const char *text, double size, bool bold)
{
    (void)user;
    return (double)text_width(text) * size * (bold ? 0.68 : 0.6);
}

START_TEST(ticks_are_round_and_inside)
{
    static const struct {
        struct extent extent;
        size_t most, n;
        double first, last;
        int decimals;
    } cases[] = {
        {{0, 100}, 5, 5, 0, 100, 0},           {{-100, 72}, 5, 4, -100, 50, 0},
        {{0.48, 0.79}, 4, 3, 0.5, 0.7, 1},     {{96.9, 97.8}, 3, 2, 97, 97.5, 1},
        {{-1e-9, 1e-9}, 3, 3, -1e-9, 1e-9, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double ticks[SCALE_TICKS_MAX];
        int decimals;
        size_t n = scale_ticks(cases[i].extent, cases[i].most, ticks, &decimals);
        ck_assert_uint_eq(n, cases[i].n);
        ck_assert_double_eq_tol(ticks[0], cases[i].first, 1e-12);
        ck_assert_double_eq_tol(ticks[n - 1], cases[i].last, 1e-12);
        ck_assert_int_eq(decimals, cases[i].decimals);
    }
}
END_TEST

START_TEST(ticks_of_nothing)
{
    double ticks[SCALE_TICKS_MAX];
    int decimals;
    ck_assert_uint_eq(scale_ticks((struct extent){3, 3}, 5, ticks, &decimals), 0);
    ck_assert_uint_eq(scale_ticks(EXTENT_EMPTY, 5, ticks, &decimals), 0);
    struct extent extent = extent_padded(EXTENT_EMPTY, 0.1);
    ck_assert(extent.low < extent.high);
    extent = extent_padded((struct extent){7, 7}, 0.1);
    ck_assert(extent.low < 7 && extent.high > 7);
}
END_TEST

START_TEST(places)
{
    struct scale up = {{0, 10}, 100, 0, false}, logarithmic = {{10, 1000}, 0, 50, true};
    ck_assert_double_eq(scale_place(&up, 0), 100);
    ck_assert_double_eq(scale_place(&up, 2.5), 75);
    ck_assert_double_eq_tol(scale_place(&logarithmic, 100), 25, 1e-12);
    ck_assert(isnan(scale_place(&up, NAN)));
}
END_TEST

START_TEST(grids_fill_the_width)
{
    for (size_t n = 1; n <= 60; n++) {
        struct grid_wish wish = {.n_panels = n,
                                 .x = 5,
                                 .y = 7,
                                 .width = 480,
                                 .gutter_first = 20,
                                 .gutter_others = 6,
                                 .panel_least = 60,
                                 .panel_wished = 108,
                                 .panel_height = 60,
                                 .above = 10,
                                 .below_last = 11,
                                 .below_others = 4,
                                 .height_most = 600};
        struct grid grid = grid_layout(&wish);
        ck_assert_uint_ge(grid.n_columns * grid.n_rows, n);
        ck_assert(grid.panel_width >= wish.panel_least);
        ck_assert(grid.height <= wish.height_most || grid.n_columns == 7);
        for (size_t i = 0; i < n; i++) {
            struct box box = grid_panel(&grid, i);
            ck_assert(box.x >= wish.x + wish.gutter_first - 1e-9);
            ck_assert(box.x + box.width <= wish.x + wish.width + 1e-9);
            ck_assert(box.y + box.height <= wish.y + grid.height + 1e-9);
        }
        ck_assert(grid_is_lowest(&grid, n - 1) && grid_is_first_column(&grid, 0));
    }
}
END_TEST

START_TEST(long_texts_are_cut_and_wrapped)
{
    struct drawing drawing;
    drawing_init(&drawing, measure, NULL);
    ck_assert_str_eq(drawing_fit(&drawing, "short", 10, false, 100), "short");
    const char *cut = drawing_fit(&drawing, "ünïcödé-in-a-very-long-name", 10, false, 60);
    ck_assert(measure(NULL, cut, 10, false) <= 60);
    ck_assert_ptr_nonnull(strstr(cut, "…"));
    ck_assert_ptr_nonnull(strstr(drawing_fit(&drawing, "a\033[1m", 10, false, 900), "\\e"));
    ck_assert_uint_eq(drawing_wrap(&drawing, "one two", 10, false, 30), 3);
    ck_assert_uint_eq(drawing_wrap(&drawing, "of 95 % or so", 10, false, 43), 7);
    ck_assert_uint_eq(drawing_wrap(&drawing, "of 95 % or so", 10, false, 40), 2);
    ck_assert_uint_eq(drawing_wrap(&drawing, "", 10, false, 30), 0);
    drawing_done(&drawing);
}
END_TEST

/* ---- whole charts ---- */

struct bounds {
    double left, top, right, bottom;
};

static struct bounds text_bounds(const struct item *item)
{
    double start = -item->anchor * item->text_width, end = start + item->text_width;
    struct point at = item->points[0];
    double up = 0.72 * item->size;
    return item->upwards ? (struct bounds){at.x - up, at.y - end, at.x, at.y - start}
                         : (struct bounds){at.x + start, at.y - up, at.x + end, at.y};
}

static void check_texts(const struct drawing *drawing)
{
    const double slack = 0.3;
    for (const struct item *a = drawing->first; a; a = a->next) {
        if (a->kind != ITEM_TEXT)
            continue;
        struct bounds p = text_bounds(a);
        ck_assert_msg(p.left >= -slack && p.right <= drawing->width + slack && p.top >= -slack &&
                          p.bottom <= drawing->height + slack,
                      "\"%s\" leaves the page", a->text);
        for (const struct item *b = a->next; b; b = b->next) {
            if (b->kind != ITEM_TEXT)
                continue;
            struct bounds q = text_bounds(b);
            ck_assert_msg(p.right <= q.left + slack || q.right <= p.left + slack ||
                              p.bottom <= q.top + slack || q.bottom <= p.top + slack,
                          "\"%s\" and \"%s\" overlap", a->text, b->text);
        }
    }
}

static bool shows(const struct drawing *drawing, const char *text)
{
    for (const struct item *item = drawing->first; item; item = item->next)
        if (item->kind == ITEM_TEXT && strstr(item->text, text))
            return true;
    return false;
}

static struct study *make_study(size_t n_arms, size_t n_runs)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = n_arms;
    simulation.n_runs = n_runs;
    simulation.n_candidates = 12;
    simulation.n_families = 3;
    return simulate_study(&simulation);
}

static struct snapshot *compute(struct study *study, const struct chart *chart, bool only_fixed,
                                size_t n_arms)
{
    struct request request;
    request_init(&request, study);
    request.settings.splits = 8;
    request.settings.draws = 8;
    request.sections = chart->sections;
    request.n_arms = n_arms < request.n_arms ? n_arms : request.n_arms;
    if (only_fixed)
        request.n_adjusters = 1;
    struct snapshot *snapshot = jobs_run(study, &request, NULL, 1, NULL, NULL);
    request_done(&request);
    return snapshot;
}

static void draw_and_check(const struct snapshot *snapshot, const struct chart *chart, double width,
                           const struct exploratory_history *history, bool marked)
{
    struct drawing drawing;
    struct strbuf problem;
    struct chart_options options = {.width_in = width, .title = true, .history = history};
    drawing_init(&drawing, measure, NULL);
    strbuf_init(&problem);
    ck_assert_msg(chart_draw(chart, snapshot, &options, &drawing, &problem), "%s", problem.text);
    ck_assert_double_eq_tol(drawing.width, width * POINTS_PER_INCH, 1e-9);
    check_texts(&drawing);
    ck_assert_msg(shows(&drawing, "! exploratory (") == marked, "%s", chart->name);
    strbuf_done(&problem);
    drawing_done(&drawing);
}

/* A chart by number; arms from one to more than a page wants. */
START_TEST(texts_stand_apart)
{
    static const size_t arms[] = {1, 2, 9, 54}, runs[] = {3, 12, 16};
    const struct chart *chart = &chart_table(&(size_t){0})[_i];
    bool pairs = strstr(chart->name, "pair") != NULL, scatter = !strcmp(chart->name, "scatter");
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        size_t n_arms = pairs && arms[i] > 9 ? 14 : arms[i];
        struct study *study = make_study(n_arms, runs[i % 3]);
        study->arms[0].label =
            "a-group/an-arm-whose-name-is-longer-than-any-panel-of-a-figure-is-wide";
        study->arms[0].name = strchr(study->arms[0].label, '/') + 1;
        struct snapshot *snapshot = compute(study, chart, false, n_arms);
        for (int w = 0; w < 2 && !(pairs && n_arms == 1); w++)
            draw_and_check(snapshot, chart, w ? 7 : 3.4, NULL, !scatter);
        snapshot_unref(snapshot);
        study_unref(study);
    }
}
END_TEST

START_TEST(marked_only_where_exploratory)
{
    const struct chart *chart = &chart_table(&(size_t){0})[_i];
    bool always = !strcmp(chart->name, "families"); /* both of its adjusters select */
    const struct exploratory_history looked = {.viewed_candidates = true};
    struct study *study = make_study(2, 12);
    struct snapshot *snapshot = compute(study, chart, true, 2);
    draw_and_check(snapshot, chart, 3.4, NULL, always);
    draw_and_check(snapshot, chart, 3.4, &looked, true);
    snapshot_unref(snapshot);
    study_unref(study);
}
END_TEST

START_TEST(too_many_pairs_are_refused)
{
    const struct chart *chart = chart_find("pairs");
    struct study *study = make_study(16, 4);
    struct snapshot *snapshot = compute(study, chart, true, 16);
    struct drawing drawing;
    struct strbuf problem;
    drawing_init(&drawing, measure, NULL);
    strbuf_init(&problem);
    ck_assert(!chart_draw(chart, snapshot, &(struct chart_options){0}, &drawing, &problem));
    ck_assert_ptr_nonnull(strstr(problem.text, "120 pairs"));
    strbuf_done(&problem);
    drawing_done(&drawing);
    snapshot_unref(snapshot);
    study_unref(study);
}
END_TEST

static size_t count_dashed(const struct drawing *drawing, enum dash dash, double width)
{
    size_t n = 0;
    for (const struct item *item = drawing->first; item; item = item->next)
        n += item->kind == ITEM_PATH && item->ink == INK_STROKE && item->dash == dash &&
             item->width == width;
    return n;
}

/* Two arms, three adjusters; the null of the first adjuster rejects at a rate of our own. */
static void with_rejection(double rate, const char *chart_name, struct drawing *drawing)
{
    const struct chart *chart = chart_find(chart_name);
    struct study *study = make_study(2, 12);
    struct snapshot *snapshot = compute(study, chart, false, 2);
    struct null_row *null = (struct null_row *)snapshot->null;
    struct strbuf problem;
    for (size_t i = 0; i < snapshot->n_null; i++) {
        bool first = adjuster_equal(null[i].adjuster, snapshot->request.adjusters[0]);
        null[i].adjusted_rejection = first ? rate : 0.05;
        null[i].n_ok = 5000;
        null[i].expected_rejection = first ? 0.11 : 0.05;
    }
    drawing_init(drawing, measure, NULL);
    strbuf_init(&problem);
    ck_assert(chart_draw(chart, snapshot, &(struct chart_options){0}, drawing, &problem));
    check_texts(drawing);
    strbuf_done(&problem);
    snapshot_unref(snapshot);
    study_unref(study);
}

START_TEST(a_too_narrow_interval_is_flagged)
{
    struct drawing drawing;
    with_rejection(0.123, "pairs", &drawing);
    ck_assert(shows(&drawing, "12.3/11.0 †"));
    ck_assert(shows(&drawing, "† dashed: as a test it rejects too often."));
    ck_assert_uint_eq(count_dashed(&drawing, DASH_SHORT, 1.3), 1);
    drawing_done(&drawing);
    with_rejection(0.05, "pairs", &drawing);
    ck_assert(shows(&drawing, "5.0"));
    ck_assert(!shows(&drawing, "†"));
    ck_assert_uint_eq(count_dashed(&drawing, DASH_SHORT, 1.3), 0);
    drawing_done(&drawing);
    with_rejection(0.123, "coverage", &drawing);
    ck_assert(shows(&drawing, "†"));
    ck_assert(shows(&drawing, "rejects too often"));
    drawing_done(&drawing);
    with_rejection(0.05, "coverage", &drawing);
    ck_assert(!shows(&drawing, "†"));
    drawing_done(&drawing);
}
END_TEST

START_TEST(a_curve_for_every_pair_and_adjuster)
{
    const struct chart *chart = chart_find("pair-budget");
    struct study *study = make_study(3, 16);
    struct snapshot *snapshot = compute(study, chart, false, 3);
    struct drawing drawing;
    struct strbuf problem;
    size_t n_lines = 0;
    drawing_init(&drawing, measure, NULL);
    strbuf_init(&problem);
    ck_assert(chart_draw(chart, snapshot, &(struct chart_options){0}, &drawing, &problem));
    for (const struct item *item = drawing.first; item; item = item->next)
        n_lines += item->kind == ITEM_PATH && item->ink == INK_STROKE && item->n_points == 3 &&
                   item->width == 1.1; /* 10, 15 and all 16 runs */
    ck_assert_uint_eq(n_lines, 9);
    ck_assert(shows(&drawing, "half-width (% narrower)"));
    strbuf_done(&problem);
    drawing_done(&drawing);
    snapshot_unref(snapshot);
    study_unref(study);
}
END_TEST

START_TEST(formats_by_ending)
{
    ck_assert_str_eq(render_format_of("a/b.svg"), "svg");
    ck_assert_str_eq(render_format_of("x.y.PDF"), "pdf");
    ck_assert_ptr_null(render_format_of("a.svg/b"));
    ck_assert_ptr_null(render_format_of(".png"));
    ck_assert_ptr_null(render_format_of("b.gif"));
}
END_TEST

int main(void)
{
    size_t n_charts;
    chart_table(&n_charts);
    Suite *suite = suite_create("figure");
    TCase *parts = tcase_create("parts"), *charts = tcase_create("charts");
    tcase_add_test(parts, ticks_are_round_and_inside);
    tcase_add_test(parts, ticks_of_nothing);
    tcase_add_test(parts, places);
    tcase_add_test(parts, grids_fill_the_width);
    tcase_add_test(parts, long_texts_are_cut_and_wrapped);
    tcase_add_test(parts, formats_by_ending);
    tcase_set_timeout(charts, 120);
    tcase_add_loop_test(charts, texts_stand_apart, 0, (int)n_charts);
    tcase_add_loop_test(charts, marked_only_where_exploratory, 0, (int)n_charts);
    tcase_add_test(charts, too_many_pairs_are_refused);
    tcase_add_test(charts, a_too_narrow_interval_is_flagged);
    tcase_add_test(charts, a_curve_for_every_pair_and_adjuster);
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, charts);
    return unit_main(suite);
}
