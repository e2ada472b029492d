/* Pairs: a forest plot, raw and adjusted intervals around the same difference, and in figures how
 * much narrower the adjusted ones are. */
#include "figure/page.h"

#include "estimate/status.h"

#include <math.h>
#include <string.h>

#define ROW 8.0
/* Below this share of the axis an interval would be a dot: then each pair stands around its own
 * difference, as on the screen. */
#define SHARE_LEAST 0.08

struct forest {
    struct page *page;
    double scale; /* of the outcome, as shown */
    bool centred, beside; /* beside: the pair's name stands left of its intervals */
    double label_width, name_width, change_width;
    struct scale x;
    struct ticks ticks;
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

static struct extent choose_extent(struct forest *forest)
{
    const struct snapshot *snapshot = forest->page->snapshot;
    struct extent extent = EXTENT_EMPTY;
    double most = 0;
    extent_include(&extent, 0);
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
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

static const char *pair_name(struct page *page, const struct pair_result *pair)
{
    const char *between = *pair->a->group ? ": " : "";
    return arena_printf(&page->drawing->arena, "%s%s%s − %s", pair->a->group, between, pair->a->name,
                        pair->b->name);
}

/* A digit less than in tables. */
static const char *outcome(struct page *page, double value)
{
    int decimals = page->figures.half_decimals;
    return page_number(page, value * page->snapshot->study->scale, decimals > 1 ? decimals - 1 : 0);
}

static const char *signed_outcome(struct page *page, double value)
{
    const char *number = outcome(page, value);
    bool positive = value * page->snapshot->study->scale > 0 && strpbrk(number, "123456789");
    return arena_printf(&page->drawing->arena, "%s%s", positive ? "+" : "", number);
}

static const char *pair_difference(struct page *page, const struct pair_result *pair)
{
    return arena_printf(&page->drawing->arena, "%s%s",
                        signed_outcome(page, pair->difference), page->figures.unit);
}

static const char *change(struct page *page, const struct pair_adjuster_result *result)
{
    if (result->interval.status != ESTIMATE_OK)
        return estimate_status_text(result->interval.status);
    double percent = result->narrower_percent;
    const char *number = figure_fixed(&page->figures, fabs(percent), 1);
    const char *word = strpbrk(number, "123456789") ? percent > 0 ? "narrower" : "wider" : "as raw";
    return arena_printf(&page->drawing->arena, "%s %% %s", number, word);
}

static const char *raw_width(struct page *page, const struct pair_result *pair)
{
    if (pair->raw.status != ESTIMATE_OK)
        return estimate_status_text(pair->raw.status);
    return arena_printf(&page->drawing->arena, "± %s%s",
                        outcome(page, fabs(pair->raw.half_width)), page->figures.unit);
}

/* Columns: the pair (where there is room beside), the adjuster, the intervals, the change. */
static void measure(struct forest *forest)
{
    struct page *page = forest->page;
    const struct snapshot *snapshot = page->snapshot;
    forest->beside = page->width >= PAGE_WIDE;
    forest->name_width = page_text_width(page, "raw", PAGE_SMALL);
    for (size_t a = 0; a < snapshot->request.n_adjusters; a++)
        forest->name_width = fmax(forest->name_width,
                                  page_text_width(page, page_series(page, a).label, PAGE_SMALL));
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        double name = drawing_text_width(page->drawing, pair_name(page, pair), PAGE_SMALL, true);
        forest->label_width = fmax(forest->label_width, fmin(name, 0.28 * page->width));
        forest->change_width =
            fmax(forest->change_width, page_text_width(page, raw_width(page, pair), PAGE_SMALL));
        for (size_t a = 0; a < pair->n_adjusters; a++)
            forest->change_width =
                fmax(forest->change_width,
                     page_text_width(page, change(page, &pair->adjusters[a]), PAGE_SMALL));
    }
    forest->change_width = fmin(forest->change_width, 0.33 * page->width);
    if (!forest->beside)
        forest->label_width = -8;
}

static void draw_interval(struct forest *forest, const struct interval *interval, double centre,
                          double y, const struct series *series)
{
    struct drawing *drawing = forest->page->drawing;
    if (interval->status != ESTIMATE_OK)
        return;
    double half = fabs(forest->scale) * interval->half_width, width = series->rgb ? 1.3 : 1.0;
    double low = scale_place(&forest->x, centre - half), high = scale_place(&forest->x, centre + half);
    drawing_segment(drawing, low, y, high, y, series->rgb, width, DASH_SOLID);
    drawing_segment(drawing, low, y - 2, low, y + 2, series->rgb, width, DASH_SOLID);
    drawing_segment(drawing, high, y - 2, high, y + 2, series->rgb, width, DASH_SOLID);
    drawing_mark(drawing, scale_place(&forest->x, centre), y, series->shape, 2.1, series->rgb,
                 series->ink);
}

static void draw_row(struct forest *forest, const struct interval *interval, double centre,
                     const struct series *series, const char *text)
{
    struct page *page = forest->page;
    double x = page->left + forest->label_width + 8, y = page->y + ROW / 2;
    struct box area = {forest->x.from, page->y, forest->x.to - forest->x.from, ROW};
    page_text(page, x, y + 2.5, PAGE_SMALL, 0, series->label);
    drawing_clip(page->drawing, area);
    draw_interval(forest, interval, centre, y, series);
    drawing_unclip(page->drawing);
    page_text(page, page->left + page->width, y + 2.5, PAGE_SMALL, 1,
              drawing_fit(page->drawing, text, PAGE_SMALL, false, forest->change_width));
    page->y += ROW;
}

static void draw_label(struct forest *forest, const struct pair_result *pair)
{
    struct page *page = forest->page;
    const char *difference = pair_difference(page, pair);
    double room = forest->beside ? forest->label_width
                                 : page->width - page_text_width(page, difference, PAGE_SMALL) - 6;
    const char *name = drawing_fit(page->drawing, pair_name(page, pair), PAGE_SMALL, true, room);
    page_bold(page, page->left, page->y + 7, PAGE_SMALL, 0, name);
    if (forest->beside) {
        page_text(page, page->left, page->y + ROW + 7, PAGE_SMALL, 0, difference);
    } else {
        double end = drawing_text_width(page->drawing, name, PAGE_SMALL, true);
        page_text(page, page->left + end + 6, page->y + 7, PAGE_SMALL, 0, difference);
        page->y += ROW + 2;
    }
}

static void draw_pair(struct forest *forest, const struct pair_result *pair)
{
    struct page *page = forest->page;
    double centre = forest->centred ? 0 : forest->scale * pair->difference;
    double begin = page->y, zero = scale_place(&forest->x, 0);
    struct series raw = page_raw_series(page);
    draw_label(forest, pair);
    drawing_segment(page->drawing, zero, page->y, zero,
                    page->y + ROW * (double)(pair->n_adjusters + 1), RGB_GREY, 0.6, DASH_SHORT);
    draw_row(forest, &pair->raw, centre, &raw, raw_width(page, pair));
    for (size_t a = 0; a < pair->n_adjusters; a++) {
        struct series series = page_series(page, a);
        draw_row(forest, &pair->adjusters[a].interval, centre, &series,
                 change(page, &pair->adjusters[a]));
    }
    page->y = fmax(page->y, begin + 2 * ROW) + 2;
    drawing_segment(page->drawing, page->left, page->y, page->left + page->width, page->y, RGB_LIGHT,
                    0.3, DASH_SOLID);
    page->y += 2;
}

static void draw_axis(struct forest *forest)
{
    struct page *page = forest->page;
    /* No frame: the names of pairs would cross it. */
    struct panel_axes axes = {.box = {forest->x.from, page->y, forest->x.to - forest->x.from, 0},
                              .x = forest->x, .x_ticks = &forest->ticks, .x_labels = true};
    page_axes(page, &axes);
    page->y += PAGE_X_LABELS + PAGE_LINE - 1;
    const char *unit = page->snapshot->study->unit;
    const char *what = forest->centred ? "around the difference of means" : "difference of means";
    const char *label = unit && *unit ? arena_printf(&page->drawing->arena, "%s (%s)", what, unit)
                                      : what;
    double middle = (forest->x.from + forest->x.to) / 2, half = page_text_width(page, label, 8) / 2;
    middle = fmin(middle, page->left + page->width - half);
    page_text(page, fmax(middle, page->left + half), page->y, PAGE_TEXT, 0.5, label);
    page->y += 3;
}

static void notes(struct forest *forest)
{
    struct page *page = forest->page;
    const struct request *request = &page->snapshot->request;
    char level[16];
    snprintf(level, sizeof level, "%g", 100 * request->settings.level);
    page_note(page, false,
              arena_printf(&page->drawing->arena,
                           "%s %% Welch intervals around the raw difference, which adjustment does "
                           "not move; adjusted variance: median over %s splits, %s. Right: raw "
                           "half-width, and its change.%s",
                           level, figure_count(&page->figures, request->settings.splits),
                           page_folds(page),
                           forest->centred ? " Every pair is centred on its own difference." : ""));
    page_note_exploratory(page);
}

bool chart_pairs(struct page *page, struct strbuf *problem)
{
    const struct snapshot *snapshot = page->snapshot;
    struct forest forest = {.page = page, .scale = snapshot->study->scale};
    if (!snapshot->n_pairs || snapshot->n_pairs > CHART_PAIRS_MAX) {
        if (snapshot->n_pairs)
            strbuf_printf(problem, "%zu pairs do not fit into a figure (at most %d); --arms chooses",
                          snapshot->n_pairs, CHART_PAIRS_MAX);
        else
            strbuf_puts(problem, "no two of the chosen arms are of one group");
        return false;
    }
    measure(&forest);
    forest.x.extent = choose_extent(&forest);
    forest.x.from = page->left + forest.label_width + 8 + forest.name_width + 6;
    forest.x.to = page->left + page->width - forest.change_width - 6;
    page_ticks(page, forest.x.extent, page->width < PAGE_WIDE ? 5 : 8, &forest.ticks);
    page->y += 2;
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        draw_pair(&forest, &snapshot->pairs[i]);
    page->y -= 2;
    draw_axis(&forest);
    notes(&forest);
    return true;
}
