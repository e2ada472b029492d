#include "estimate/score.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

enum { LANES = DESIGN_LANES, BLOCK_OCTETS = 8 };

/* The best so far of each lane: rho2 = product / (square * syy). */
struct lane_best {
    double product[LANES]; /* sxy^2; -1 = none yet */
    double square[LANES];  /* sxx */
    double octet[LANES];
};

struct sums {
    double x[LANES], xx[LANES], xy[LANES];
};

struct score_workspace {
    size_t n_folds;
    struct lane_best *best; /* [n_plans][n_folds + 1] */
    struct sums *sums;      /* [n_folds + 1], the last one the total */
};

struct score_workspace *score_workspace_new(size_t n_plans, size_t n_folds)
{
    struct score_workspace *workspace = mem_zeroed(1, sizeof *workspace);
    workspace->n_folds = n_folds;
    workspace->best = mem_aligned(n_plans * (n_folds + 1), sizeof *workspace->best);
    workspace->sums = mem_aligned(n_folds + 1, sizeof *workspace->sums);
    return workspace;
}

void score_workspace_free(struct score_workspace *workspace)
{
    if (!workspace)
        return;
    free(workspace->best);
    free(workspace->sums);
    free(workspace);
}

static void fold_sums(const double *x, const struct split *split, size_t fold, struct sums *sums)
{
    *sums = (struct sums){{0}, {0}, {0}};
    for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++) {
        const double *row = x + (size_t)split->run[i] * LANES;
        for (size_t l = 0; l < LANES; l++) {
            sums->x[l] += row[l];
            sums->xx[l] += row[l] * row[l];
            sums->xy[l] += row[l] * split->y[i];
        }
    }
}

static void add_sums(struct sums *to, const struct sums *from)
{
    for (size_t l = 0; l < LANES; l++) {
        to->x[l] += from->x[l];
        to->xx[l] += from->xx[l];
        to->xy[l] += from->xy[l];
    }
}

/* Scores an octet on `total` less `out` (NULL = nothing left out) and keeps each lane's best. */
static void keep_best(const struct sums *total, const struct sums *out, double n, double sum_y,
                      const double *floor, double octet, struct lane_best *best)
{
    static const struct sums nothing;
    if (!out)
        out = &nothing;
    for (size_t l = 0; l < LANES; l++) {
        double x = total->x[l] - out->x[l];
        double square = (total->xx[l] - out->xx[l]) - x * x / n;
        double sxy = (total->xy[l] - out->xy[l]) - x * sum_y / n;
        double product = sxy * sxy;
        if (square > floor[l] * (n - 1) &&
            product * best->square[l] > best->product[l] * square * (1 + DESIGN_TIE)) {
            best->product[l] = product;
            best->square[l] = square;
            best->octet[l] = octet;
        }
    }
}

static void score_octet(const struct design *design, const struct split *split, size_t octet,
                        struct sums *sums, struct lane_best *best)
{
    const double *x = design->x + octet * design->n_pool * LANES;
    const double *floor = design->floor + octet * LANES;
    size_t n_folds = split->n_folds;
    struct sums *total = &sums[n_folds];
    *total = (struct sums){{0}, {0}, {0}};
    double total_y = 0;
    for (size_t f = 0; f < n_folds; f++) {
        fold_sums(x, split, f, &sums[f]);
        add_sums(total, &sums[f]);
    }
    for (size_t i = 0; i < split->n; i++)
        total_y += split->y[i];
    for (size_t f = 0; f < n_folds; f++) {
        double sum_y = total_y;
        for (size_t i = split->start[f]; i < split->start[f + 1]; i++)
            sum_y -= split->y[i];
        keep_best(total, &sums[f], (double)split_n_train(split, f), sum_y, floor, (double)octet,
                  &best[f]);
    }
    keep_best(total, NULL, (double)split->n, total_y, floor, (double)octet, &best[n_folds]);
}

