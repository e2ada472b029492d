/* Coverage: of draws without replacement, observed next to what is expected of a perfect interval, a
 * panel per arm; and below the sharper test, rejection under the synthetic null next to its target. */
#include "figure/page.h"

#include "estimate/calibration.h"
#include "engine/status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NULL_ROW 4.2 /* a point */
#define DAGGER_SIZE 5.0

struct coverage_page {
    struct page *page;
    struct extent x, y;
    struct axis_ticks x_ticks, y_ticks;
    struct extent null_extent;
    bool too_often;               /* an adjusted interval rejects */
    struct legend_entry *entries; /* expected, raw, adjusters */
    size_t n_entries;
};

enum { ENTRY_EXPECTED, ENTRY_RAW, ENTRY_ADJUSTERS };

static void add_tick(struct coverage_page *all, double n)
{
    struct axis_ticks *ticks = &all->x_ticks;
    size_t at = ticks->n_ticks;
    for (size_t i = 0; i < ticks->n_ticks; i++)
        if (ticks->values[i] == n)
            return;
    for (; at > 0 && ticks->values[at - 1] > n && ticks->n_ticks < SCALE_TICKS_MAX; at--) {
        ticks->values[at] = ticks->values[at - 1];
        ticks->labels[at] = ticks->labels[at - 1];
    }
    if (ticks->n_ticks == SCALE_TICKS_MAX)
        return;
    ticks->values[at] = n;
    ticks->labels[at] = page_number(all->page, n, 0);
    ticks->n_ticks++;
}

static void survey(struct coverage_page *all)
{
    const struct snapshot *snapshot = all->page->snapshot;
    all->x = all->y = EXTENT_EMPTY;
    extent_include(&all->y, 100);
    extent_include(&all->y, 100 * snapshot->request.settings.level);
    for (size_t i = 0; i < snapshot->n_coverage; i++) {
        const struct coverage_row *row = &snapshot->coverage[i];
        extent_include(&all->x, (double)row->n);
        add_tick(all, (double)row->n);
        if (row->status != ESTIMATE_OK)
            continue;
        extent_include(&all->y, 100 * row->raw);
        extent_include(&all->y, 100 * row->adjusted);
        extent_include(&all->y, 100 * row->expected_raw);
    }
    all->x.low /= 1.06, all->x.high *= 1.06;
    all->y = extent_padded(all->y, 0.06);
    page_ticks(all->page, all->y, 5, &all->y_ticks);
    all->entries = page_adjuster_entries(all->page, ENTRY_ADJUSTERS, &all->n_entries);
    all->entries[ENTRY_EXPECTED] = (struct legend_entry){
        {"expected", RGB_GREY, DASH_SHORT, MARK_CIRCLE, INK_STROKE}, true, false};
    all->entries[ENTRY_RAW] = (struct legend_entry){page_raw_series(all->page), true, true};
}

/* The figure of an entry in a row; every row has the raw and the expected ones. */
static double figure_of(const struct coverage_row *row, size_t entry)
{
    double value = entry == ENTRY_EXPECTED ? row->expected_raw
                   : entry == ENTRY_RAW    ? row->raw
                                           : row->adjusted;
    return row->status == ESTIMATE_OK ? 100 * value : NAN;
}

static size_t draw_line(struct coverage_page *all, const struct panel_axes *axes,
                        const struct arm *arm, size_t entry)
{
    const struct snapshot *snapshot = all->page->snapshot;
    const struct legend_entry *look = &all->entries[entry];
    struct adjuster adjuster =
        snapshot->request.adjusters[entry < ENTRY_ADJUSTERS ? 0 : entry - ENTRY_ADJUSTERS];
    struct point points[REQUEST_BUDGETS_MAX];
    size_t n = 0, n_figures = 0;
    for (size_t i = 0; i < snapshot->n_coverage && n < REQUEST_BUDGETS_MAX; i++) {
        const struct coverage_row *row = &snapshot->coverage[i];
        if (row->arm != arm || !adjuster_equal(row->adjuster, adjuster))
            continue;
        double value = figure_of(row, entry);
        points[n++] =
            (struct point){scale_place(&axes->x, (double)row->n), scale_place(&axes->y, value)};
        n_figures += !isnan(value);
    }
    drawing_line(all->page->drawing, points, n, look->series.rgb, 1, look->series.dash);
    for (size_t i = 0; i < n && look->mark; i++)
        if (isfinite(points[i].y))
            drawing_mark(all->page->drawing, points[i].x, points[i].y, look->series.shape, 1.7,
                         look->series.rgb, look->series.ink);
    return n_figures;
}

