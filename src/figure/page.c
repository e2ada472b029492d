#include "figure/page.h"

#include "engine/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Okabe and Ito's colours without yellow, which is too light for lines; the darkest first. */
static const unsigned palette[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xE69F00};

static enum exploratory_reason reason_of(const struct page *page, struct adjuster adjuster)
{
    return exploratory_rule(page->snapshot->study, &page->snapshot->request, adjuster,
                            page->options->history);
}

struct series page_series(const struct page *page, size_t adjuster)
{
    struct adjuster which = page->snapshot->request.adjusters[adjuster];
    return (struct series){.label = figure_adjuster(&page->figures, which, reason_of(page, which)),
                           .rgb = palette[adjuster % (sizeof palette / sizeof *palette)],
                           .dash = (enum dash)(adjuster % N_DASHES),
                           .shape = (enum mark_shape)((adjuster + 1) % N_MARKS),
                           .ink = INK_FILL};
}

struct series page_raw_series(const struct page *page)
{
    const struct adjuster raw = {ADJUSTER_RAW, 0};
    const char *label = figure_adjuster(&page->figures, raw, reason_of(page, raw));
    return (struct series){label, RGB_RAW, DASH_SOLID, MARK_CIRCLE, INK_FILL};
}

/* ---- text ---- */

void page_text(struct page *page, double x, double y, double size, double anchor, const char *text)
{
    struct text_style style = {.size = size, .anchor = anchor, .rgb = RGB_TEXT};
    drawing_text(page->drawing, x, y, style, text);
}

void page_bold(struct page *page, double x, double y, double size, double anchor, const char *text)
{
    struct text_style style = {.size = size, .anchor = anchor, .rgb = RGB_TEXT, .bold = true};
    drawing_text(page->drawing, x, y, style, text);
}

double page_text_width(const struct page *page, const char *text, double size)
{
    return drawing_text_width(page->drawing, text, size, false);
}

const char *page_typeset(struct page *page, const char *number)
{
    struct arena *arena = &page->drawing->arena;
    return *number == '-' && number[1] ? arena_printf(arena, "−%s", number + 1) : number;
}

const char *page_number(struct page *page, double value, int decimals)
{
    return page_typeset(page, figure_fixed(&page->figures, value, decimals));
}

const char *page_outcome(struct page *page, const struct arm *arm)
{
    const struct arm_outcome *outcome = &arm->outcome;
    return *outcome->unit
               ? arena_printf(&page->drawing->arena, "%s (%s)", outcome->metric, outcome->unit)
               : outcome->metric;
}

bool page_mixes_outcomes(const struct page *page)
{
    const struct snapshot *snapshot = page->snapshot;
    for (size_t i = 1; i < snapshot->n_arms; i++)
        if (snapshot->arms[i].arm->outcome_index != snapshot->arms[0].arm->outcome_index)
            return true;
    return false;
}

const char *page_folds(struct page *page)
{
    const struct analysis_settings *settings = &page->snapshot->request.settings;
    if (settings->folds == FOLDS_LEAVE_ONE_OUT)
        return "leave-one-out";
    return arena_printf(&page->drawing->arena, "%zu folds", settings->folds);
}

/* ---- beginning and end ---- */

static void paragraph(struct page *page, double size, bool bold, const char *text)
{
    struct drawing *drawing = page->drawing;
    struct text_style style = {.size = size, .bold = bold, .rgb = RGB_TEXT};
    for (size_t n; (n = drawing_wrap(drawing, text, size, bold, page->width)) > 0; text += n) {
        const char *line = arena_strndup(&drawing->arena, text, n);
        page->y += size + 1.5;
        drawing_text(drawing, page->left, page->y, style,
                     drawing_fit(drawing, line + (*line == ' '), size, bold, page->width));
    }
    page->y += 2;
}

void page_begin(struct page *page)
{
    page->drawing->width = page->width;
    page->left = PAGE_MARGIN;
    page->width -= 2 * PAGE_MARGIN;
    page->y = PAGE_MARGIN;
    const char *title = page->snapshot->study->title;
    if (page->options->title && title && *title)
        paragraph(page, PAGE_TEXT + 1, true, title);
}

void page_end(struct page *page)
{
    page->drawing->height = ceil(page->y + PAGE_MARGIN);
}

void page_note(struct page *page, bool bold, const char *text)
{
    page->y += 1;
    paragraph(page, PAGE_SMALL, bold, text);
}

void page_note_reason(struct page *page, const char *what, struct adjuster adjuster)
{
    enum exploratory_reason reason = reason_of(page, adjuster);
    if (reason != EXPLORATORY_NO)
        page_note(page, true,
                  arena_printf(&page->drawing->arena, "! exploratory (%s): %s.", what,
                               exploratory_sentence(reason)));
}

