/* Scatter: the statistic against the outcome, a point per run, with the least-squares line. */
#include "figure/page.h"

#include "engine/single.h"

#include <math.h>
#include <string.h>

/* What stands on an arm's x axis; several declared together show the first of them. */
struct cloud {
    const struct arm *arm;
    const double *x;  /* NULL = the arm has no such candidate */
    const char *name; /* NULL = no statistic at all */
    struct single_fit fit;
    struct extent x_extent, y_extent;
    struct axis_ticks x_ticks, y_ticks;
};

static const char *wanted_name(const struct request *request, const struct arm *arm)
{
    if (request->n_statistic)
        return request->statistic[0];
    return arm->n_statistic ? arm->statistic[0] : NULL;
}

static void cloud_init(struct page *page, const struct arm *arm, struct cloud *cloud)
{
    double scale = arm->outcome.scale;
    *cloud = (struct cloud){.arm = arm,
                            .name = wanted_name(&page->snapshot->request, arm),
                            .x_extent = EXTENT_EMPTY,
                            .y_extent = EXTENT_EMPTY};
    size_t found = cloud->name ? arm_find_candidate(arm, cloud->name) : ARM_NO_CANDIDATE;
    if (found == ARM_NO_CANDIDATE)
        return;
    cloud->x = arm->x + found * arm->n_runs;
    cloud->fit = single_fit_candidate(arm, found);
    for (size_t i = 0; i < arm->n_runs; i++) {
        extent_include(&cloud->x_extent, cloud->x[i]);
        extent_include(&cloud->y_extent, arm->y[i] * scale);
    }
    cloud->x_extent = extent_padded(cloud->x_extent, 0.06);
    cloud->y_extent = extent_padded(cloud->y_extent, 0.08);
    page_ticks(page, cloud->x_extent, page->width < PAGE_WIDE ? 3 : 4, &cloud->x_ticks);
    page_ticks(page, cloud->y_extent, 5, &cloud->y_ticks);
}

static void draw_points(struct page *page, const struct panel_axes *axes, const struct cloud *cloud)
{
    double scale = cloud->arm->outcome.scale;
    struct extent x = axes->x.extent;
    double ends[2] = {x.low, x.high};
    struct point line[2];
    drawing_clip(page->drawing, axes->box);
    for (size_t i = 0; i < cloud->arm->n_runs; i++)
        drawing_mark(page->drawing, scale_place(&axes->x, cloud->x[i]),
                     scale_place(&axes->y, cloud->arm->y[i] * scale), MARK_CIRCLE, 1.6, 0x0072B2,
                     INK_STROKE);
    for (size_t i = 0; i < 2; i++) {
        double y = (cloud->fit.intercept + cloud->fit.slope * ends[i]) * scale;
        line[i] = (struct point){scale_place(&axes->x, ends[i]), scale_place(&axes->y, y)};
    }
    drawing_line(page->drawing, line, 2, 0xD55E00, 1.2, DASH_SOLID);
    drawing_unclip(page->drawing);
}

/* How all panels look: each with the name of its statistic; the title above rho^2 instead of left of
 * it. */
struct panel_look {
    bool names, two_lines;
};

/* With its outcome where that is not the same in all panels. */
static const char *panel_name(struct page *page, const struct arm *arm)
{
    return page_mixes_outcomes(page)
               ? arena_printf(&page->drawing->arena, "%s: %s", arm->label, page_outcome(page, arm))
               : arm->label;
}

/* Where some arm's name and rho^2 do not fit side by side. */
static bool needs_two_lines(struct page *page, double panel_width)
{
    double room = panel_width - page_text_width(page, "ρ² 100 %", PAGE_SMALL) - 5;
    for (size_t i = 0; i < page->snapshot->n_arms; i++)
        if (drawing_text_width(page->drawing, panel_name(page, page->snapshot->arms[i].arm),
                               PAGE_SMALL, true) > room)
            return true;
    return false;
}

