#include "engine/batch.h"

#include "stats/moments.h"

#include <math.h>
#include <string.h>

double *batch_adjusted(const struct batch *batch, size_t s, size_t a)
{
    const struct crossfit_workspace *w = batch->workspace;
    return w->adjusted + (s * batch->request->n_adjusters + a) * w->n_runs;
}

void batch_note(const struct batch *batch, size_t s, size_t a, enum estimate_status status)
{
    uint8_t *noted = &batch->results->status[s * batch->request->n_adjusters + a];
    if (*noted == ESTIMATE_OK)
        *noted = (uint8_t)status;
}

double batch_variance(const struct batch *batch, size_t s, const double *adjusted)
{
    double scale = batch->design->y_scale;
    return moments_variance(adjusted, batch->workspace->splits[s].n) * scale * scale;
}

enum estimate_status batch_outlook(const struct batch *batch, size_t s)
{
    if (batch->workspace->splits[s].n < 2)
        return ESTIMATE_TOO_FEW_RUNS;
    double variance = batch->results->raw_variance[s];
    if (!isfinite(variance))
        return ESTIMATE_NOT_FINITE;
    return variance > 0 ? ESTIMATE_OK : ESTIMATE_NO_VARIANCE;
}

bool batch_held_out(const struct split *split, size_t fold)
{
    return split->start[fold + 1] > split->start[fold];
}

static void gather_statistic(const struct design *design, const struct split *split, double *to)
{
    for (size_t q = 0; q < design->n_statistic; q++)
        for (size_t i = 0; i < split->n; i++)
            to[q * split->n + i] = design->statistic[q * design->n_pool + split->run[i]];
}

static void gather_slot(const struct design *design, const struct split *split, size_t slot,
                        double *to)
{
    const double *x = design_column(design, slot);
    for (size_t i = 0; i < split->n; i++)
        to[i] = x[(size_t)split->run[i] * DESIGN_LANES];
}

void batch_raw(const struct batch *batch, size_t a)
{
    for (size_t s = 0; s < batch->n_splits; s++) {
        const struct split *split = &batch->workspace->splits[s];
        memcpy(batch_adjusted(batch, s, a), split->y, split->n * sizeof *split->y);
    }
}

static void fixed_vector(const struct batch *batch, size_t s, size_t a)
{
    const struct design *design = batch->design;
    struct crossfit_workspace *w = batch->workspace;
    const struct split *split = &w->splits[s];
    for (size_t f = 0; f < split->n_folds; f++)
        if (batch_held_out(split, f))
            batch_note(batch, s, a,
                       split_adjust_vector(split, f, design->n_statistic, w->column,
                                           design->statistic_floor, w->fit,
                                           batch_adjusted(batch, s, a)));
}

static void fixed_split(const struct batch *batch, size_t s, size_t a)
{
    const struct design *design = batch->design;
    const struct split *split = &batch->workspace->splits[s];
    gather_statistic(design, split, batch->workspace->column);
    if (design->n_statistic == 1)
        batch_note(batch, s, a,
                   split_adjust_folds(split, batch->workspace->column, design->statistic_floor[0],
                                      batch_adjusted(batch, s, a)));
    else
        fixed_vector(batch, s, a);
}

void batch_fixed(const struct batch *batch, size_t a)
{
    for (size_t s = 0; s < batch->n_splits; s++) {
        if (batch->design->statistic_missing)
            batch_note(batch, s, a, ESTIMATE_NO_STATISTIC);
        else
            fixed_split(batch, s, a);
    }
}

