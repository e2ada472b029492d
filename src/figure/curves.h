/* Curves against the number of runs, medians with their quartile band, a panel a subject (an arm, a
 * pair): what the figures of budgets share. For those charts only. */
#ifndef LOGVAR_FIGURE_CURVES_H
#define LOGVAR_FIGURE_CURVES_H

#include "figure/page.h"

struct curve {
    size_t n_points;
    double n[REQUEST_BUDGETS_MAX], median[REQUEST_BUDGETS_MAX], q25[REQUEST_BUDGETS_MAX],
        q75[REQUEST_BUDGETS_MAX]; /* percent; NaN where there is none */
    enum estimate_status status;  /* of the first point without a figure */
};
/* In percent. */
struct curve_point {
    size_t n;
    enum estimate_status status;
    double median, q25, q75;
};
/* Points come by ascending n; those beyond REQUEST_BUDGETS_MAX are lost. */
void curve_add(struct curve *curve, struct curve_point point);

struct curves_panel {
    const char *label;
    struct curve *curves; /* one per adjuster of the request */
    double mark;          /* runs where a mark stands at the foot; NaN = none */
};

struct chart_curves {
    struct page *page;
    size_t n_panels;
    struct curves_panel *panels;
    const char *y_title, *mark_label;
    /* set by curves_draw: */
    struct extent x, y;
    struct axis_ticks x_ticks, y_ticks;
    bool cut, marked; /* something lies below CURVES_CUT; a mark is seen */
};

/* What costs more than this is not worth the paper: curves are cut there. */
#define CURVES_CUT (-100.0)

/* Panels without curves or marks, in the drawing's arena. */
void curves_init(struct chart_curves *curves, struct page *page, size_t n_panels);
/* Legend, panels, titles of the axes. */
void curves_draw(struct chart_curves *curves);
/* "Lines: median …", with a sentence about the mark; and which adjusters have no figure somewhere. */
void curves_notes(struct chart_curves *curves, const char *drawn, const char *mark_sentence);

#endif
