#include "estimate/search.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = DESIGN_LANES, PERMUTATIONS = SEARCH_PERMUTATIONS };

struct search_workspace {
    double *noise;   /* [n_folds] */
    double *y;       /* [PERMUTATIONS][n]: centred outcomes of the training runs, permuted */
    double *x;       /* [n][LANES]: an octet's training runs, centred */
    double *centred; /* [n] */
    uint32_t *place; /* [n] */
};

double search_factor(double rho2, double noise)
{
    double factor = (rho2 - noise) / (rho2 * (1 - noise));
    return rho2 > noise && isfinite(factor) ? factor : 0;
}

struct search_workspace *search_workspace_new(size_t n_runs, size_t n_folds)
{
    struct search_workspace *w = mem_zeroed(1, sizeof *w);
    w->noise = mem_zeroed(n_folds, sizeof *w->noise);
    w->y = mem_array(PERMUTATIONS * n_runs, sizeof *w->y);
    w->x = mem_aligned(LANES * n_runs, sizeof *w->x);
    w->centred = mem_array(n_runs, sizeof *w->centred);
    w->place = mem_array(n_runs, sizeof *w->place);
    return w;
}

void search_workspace_free(struct search_workspace *w)
{
    if (!w)
        return;
    free(w->noise);
    free(w->y);
    free(w->x);
    free(w->centred);
    free(w->place);
    free(w);
}

/* Run i of a fold's training runs, in the split's order. */
static size_t train_run(const struct split *split, size_t fold, size_t i)
{
    return i < split->start[fold] ? i : i + (split->start[fold + 1] - split->start[fold]);
}

/* Returns the sum of squares of the centred training outcomes. */
static double draw_permutations(const struct split *split, size_t fold, size_t n, struct rng *rng,
                                struct search_workspace *w)
{
    double mean = split_train_mean(split, fold, split->y), square = 0;
    for (size_t i = 0; i < n; i++) {
        w->centred[i] = split->y[train_run(split, fold, i)] - mean;
        square += w->centred[i] * w->centred[i];
        w->place[i] = (uint32_t)i;
    }
    for (size_t k = 0; k < PERMUTATIONS; k++) {
        rng_shuffle(rng, w->place, n);
        for (size_t i = 0; i < n; i++)
            w->y[k * n + i] = w->centred[w->place[i]];
    }
    return square;
}

/* Centres an octet's training runs; the sums of squares go to square[LANES]. */
static void load_octet(const struct design *design, const struct split *split, size_t fold,
                       size_t octet, size_t n, struct search_workspace *w, double *square)
{
    const double *x = design->x + octet * design->n_pool * LANES;
    double mean[LANES] = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < LANES; l++)
            mean[l] += x[split->run[train_run(split, fold, i)] * LANES + l];
    for (size_t l = 0; l < LANES; l++) {
        mean[l] /= (double)n;
        square[l] = 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < LANES; l++) {
            double d = x[split->run[train_run(split, fold, i)] * LANES + l] - mean[l];
            w->x[i * LANES + l] = d;
            square[l] += d * d;
        }
}

/* largest[k] = max over lanes of sxy^2 / sxx, of permutation k. */
static void score_octet(const struct search_workspace *w, size_t n, const double *square,
                        const double *floor, double *largest)
{
    for (size_t k = 0; k < PERMUTATIONS; k++) {
        double sxy[LANES] = {0};
        for (size_t i = 0; i < n; i++)
            for (size_t l = 0; l < LANES; l++)
                sxy[l] += w->x[i * LANES + l] * w->y[k * n + i];
        for (size_t l = 0; l < LANES; l++)
            if (square[l] > floor[l] * (double)(n - 1))
                largest[k] = fmax(largest[k], sxy[l] * sxy[l] / square[l]);
    }
}

static double fold_noise(const struct design *design, const struct split *split, size_t fold,
                         struct rng *rng, struct search_workspace *w)
{
    size_t n = split_n_train(split, fold);
    double largest[PERMUTATIONS] = {0}, square[LANES], sum = 0;
    double syy = draw_permutations(split, fold, n, rng, w);
    for (size_t octet = 0; octet < design_octets(design); octet++) {
        load_octet(design, split, fold, octet, n, w, square);
        score_octet(w, n, square, design->floor + octet * LANES, largest);
    }
    for (size_t k = 0; k < PERMUTATIONS; k++)
        sum += largest[k];
    return syy > 0 ? sum / syy / PERMUTATIONS : 0;
}

void search_permute(const struct design *design, const struct split *split, uint64_t seed,
                    uint64_t replicate, struct search_workspace *w)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){seed, design->stream, rng_name("best-shrunk"), replicate});
    for (size_t fold = 0; fold < split->n_folds; fold++)
        w->noise[fold] = fold_noise(design, split, fold, &rng, w);
}

double search_noise(const struct search_workspace *w, size_t fold)
{
    return w->noise[fold];
}
