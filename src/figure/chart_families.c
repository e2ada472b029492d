/* Families: post hoc best against nested best, family by family, one panel per arm. The gap is what
 * searching shows on noise. */
#include "figure/page.h"

#include "engine/status.h"

#include <math.h>
#include <string.h>

#define ROW 10.0
#define CUT (-100.0)

static const struct series posthoc = {"post hoc best !", 0xD55E00, DASH_SOLID, MARK_DIAMOND,
                                      INK_STROKE};
static const struct series nested = {"nested best !", 0x0072B2, DASH_SOLID, MARK_SQUARE, INK_FILL};

struct families_page {
    struct page *page;
    size_t n_families;
    size_t families[STUDY_FAMILIES_MAX]; /* those that any arm has figures of */
    struct extent x;
    struct axis_ticks ticks;
    bool cut;
    double label_width;
};

static void survey(struct families_page *all)
{
    const struct snapshot *snapshot = all->page->snapshot;
    uint64_t seen = 0;
    all->x = EXTENT_EMPTY;
    extent_include(&all->x, 0);
    for (size_t i = 0; i < snapshot->n_families; i++) {
        const struct family_row *row = &snapshot->families[i];
        if (row->n_candidates)
            seen |= UINT64_C(1) << row->family;
        if (row->status != ESTIMATE_OK)
            continue;
        all->cut |= 100 * fmin(row->nested_vr, row->posthoc_vr) < CUT;
        extent_include(&all->x, fmax(100 * row->nested_vr, CUT));
        extent_include(&all->x, fmax(100 * row->posthoc_vr, CUT));
    }
    for (size_t f = 0; f < snapshot->study->n_families; f++)
        if (seen >> f & 1) {
            all->families[all->n_families++] = f;
            double width =
                page_text_width(all->page, snapshot->study->families[f].name, PAGE_SMALL);
            all->label_width = fmax(all->label_width, fmin(width, 0.3 * all->page->width));
        }
    all->x = extent_padded(all->x, 0.06);
    page_ticks(all->page, all->x, 4, &all->ticks);
}

static const struct family_row *find_row(const struct page *page, const struct arm *arm,
                                         size_t family)
{
    for (size_t i = 0; i < page->snapshot->n_families; i++)
        if (page->snapshot->families[i].arm == arm && page->snapshot->families[i].family == family)
            return &page->snapshot->families[i];
    return NULL;
}

/* What lies beyond the cut stands at the frame. */
static double place(const struct panel_axes *axes, double vr)
{
    return scale_place(&axes->x, fmax(100 * vr, axes->x.extent.low));
}

static void draw_family(struct page *page, const struct panel_axes *axes,
                        const struct family_row *row, double y)
{
    if (!row || row->status != ESTIMATE_OK) {
        const char *why = row ? estimate_status_text(row->status) : "no candidates";
        page_text(page, axes->box.x + axes->box.width / 2, y + 2.5, PAGE_SMALL, 0.5,
                  drawing_fit(page->drawing, why, PAGE_SMALL, false, axes->box.width - 4));
        return;
    }
    double from = place(axes, row->nested_vr), to = place(axes, row->posthoc_vr);
    drawing_segment(page->drawing, from, y, to, y, RGB_LIGHT, 1.4, DASH_SOLID);
    drawing_mark(page->drawing, from, y, nested.shape, 2, nested.rgb, nested.ink);
    drawing_mark(page->drawing, to, y, posthoc.shape, 2.2, posthoc.rgb, posthoc.ink);
}

static void draw_panel(struct families_page *all, const struct grid *grid, size_t i)
{
    struct page *page = all->page;
    const struct study *study = page->snapshot->study;
    const struct arm *arm = page->snapshot->arms[i].arm;
    struct panel_axes axes = page_panel(grid_panel(grid, i), all->x, (struct extent){0, 1});
    axes.x_ticks = &all->ticks;
    axes.x_labels = grid_is_lowest(grid, i);
    page_panel_title(page, axes.box, arm->label, NULL);
    double zero = scale_place(&axes.x, 0), bottom = axes.box.y + axes.box.height;
    drawing_segment(page->drawing, zero, axes.box.y, zero, bottom, RGB_GREY, 0.6, DASH_SOLID);
    for (size_t k = 0; k < all->n_families; k++) {
        double y = axes.box.y + ROW * ((double)k + 0.5) + 1;
        if (grid_is_first_column(grid, i))
            page_text(page, axes.box.x - 4, y + 2.5, PAGE_SMALL, 1,
                      drawing_fit(page->drawing, study->families[all->families[k]].name, PAGE_SMALL,
                                  false, all->label_width));
        draw_family(page, &axes, find_row(page, arm, all->families[k]), y);
    }
    page_axes(page, &axes);
}

static void notes(struct families_page *all)
{
    struct page *page = all->page;
    const struct analysis_settings *settings = &page->snapshot->request.settings;
    page_note(
        page, false,
        arena_printf(&page->drawing->arena,
                     "Means over %s splits, %s. Post hoc: the best candidate of all runs, and "
                     "so biased upward; nested: chosen inside the training folds. The gap is "
                     "selection noise.%s",
                     figure_count(&page->figures, settings->splits), page_folds(page),
                     all->cut ? " What is below −100 % stands at the frame." : ""));
    page_note_reason(page, "nested and post hoc best", (struct adjuster){ADJUSTER_BEST, 0});
}

bool chart_families(struct page *page, struct strbuf *problem)
{
    struct families_page all = {.page = page};
    survey(&all);
    if (!all.n_families) {
        strbuf_puts(problem, "no chosen arm has candidates of the chosen families");
        return false;
    }
    page_legend(page, (struct legend_entry[]){{nested, false, true}, {posthoc, false, true}}, 2);
    struct grid_wish wish = page_grid(page, page->snapshot->n_arms, all.label_width);
    /* The families' names stand where the title of a y axis would. */
    wish.x = page->left;
    wish.width = page->width;
    wish.gutter_first = all.label_width + 5;
    wish.panel_least = 56;
    wish.panel_wished = page->width < PAGE_WIDE ? 78 : 100;
    wish.panel_height = wish.panel_height_alone = ROW * (double)all.n_families + 2;
    struct grid grid = grid_layout(&wish);
    for (size_t i = 0; i < wish.n_panels; i++)
        draw_panel(&all, &grid, i);
    page->y += grid.height;
    page_x_title(page, &grid, "variance reduction (%)");
    notes(&all);
    return true;
}