static void clear(struct lane_best *best, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < LANES; l++) {
            best[i].product[l] = -1;
            best[i].square[l] = 1;
        }
}

static double train_syy(const struct split *split, size_t fold)
{
    double mean = 0, sum = 0, n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < split->n; i++) {
            if (fold < split->n_folds && i >= split->start[fold] && i < split->start[fold + 1])
                continue;
            double d = split->y[i] - mean;
            sum += pass ? d * d : d;
            n += !pass;
        }
        if (!pass) {
            mean = sum / n;
            sum = 0;
        }
    }
    return sum;
}

/* The best lane: the largest, and of those that tie with it the first slot. */
static struct score_winner reduce(const struct lane_best *best, double syy)
{
    struct score_winner winner = {CROSSFIT_NO_PICK, 0};
    double largest = -1;
    for (size_t l = 0; l < LANES; l++)
        if (best->product[l] >= 0)
            largest = fmax(largest, best->product[l] / best->square[l]);
    for (size_t l = 0; l < LANES; l++) {
        if (best->product[l] < 0 || best->product[l] / best->square[l] < largest * (1 - DESIGN_TIE))
            continue;
        uint32_t slot = (uint32_t)best->octet[l] * LANES + (uint32_t)l;
        if (winner.slot == CROSSFIT_NO_PICK || slot < winner.slot) {
            winner.slot = slot;
            winner.rho2 = syy > 0 ? best->product[l] / best->square[l] / syy : 0;
        }
    }
    return winner;
}

/* With two training runs every correlation is one: no winner. */
static struct score_winner fold_winner(const struct split *split, size_t fold,
                                       const struct lane_best *best)
{
    if (fold < split->n_folds && split_n_train(split, fold) < 3)
        return (struct score_winner){CROSSFIT_NO_PICK, 0};
    return reduce(best, train_syy(split, fold));
}

static void score_family(const struct design *design, const struct split *splits, size_t n_splits,
                         size_t family, struct score_workspace *workspace)
{
    size_t from = design->family_octet[family], to = design->family_octet[family + 1];
    size_t stride = splits->n_folds + 1;
    clear(workspace->best, n_splits * stride);
    for (size_t block = from; block < to; block += BLOCK_OCTETS) {
        size_t end = block + BLOCK_OCTETS < to ? block + BLOCK_OCTETS : to;
        for (size_t s = 0; s < n_splits; s++)
            for (size_t octet = block; octet < end; octet++)
                score_octet(design, &splits[s], octet, workspace->sums,
                            workspace->best + s * stride);
    }
}

void score_batch(const struct design *design, const struct split *splits, size_t n_splits,
                 struct score_workspace *workspace, struct score_winner *winners)
{
    size_t stride = n_splits ? splits->n_folds + 1 : 0;
    for (size_t family = 0; family < design->n_families; family++) {
        score_family(design, splits, n_splits, family, workspace);
        for (size_t s = 0; s < n_splits; s++)
            for (size_t f = 0; f < stride; f++)
                winners[(s * design->n_families + family) * stride + f] =
                    fold_winner(&splits[s], f, &workspace->best[s * stride + f]);
    }
}

struct score_winner score_best(const struct score_winner *winners, size_t n_families,
                               size_t stride)
{
    struct score_winner best = {CROSSFIT_NO_PICK, -1};
    double largest = -1;
    for (size_t f = 0; f < n_families; f++)
        if (winners[f * stride].slot != CROSSFIT_NO_PICK)
            largest = fmax(largest, winners[f * stride].rho2);
    for (size_t f = 0; f < n_families && best.slot == CROSSFIT_NO_PICK; f++)
        if (winners[f * stride].slot != CROSSFIT_NO_PICK &&
            winners[f * stride].rho2 >= largest * (1 - DESIGN_TIE))
            best = winners[f * stride];
    return best;
}
