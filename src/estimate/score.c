#include "estimate/score.h"

#include "base/mem.h"
#include "estimate/kernels.h"

#include <math.h>
#include <stdlib.h>

enum { LANES = DESIGN_LANES, BLOCK_OCTETS = 8 };

struct score_workspace {
    struct kernel_best *best;  /* [n_plans][n_folds + 1] */
    struct kernel_fold *folds; /* [n_plans][n_folds + 1] */
    double *sums;
};

struct score_workspace *score_workspace_new(size_t n_plans, size_t n_folds)
{
    struct score_workspace *workspace = mem_zeroed(1, sizeof *workspace);
    workspace->best = mem_aligned(n_plans * (n_folds + 1), sizeof *workspace->best);
    workspace->folds = mem_array(n_plans * (n_folds + 1), sizeof *workspace->folds);
    workspace->sums = mem_aligned((n_folds + 1) * KERNELS_SUMS_WORK, sizeof *workspace->sums);
    return workspace;
}

void score_workspace_free(struct score_workspace *workspace)
{
    if (!workspace)
        return;
    free(workspace->best);
    free(workspace->folds);
    free(workspace->sums);
    free(workspace);
}

static void clear(struct kernel_best *best, size_t n)
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
static struct score_winner reduce(const struct kernel_best *best, double syy)
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
                                       const struct kernel_best *best)
{
    if (fold < split->n_folds && split_n_train(split, fold) < 3)
        return (struct score_winner){CROSSFIT_NO_PICK, 0};
    return reduce(best, train_syy(split, fold));
}

static void score_family(const struct design *design, const struct split *splits, size_t n_splits,
                         size_t family, bool all, struct score_workspace *workspace)
{
    size_t from = design->family_octet[family], to = design->family_octet[family + 1];
    size_t stride = splits->n_folds + 1, octet_size = design->n_pool * LANES;
    const struct kernels *kernels = kernels_best();
    clear(workspace->best, n_splits * stride);
    for (size_t block = from; block < to; block += BLOCK_OCTETS) {
        size_t n_octets = to - block < BLOCK_OCTETS ? to - block : BLOCK_OCTETS;
        for (size_t s = 0; s < n_splits; s++) {
            struct kernel_split view = {splits[s].n_folds, splits[s].run, splits[s].start,
                                        splits[s].y, workspace->folds + s * stride};
            kernels->score(design->x + block * octet_size, design->floor + block * LANES, n_octets,
                           design->n_pool, (double)block, &view, all, workspace->sums,
                           workspace->best + s * stride);
        }
    }
}

void score_batch(const struct design *design, const struct split *splits, size_t n_splits,
                 struct score_workspace *workspace, struct score_winner *winners)
{
    size_t stride = n_splits ? splits->n_folds + 1 : 0;
    bool all = n_splits && splits->n < design->n_pool;
    for (size_t s = 0; s < n_splits; s++)
        split_kernel_folds(&splits[s], workspace->folds + s * stride);
    for (size_t family = 0; family < design->n_families; family++) {
        score_family(design, splits, n_splits, family, all, workspace);
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