static void draw_panel(struct coverage_page *all, const struct grid *grid, size_t i)
{
    struct page *page = all->page;
    const struct arm *arm = page->snapshot->arms[i].arm;
    struct panel_axes axes = page_panel(grid_panel(grid, i), all->x, all->y);
    page_runs_axes(&axes, grid, i, &all->x_ticks, &all->y_ticks);
    page_panel_title(page, axes.box, arm->label, NULL);
    size_t n_figures = 0;
    for (size_t entry = 0; entry < all->n_entries; entry++)
        n_figures += draw_line(all, &axes, arm, entry);
    if (!n_figures)
        page_panel_message(page, axes.box, estimate_status_text(ESTIMATE_TOO_FEW_RUNS));
    page_axes(page, &axes);
}

static void draw_coverage(struct coverage_page *all)
{
    struct page *page = all->page;
    struct grid_wish wish = page_grid(page, page->snapshot->n_arms, all->y_ticks.widest);
    wish.panel_height = 52;
    wish.panel_height_alone = 80;
    struct grid grid = grid_layout(&wish);
    for (size_t i = 0; i < wish.n_panels; i++)
        draw_panel(all, &grid, i);
    page->y += grid.height;
    page_y_title(page, &grid, "coverage (%)");
    page_x_title(page, &grid, "runs drawn");
}

/* ---- the synthetic null ---- */

/* Returns where its whisker ends. */
static double draw_rejection(struct page *page, const struct panel_axes *axes, double y,
                             double share, double se, const struct series *series)
{
    double low = scale_place(&axes->x, 100 * fmax(share - 2 * se, 0));
    double high = scale_place(&axes->x, 100 * (share + 2 * se));
    drawing_segment(page->drawing, low, y, high, y, series->rgb, 0.9, DASH_SOLID);
    drawing_mark(page->drawing, scale_place(&axes->x, 100 * share), y, series->shape, 1.7,
                 series->rgb, series->ink);
    return high;
}

static void draw_null_arm(struct coverage_page *all, const struct panel_axes *axes,
                          const struct arm *arm, double y)
{
    struct page *page = all->page;
    const struct request *request = &page->snapshot->request;
    bool raw_done = false;
    for (size_t a = 0; a < request->n_adjusters; a++) {
        const struct null_row *row = snapshot_null(page->snapshot, arm, request->adjusters[a]);
        if (!row || row->status != ESTIMATE_OK)
            continue;
        if (!raw_done)
            draw_rejection(page, axes, y, row->raw_rejection, row->raw_se,
                           &all->entries[ENTRY_RAW].series);
        raw_done = true;
        double at = y + NULL_ROW * (double)(a + 1);
        double end = draw_rejection(page, axes, at, row->adjusted_rejection, row->adjusted_se,
                                    &all->entries[ENTRY_ADJUSTERS + a].series);
        if (null_side(row, request->settings.level) <= 0)
            continue;
        page_text(page, end + 1.5, at + NULL_ROW / 2 - 0.4, DAGGER_SIZE, 0, "†");
        all->too_often = true;
    }
    if (!raw_done)
        page_text(page, axes->box.x + 4, y + 2.5, PAGE_SMALL, 0,
                  estimate_status_text(ESTIMATE_TOO_FEW_RUNS));
}

static struct extent null_extent(const struct page *page)
{
    struct extent extent = EXTENT_EMPTY;
    extent_include(&extent, 0);
    extent_include(&extent, 160 * (1 - page->snapshot->request.settings.level));
    for (size_t i = 0; i < page->snapshot->n_null; i++) {
        const struct null_row *row = &page->snapshot->null[i];
        if (row->status != ESTIMATE_OK)
            continue;
        extent_include(&extent, 100 * (row->raw_rejection + 2 * row->raw_se));
        extent_include(&extent, 100 * (row->adjusted_rejection + 2 * row->adjusted_se));
    }
    extent.high *= 1.06; /* with room for a dagger */
    return extent;
}

static double null_height(const struct page *page)
{
    return NULL_ROW * (double)(page->snapshot->request.n_adjusters + 1) + 5;
}

static double null_label_width(const struct page *page, double pitch)
{
    double width = 0;
    for (size_t i = 0; i < page->snapshot->n_arms; i++)
        width = fmax(width, page_text_width(page, page->snapshot->arms[i].arm->label, PAGE_SMALL));
    return fmin(width, 0.35 * pitch);
}