static void add_name(struct strbuf *names, struct adjuster adjuster)
{
    char name[ADJUSTER_NAME_MAX];
    adjuster_name(adjuster, name);
    strbuf_printf(names, "%s%s", names->length ? ", " : "", name);
}

void page_note_exploratory(struct page *page)
{
    const struct request *request = &page->snapshot->request;
    const struct adjuster raw = {ADJUSTER_RAW, 0};
    for (int reason = EXPLORATORY_NO + 1; reason < N_EXPLORATORY; reason++) {
        struct strbuf names;
        struct adjuster one = raw;
        strbuf_init(&names);
        if (reason_of(page, raw) == (enum exploratory_reason)reason)
            add_name(&names, raw);
        for (size_t a = 0; a < request->n_adjusters; a++)
            if (reason_of(page, request->adjusters[a]) == (enum exploratory_reason)reason)
                add_name(&names, one = request->adjusters[a]);
        if (names.length)
            page_note_reason(page, names.text, one);
        strbuf_done(&names);
    }
}

void page_note_missing(struct page *page, const enum estimate_status *statuses)
{
    const struct request *request = &page->snapshot->request;
    struct strbuf text;
    strbuf_init(&text);
    for (size_t a = 0; a < request->n_adjusters; a++) {
        char name[ADJUSTER_NAME_MAX];
        if (statuses[a] == ESTIMATE_OK)
            continue;
        adjuster_name(request->adjusters[a], name);
        strbuf_printf(&text, "%s%s (%s)", text.length ? ", " : "Missing in places: ", name,
                      estimate_status_text(statuses[a]));
    }
    strbuf_puts(&text, text.length ? "." : "");
    if (text.length)
        page_note(page, false, text.text);
    strbuf_done(&text);
}

/* ---- the legend ---- */

#define LEGEND_SAMPLE 18.0

struct legend_entry *page_adjuster_entries(struct page *page, size_t n_more, size_t *n_entries)
{
    size_t n = page->snapshot->request.n_adjusters;
    struct legend_entry *entries = arena_alloc(&page->drawing->arena, n + n_more, sizeof *entries);
    for (size_t a = 0; a < n; a++)
        entries[n_more + a] = (struct legend_entry){page_series(page, a), true, true};
    *n_entries = n + n_more;
    return entries;
}

static void legend_entry(struct page *page, const struct legend_entry *entry, double x, double y)
{
    const struct series *series = &entry->series;
    if (entry->line)
        drawing_segment(page->drawing, x, y - 2.5, x + LEGEND_SAMPLE, y - 2.5, series->rgb, 1.1,
                        series->dash);
    if (entry->mark)
        drawing_mark(page->drawing, x + LEGEND_SAMPLE / 2, y - 2.5, series->shape, 2.2, series->rgb,
                     series->ink);
    page_text(page, x + LEGEND_SAMPLE + 3, y, PAGE_SMALL, 0, series->label);
}

void page_legend(struct page *page, const struct legend_entry *entries, size_t n_entries)
{
    double x = page->left;
    page->y += PAGE_LINE;
    for (size_t i = 0; i < n_entries; i++) {
        double width =
            LEGEND_SAMPLE + 3 + page_text_width(page, entries[i].series.label, PAGE_SMALL);
        if (x > page->left && x + width > page->left + page->width) {
            x = page->left;
            page->y += PAGE_LINE;
        }
        legend_entry(page, &entries[i], x, page->y);
        x += width + 10;
    }
    page->y += 3;
}

/* ---- axes ---- */

void page_ticks(struct page *page, struct extent extent, size_t most, struct axis_ticks *ticks)
{
    int decimals;
    ticks->n_ticks = scale_ticks(extent, most, ticks->values, &decimals);
    ticks->widest = 0;
    for (size_t i = 0; i < ticks->n_ticks; i++) {
        ticks->labels[i] = page_number(page, ticks->values[i], decimals);
        ticks->widest = fmax(ticks->widest, page_text_width(page, ticks->labels[i], PAGE_SMALL));
    }
}

struct panel_axes page_panel(struct box box, struct extent x, struct extent y)
{
    return (struct panel_axes){.box = box,
                               .x = {x, box.x, box.x + box.width, false},
                               .y = {y, box.y + box.height, box.y, false}};
}

