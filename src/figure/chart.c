#include "figure/chart.h"

#include "figure/page.h"
#include "figure/render.h"

#include <string.h>

#define SECTION(name) (1u << SECTION_##name)

static const struct chart charts[] = {
    {"budget", "variance reduction against runs, one panel per arm",
     SECTION(BUDGET) | SECTION(ARMS), chart_budget},
    {"scatter", "the statistic against the outcome, one panel per arm", SECTION(VARIABILITY),
     chart_scatter},
    {"pairs", "raw and adjusted intervals of differences", SECTION(PAIRS), chart_pairs},
    {"pair-budget", "change of a difference's half-width against runs, one panel per pair",
     SECTION(BUDGET), chart_pair_budget},
    {"families", "post hoc best against nested best, by family", SECTION(FAMILIES), chart_families},
    {"coverage", "coverage against the expected one, and null rejection",
     SECTION(COVERAGE) | SECTION(NULL), chart_coverage},
};

const struct chart *chart_table(size_t *n_charts)
{
    *n_charts = sizeof charts / sizeof *charts;
    return charts;
}

const struct chart *chart_find(const char *name)
{
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++)
        if (!strcmp(name, charts[i].name))
            return &charts[i];
    return NULL;
}

bool chart_draw(const struct chart *chart, const struct snapshot *snapshot,
                const struct chart_options *options, struct drawing *drawing,
                struct strbuf *problem)
{
    double width_in = options->width_in > 0 ? options->width_in : CHART_WIDTH_IN;
    struct page page = {.drawing = drawing,
                        .snapshot = snapshot,
                        .options = options,
                        .width = width_in * POINTS_PER_INCH};
    figures_init(&page.figures, &drawing->arena, snapshot);
    page_begin(&page);
    bool drawn = chart->draw(&page, problem);
    page_end(&page);
    return drawn;
}

bool chart_write(const struct chart *chart, const struct snapshot *snapshot,
                 const struct chart_options *options, const char *format, struct strbuf *out,
                 struct strbuf *problem)
{
    struct renderer *renderer = renderer_new();
    if (!renderer) {
        strbuf_puts(problem, RENDER_MISSING);
        return false;
    }
    struct drawing drawing;
    drawing_init(&drawing, renderer_measure, renderer);
    const struct study *study = snapshot->study;
    struct render_facts facts = {.title = study->title,
                                 .figure = chart->name,
                                 .sha256 = study->sha256,
                                 .seed = snapshot->request.settings.seed};
    bool written = chart_draw(chart, snapshot, options, &drawing, problem) &&
                   renderer_write(renderer, &drawing, format, &facts, out, problem);
    drawing_done(&drawing);
    renderer_free(renderer);
    return written;
}
