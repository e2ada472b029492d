#include "figure/curves.h"

#include "engine/status.h"

#include <math.h>
#include <string.h>

void curve_add(struct curve *curve, struct curve_point point)
{
    bool fine = point.status == ESTIMATE_OK;
    if (curve->n_points == REQUEST_BUDGETS_MAX)
        return;
    size_t k = curve->n_points++;
    curve->n[k] = (double)point.n;
    curve->median[k] = fine ? point.median : NAN;
    curve->q25[k] = fine ? point.q25 : NAN;
    curve->q75[k] = fine ? point.q75 : NAN;
    if (!fine && curve->status == ESTIMATE_OK)
        curve->status = point.status;
}

void curves_init(struct chart_curves *curves, struct page *page, size_t n_panels)
{
    struct arena *arena = &page->drawing->arena;
    size_t n_curves = page->snapshot->request.n_adjusters;
    *curves = (struct chart_curves){.page = page, .n_panels = n_panels};
    curves->panels = arena_alloc(arena, n_panels, sizeof *curves->panels);
    for (size_t i = 0; i < n_panels; i++) {
        curves->panels[i].mark = NAN;
        curves->panels[i].curves = arena_alloc(arena, n_curves, sizeof(struct curve));
    }
}

/* ---- scales ---- */

/* The x axis has the budgets for ticks. */
static void add_tick(struct axis_ticks *ticks, struct page *page, double value)
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

static void survey_curve(struct chart_curves *all, const struct curve *curve)
{
    for (size_t k = 0; k < curve->n_points; k++) {
        extent_include(&all->x, curve->n[k]);
        add_tick(&all->x_ticks, all->page, curve->n[k]);
        all->cut |= curve->q25[k] < CURVES_CUT;
        if (isnan(curve->q25[k]))
            continue; /* fmax would make the cut of it */
        extent_include(&all->y, fmax(curve->q25[k], CURVES_CUT));
        extent_include(&all->y, fmax(curve->q75[k], CURVES_CUT));
    }
}

static bool is_marked(const struct chart_curves *all, size_t panel)
{
    double n = all->panels[panel].mark;
    return n >= all->x.low && n <= all->x.high;
}

static void survey(struct chart_curves *all)
{
    struct page *page = all->page;
    all->x = all->y = EXTENT_EMPTY;
    extent_include(&all->y, 0);
    for (size_t i = 0; i < all->n_panels; i++)
        for (size_t a = 0; a < page->snapshot->request.n_adjusters; a++)
            survey_curve(all, &all->panels[i].curves[a]);
    for (size_t i = 0; i < all->n_panels; i++)
        all->marked |= is_marked(all, i);
    all->y = extent_padded(all->y, 0.05);
    if (all->cut)
        all->y.low = CURVES_CUT;
    all->x.low /= 1.06, all->x.high *= 1.06; /* room for marks at the frame */
    page_ticks(page, all->y, 5, &all->y_ticks);
}

/* ---- panels ---- */

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

static size_t count_figures(const struct curve *curve)
{
    size_t n = 0;
    for (size_t k = 0; k < curve->n_points; k++)
        n += !isnan(curve->median[k]);
    return n;
}

static void draw_curves(struct page *page, const struct panel_axes *axes,
                        const struct curve *curves)
{
    size_t n = page->snapshot->request.n_adjusters, n_figures = 0;
    for (size_t a = 0; a < n; a++) {
        struct series series = page_series(page, a);
        draw_band(page, axes, &curves[a], &series);
        n_figures += count_figures(&curves[a]);
    }
    for (size_t a = 0; a < n; a++) {
        struct series series = page_series(page, a);
        draw_curve(page, axes, &curves[a], &series);
    }
    if (n && !n_figures)
        page_panel_message(page, axes->box, estimate_status_text(curves[0].status));
}

static void draw_panel(struct chart_curves *all, const struct grid *grid, size_t i)
{
    struct page *page = all->page;
    const struct curves_panel *panel = &all->panels[i];
    struct panel_axes axes = page_panel(grid_panel(grid, i), all->x, all->y);
    page_runs_axes(&axes, grid, i, &all->x_ticks, &all->y_ticks);
    page_panel_title(page, axes.box, panel->label, NULL);
    drawing_clip(page->drawing, axes.box);
    double zero = scale_place(&axes.y, 0), bottom = axes.box.y + axes.box.height;
    drawing_segment(page->drawing, axes.box.x, zero, axes.box.x + axes.box.width, zero, RGB_GREY,
                    0.6, DASH_SOLID);
    draw_curves(page, &axes, panel->curves);
    if (is_marked(all, i))
        drawing_mark(page->drawing, scale_place(&axes.x, panel->mark), bottom - 2.6, MARK_TRIANGLE,
                     2.4, RGB_TEXT, INK_FILL);
    drawing_unclip(page->drawing);
    page_axes(page, &axes);
}

static void legend(struct chart_curves *all)
{
    size_t n_entries;
    struct legend_entry *entries = page_adjuster_entries(all->page, 1, &n_entries);
    if (!all->marked) {
        page_legend(all->page, entries + 1, n_entries - 1);
        return;
    }
    struct series mark = {all->mark_label, RGB_TEXT, DASH_SOLID, MARK_TRIANGLE, INK_FILL};
    memmove(entries, entries + 1, (n_entries - 1) * sizeof *entries);
    entries[n_entries - 1] = (struct legend_entry){mark, false, true};
    page_legend(all->page, entries, n_entries);
}

void curves_draw(struct chart_curves *all)
{
    struct page *page = all->page;
    survey(all);
    legend(all);
    struct grid_wish wish = page_grid(page, all->n_panels, all->y_ticks.widest);
    struct grid grid = grid_layout(&wish);
    for (size_t i = 0; i < wish.n_panels; i++)
        draw_panel(all, &grid, i);
    page->y += grid.height;
    page_y_title(page, &grid, all->y_title);
    page_x_title(page, &grid, "runs");
}

/* ---- notes ---- */

static void note_missing(struct chart_curves *all)
{
    enum estimate_status statuses[REQUEST_ADJUSTERS_MAX] = {ESTIMATE_OK};
    for (size_t i = 0; i < all->n_panels; i++)
        for (size_t a = 0; a < all->page->snapshot->request.n_adjusters; a++)
            if (all->panels[i].curves[a].status != ESTIMATE_OK)
                statuses[a] = all->panels[i].curves[a].status;
    page_note_missing(all->page, statuses);
}

void curves_notes(struct chart_curves *all, const char *drawn, const char *mark_sentence)
{
    struct page *page = all->page;
    page_note(page, false,
              arena_printf(&page->drawing->arena,
                           "Lines: median over %s draws of %s; bands: quartiles; %s.%s%s",
                           figure_count(&page->figures, page->snapshot->request.settings.draws),
                           drawn, page_folds(page), all->marked ? mark_sentence : "",
                           all->cut ? " Cut at −100 %." : ""));
    note_missing(all);
    page_note_exploratory(page);
}
