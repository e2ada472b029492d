/* The page that a chart fills from top to bottom: what charts share. For the charts only. */
#ifndef LOGVAR_FIGURE_PAGE_H
#define LOGVAR_FIGURE_PAGE_H

#include "figure/chart.h"
#include "figure/grid.h"
#include "figure/scale.h"
#include "report/figure.h"

struct page {
    struct drawing *drawing;
    struct figures figures; /* in the drawing's arena */
    const struct snapshot *snapshot;
    const struct chart_options *options;
    double left, width; /* between the margins */
    double y;           /* what is above is taken */
};

/* Sizes in points. */
#define PAGE_TEXT 8.0
#define PAGE_SMALL 7.0
#define PAGE_MARGIN 4.0
#define PAGE_LINE 9.5 /* from baseline to baseline */
#define PAGE_HEIGHT_WISHED 640.0
#define PAGE_WIDE 360.0 /* from here on there is room for names on the left */

enum { RGB_TEXT = 0x000000, RGB_GREY = 0x595959, RGB_LIGHT = 0xB0B0B0, RGB_RAW = 0x000000 };

struct series {
    const char *label;
    unsigned rgb;
    enum dash dash;
    enum mark_shape shape;
    enum ink ink;
};
struct series page_series(const struct page *page, size_t adjuster);
struct series page_raw_series(const struct page *page);

/* Beginning and end of every page. */
void page_begin(struct page *page);
void page_end(struct page *page);

/* Entries side by side, as many to a line as fit; `line` draws a stroke through the mark. */
struct legend_entry {
    struct series series;
    bool line, mark;
};
void page_legend(struct page *page, const struct legend_entry *entries, size_t n_entries);
/* One entry an adjuster of the request, behind room for `n_more` others; in the arena. */
struct legend_entry *page_adjuster_entries(struct page *page, size_t n_more, size_t *n_entries);

/* A paragraph at the foot. */
void page_note(struct page *page, bool bold, const char *text);
/* One a reason: which of the request's adjusters are exploratory, and why. */
void page_note_exploratory(struct page *page);
/* The same for one adjuster, called `what`. */
void page_note_reason(struct page *page, const char *what, struct adjuster adjuster);
/* Which of the request's adjusters have no figure somewhere, and why: a status each, ESTIMATE_OK where
 * nothing is missing. */
void page_note_missing(struct page *page, const enum estimate_status *statuses);
/* "5 folds" */
const char *page_folds(struct page *page);

/* Text in the page's sizes. */
void page_text(struct page *page, double x, double y, double size, double anchor, const char *text);
void page_bold(struct page *page, double x, double y, double size, double anchor, const char *text);
double page_text_width(const struct page *page, const char *text, double size);
/* With a true minus sign. */
const char *page_typeset(struct page *page, const char *number);
const char *page_number(struct page *page, double value, int decimals);
/* "test_acc (pp)" */
const char *page_outcome(struct page *page, const struct arm *arm);
/* Whether the arms of the figure have more than one outcome. */
bool page_mixes_outcomes(const struct page *page);

struct axis_ticks {
    size_t n_ticks;
    double values[SCALE_TICKS_MAX];
    const char *labels[SCALE_TICKS_MAX]; /* "" = no label */
    double widest;                       /* of the labels */
};
void page_ticks(struct page *page, struct extent extent, size_t most, struct axis_ticks *ticks);

/* A panel: the frame of the data area, ticks, and a title above. */
struct panel_axes {
    struct box box;
    struct scale x, y;
    const struct axis_ticks *x_ticks, *y_ticks; /* NULL = none */
    bool x_labels, y_labels;
};
struct panel_axes page_panel(struct box box, struct extent x, struct extent y);
/* Panel i of a grid over numbers of runs: those on a logarithmic axis, labels at the grid's edges. */
void page_runs_axes(struct panel_axes *axes, const struct grid *grid, size_t i,
                    const struct axis_ticks *x_ticks, const struct axis_ticks *y_ticks);
void page_axes(struct page *page, const struct panel_axes *axes);
/* title to the left, `right` (may be NULL) to the right, above the box. */
void page_panel_title(struct page *page, struct box box, const char *title, const char *right);
void page_panel_message(struct page *page, struct box box, const char *text);

/* The usual grid of panels with a y axis, whose labels are `widest` points wide: the rest of the page's
 * width, growing downwards from where the page stands. */
struct grid_wish page_grid(const struct page *page, size_t n_panels, double widest);

/* Titles of a grid's axes: below it, and left of it, turned. */
void page_x_title(struct page *page, const struct grid *grid, const char *text);
void page_y_title(struct page *page, const struct grid *grid, const char *text);
/* What the turned title needs. */
#define PAGE_Y_TITLE 10.0
#define PAGE_TICK 2.5
#define PAGE_X_LABELS 11.0 /* ticks and their labels below a panel */

#endif
