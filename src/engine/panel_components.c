#include "engine/panel_components.h"

#include "base/mem.h"
#include "engine/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Eigenvalues closer than this share of the largest: the vectors may not be orthogonal. */
#define CLOSE_SHARE 1e-5

struct panel_components {
    struct panel *panel;
    struct panel_average *average; /* or NULL */
    bool unsafe[PANEL_FOLDS];      /* for components: eigenvalues too close */
    size_t n_families;
    unsigned k_max;
    double *values, *inverse;      /* [k_max and two more][W] */
    double *scores;                /* [groups][n_families][k_max][2 n_runs][W] */
    double *plain, *shrunk;        /* predictions, [groups][k_max][n_held][W] */
    double *n_columns, *deficient; /* [groups][k_max][W] */
};

static size_t largest_family(const struct design *design)
{
    size_t most = 0;
    for (size_t f = 0; f < design->n_families; f++) {
        size_t n = design->family_octet[f + 1] - design->family_octet[f];
        most = n > most ? n : most;
    }
    return most;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t work_size(size_t n, size_t columns)
{
    size_t leading = KERNELS_LEADING_WORK(n), regress = KERNELS_REGRESS_WORK(n, columns);
    return larger(panel_average_work(n), larger(leading, regress));
}

struct panel_components *panel_components_new(const struct design *design, size_t n_runs,
                                              size_t n_folds, unsigned k_max, bool average)
{
    size_t columns = design->n_families * k_max, W = KERNELS_WIDTH_MAX;
    if (columns > PANEL_COMPONENTS_MAX || columns == 0 || n_runs > COMPONENTS_RUNS_MAX)
        return NULL;
    struct panel_components *c = mem_zeroed(1, sizeof *c);
    c->panel =
        panel_new(design, n_runs, n_folds, largest_family(design), work_size(n_runs, columns));
    if (average)
        c->average = panel_average_new(design, n_runs, n_folds);
    c->n_families = design->n_families;
    c->k_max = k_max;
    c->values = mem_aligned((k_max + 2) * W, sizeof(double));
    c->inverse = mem_aligned(k_max * W, sizeof(double));
    c->scores = mem_aligned(PANEL_FOLDS * columns * 2 * n_runs, sizeof(double));
    c->plain = mem_aligned(PANEL_FOLDS * k_max * n_runs, sizeof(double));
    c->shrunk = mem_aligned(PANEL_FOLDS * k_max * n_runs, sizeof(double));
    c->n_columns = mem_aligned(PANEL_FOLDS * k_max, sizeof(double));
    c->deficient = mem_aligned(PANEL_FOLDS * k_max, sizeof(double));
    return c;
}

void panel_components_free(struct panel_components *c)
{
    if (!c)
        return;
    void *owned[] = {c->values, c->inverse,   c->scores,   c->plain,
                     c->shrunk, c->n_columns, c->deficient};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    panel_average_free(c->average);
    panel_free(c->panel);
    free(c);
}

/* 1 / eigenvalue where it counts as a component; lanes with eigenvalues too close become unsafe. */
static void judge_values(struct panel_components *c, const struct panel_group *group)
{
    size_t W = c->panel->kernels->width;
    const double *values = c->values;
    for (size_t l = 0; l < W; l++)
        for (size_t k = 0; k < c->k_max; k++) {
            double value = values[k * W + l], share = values[l];
            bool counts = k + 1 < (size_t)group->n_train[l] && share > 0 &&
                          value > COMPONENTS_RANK_SHARE * share;
            c->inverse[k * W + l] = counts ? 1 / value : 0;
            if (l < group->n_lanes &&
                (!isfinite(value) ||
                 (counts && k > 0 && values[(k - 1) * W + l] - value < CLOSE_SHARE * share)))
                c->unsafe[group->first + l] = true;
        }
}

/* The most training runs of one lane and the most held-out runs of another can exceed n_runs. */
static size_t component_stride(const struct panel_components *c)
{
    return 2 * c->panel->n_runs * c->panel->kernels->width;
}

static double *scores_of(const struct panel_components *c, size_t g, size_t family)
{
    return c->scores + (g * c->n_families + family) * c->k_max * component_stride(c);
}

static void decompose(const struct design *design, size_t g, size_t family,
                      struct panel_components *c)
{
    struct panel *panel = c->panel;
    struct panel_group group = panel_group(panel, g);
    size_t W = panel->kernels->width, m = group.m, k = c->k_max < m ? c->k_max : m;
    double *scores = scores_of(c, g, family);
    panel_take(design, &group, panel);
    memset(c->values, 0, (c->k_max + 2) * W * sizeof *c->values);
    if (c->average)
        panel_average_family(panel, g, family, k, c->values, scores, component_stride(c),
                             c->average);
    else
        panel->kernels->leading(m, k, panel->square, c->values, scores, component_stride(c),
                                panel->work);
    judge_values(c, &group);
    panel->kernels->held_out(m, group.n_held, c->k_max, panel->held, c->inverse, scores,
                             component_stride(c));
}

static void regress(size_t g, struct panel_components *c)
{
    struct panel *panel = c->panel;
    struct panel_group group = panel_group(panel, g);
    size_t W = panel->kernels->width, k = c->k_max, out = g * k * panel->n_runs * W;
    double *y = panel->held; /* free by now */
    panel_outcomes(panel, &group, y);
    panel->kernels->regress(group.m, group.n_held, c->n_families, k, scores_of(c, g, 0),
                            component_stride(c) * k, component_stride(c), y, group.n_train,
                            c->plain + out, c->shrunk + out, c->n_columns + g * k * W,
                            c->deficient + g * k * W, panel->work);
}

void panel_components_find(const struct design *design, const struct panel_fold *folds,
                           size_t n_folds, bool explained, struct panel_components *c)
{
    panel_load(design, folds, n_folds, c->panel);
    memset(c->unsafe, 0, sizeof c->unsafe);
    if (c->average)
        panel_average_begin(c->panel, c->average);
    for (size_t f = 0; f < c->n_families; f++) {
        panel_multiply(design, design->family_octet[f], design->family_octet[f + 1], c->panel);
        for (size_t g = 0; g < c->panel->n_groups; g++)
            decompose(design, g, f, c);
    }
    for (size_t g = 0; g < c->panel->n_groups; g++)
        regress(g, c);
    if (c->average)
        panel_average_find(design, c->panel, explained, c->average);
}

enum estimate_status panel_components_average(const struct panel_components *c, size_t i,
                                              double *adjusted, float *weights, uint32_t *leaders)
{
    return panel_average_adjust(c->panel, c->average, i, adjusted, weights, leaders);
}

enum estimate_status panel_components_adjust(const struct panel_components *c, size_t i, unsigned k,
                                             bool shrunk, double *adjusted)
{
    const struct panel *panel = c->panel;
    const struct panel_lane *lane = &panel->lanes[i];
    const struct split *split = lane->of.split;
    size_t W = panel->kernels->width, g = i / W, l = i % W;
    size_t figure = (g * c->k_max + k - 1) * W + l;
    if (lane->unsafe || c->unsafe[i])
        return ESTIMATE_PENDING;
    if (c->n_columns[g * c->k_max * W + l] == 0)
        return ESTIMATE_NO_CANDIDATES;
    if ((double)lane->n_train < c->n_columns[figure] + 2)
        return ESTIMATE_TOO_FEW_RUNS;
    if (c->deficient[figure] > 0)
        return ESTIMATE_RANK_DEFICIENT;
    size_t n_held = panel_group(panel, g).n_held, from = split->start[lane->of.fold];
    const double *moved = (shrunk ? c->shrunk : c->plain) + g * c->k_max * panel->n_runs * W +
                          (k - 1) * n_held * W + l;
    for (size_t t = 0; t < lane->n_held; t++)
        adjusted[from + t] = split->y[from + t] - moved[t * W];
    return ESTIMATE_OK;
}
