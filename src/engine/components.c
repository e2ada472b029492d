#include "engine/components.h"

#include "base/mem.h"
#include "engine/gram.h"
#include "engine/lanczos.h"
#include "stats/eigen.h"
#include "stats/ols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct components_workspace {
    size_t n_families;
    unsigned k_max;
    unsigned *n_found; /* [n_families] components of each, at most k_max */
    double *scores;    /* [n_families][k_max][n]: training runs, then held-out ones */
    double *gram, *square, *values, *vectors;
    double *columns, *y, *theta, *inverse; /* of the least squares */
    struct gram_workspace *products;       /* NULL where there are too many runs: then */
    struct lanczos *lanczos;
    struct eigen_workspace *eigen;
};

struct components_workspace *components_workspace_new(const struct design *design, size_t n_runs,
                                                      unsigned k_max)
{
    struct components_workspace *w = mem_zeroed(1, sizeof *w);
    size_t n_families = design->n_families, q = n_families * k_max;
    w->n_families = n_families;
    w->k_max = k_max;
    w->n_found = mem_zeroed(n_families, sizeof *w->n_found);
    w->scores = mem_array(q * n_runs, sizeof *w->scores);
    w->columns = mem_array(q * n_runs, sizeof *w->columns);
    w->y = mem_array(n_runs, sizeof *w->y);
    w->theta = mem_array(q, sizeof *w->theta);
    w->inverse = mem_array(q, sizeof *w->inverse);
    if (n_runs > COMPONENTS_RUNS_MAX) {
        w->lanczos = lanczos_new(design, n_runs, k_max);
        return w;
    }
    w->gram = mem_array(n_runs * n_runs, sizeof *w->gram);
    w->square = mem_array(n_runs * n_runs, sizeof *w->square);
    w->vectors = mem_array(n_runs * n_runs, sizeof *w->vectors);
    w->values = mem_array(n_runs, sizeof *w->values);
    w->products = gram_workspace_new(n_runs);
    w->eigen = eigen_workspace_new(n_runs);
    return w;
}

void components_workspace_free(struct components_workspace *w)
{
    if (!w)
        return;
    void *owned[] = {w->n_found, w->scores,  w->gram, w->square, w->vectors,
                     w->values,  w->columns, w->y,    w->theta,  w->inverse};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    lanczos_free(w->lanczos);
    gram_workspace_free(w->products);
    eigen_workspace_free(w->eigen);
    free(w);
}

/* G v_c = l_c v_c; the score of training run a is v_ca, of held-out run h sum_a G_ha v_ca / l_c: both over
 * sqrt(l_c), which least squares does not see (METHOD.md, "Cross-fitted adjustment"). */
static void find_family(const struct design *design, const struct split *split, size_t fold,
                        size_t family, struct components_workspace *w)
{
    size_t n = split->n, n_train = split_n_train(split, fold);
    memset(w->gram, 0, n * n_train * sizeof *w->gram);
    size_t n_eligible = gram_add(design, split, fold, design->family_octet[family],
                                 design->family_octet[family + 1], w->products, w->gram);
    memcpy(w->square, w->gram, n_train * n_train * sizeof *w->gram);
    eigen_symmetric(n_train, w->square, w->values, w->vectors, w->eigen);
    unsigned k = 0;
    while (k < w->k_max && k < n_eligible && k + 1 < n_train &&
           w->values[k] > COMPONENTS_RANK_SHARE * w->values[0])
        k++;
    w->n_found[family] = k;
    for (unsigned c = 0; c < k; c++) {
        double *score = w->scores + (family * w->k_max + c) * n;
        const double *u = w->vectors + c * n_train;
        memcpy(score, u, n_train * sizeof *score);
        for (size_t i = n_train; i < n; i++) {
            double sum = 0;
            for (size_t b = 0; b < n_train; b++)
                sum += w->gram[i * n_train + b] * u[b];
            score[i] = sum / w->values[c];
        }
    }
}

enum estimate_status components_find(const struct design *design, const struct split *split,
                                     size_t fold, struct components_workspace *w)
{
    if (split_n_train(split, fold) < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    unsigned n_found = 0;
    for (size_t family = 0; family < w->n_families; family++) {
        if (w->lanczos)
            w->n_found[family] = lanczos_components(
                design, split, fold, design->family_octet[family], design->family_octet[family + 1],
                w->lanczos, w->scores + family * w->k_max * split->n);
        else
            find_family(design, split, fold, family, w);
        n_found += w->n_found[family];
    }
    return n_found ? ESTIMATE_OK : ESTIMATE_NO_CANDIDATES;
}

/* Copies the training part of the first k components of each family; returns how many. */
static size_t gather_columns(size_t n, size_t n_train, unsigned k, struct components_workspace *w)
{
    size_t q = 0;
    for (size_t family = 0; family < w->n_families; family++)
        for (unsigned c = 0; c < k && c < w->n_found[family]; c++)
            memcpy(w->columns + q++ * n_train, w->scores + (family * w->k_max + c) * n,
                   n_train * sizeof *w->columns);
    return q;
}

/* theta_c max(0, 1 - 2/t_c^2), t_c^2 = theta_c^2 / (variance (X'X)^-1_cc): positive-part James-Stein, component
 * by component. */
static void shrink(size_t q, double variance, const double *inverse, double *theta)
{
    for (size_t j = 0; j < q; j++) {
        double error = 2 * inverse[j] * variance, square = theta[j] * theta[j];
        theta[j] *= square > error ? 1 - error / square : 0;
    }
}

/* adj_h = y_h - sum_c theta_c score_ch; scores have mean zero over the training runs */
static void apply(const struct split *split, size_t fold, size_t n_train, unsigned k,
                  const struct components_workspace *w, double *adjusted)
{
    size_t from = split->start[fold], to = split->start[fold + 1], q = 0;
    for (size_t i = from; i < to; i++)
        adjusted[i] = split->y[i];
    for (size_t family = 0; family < w->n_families; family++)
        for (unsigned c = 0; c < k && c < w->n_found[family]; c++, q++) {
            const double *held_out = w->scores + (family * w->k_max + c) * split->n + n_train;
            for (size_t i = from; i < to; i++)
                adjusted[i] -= w->theta[q] * held_out[i - from];
        }
}

enum estimate_status components_adjust(const struct split *split, size_t fold, unsigned k,
                                       bool shrunk, struct components_workspace *w,
                                       double *adjusted)
{
    size_t n_train = split_n_train(split, fold), before = split->start[fold];
    size_t q = gather_columns(split->n, n_train, k, w);
    memcpy(w->y, split->y, before * sizeof *w->y);
    memcpy(w->y + before, split->y + split->start[fold + 1], (n_train - before) * sizeof *w->y);
    double residual;
    enum ols_outcome outcome =
        ols_fit(n_train, q, w->columns, w->y, w->theta, &residual, shrunk ? w->inverse : NULL);
    if (outcome != OLS_OK)
        return split_status(outcome);
    if (shrunk)
        shrink(q, residual / (double)(n_train - 1 - q), w->inverse, w->theta);
    apply(split, fold, n_train, k, w, adjusted);
    return ESTIMATE_OK;
}
