/* Pairs: a forest plot, raw and adjusted intervals around the same difference; in figures how much
 * narrower the adjusted ones are, and what they reject under the synthetic null. An adjusted interval
 * that rejects too often is dashed and has a dagger, which a note explains. */
#include "figure/page.h"

#include "estimate/calibration.h"
#include "figure/pair_words.h"

#include <math.h>
#include <string.h>

#define ROW 8.0
#define COLUMN_GAP 7.0
/* Below this share of the axis an interval would be a dot: then each pair stands around its own
 * difference, as on the screen. */
#define SHARE_LEAST 0.08

struct chart_forest {
    struct page *page;
    /* Pairs of one outcome share an axis. */
    const struct arm *arm; /* one of those whose pairs are drawn */
    double scale;          /* of its outcome, as shown */
    bool one_outcome;      /* there are no others */
    bool centred, some_centred;
    bool beside; /* beside: the pair's name stands left of its intervals */
    double label_width, name_width, change_width;
    double null_width; /* 0 = no figures of the null */
    bool too_narrow;   /* an interval somewhere */
    struct scale x;
    struct axis_ticks ticks;
};

/* Wild adjusted intervals are cut at twice the raw half-width. */
static double reach(const struct pair_result *pair, const struct interval *interval)
{
    if (interval->status != ESTIMATE_OK)
        return 0;
    return pair->raw.status == ESTIMATE_OK ? fmin(interval->half_width, 2 * pair->raw.half_width)
                                           : interval->half_width;
}

static double widest(const struct pair_result *pair)
{
    double half = reach(pair, &pair->raw);
    for (size_t a = 0; a < pair->n_adjusters; a++)
        half = fmax(half, reach(pair, &pair->adjusters[a].interval));
    return half;
}

static bool is_drawn(const struct chart_forest *forest, const struct pair_result *pair)
{
    return pair->a->outcome_index == forest->arm->outcome_index;
}

static struct extent choose_extent(struct chart_forest *forest)
{
    const struct snapshot *snapshot = forest->page->snapshot;
    struct extent extent = EXTENT_EMPTY;
    double most = 0;
    extent_include(&extent, 0);
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        if (!is_drawn(forest, pair))
            continue;
        double half = widest(pair);
        extent_include(&extent, forest->scale * (pair->difference - half));
        extent_include(&extent, forest->scale * (pair->difference + half));
        most = fmax(most, fabs(forest->scale) * half);
    }
    forest->centred = most > 0 && 2 * most < SHARE_LEAST * (extent.high - extent.low);
    if (forest->centred)
        extent = (struct extent){-most, most};
    return extent_padded(extent, 0.04);
}

#define NULL_HEADING "null/VR, %"

static void measure_null(struct chart_forest *forest, const struct pair_result *pair)
{
    struct page *page = forest->page;
    for (size_t a = 0; a < pair->n_adjusters; a++) {
        struct pair_null null =
            snapshot_pair_null(page->snapshot, pair, pair->adjusters[a].adjuster);
        if (!null.known)
            continue;
        forest->too_narrow |= null.too_narrow;
        forest->null_width =
            fmax(forest->null_width, page_text_width(page, NULL_HEADING, PAGE_SMALL));
        double rate = page_text_width(page, pair_words_rejection(page, &null), PAGE_SMALL);
        rate += null.too_narrow ? 0 : page_text_width(page, PAIR_DAGGER, PAGE_SMALL);
        forest->null_width = fmax(forest->null_width, rate);
    }
}

/* Columns: the pair (where there is room for its name), the adjuster, the intervals, the change, the null. */
static void measure(struct chart_forest *forest)
{
    struct page *page = forest->page;
    const struct snapshot *snapshot = page->snapshot;
    forest->beside = page->width >= PAGE_WIDE;
    forest->name_width = page_text_width(page, "raw", PAGE_SMALL);
    for (size_t a = 0; a < snapshot->request.n_adjusters; a++)
        forest->name_width =
            fmax(forest->name_width, page_text_width(page, page_series(page, a).label, PAGE_SMALL));
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        double name = drawing_text_width(page->drawing, pair_words_name(page, pair->a, pair->b),
                                         PAGE_SMALL, true);
        forest->label_width = fmax(forest->label_width, fmin(name, 0.28 * page->width));
        forest->change_width =
            fmax(forest->change_width,
                 page_text_width(page, pair_words_raw_width(page, pair), PAGE_SMALL));
        for (size_t a = 0; a < pair->n_adjusters; a++)
            forest->change_width = fmax(
                forest->change_width,
                page_text_width(page, pair_words_change(page, &pair->adjusters[a]), PAGE_SMALL));
        measure_null(forest, pair);
    }
    forest->change_width = fmin(forest->change_width, 0.33 * page->width);
    if (!forest->beside)
        forest->label_width = -8;
}