static void draw_panel(struct page *page, const struct grid *grid, const struct cloud *cloud,
                       size_t i, const struct panel_look *look)
{
    struct box box = grid_panel(grid, i);
    const char *rho2 = NULL;
    if (cloud->x && isfinite(cloud->fit.rho2))
        rho2 = arena_printf(&page->drawing->arena, "ρ² %s %%",
                            figure_fixed(&page->figures, 100 * cloud->fit.rho2, 0));
    if (look->two_lines && rho2)
        page_text(page, box.x, box.y - 3, PAGE_SMALL, 0, rho2);
    struct box title = box;
    title.y -= look->two_lines ? PAGE_SMALL + 1 : 0;
    page_panel_title(page, title, panel_name(page, cloud->arm), look->two_lines ? NULL : rho2);
    struct panel_axes axes = page_panel(box, cloud->x_extent, cloud->y_extent);
    axes.x_labels = axes.y_labels = true;
    if (cloud->x) {
        axes.x_ticks = &cloud->x_ticks;
        axes.y_ticks = &cloud->y_ticks;
        draw_points(page, &axes, cloud);
    } else {
        page_panel_message(page, box, cloud->name ? "statistic not in this arm" : "no statistic");
    }
    page_axes(page, &axes);
    if (look->names && cloud->name)
        page_text(page, box.x + box.width / 2, box.y + box.height + PAGE_X_LABELS + 7, PAGE_SMALL,
                  0.5, drawing_fit(page->drawing, cloud->name, PAGE_SMALL, false, box.width));
}

/* Of the first arm, if all others have the same. */
static const char *common_name(const struct cloud *clouds, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!clouds[i].name || strcmp(clouds[i].name, clouds[0].name) != 0)
            return NULL;
    return clouds[0].name;
}

static size_t declared_count(const struct page *page)
{
    const struct request *request = &page->snapshot->request;
    size_t most = request->n_statistic;
    for (size_t i = 0; i < page->snapshot->n_arms && !request->n_statistic; i++)
        if (page->snapshot->arms[i].arm->n_statistic > most)
            most = page->snapshot->arms[i].arm->n_statistic;
    return most;
}

static void notes(struct page *page)
{
    size_t n = declared_count(page);
    page_note(page, false,
              "A point per run; least-squares line over all runs of the arm; ρ² is its "
              "squared correlation.");
    if (n > 1)
        page_note(page, false,
                  arena_printf(&page->drawing->arena,
                               "The first of %zu statistics that are used together.", n));
    page_note_reason(page, "statistic", (struct adjuster){ADJUSTER_FIXED, 0});
}

bool chart_scatter(struct page *page, struct strbuf *problem)
{
    size_t n = page->snapshot->n_arms;
    if (!n) {
        strbuf_puts(problem, "no arm is chosen");
        return false;
    }
    struct cloud *clouds = arena_alloc(&page->drawing->arena, n, sizeof *clouds);
    double widest = 0;
    for (size_t i = 0; i < n; i++) {
        cloud_init(page, page->snapshot->arms[i].arm, &clouds[i]);
        widest = fmax(widest, clouds[i].y_ticks.widest);
    }
    const char *name = common_name(clouds, n);
    struct grid_wish wish = page_grid(page, n, widest);
    wish.gutter_others = wish.gutter_first + 5;
    wish.panel_least = 55;
    wish.panel_wished = page->width < PAGE_WIDE ? 75 : 90;
    wish.panel_height = 72;
    wish.below_last = wish.below_others = PAGE_X_LABELS + (name ? 3 : 12);
    struct grid grid = grid_layout(&wish);
    struct panel_look look = {!name, needs_two_lines(page, grid.panel_width)};
    if (look.two_lines) {
        wish.above += PAGE_SMALL + 1;
        grid = grid_layout(&wish);
    }
    for (size_t i = 0; i < n; i++)
        draw_panel(page, &grid, &clouds[i], i, &look);
    page->y += grid.height - (name ? 3 : 0);
    page_y_title(page, &grid,
                 page_mixes_outcomes(page) ? "outcome"
                                           : page_outcome(page, page->snapshot->arms[0].arm));
    page_x_title(page, &grid, name ? name : "statistic");
    notes(page);
    return true;
}
