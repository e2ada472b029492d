#include "engine/ridge.h"

#include "base/mem.h"
#include "engine/gram.h"
#include "stats/eigen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ridge_workspace {
    double *gram, *square, *values, *vectors;
    double *y;        /* [n] centred training outcomes */
    double *rotated;  /* [n] in the eigenvectors' coordinates */
    double *error;    /* [n] leave-one-out errors */
    double *fit;      /* [n] */
    double *leverage; /* [n] */
    double *alpha;    /* [n] dual coefficients of the penalty chosen */
    struct gram_workspace *products;
    struct eigen_workspace *eigen;
};

/* exp(-4), exp(-3.5), … written out, so that no figure depends on the C library's exp. */
static const double penalties[RIDGE_PENALTIES] = {
    0.01831563888873418, 0.0301973834223185, 0.049787068367863944,
    0.0820849986238988,  0.1353352832366127, 0.22313016014842982,
    0.36787944117144233, 0.6065306597126334, 1.0,
    1.6487212707001282,  2.718281828459045,  4.4816890703380645,
    7.38905609893065,    12.182493960703473, 20.085536923187668,
    33.11545195869231,   54.598150033144236, 90.01713130052181,
    148.4131591025766,   244.69193226422038, 403.4287934927351};

double ridge_penalty(size_t i)
{
    return penalties[i];
}

struct ridge_workspace *ridge_workspace_new(size_t n_runs)
{
    struct ridge_workspace *w = mem_zeroed(1, sizeof *w);
    double **squares[] = {&w->gram, &w->square, &w->vectors};
    double **lines[] = {&w->values, &w->y,        &w->rotated, &w->error,
                        &w->fit,    &w->leverage, &w->alpha};
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        *squares[i] = mem_array(n_runs * n_runs, sizeof **squares[i]);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        *lines[i] = mem_array(n_runs, sizeof **lines[i]);
    w->products = gram_workspace_new(n_runs);
    w->eigen = eigen_workspace_new(n_runs);
    return w;
}

void ridge_workspace_free(struct ridge_workspace *w)
{
    if (!w)
        return;
    double *owned[] = {w->gram,    w->square, w->values, w->vectors,  w->y,
                       w->rotated, w->error,  w->fit,    w->leverage, w->alpha};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    gram_workspace_free(w->products);
    eigen_workspace_free(w->eigen);
    free(w);
}

static void centre_outcomes(const struct split *split, size_t fold, size_t n,
                            struct ridge_workspace *w)
{
    double mean = split_train_mean(split, fold, split->y);
    size_t before = split->start[fold], skipped = split->n - n;
    for (size_t i = 0; i < n; i++)
        w->y[i] = split->y[i < before ? i : i + skipped] - mean;
}

/* K = Z Z'/p = U L U'; rotated = U'y */
static void decompose(size_t n, size_t n_eligible, struct ridge_workspace *w)
{
    for (size_t i = 0; i < n * n; i++)
        w->square[i] = w->gram[i] / (double)n_eligible;
    eigen_symmetric(n, w->square, w->values, w->vectors, w->eigen);
    for (size_t m = 0; m < n; m++) {
        w->values[m] = fmax(w->values[m], 0);
        w->rotated[m] = 0;
        for (size_t i = 0; i < n; i++)
            w->rotated[m] += w->vectors[m * n + i] * w->y[i];
    }
}

/* H = U L (L + lambda)^-1 U', e_i = (y_i - (H y)_i) / (1 - H_ii - 1/n): leave-one-out errors at the penalty
 * lambda; returns the sum of their squares. */
static double leave_one_out(size_t n, double penalty, struct ridge_workspace *w)
{
    memset(w->fit, 0, n * sizeof *w->fit);
    memset(w->leverage, 0, n * sizeof *w->leverage);
    for (size_t m = 0; m < n; m++) {
        double kept = w->values[m] / (w->values[m] + penalty);
        const double *u = w->vectors + m * n;
        for (size_t i = 0; i < n; i++) {
            w->fit[i] += kept * w->rotated[m] * u[i];
            w->leverage[i] += kept * (u[i] * u[i]);
        }
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        w->error[i] = (w->y[i] - w->fit[i]) / (1 - w->leverage[i] - 1 / (double)n);
        sum += w->error[i] * w->error[i];
    }
    return sum;
}

/* b = sum p_i y_i / sum p_i^2 held within [0, 1], p_i = y_i - e_i: the slope of y on its own leave-one-out
 * predictions. */
static double clipped_slope(size_t n, const struct ridge_workspace *w)
{
    double product = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        double predicted = w->y[i] - w->error[i];
        product += predicted * w->y[i];
        square += predicted * predicted;
    }
    return square > 0 ? fmin(1, fmax(0, product / square)) : 0;
}

/* alpha = b (K + lambda)^-1 y = b U (L + lambda)^-1 U'y */
static void dual_coefficients(size_t n, double penalty, double slope, struct ridge_workspace *w)
{
    memset(w->alpha, 0, n * sizeof *w->alpha);
    for (size_t m = 0; m < n; m++) {
        double part = slope * w->rotated[m] / (w->values[m] + penalty);
        for (size_t i = 0; i < n; i++)
            w->alpha[i] += part * w->vectors[m * n + i];
    }
}

/* The lambda with the least sum of e_i^2; of the mean alone, e_i = y_i n/(n - 1). Fills alpha; false if no
 * penalty beats the mean alone. */
static bool choose_penalty(size_t n, struct ridge_workspace *w)
{
    double least = 0;
    bool found = false;
    for (size_t i = 0; i < n; i++) {
        double error = w->y[i] * (double)n / (double)(n - 1);
        least += error * error;
    }
    for (size_t i = RIDGE_PENALTIES; i-- > 0;) {
        double sum = leave_one_out(n, ridge_penalty(i), w);
        if (sum < least) {
            least = sum;
            found = true;
            dual_coefficients(n, ridge_penalty(i), clipped_slope(n, w), w);
        }
    }
    return found;
}

/* adj_h = y_h - sum_a K_ha alpha_a, h held out (METHOD.md, "Cross-fitted adjustment") */
enum estimate_status ridge_adjust(const struct design *design, const struct split *split,
                                  size_t fold, struct ridge_workspace *w, double *adjusted)
{
    size_t n = split_n_train(split, fold), from = split->start[fold];
    if (n < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    memset(w->gram, 0, split->n * n * sizeof *w->gram);
    size_t n_eligible =
        gram_add(design, split, fold, 0, design_octets(design), w->products, w->gram);
    if (n_eligible == 0)
        return ESTIMATE_NO_CANDIDATES;
    centre_outcomes(split, fold, n, w);
    decompose(n, n_eligible, w);
    bool adjust = choose_penalty(n, w);
    for (size_t i = n; i < split->n; i++) {
        double predicted = 0;
        for (size_t b = 0; adjust && b < n; b++)
            predicted += w->gram[i * n + b] * w->alpha[b];
        adjusted[from + (i - n)] = split->y[from + (i - n)] - predicted / (double)n_eligible;
    }
    return ESTIMATE_OK;
}
