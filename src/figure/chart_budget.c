/* Budget: median VR with its quartile band against the number of runs, a panel an arm. */
#include "figure/page.h"

#include "estimate/status.h"
#include "report/lookup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What costs more than this is not worth the paper: curves are cut there. */
#define CUT (-100.0)

struct curve {
    size_t n_points;
    double n[REQUEST_BUDGETS_MAX], median[REQUEST_BUDGETS_MAX], q25[REQUEST_BUDGETS_MAX],
        q75[REQUEST_BUDGETS_MAX]; /* percent; NaN where there is none */
    enum estimate_status status;  /* of the first point without a figure */
};

static void collect(const struct page *page, const struct arm *arm, struct adjuster adjuster,
                    struct curve *curve)
{
    const struct snapshot *snapshot = page->snapshot;
    curve->n_points = 0;
    curve->status = ESTIMATE_OK;
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        if (row->arm != arm || !adjuster_equal(row->adjuster, adjuster) ||
            curve->n_points == REQUEST_BUDGETS_MAX)
            continue;
        bool fine = row->status == ESTIMATE_OK;
        size_t k = curve->n_points++;
        curve->n[k] = (double)row->n;
        curve->median[k] = fine ? 100 * row->median : NAN;
        curve->q25[k] = fine ? 100 * row->q25 : NAN;
        curve->q75[k] = fine ? 100 * row->q75 : NAN;
        if (!fine && curve->status == ESTIMATE_OK)
            curve->status = row->status;
    }
}

/* NaN where no adjuster declares a statistic that pays for itself anywhere. */
static double break_even(const struct page *page, const struct arm *arm)
{
    const struct request *request = &page->snapshot->request;
    for (size_t a = 0; a < request->n_adjusters; a++) {
        const struct adjuster_result *result =
            lookup_adjuster(page->snapshot, arm, request->adjusters[a]);
        if (result && result->n_statistic)
            return result->break_even_runs;
    }
    return NAN;
}

struct budget_page {
    struct page *page;
    struct extent x, y;
    struct ticks x_ticks, y_ticks;
    bool cut, breaks_even;
};

/* The x axis has the budgets for ticks. */
static void add_tick(struct ticks *ticks, struct page *page, double value)
{
    size_t at = 0;
    while (at < ticks->n_ticks && ticks->values[at] < value)
        at++;
    if ((at < ticks->n_ticks && ticks->values[at] == value) || ticks->n_ticks == SCALE_TICKS_MAX)
        return;
    size_t n_moved = ticks->n_ticks++ - at;
    memmove(&ticks->values[at + 1], &ticks->values[at], n_moved * sizeof *ticks->values);
    memmove(&ticks->labels[at + 1], &ticks->labels[at], n_moved * sizeof *ticks->labels);
    ticks->values[at] = value;
    ticks->labels[at] = page_number(page, value, 0);
}

static void survey(struct budget_page *budget)
{
    struct page *page = budget->page;
    const struct snapshot *snapshot = page->snapshot;
    budget->x = budget->y = EXTENT_EMPTY;
    extent_include(&budget->y, 0);
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        extent_include(&budget->x, (double)row->n);
        add_tick(&budget->x_ticks, page, (double)row->n);
        if (row->status != ESTIMATE_OK)
            continue;
        budget->cut |= 100 * row->q25 < CUT;
        extent_include(&budget->y, fmax(100 * row->q25, CUT));
        extent_include(&budget->y, fmax(100 * row->q75, CUT));
    }
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        double n = break_even(page, snapshot->arms[i].arm);
        budget->breaks_even |= n >= budget->x.low && n <= budget->x.high;
    }
    budget->y = extent_padded(budget->y, 0.05);
    if (budget->cut)
        budget->y.low = CUT;
    budget->x.low /= 1.06, budget->x.high *= 1.06; /* room for marks at the frame */
    page_ticks(page, budget->y, 5, &budget->y_ticks);
}

static void draw_band(struct page *page, const struct panel_axes *axes, const struct curve *curve,
                      const struct series *series)
{
    struct point outline[2 * REQUEST_BUDGETS_MAX];
    size_t n = 0;
    for (size_t k = 0; k < curve->n_points; k++)
        if (!isnan(curve->q25[k]))
            outline[n++] = (struct point){scale_place(&axes->x, curve->n[k]),
                                          scale_place(&axes->y, curve->q25[k])};
    for (size_t k = curve->n_points; k-- > 0;)
        if (!isnan(curve->q75[k]))
            outline[n++] = (struct point){scale_place(&axes->x, curve->n[k]),
                                          scale_place(&axes->y, curve->q75[k])};
    drawing_area(page->drawing, outline, n, series->rgb, 0.16);
}

static void draw_curve(struct page *page, const struct panel_axes *axes, const struct curve *curve,
                       const struct series *series)
{
    struct point points[REQUEST_BUDGETS_MAX];
    for (size_t k = 0; k < curve->n_points; k++)
        points[k] = (struct point){scale_place(&axes->x, curve->n[k]),
                                   scale_place(&axes->y, curve->median[k])};
    drawing_line(page->drawing, points, curve->n_points, series->rgb, 1.1, series->dash);
    for (size_t k = 0; k < curve->n_points; k++)
        if (isfinite(points[k].y))
            drawing_mark(page->drawing, points[k].x, points[k].y, series->shape, 1.8, series->rgb,
                         series->ink);
}

