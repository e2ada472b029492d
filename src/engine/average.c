#include "engine/average.h"

#include "base/mem.h"
#include "engine/linear_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct average_workspace {
    size_t n_columns;
    size_t *slot;   /* [n_columns] */
    size_t *family; /* [n_families + 1] first column of each */
    double *x;      /* [n] a column, training runs first */
    double *centre; /* [n_columns + n_statistic], and the rest of what standardises a value: */
    double *inverse_sd, *low, *high;
    double *slopes;      /* [n_columns + n_statistic] */
    double *models;      /* [average_models()] */
    uint32_t *candidate; /* [n_columns] */
    struct linear_workspace *linear;
};

struct average_workspace *average_workspace_new(const struct design *design, size_t n_runs)
{
    struct average_workspace *w = mem_zeroed(1, sizeof *w);
    w->slot = mem_array(design->n_slots, sizeof *w->slot);
    w->candidate = mem_array(design->n_slots, sizeof *w->candidate);
    w->family = mem_array(design->n_families + 1, sizeof *w->family);
    for (size_t f = 0; f < design->n_families; f++) {
        w->family[f] = w->n_columns;
        for (size_t s = design->family_octet[f] * DESIGN_LANES;
             s < design->family_octet[f + 1] * DESIGN_LANES; s++)
            if (design->candidate[s] != CROSSFIT_NO_PICK) {
                w->candidate[w->n_columns] = design->candidate[s];
                w->slot[w->n_columns++] = s;
            }
    }
    w->family[design->n_families] = w->n_columns;
    size_t n = w->n_columns + design->n_statistic;
    w->x = mem_array(n_runs, sizeof *w->x);
    w->centre = mem_array(n, sizeof *w->centre);
    w->inverse_sd = mem_array(n, sizeof *w->inverse_sd);
    w->low = mem_array(n, sizeof *w->low);
    w->high = mem_array(n, sizeof *w->high);
    w->slopes = mem_array(n, sizeof *w->slopes);
    w->models = mem_array(average_models(design->n_families, w->n_columns), sizeof *w->models);
    w->linear =
        linear_workspace_sized(w->n_columns, design->n_statistic, design->n_families, n_runs);
    return w;
}

void average_workspace_free(struct average_workspace *w)
{
    if (!w)
        return;
    void *owned[] = {w->slot, w->family, w->x,      w->centre, w->inverse_sd,
                     w->low,  w->high,   w->slopes, w->models, w->candidate};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    linear_workspace_free(w->linear);
    free(w);
}

/* A column's values, training runs first, then those held out. */
static void gather(const struct design *design, const struct split *split, size_t fold, size_t c,
                   struct average_workspace *w)
{
    size_t from = split->start[fold], to = split->start[fold + 1], at = 0;
    bool statistic = c >= w->n_columns;
    const double *x = statistic ? design->statistic + (c - w->n_columns) * design->n_pool
                                : design_column(design, w->slot[c]);
    size_t stride = statistic ? 1 : DESIGN_LANES;
    for (size_t i = 0; i < split->n; i++)
        if (i < from || i >= to)
            w->x[at++] = x[split->run[i] * stride];
    for (size_t i = from; i < to; i++)
        w->x[at++] = x[split->run[i] * stride];
}

/* z = (x - mean) / sd of the n training runs, into the linear workspace; 0 if not eligible. */
static void standardise(const struct design *design, size_t c, size_t n,
                        struct average_workspace *w)
{
    double *z = w->linear->z + c * n, mean = 0, square = 0, low = INFINITY, high = -INFINITY;
    double floor =
        c < w->n_columns ? design->floor[w->slot[c]] : design->statistic_floor[c - w->n_columns];
    for (size_t i = 0; i < n; i++)
        mean += w->x[i];
    mean /= (double)n;
    for (size_t i = 0; i < n; i++)
        square += (w->x[i] - mean) * (w->x[i] - mean);
    double variance = square / (double)(n - 1);
    w->centre[c] = mean;
    w->inverse_sd[c] = variance > floor ? 1 / sqrt(variance) : 0;
    for (size_t i = 0; i < n; i++) {
        z[i] = (w->x[i] - mean) * w->inverse_sd[c];
        low = fmin(low, z[i]);
        high = fmax(high, z[i]);
    }
    w->low[c] = low - AVERAGE_REACH;
    w->high[c] = high + AVERAGE_REACH;
}

