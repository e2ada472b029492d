#include "engine/search.h"

#include "base/mem.h"
#include "engine/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = DESIGN_LANES, PERMUTATIONS = SEARCH_PERMUTATIONS };
/* Permuted outcomes of so many folds are held at once (one at least). */
enum { DOUBLES_AT_ONCE = 1 << 17 };

struct search_workspace {
    double *noise;             /* [n_folds] */
    size_t abreast;            /* folds at once: */
    double *y;                 /* [abreast][n][PERMUTATIONS] */
    const double **views;      /* [abreast] into y */
    double *syy;               /* [abreast] */
    double *largest;           /* [abreast][PERMUTATIONS][LANES] */
    double *centred;           /* [n] */
    uint32_t *place;           /* [n] */
    struct kernel_fold *folds; /* [n_folds + 1] */
    double *sums;
};

double search_factor(double rho2, double noise)
{
    double factor = (rho2 - noise) / (rho2 * (1 - noise));
    return rho2 > noise && isfinite(factor) ? factor : 0;
}

struct search_workspace *search_workspace_new(size_t n_runs, size_t n_folds)
{
    struct search_workspace *w = mem_zeroed(1, sizeof *w);
    size_t one = n_runs * PERMUTATIONS, most = DOUBLES_AT_ONCE / (one ? one : 1);
    w->abreast = most < 1 ? 1 : most < n_folds ? most : n_folds;
    w->noise = mem_zeroed(n_folds, sizeof *w->noise);
    w->y = mem_array(w->abreast * one, sizeof *w->y);
    w->views = mem_array(w->abreast, sizeof *w->views);
    for (size_t i = 0; i < w->abreast; i++)
        w->views[i] = w->y + i * one;
    w->syy = mem_array(w->abreast, sizeof *w->syy);
    w->largest = mem_aligned(w->abreast * PERMUTATIONS * LANES, sizeof *w->largest);
    w->centred = mem_array(n_runs, sizeof *w->centred);
    w->place = mem_array(n_runs, sizeof *w->place);
    w->folds = mem_array(n_folds + 1, sizeof *w->folds);
    w->sums = mem_aligned((n_folds + 1) * KERNELS_SUMS_WORK, sizeof *w->sums);
    return w;
}

void search_workspace_free(struct search_workspace *w)
{
    if (!w)
        return;
    void *owned[] = {w->noise,   w->y,     w->views, w->syy, w->largest,
                     w->centred, w->place, w->folds, w->sums};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(w);
}

/* Fills y[n_train][PERMUTATIONS]; returns the sum of squares of the centred training outcomes. */
static double draw_permutations(const struct split *split, size_t fold, struct rng *rng, double *y,
                                struct search_workspace *w)
{
    double mean = split_train_mean(split, fold, split->y), square = 0;
    size_t n = split_n_train(split, fold), skipped = split->n - n;
    for (size_t i = 0; i < n; i++) {
        w->centred[i] = split->y[i < split->start[fold] ? i : i + skipped] - mean;
        square += w->centred[i] * w->centred[i];
        w->place[i] = (uint32_t)i;
    }
    for (size_t k = 0; k < PERMUTATIONS; k++) {
        rng_shuffle(rng, w->place, n);
        for (size_t i = 0; i < n; i++)
            y[i * PERMUTATIONS + k] = w->centred[w->place[i]];
    }
    return square;
}

/* r0 = (1/20) sum over permutations of max_j Sxy_j^2 / (Sxx_j Syy): the mean of the largest squared
 * correlation. */
static double mean_largest(const double *largest, double syy)
{
    double sum = 0;
    for (size_t k = 0; k < PERMUTATIONS; k++) {
        double most = 0;
        for (size_t l = 0; l < LANES; l++)
            most = fmax(most, largest[k * LANES + l]);
        sum += most;
    }
    return syy > 0 ? sum / syy / PERMUTATIONS : 0;
}

static void permute_folds(const struct design *design, const struct split *split, size_t from,
                          size_t to, struct rng *rng, struct search_workspace *w)
{
    struct kernel_split view = {split->n_folds, split->run, split->start, split->y, w->folds};
    for (size_t f = from; f < to; f++)
        w->syy[f - from] =
            draw_permutations(split, f, rng, w->y + (size_t)(w->views[f - from] - w->y), w);
    memset(w->largest, 0, (to - from) * PERMUTATIONS * LANES * sizeof *w->largest);
    kernels_best()->search(design->x, design->floor, design_octets(design), design->n_pool, &view,
                           from, to, w->views, PERMUTATIONS, w->sums, w->largest);
    for (size_t f = from; f < to; f++)
        w->noise[f] =
            mean_largest(w->largest + (f - from) * PERMUTATIONS * LANES, w->syy[f - from]);
}

void search_permute(const struct design *design, const struct split *split, uint64_t seed,
                    uint64_t replicate, struct search_workspace *w)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){seed, design->stream, rng_name("best-shrunk"), replicate});
    split_kernel_folds(split, w->folds);
    for (size_t from = 0; from < split->n_folds; from += w->abreast) {
        size_t to = split->n_folds - from < w->abreast ? split->n_folds : from + w->abreast;
        permute_folds(design, split, from, to, &rng, w);
    }
}

double search_noise(const struct search_workspace *w, size_t fold)
{
    return w->noise[fold];
}