static void draw_interval(struct chart_forest *forest, const struct interval *interval,
                          double centre, double y, const struct series *series)
{
    struct drawing *drawing = forest->page->drawing;
    if (interval->status != ESTIMATE_OK)
        return;
    double half = fabs(forest->scale) * interval->half_width, width = series->rgb ? 1.3 : 1.0;
    double low = scale_place(&forest->x, centre - half),
           high = scale_place(&forest->x, centre + half);
    drawing_segment(drawing, low, y, high, y, series->rgb, width, series->dash);
    drawing_segment(drawing, low, y - 2, low, y + 2, series->rgb, width, DASH_SOLID);
    drawing_segment(drawing, high, y - 2, high, y + 2, series->rgb, width, DASH_SOLID);
    drawing_mark(drawing, scale_place(&forest->x, centre), y, series->shape, 2.1, series->rgb,
                 series->ink);
}

/* The right edge of the column of changes. */
static double change_edge(const struct chart_forest *forest)
{
    const struct page *page = forest->page;
    return page->left + page->width -
           (forest->null_width > 0 ? forest->null_width + COLUMN_GAP : 0);
}

/* null: NULL for the raw row. */
static void draw_row(struct chart_forest *forest, const struct interval *interval, double centre,
                     const struct series *series, const char *text, const struct pair_null *null)
{
    struct page *page = forest->page;
    double x = page->left + forest->label_width + 8, y = page->y + ROW / 2;
    struct box area = {forest->x.from, page->y, forest->x.to - forest->x.from, ROW};
    page_text(page, x, y + 2.5, PAGE_SMALL, 0, series->label);
    drawing_clip(page->drawing, area);
    draw_interval(forest, interval, centre, y, series);
    drawing_unclip(page->drawing);
    page_text(page, change_edge(forest), y + 2.5, PAGE_SMALL, 1,
              drawing_fit(page->drawing, text, PAGE_SMALL, false, forest->change_width));
    const char *rate = null ? pair_words_rejection(page, null) : NULL;
    /* Figures stand under one another, the dagger behind them. */
    double edge = page->left + page->width -
                  (null && !null->too_narrow ? page_text_width(page, PAIR_DAGGER, PAGE_SMALL) : 0);
    if (rate)
        page_text(page, edge, y + 2.5, PAGE_SMALL, 1, rate);
    page->y += ROW;
}

static void draw_adjusted(struct chart_forest *forest, const struct pair_result *pair, size_t a,
                          double centre)
{
    struct page *page = forest->page;
    const struct pair_adjuster_result *result = &pair->adjusters[a];
    struct pair_null null = snapshot_pair_null(page->snapshot, pair, result->adjuster);
    struct series series = page_series(page, a);
    series.dash = null.too_narrow ? DASH_SHORT : DASH_SOLID;
    draw_row(forest, &result->interval, centre, &series, pair_words_change(page, result), &null);
}

static void draw_label(struct chart_forest *forest, const struct pair_result *pair)
{
    struct page *page = forest->page;
    const char *difference = pair_words_difference(page, pair);
    double room = forest->beside ? forest->label_width
                                 : page->width - page_text_width(page, difference, PAGE_SMALL) - 6;
    const char *name =
        drawing_fit(page->drawing, pair_words_name(page, pair->a, pair->b), PAGE_SMALL, true, room);
    page_bold(page, page->left, page->y + 7, PAGE_SMALL, 0, name);
    if (forest->beside) {
        page_text(page, page->left, page->y + ROW + 7, PAGE_SMALL, 0, difference);
    } else {
        double end = drawing_text_width(page->drawing, name, PAGE_SMALL, true);
        page_text(page, page->left + end + 6, page->y + 7, PAGE_SMALL, 0, difference);
        page->y += ROW + 2;
    }
}

static void draw_pair(struct chart_forest *forest, const struct pair_result *pair)
{
    struct page *page = forest->page;
    double centre = forest->centred ? 0 : forest->scale * pair->difference;
    double begin = page->y, zero = scale_place(&forest->x, 0);
    struct series raw = page_raw_series(page);
    draw_label(forest, pair);
    drawing_segment(page->drawing, zero, page->y, zero,
                    page->y + ROW * (double)(pair->n_adjusters + 1), RGB_GREY, 0.6, DASH_SHORT);
    raw.dash = DASH_SOLID;
    draw_row(forest, &pair->raw, centre, &raw, pair_words_raw_width(page, pair), NULL);
    for (size_t a = 0; a < pair->n_adjusters; a++)
        draw_adjusted(forest, pair, a, centre);
    page->y = fmax(page->y, begin + 2 * ROW) + 2;
    drawing_segment(page->drawing, page->left, page->y, page->left + page->width, page->y,
                    RGB_LIGHT, 0.3, DASH_SOLID);
    page->y += 2;
}