static void centre_outcomes(const struct split *split, size_t fold, double *y)
{
    double mean = split_train_mean(split, fold, split->y);
    size_t from = split->start[fold], to = split->start[fold + 1], n = 0;
    for (size_t i = 0; i < split->n; i++)
        if (i < from || i >= to)
            y[n++] = split->y[i] - mean;
}

/* Returns how many columns vary in the training runs. */
static size_t prepare(const struct design *design, const struct split *split, size_t fold,
                      size_t n_columns, struct average_workspace *w)
{
    size_t n = split_n_train(split, fold), n_eligible = 0;
    centre_outcomes(split, fold, w->linear->y);
    for (size_t c = 0; c < n_columns; c++) {
        gather(design, split, fold, c, w);
        standardise(design, c, n, w);
        n_eligible += w->inverse_sd[c] > 0;
    }
    for (size_t f = 0; f <= design->n_families; f++)
        w->linear->spaces[f].known = false;
    return n_eligible;
}

/* adj = y - sum_j slope_j hold((x_j - mean_j) / sd_j) */
static void apply(const struct design *design, const struct split *split, size_t fold,
                  size_t n_columns, struct average_workspace *w, double *adjusted)
{
    size_t from = split->start[fold], to = split->start[fold + 1], n = split_n_train(split, fold);
    for (size_t i = from; i < to; i++)
        adjusted[i] = split->y[i];
    for (size_t c = 0; c < n_columns; c++) {
        if (w->slopes[c] == 0)
            continue;
        gather(design, split, fold, c, w);
        for (size_t i = from; i < to; i++) {
            double z = (w->x[n + (i - from)] - w->centre[c]) * w->inverse_sd[c];
            adjusted[i] -= w->slopes[c] * fmin(fmax(z, w->low[c]), w->high[c]);
        }
    }
}

enum estimate_status average_adjust(const struct design *design, const struct split *split,
                                    size_t fold, struct average_workspace *w, double *adjusted,
                                    float *weights, uint32_t *leaders)
{
    size_t n = split_n_train(split, fold);
    size_t n_statistic = design->statistic_missing ? 0 : design->n_statistic;
    size_t n_columns = w->n_columns + n_statistic;
    if (n < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    if (prepare(design, split, fold, n_columns, w) == 0)
        return ESTIMATE_NO_CANDIDATES;
    struct linear_problem problem = {.n = n,
                                     .y = w->linear->y,
                                     .n_columns = w->n_columns,
                                     .z = w->linear->z,
                                     .n_families = design->n_families,
                                     .family = w->family,
                                     .n_statistic = n_statistic,
                                     .statistic = w->linear->z + w->n_columns * n};
    memset(w->slopes, 0, n_columns * sizeof *w->slopes);
    w->linear->explained = weights ? w->models : NULL;
    enum estimate_status status = linear_average(&problem, 0, w->linear, w->slopes);
    if (status != ESTIMATE_OK)
        return status;
    apply(design, split, fold, n_columns, w, adjusted);
    if (weights)
        average_explain(design->n_families, w->n_columns, w->candidate, w->models, weights,
                        leaders);
    return ESTIMATE_OK;
}

/* The heaviest candidates, of equal ones the first. */
static void keep_leaders(const double *singles, size_t n, const uint32_t *candidate, float *weights,
                         uint32_t *leaders)
{
    size_t best[CROSSFIT_LEADERS], n_best = 0;
    for (size_t c = 0; c < n; c++) {
        if (!(singles[c] > 0) ||
            (n_best == CROSSFIT_LEADERS && singles[c] <= singles[best[n_best - 1]]))
            continue;
        size_t at = n_best < CROSSFIT_LEADERS ? n_best++ : n_best - 1;
        for (; at > 0 && singles[c] > singles[best[at - 1]]; at--)
            best[at] = best[at - 1];
        best[at] = c;
    }
    for (size_t i = 0; i < CROSSFIT_LEADERS; i++) {
        weights[i] = i < n_best ? (float)singles[best[i]] : 0;
        leaders[i] = i < n_best ? candidate[best[i]] : CROSSFIT_NO_PICK;
    }
}

void average_explain(size_t n_families, size_t n_columns, const uint32_t *candidate,
                     const double *models, float *weights, uint32_t *leaders)
{
    size_t first = average_single(n_families, 0);
    double together = 0;
    for (size_t m = 0; m < first; m++)
        weights[m] = (float)models[m];
    for (size_t c = 0; c < n_columns; c++)
        together += models[first + c];
    weights[first] = (float)together;
    keep_leaders(models + first, n_columns, candidate, weights + first + 1, leaders);
}
