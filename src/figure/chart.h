/* Charts: figures for a paper, drawn from a snapshot. A chart is one row of a table; it says which
 * sections of results it needs, and puts them on a page of a given width and whatever height.
 *
 * Every chart says in itself whether what it shows is exploratory, and why (estimate/exploratory.h),
 * and what its marks and bands are. Colours are those of Okabe and Ito; series differ in mark and dash
 * as well. */
#ifndef LOGVAR_FIGURE_CHART_H
#define LOGVAR_FIGURE_CHART_H

#include "base/strbuf.h"
#include "estimate/results.h"
#include "figure/drawing.h"

#include <stdbool.h>
#include <stddef.h>

enum { CHART_PAIRS_MAX = 100, POINTS_PER_INCH = 72 };
#define CHART_WIDTH_IN 3.4 /* a column of a two-column paper */

struct chart_options {
    double width_in;                           /* 0 = CHART_WIDTH_IN */
    bool title;                                /* the study's title above all */
    const struct exploratory_history *history; /* NULL = nothing was looked at */
};

struct page;
struct chart {
    const char *name, *summary;
    unsigned sections; /* bit mask over enum section */
    /* false with a sentence in `problem` if there is nothing to draw. */
    bool (*draw)(struct page *page, struct strbuf *problem);
};

const struct chart *chart_table(size_t *n_charts);
const struct chart *chart_find(const char *name); /* NULL if there is none such */

/* The snapshot must have the chart's sections. false with a sentence in `problem`. */
bool chart_draw(const struct chart *chart, const struct snapshot *snapshot,
                const struct chart_options *options, struct drawing *drawing,
                struct strbuf *problem);

/* Draws and renders (render.h); format: "svg", "pdf" or "png". */
bool chart_write(const struct chart *chart, const struct snapshot *snapshot,
                 const struct chart_options *options, const char *format, struct strbuf *out,
                 struct strbuf *problem);

bool chart_budget(struct page *page, struct strbuf *problem);
bool chart_scatter(struct page *page, struct strbuf *problem);
bool chart_pairs(struct page *page, struct strbuf *problem);
bool chart_pair_budget(struct page *page, struct strbuf *problem);
bool chart_families(struct page *page, struct strbuf *problem);
bool chart_coverage(struct page *page, struct strbuf *problem);

#endif
