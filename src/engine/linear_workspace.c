/* The workspace of linear_predict, and what its fits share. */
#include "engine/linear_internal.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

struct linear_workspace *linear_workspace_new(const struct linear_data *data, size_t n_runs)
{
    return linear_workspace_sized(data->n_columns, data->n_statistic, data->n_families, n_runs);
}

struct linear_workspace *linear_workspace_sized(size_t n_columns, size_t n_statistic,
                                                size_t n_families, size_t n)
{
    struct linear_workspace *w = mem_zeroed(1, sizeof *w);
    size_t c = n_columns + n_statistic;
    w->n_max = n;
    w->n_families = n_families;
    w->q_max = larger(n_statistic, n_families * ADJUSTER_K_MAX);
    w->z = mem_array(c * n, sizeof *w->z);
    double **columns[] = {&w->mean, &w->inverse_sd, &w->low, &w->high, &w->slopes, &w->sum};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = mem_zeroed(c, sizeof **columns[i]);
    for (size_t i = 0; i < sizeof w->lines / sizeof *w->lines; i++)
        w->lines[i] = mem_array(n, sizeof *w->lines[i]);
    w->y = mem_array(n, sizeof *w->y);
    w->gram = mem_array(n * n, sizeof *w->gram);
    w->regressors = mem_array(w->q_max * n, sizeof *w->regressors);
    w->theta = mem_array(w->q_max, sizeof *w->theta);
    w->inverse = mem_array(w->q_max, sizeof *w->inverse);
    w->train = mem_array(n, sizeof *w->train);
    w->order = mem_array(n, sizeof *w->order);
    w->spaces = mem_zeroed(w->n_families + 1, sizeof *w->spaces);
    for (size_t f = 0; f <= w->n_families; f++) {
        w->spaces[f].values = mem_array(n, sizeof *w->spaces[f].values);
        w->spaces[f].vectors = mem_array(n * n, sizeof *w->spaces[f].vectors);
    }
    w->eigen = eigen_workspace_new(n);
    return w;
}

void linear_workspace_free(struct linear_workspace *w)
{
    if (!w)
        return;
    for (size_t f = 0; f <= w->n_families; f++) {
        free(w->spaces[f].values);
        free(w->spaces[f].vectors);
    }
    for (size_t i = 0; i < sizeof w->lines / sizeof *w->lines; i++)
        free(w->lines[i]);
    void *owned[] = {w->z,      w->mean,    w->inverse_sd, w->low,   w->high,
                     w->slopes, w->sum,     w->y,          w->gram,  w->regressors,
                     w->theta,  w->inverse, w->train,      w->order, w->spaces};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    eigen_workspace_free(w->eigen);
    free(w);
}

double linear_dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

size_t linear_n_eligible(const struct linear_problem *problem, size_t from, size_t to)
{
    size_t n = 0;
    for (size_t c = from; c < to; c++)
        n += linear_dot(problem->z + c * problem->n, problem->z + c * problem->n, problem->n) > 0;
    return n;
}

void linear_add_dual(const struct linear_problem *problem, size_t from, size_t to, double factor,
                     const double *alpha, double *slopes)
{
    for (size_t c = from; c < to; c++)
        slopes[c] += factor * linear_dot(problem->z + c * problem->n, alpha, problem->n);
}

/* Z Z', lower triangle: column by column, so that each column is read once a pair of rows. */
static void products(const struct linear_problem *problem, size_t from, size_t to, double *gram)
{
    size_t n = problem->n;
    memset(gram, 0, n * n * sizeof *gram);
    for (size_t c = from; c < to; c++) {
        const double *z = problem->z + c * n;
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b <= a; b++)
                gram[a * n + b] += z[a] * z[b];
    }
}

const struct linear_space *linear_space(const struct linear_problem *problem,
                                        struct linear_workspace *w, size_t family)
{
    struct linear_space *space = &w->spaces[family];
    if (space->known)
        return space;
    bool all = family == problem->n_families;
    products(problem, all ? 0 : problem->family[family],
             all ? problem->n_columns : problem->family[family + 1], w->gram);
    eigen_symmetric(problem->n, w->gram, space->values, space->vectors, w->eigen);
    for (size_t m = 0; m < problem->n; m++)
        space->values[m] = space->values[m] > 0 ? space->values[m] : 0;
    space->known = true;
    return space;
}