/* Arms `from` up to `to` under each other, the axis at the foot. */
static void draw_null_column(struct coverage_page *all, struct box box,
                             const struct axis_ticks *ticks, size_t from, size_t to, double label)
{
    struct page *page = all->page;
    const struct snapshot *snapshot = page->snapshot;
    double target = 100 * (1 - snapshot->request.settings.level);
    double height = null_height(page);
    struct panel_axes axes = page_panel(box, all->null_extent, (struct extent){0, 1});
    axes.x_ticks = ticks;
    axes.x_labels = true;
    double middle = scale_place(&axes.x, target);
    drawing_segment(page->drawing, middle, box.y, middle, box.y + box.height, RGB_GREY, 0.8,
                    DASH_SHORT);
    for (size_t i = from; i < to; i++) {
        double top = box.y + height * (double)(i - from);
        const struct arm *arm = snapshot->arms[i].arm;
        if (i > from)
            drawing_segment(page->drawing, box.x, top, box.x + box.width, top, RGB_LIGHT, 0.3,
                            DASH_SOLID);
        page_text(page, box.x - 4, top + height / 2 + 2.5, PAGE_SMALL, 1,
                  drawing_fit(page->drawing, arm->label, PAGE_SMALL, false, label));
        draw_null_arm(all, &axes, arm, top + 2.5 + NULL_ROW / 2);
    }
    page_axes(page, &axes);
}

/* Many arms stand side by side where there is room. */
static void draw_null(struct coverage_page *all)
{
    struct page *page = all->page;
    size_t n = page->snapshot->n_arms;
    size_t n_columns = page->width < PAGE_WIDE || n <= 12 ? 1 : n <= 24 ? 2 : 3;
    size_t n_rows = (n + n_columns - 1) / n_columns;
    double pitch = (page->width + 8) / (double)n_columns;
    double label = null_label_width(page, pitch), top = page->y + 5, deepest = top;
    struct axis_ticks ticks;
    all->null_extent = null_extent(page);
    page_ticks(page, all->null_extent, n_columns > 1 ? 5 : 8, &ticks);
    for (size_t c = 0; c < n_columns && c * n_rows < n; c++) {
        size_t from = c * n_rows, to = from + n_rows < n ? from + n_rows : n;
        struct box box = {page->left + pitch * (double)c + label + 5, top, pitch - label - 13,
                          null_height(page) * (double)(to - from)};
        draw_null_column(all, box, &ticks, from, to, label);
        deepest = fmax(deepest, box.y + box.height);
    }
    double middle =
        n_columns == 1 ? page->left + (label + 5 + page->width) / 2 : page->left + page->width / 2;
    page->y = deepest + PAGE_X_LABELS + PAGE_LINE - 1;
    page_text(page, middle, page->y, PAGE_TEXT, 0.5, "null rejection (%)");
    page->y += 4;
}

static void note_missing(struct page *page)
{
    enum estimate_status statuses[REQUEST_ADJUSTERS_MAX] = {ESTIMATE_OK};
    const struct snapshot *snapshot = page->snapshot;
    for (size_t a = 0; a < snapshot->request.n_adjusters; a++) {
        struct adjuster adjuster = snapshot->request.adjusters[a];
        for (size_t i = 0; i < snapshot->n_coverage; i++)
            if (adjuster_equal(snapshot->coverage[i].adjuster, adjuster) &&
                snapshot->coverage[i].status != ESTIMATE_OK)
                statuses[a] = snapshot->coverage[i].status;
        for (size_t i = 0; i < snapshot->n_null; i++)
            if (adjuster_equal(snapshot->null[i].adjuster, adjuster) &&
                snapshot->null[i].status != ESTIMATE_OK)
                statuses[a] = snapshot->null[i].status;
    }
    page_note_missing(page, statuses);
}

static void notes(struct coverage_page *all)
{
    struct page *page = all->page;
    const struct analysis_settings *settings = &page->snapshot->request.settings;
    char level[16], target[16];
    snprintf(level, sizeof level, "%g", 100 * settings->level);
    snprintf(target, sizeof target, "%g", round(1e6 * (1 - settings->level)) / 1e4);
    page_note(page, false,
              arena_printf(&page->drawing->arena,
                           "Share of %s draws whose %s %% interval covers the mean of all runs; "
                           "expected: of a perfect interval, since drawing without replacement "
                           "lifts coverage. Null: an arm split into two fake arms; whiskers: two "
                           "Monte Carlo standard errors; dashed: the target, %s %%.",
                           figure_count(&page->figures, request_diagnostic_draws(settings)), level,
                           target));
    if (all->too_often)
        page_note(page, true,
                  "† rejects too often, as follows from the variance reduction; the result is the "
                  "raw one.");
    note_missing(page);
    page_note_exploratory(page);
}

bool chart_coverage(struct page *page, struct strbuf *problem)
{
    struct coverage_page all = {.page = page};
    if (!page->snapshot->n_coverage) {
        strbuf_puts(problem, "no arm and adjuster is chosen");
        return false;
    }
    survey(&all);
    page_legend(page, all.entries, all.n_entries);
    draw_coverage(&all);
    draw_null(&all);
    notes(&all);
    return true;
}