static void draw_axis(struct chart_forest *forest)
{
    struct page *page = forest->page;
    /* No frame: the names of pairs would cross it. */
    struct panel_axes axes = {.box = {forest->x.from, page->y, forest->x.to - forest->x.from, 0},
                              .x = forest->x,
                              .x_ticks = &forest->ticks,
                              .x_labels = true};
    page_axes(page, &axes);
    page->y += PAGE_X_LABELS + PAGE_LINE - 1;
    const struct arm_outcome *outcome = &forest->arm->outcome;
    const char *what = forest->centred ? "around the difference of means" : "difference of means";
    const char *label =
        !forest->one_outcome
            ? arena_printf(&page->drawing->arena, "%s, %s", what, page_outcome(page, forest->arm))
        : *outcome->unit ? arena_printf(&page->drawing->arena, "%s (%s)", what, outcome->unit)
                         : what;
    double middle = (forest->x.from + forest->x.to) / 2, half = page_text_width(page, label, 8) / 2;
    middle = fmin(middle, page->left + page->width - half);
    page_text(page, fmax(middle, page->left + half), page->y, PAGE_TEXT, 0.5, label);
    page->y += 3;
}

static void draw_headings(struct chart_forest *forest)
{
    struct page *page = forest->page;
    page->y += PAGE_SMALL;
    page_text(page, change_edge(forest), page->y, PAGE_SMALL, 1, "half-width");
    if (forest->null_width > 0)
        page_text(page, page->left + page->width, page->y, PAGE_SMALL, 1, NULL_HEADING);
    page->y += 2;
}

static void note_null(struct chart_forest *forest)
{
    struct page *page = forest->page;
    char target[16];
    snprintf(target, sizeof target, "%g",
             round(1e6 * (1 - page->snapshot->request.settings.level)) / 1e4);
    if (forest->null_width > 0)
        page_note(page, false,
                  arena_printf(
                      &page->drawing->arena,
                      "Null: how often two halves of one arm's runs are told apart, both arms "
                      "weighted by their variances, and how often that follows from VR; %s %% is "
                      "right.",
                      target));
    if (forest->too_narrow)
        page_note(page, true, "† dashed: as a test it rejects too often.");
}

static void notes(struct chart_forest *forest)
{
    struct page *page = forest->page;
    const struct request *request = &page->snapshot->request;
    char level[16];
    snprintf(level, sizeof level, "%g", 100 * request->settings.level);
    page_note(page, false,
              arena_printf(
                  &page->drawing->arena,
                  "%s %% Welch intervals. The raw one is the result; the others, around the same "
                  "difference, are those that one would have if the average log were known; "
                  "adjusted variance: median over %s splits, %s. Half-width: "
                  "the raw one, and its change.%s",
                  level, figure_count(&page->figures, request->settings.splits), page_folds(page),
                  forest->some_centred ? " Every pair is centred on its own difference." : ""));
    note_null(forest);
    page_note_exploratory(page);
}

/* The pairs of one outcome, and their axis. */
static void draw_outcome(struct chart_forest *forest, const struct arm *arm)
{
    struct page *page = forest->page;
    const struct snapshot *snapshot = page->snapshot;
    forest->arm = arm;
    forest->scale = arm->outcome.scale;
    forest->x.extent = choose_extent(forest);
    forest->some_centred |= forest->centred;
    page_ticks(page, forest->x.extent, page->width < PAGE_WIDE ? 5 : 8, &forest->ticks);
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        if (is_drawn(forest, &snapshot->pairs[i]))
            draw_pair(forest, &snapshot->pairs[i]);
    page->y -= 2;
    draw_axis(forest);
}

/* Whether an earlier pair has the same outcome. */
static bool is_known(const struct snapshot *snapshot, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (snapshot->pairs[k].a->outcome_index == snapshot->pairs[i].a->outcome_index)
            return true;
    return false;
}

bool chart_pairs(struct page *page, struct strbuf *problem)
{
    const struct snapshot *snapshot = page->snapshot;
    struct chart_forest forest = {.page = page, .one_outcome = true};
    if (!snapshot->n_pairs || snapshot->n_pairs > CHART_PAIRS_MAX) {
        pair_words_problem(page, snapshot->n_pairs, problem);
        return false;
    }
    measure(&forest);
    forest.x.from = page->left + forest.label_width + 8 + forest.name_width + 6;
    forest.x.to = change_edge(&forest) - forest.change_width - 6;
    for (size_t i = 1; i < snapshot->n_pairs; i++)
        forest.one_outcome = forest.one_outcome && is_known(snapshot, i);
    draw_headings(&forest);
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        if (!is_known(snapshot, i))
            draw_outcome(&forest, snapshot->pairs[i].a);
    notes(&forest);
    return true;
}