static void draw_curves(struct page *page, const struct panel_axes *axes, const struct arm *arm)
{
    size_t n = page->snapshot->request.n_adjusters, n_empty = 0;
    struct curve *curves = arena_alloc(&page->drawing->arena, n, sizeof *curves);
    for (size_t a = 0; a < n; a++) {
        collect(page, arm, page->snapshot->request.adjusters[a], &curves[a]);
        size_t n_figures = 0;
        for (size_t k = 0; k < curves[a].n_points; k++)
            n_figures += !isnan(curves[a].median[k]);
        n_empty += n_figures == 0;
    }
    for (size_t a = 0; a < n; a++) {
        struct series series = page_series(page, a);
        draw_band(page, axes, &curves[a], &series);
    }
    for (size_t a = 0; a < n; a++) {
        struct series series = page_series(page, a);
        draw_curve(page, axes, &curves[a], &series);
    }
    if (n && n_empty == n)
        page_panel_message(page, axes->box, estimate_status_text(curves[0].status));
}

static void draw_break_even(struct budget_page *budget, const struct panel_axes *axes,
                            const struct arm *arm)
{
    double n = break_even(budget->page, arm);
    if (!(n >= budget->x.low && n <= budget->x.high))
        return;
    double x = scale_place(&axes->x, n), bottom = axes->box.y + axes->box.height;
    drawing_mark(budget->page->drawing, x, bottom - 2.6, MARK_TRIANGLE, 2.4, RGB_TEXT, INK_FILL);
}

static void draw_panel(struct budget_page *budget, const struct grid *grid, size_t i)
{
    struct page *page = budget->page;
    const struct arm *arm = page->snapshot->arms[i].arm;
    struct panel_axes axes = page_panel(grid_panel(grid, i), budget->x, budget->y);
    axes.x.logarithmic = true;
    axes.x_ticks = &budget->x_ticks;
    axes.y_ticks = &budget->y_ticks;
    axes.x_labels = grid_is_lowest(grid, i);
    axes.y_labels = grid_is_first_column(grid, i);
    page_panel_title(page, axes.box, arm->label, NULL);
    drawing_clip(page->drawing, axes.box);
    double zero = scale_place(&axes.y, 0);
    drawing_segment(page->drawing, axes.box.x, zero, axes.box.x + axes.box.width, zero, RGB_GREY,
                    0.6, DASH_SOLID);
    draw_curves(page, &axes, arm);
    draw_break_even(budget, &axes, arm);
    drawing_unclip(page->drawing);
    page_axes(page, &axes);
}

static void legend(struct budget_page *budget)
{
    size_t n_entries;
    struct legend_entry *entries = page_adjuster_entries(budget->page, 1, &n_entries);
    struct series even = {"fixed breaks even", RGB_TEXT, DASH_SOLID, MARK_TRIANGLE, INK_FILL};
    if (!budget->breaks_even) {
        page_legend(budget->page, entries + 1, n_entries - 1);
        return;
    }
    memmove(entries, entries + 1, (n_entries - 1) * sizeof *entries);
    entries[n_entries - 1] = (struct legend_entry){even, false, true};
    page_legend(budget->page, entries, n_entries);
}

static void note_missing(struct page *page)
{
    enum estimate_status statuses[REQUEST_ADJUSTERS_MAX] = {ESTIMATE_OK};
    for (size_t i = 0; i < page->snapshot->n_budget; i++) {
        const struct budget_row *row = &page->snapshot->budget[i];
        for (size_t a = 0; a < page->snapshot->request.n_adjusters; a++)
            if (row->status != ESTIMATE_OK &&
                adjuster_equal(row->adjuster, page->snapshot->request.adjusters[a]))
                statuses[a] = row->status;
    }
    page_note_missing(page, statuses);
}

static void notes(struct budget_page *budget)
{
    struct page *page = budget->page;
    struct arena *arena = &page->drawing->arena;
    page_note(page, false,
              arena_printf(arena, "Lines: median over %s draws of that many runs; bands: quartiles; "
                                  "%s.%s%s",
                           figure_count(&page->figures, page->snapshot->request.settings.draws),
                           page_folds(page),
                           budget->breaks_even ? " Fixed breaks even where ρ² = 1/n_train." : "",
                           budget->cut ? " Cut at −100 %." : ""));
    note_missing(page);
    page_note_exploratory(page);
}

bool chart_budget(struct page *page, struct strbuf *problem)
{
    struct budget_page budget = {.page = page};
    if (!page->snapshot->n_budget) {
        strbuf_puts(problem, "no arm and adjuster is chosen");
        return false;
    }
    survey(&budget);
    legend(&budget);
    struct grid_wish wish = {.n_panels = page->snapshot->n_arms,
                             .x = page->left + PAGE_Y_TITLE,
                             .y = page->y,
                             .width = page->width - PAGE_Y_TITLE,
                             .gutter_first = budget.y_ticks.widest + PAGE_TICK + 3,
                             .gutter_others = 7,
                             .panel_least = 62,
                             .panel_wished = page->width < PAGE_WIDE ? 90 : 108,
                             .panel_height = 68,
                             .panel_height_alone = 92,
                             .above = 11,
                             .below_last = PAGE_X_LABELS,
                             .below_others = 4,
                             .height_most = PAGE_HEIGHT_WISHED};
    struct grid grid = grid_layout(&wish);
    for (size_t i = 0; i < wish.n_panels; i++)
        draw_panel(&budget, &grid, i);
    page->y += grid.height;
    page_y_title(page, &grid, "variance reduction (%)");
    page_x_title(page, &grid, "runs");
    notes(&budget);
    return true;
}