/* A label is left out where it would touch the one before it or the edge of the page. */
static void x_axis(struct page *page, const struct panel_axes *axes)
{
    const struct axis_ticks *ticks = axes->x_ticks;
    double bottom = axes->box.y + axes->box.height, free_from = 0;
    for (size_t i = 0; i < ticks->n_ticks; i++) {
        double x = scale_place(&axes->x, ticks->values[i]);
        drawing_segment(page->drawing, x, bottom, x, bottom + PAGE_TICK, RGB_GREY, 0.5, DASH_SOLID);
        double half = page_text_width(page, ticks->labels[i], PAGE_SMALL) / 2;
        if (!axes->x_labels || x - half < free_from || x + half > page->left + page->width + 2)
            continue;
        page_text(page, x, bottom + PAGE_TICK + PAGE_SMALL, PAGE_SMALL, 0.5, ticks->labels[i]);
        free_from = x + half + 3;
    }
}

static void y_axis(struct page *page, const struct panel_axes *axes)
{
    const struct axis_ticks *ticks = axes->y_ticks;
    double left = axes->box.x;
    for (size_t i = 0; i < ticks->n_ticks; i++) {
        double y = scale_place(&axes->y, ticks->values[i]);
        drawing_segment(page->drawing, left, y, left - PAGE_TICK, y, RGB_GREY, 0.5, DASH_SOLID);
        if (axes->y_labels)
            page_text(page, left - PAGE_TICK - 1.5, y + PAGE_SMALL * 0.36, PAGE_SMALL, 1,
                      ticks->labels[i]);
    }
}

void page_axes(struct page *page, const struct panel_axes *axes)
{
    drawing_frame(page->drawing, axes->box, RGB_GREY, 0.5);
    if (axes->x_ticks)
        x_axis(page, axes);
    if (axes->y_ticks)
        y_axis(page, axes);
}

void page_panel_title(struct page *page, struct box box, const char *title, const char *right)
{
    double room = box.width, y = box.y - 3;
    if (right) {
        page_text(page, box.x + box.width, y, PAGE_SMALL, 1, right);
        room -= page_text_width(page, right, PAGE_SMALL) + 5;
    }
    page_bold(page, box.x, y, PAGE_SMALL, 0,
              drawing_fit(page->drawing, title, PAGE_SMALL, true, room));
}

void page_panel_message(struct page *page, struct box box, const char *text)
{
    const char *shown = drawing_fit(page->drawing, text, PAGE_SMALL, false, box.width - 4);
    page_text(page, box.x + box.width / 2, box.y + box.height / 2, PAGE_SMALL, 0.5, shown);
}

void page_runs_axes(struct panel_axes *axes, const struct grid *grid, size_t i,
                    const struct axis_ticks *x_ticks, const struct axis_ticks *y_ticks)
{
    axes->x.logarithmic = true;
    axes->x_ticks = x_ticks;
    axes->y_ticks = y_ticks;
    axes->x_labels = grid_is_lowest(grid, i);
    axes->y_labels = grid_is_first_column(grid, i);
}

struct grid_wish page_grid(const struct page *page, size_t n_panels, double widest)
{
    return (struct grid_wish){.n_panels = n_panels,
                              .x = page->left + PAGE_Y_TITLE,
                              .y = page->y,
                              .width = page->width - PAGE_Y_TITLE,
                              .gutter_first = widest + PAGE_TICK + 3,
                              .gutter_others = 7,
                              .panel_least = 62,
                              .panel_wished = page->width < PAGE_WIDE ? 90 : 108,
                              .panel_height = 68,
                              .panel_height_alone = 92,
                              .above = 11,
                              .below_last = PAGE_X_LABELS,
                              .below_others = 4,
                              .height_most = PAGE_HEIGHT_WISHED};
}

void page_x_title(struct page *page, const struct grid *grid, const char *text)
{
    double left = grid->wish.x + grid->wish.gutter_first;
    double right = grid->wish.x + grid->wish.width;
    double room = fmin(
        2 * fmin((left + right) / 2 - page->left, page->left + page->width - (left + right) / 2),
        page->width);
    page->y += PAGE_LINE - 1;
    page_text(page, (left + right) / 2, page->y, PAGE_TEXT, 0.5,
              drawing_fit(page->drawing, text, PAGE_TEXT, false, room));
    page->y += 4;
}

void page_y_title(struct page *page, const struct grid *grid, const char *text)
{
    struct text_style style = {.size = PAGE_TEXT, .anchor = 0.5, .rgb = RGB_TEXT, .upwards = true};
    double top = grid->wish.y + grid->wish.above;
    double bottom = grid->wish.y + grid->height - grid->wish.below_last;
    drawing_text(page->drawing, page->left + PAGE_TEXT * 0.9, (top + bottom) / 2, style,
                 drawing_fit(page->drawing, text, PAGE_TEXT, false, grid->height));
}