enum estimate_status batch_adjust_slot(const struct batch *batch, size_t s, size_t f, uint32_t slot,
                                       double factor, double *adjusted)
{
    const struct split *split = &batch->workspace->splits[s];
    if (!batch_held_out(split, f))
        return ESTIMATE_OK;
    if (split_n_train(split, f) < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    if (slot == CROSSFIT_NO_PICK)
        return ESTIMATE_NO_CANDIDATES;
    double *column = batch->workspace->column;
    gather_slot(batch->design, split, slot, column);
    return split_adjust_single(split, f, column, batch->design->floor[slot], factor, adjusted);
}

static void keep_pick(const struct batch *batch, size_t s, size_t a, size_t f, uint32_t slot)
{
    size_t n_folds = batch->workspace->splits[s].n_folds;
    uint32_t *picks = batch->results->picks;
    if (picks && slot != CROSSFIT_NO_PICK)
        picks[(s * batch->request->n_adjusters + a) * n_folds + f] = batch->design->candidate[slot];
}

static const struct score_winner *winners_of(const struct batch *batch, size_t s, size_t group)
{
    size_t stride = batch->workspace->splits[s].n_folds + 1;
    return batch->workspace->winners + (s * batch->workspace->n_groups + group) * stride;
}

struct score_winner batch_winner(const struct batch *batch, size_t s, size_t family, size_t fold)
{
    return winners_of(batch, s, family)[fold];
}

static struct score_winner best_of_all(const struct batch *batch, size_t s, size_t f)
{
    size_t stride = batch->workspace->splits[s].n_folds + 1;
    return score_best(winners_of(batch, s, 0) + f, batch->workspace->n_groups, stride);
}

static void best_split(const struct batch *batch, size_t s, size_t a, bool shrunk)
{
    double *adjusted = batch_adjusted(batch, s, a);
    for (size_t f = 0; f < batch->workspace->splits[s].n_folds; f++) {
        struct score_winner winner = best_of_all(batch, s, f);
        double factor = 1;
        if (shrunk && winner.slot != CROSSFIT_NO_PICK)
            factor = search_factor(winner.rho2, search_noise(batch->workspace->search, f));
        batch_note(batch, s, a, batch_adjust_slot(batch, s, f, winner.slot, factor, adjusted));
        keep_pick(batch, s, a, f, winner.slot);
    }
}

void batch_best(const struct batch *batch, size_t a)
{
    for (size_t s = 0; s < batch->n_splits; s++)
        best_split(batch, s, a, false);
}

void batch_best_shrunk(const struct batch *batch, size_t a)
{
    for (size_t s = 0; s < batch->n_splits; s++) {
        search_permute(batch->design, &batch->workspace->splits[s], batch->request->seed,
                       batch->replicates[s], batch->workspace->search);
        best_split(batch, s, a, true);
    }
}

/* The candidate chosen on all runs of the replicate. */
static uint32_t posthoc_slot(const struct batch *batch, size_t s)
{
    const struct split *split = &batch->workspace->splits[s];
    if (split->n == batch->design->n_pool)
        return batch->design->posthoc;
    return best_of_all(batch, s, split->n_folds).slot;
}

enum estimate_status batch_adjust_all(const struct batch *batch, size_t s, uint32_t slot,
                                      double *adjusted)
{
    const struct split *split = &batch->workspace->splits[s];
    for (size_t f = 0; slot == CROSSFIT_NO_PICK && f < split->n_folds; f++)
        if (batch_held_out(split, f))
            return batch_adjust_slot(batch, s, f, slot, 1, adjusted); /* says why */
    gather_slot(batch->design, split, slot, batch->workspace->column);
    return split_adjust_folds(split, batch->workspace->column, batch->design->floor[slot],
                              adjusted);
}

void batch_posthoc(const struct batch *batch, size_t a)
{
    for (size_t s = 0; s < batch->n_splits; s++) {
        uint32_t slot = posthoc_slot(batch, s);
        batch_note(batch, s, a, batch_adjust_all(batch, s, slot, batch_adjusted(batch, s, a)));
        for (size_t f = 0; f < batch->workspace->splits[s].n_folds; f++)
            keep_pick(batch, s, a, f, slot);
    }
}

void batch_panels(const struct batch *batch, size_t adjuster,
                  void (*do_panel)(const struct batch *batch, size_t adjuster,
                                   const struct panel_fold *folds, size_t n_folds),
                  void (*do_fold)(const struct batch *batch, size_t adjuster, size_t s, size_t f))
{
    struct panel_fold folds[PANEL_FOLDS];
    size_t n = 0;
    for (size_t s = 0; s < batch->n_splits; s++) {
        const struct split *split = &batch->workspace->splits[s];
        for (size_t f = 0; f < split->n_folds; f++) {
            if (!batch_held_out(split, f))
                continue;
            if (split_n_train(split, f) < 3 || !do_panel) {
                do_fold(batch, adjuster, s, f);
                continue;
            }
            folds[n++] = (struct panel_fold){split, f, s};
            if (n == panel_capacity(batch->workspace->n_runs)) {
                do_panel(batch, adjuster, folds, n);
                n = 0;
            }
        }
    }
    if (n > 0)
        do_panel(batch, adjuster, folds, n);
}

static void ridge_fold(const struct batch *batch, size_t a, size_t s, size_t f)
{
    const struct crossfit_workspace *w = batch->workspace;
    batch_note(
        batch, s, a,
        ridge_adjust(batch->design, &w->splits[s], f, w->ridge, batch_adjusted(batch, s, a)));
}

static void ridge_panel(const struct batch *batch, size_t a, const struct panel_fold *folds,
                        size_t n)
{
    struct panel_ridge *ridge = batch->workspace->panel_ridge;
    panel_ridge_find(batch->design, folds, n, ridge);
    for (size_t i = 0; i < n; i++) {
        size_t s = folds[i].tag;
        enum estimate_status status = panel_ridge_adjust(ridge, i, batch_adjusted(batch, s, a));
        if (status == ESTIMATE_PENDING)
            ridge_fold(batch, a, s, folds[i].fold);
        else
            batch_note(batch, s, a, status);
    }
}

void batch_ridge(const struct batch *batch, size_t a)
{
    batch_panels(batch, a, batch->workspace->panel_ridge ? ridge_panel : NULL, ridge_fold);
}
