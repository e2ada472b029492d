#include "engine/panel_ridge.h"

#include "base/mem.h"
#include "engine/ridge.h"

#include <stdlib.h>

struct panel_ridge {
    struct panel *panel;
    double penalties[RIDGE_PENALTIES]; /* the largest first */
    double *y;
    double *moved; /* [groups][n_runs][W] */
};

struct panel_ridge *panel_ridge_new(const struct design *design, size_t n_runs, size_t n_folds)
{
    if (n_runs > PANEL_RUNS_MAX)
        return NULL;
    struct panel_ridge *ridge = mem_zeroed(1, sizeof *ridge);
    ridge->panel =
        panel_new(design, n_runs, n_folds, design_octets(design), KERNELS_RIDGE_WORK(n_runs));
    for (size_t i = 0; i < RIDGE_PENALTIES; i++)
        ridge->penalties[i] = ridge_penalty(RIDGE_PENALTIES - 1 - i);
    ridge->y = mem_aligned(n_runs * KERNELS_WIDTH_MAX, sizeof *ridge->y);
    ridge->moved = mem_aligned(PANEL_FOLDS * n_runs, sizeof *ridge->moved);
    return ridge;
}

void panel_ridge_free(struct panel_ridge *ridge)
{
    if (!ridge)
        return;
    panel_free(ridge->panel);
    free(ridge->y);
    free(ridge->moved);
    free(ridge);
}

static void fit_group(const struct design *design, size_t g, struct panel_ridge *ridge)
{
    struct panel *panel = ridge->panel;
    struct panel_group group = panel_group(panel, g);
    double n_eligible[KERNELS_WIDTH_MAX] __attribute__((aligned(64))) = {0};
    for (size_t l = 0; l < group.n_lanes; l++)
        n_eligible[l] = (double)panel->lanes[group.first + l].n_eligible;
    panel_take(design, &group, panel);
    panel_outcomes(panel, &group, ridge->y);
    panel->kernels->ridge(group.m, group.n_held, ridge->penalties, RIDGE_PENALTIES, panel->square,
                          panel->held, ridge->y, group.n_train, n_eligible,
                          ridge->moved + group.first * panel->n_runs, panel->work);
}

void panel_ridge_find(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                      struct panel_ridge *ridge)
{
    panel_load(design, folds, n_folds, ridge->panel);
    panel_multiply(design, 0, design_octets(design), ridge->panel);
    for (size_t g = 0; g < ridge->panel->n_groups; g++)
        fit_group(design, g, ridge);
}

enum estimate_status panel_ridge_adjust(const struct panel_ridge *ridge, size_t i, double *adjusted)
{
    const struct panel *panel = ridge->panel;
    const struct panel_lane *lane = &panel->lanes[i];
    const struct split *split = lane->of.split;
    size_t W = panel->kernels->width, from = split->start[lane->of.fold];
    if (lane->unsafe)
        return ESTIMATE_PENDING;
    if (lane->n_eligible == 0)
        return ESTIMATE_NO_CANDIDATES;
    const double *moved = ridge->moved + (i - i % W) * panel->n_runs + i % W;
    for (size_t t = 0; t < lane->n_held; t++)
        adjusted[from + t] = split->y[from + t] - moved[t * W];
    return ESTIMATE_OK;
}
