/* Budget: variance reduction against the number of runs, one panel per arm; and, a panel per pair, what
 * becomes of the half-width of the difference's interval. */
#include "figure/curves.h"
#include "figure/pair_words.h"

#include "report/lookup.h"

#include <math.h>
#include <stddef.h>

/* Which of the request's adjusters it is; n_adjusters if none. */
static size_t series_of(const struct request *request, struct adjuster adjuster)
{
    size_t a = 0;
    while (a < request->n_adjusters && !adjuster_equal(request->adjusters[a], adjuster))
        a++;
    return a;
}

/* ---- arms ---- */

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

static void collect_arm(struct chart_curves *curves, size_t panel, const struct arm *arm)
{
    const struct snapshot *snapshot = curves->page->snapshot;
    curves->panels[panel].label = arm->label;
    curves->panels[panel].mark = break_even(curves->page, arm);
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        if (row->arm == arm)
            curve_add(&curves->panels[panel].curves[series_of(&snapshot->request, row->adjuster)],
                      (struct curve_point){row->n, row->status, 100 * row->median, 100 * row->q25,
                                           100 * row->q75});
    }
}

bool chart_budget(struct page *page, struct strbuf *problem)
{
    struct chart_curves curves;
    if (!page->snapshot->n_budget) {
        strbuf_puts(problem, "no arm and adjuster is chosen");
        return false;
    }
    curves_init(&curves, page, page->snapshot->n_arms);
    curves.y_title = "variance reduction (%)";
    curves.mark_label = "fixed breaks even";
    for (size_t i = 0; i < curves.n_panels; i++)
        collect_arm(&curves, i, page->snapshot->arms[i].arm);
    curves_draw(&curves);
    curves_notes(&curves, "that many runs", " Fixed breaks even where ρ² = 1/n_train.");
    return true;
}

/* ---- pairs ---- */

/* Rows of one pair follow one another. */
static size_t count_pairs(const struct snapshot *snapshot)
{
    size_t n = 0;
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        n += i == 0 || row->a != row[-1].a || row->b != row[-1].b;
    }
    return n;
}

static void collect_pairs(struct chart_curves *curves)
{
    const struct snapshot *snapshot = curves->page->snapshot;
    struct curves_panel *panel = curves->panels;
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        panel += i > 0 && (row->a != row[-1].a || row->b != row[-1].b);
        if (!panel->label)
            panel->label = pair_words_name(curves->page, row->a, row->b);
        curve_add(&panel->curves[series_of(&snapshot->request, row->adjuster)],
                  (struct curve_point){row->n, row->status, row->median, row->q25, row->q75});
    }
}

bool chart_pair_budget(struct page *page, struct strbuf *problem)
{
    struct chart_curves curves;
    size_t n_pairs = count_pairs(page->snapshot);
    if (!n_pairs || n_pairs > CHART_PAIRS_MAX) {
        pair_words_problem(page, n_pairs, problem);
        return false;
    }
    curves_init(&curves, page, n_pairs);
    curves.y_title = "half-width (% narrower)";
    collect_pairs(&curves);
    curves_draw(&curves);
    curves_notes(&curves, "that many runs of each arm", "");
    return true;
}
