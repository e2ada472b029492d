#include "engine/score.h"

#include "base/mem.h"
#include "engine/kernels.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>

enum { LANES = DESIGN_LANES, BLOCK_OCTETS = 8 };

struct score_workspace {
    struct kernel_best *best;  /* [n_plans][n_folds + 1] */
    struct kernel_fold *folds; /* [n_plans][n_folds + 1] */
    double *syy;               /* [n_plans][n_folds + 1] of the training outcomes */
    double *sums;
};

struct score_workspace *score_workspace_new(size_t n_plans, size_t n_folds)
{
    struct score_workspace *workspace = mem_zeroed(1, sizeof *workspace);
    workspace->best = mem_aligned(n_plans * (n_folds + 1), sizeof *workspace->best);
    workspace->folds = mem_array(n_plans * (n_folds + 1), sizeof *workspace->folds);
    workspace->syy = mem_array(n_plans * (n_folds + 1), sizeof *workspace->syy);
    workspace->sums =
        mem_aligned(KERNELS_UNITS * (n_folds + 1) * KERNELS_SUMS_WORK, sizeof *workspace->sums);
    return workspace;
}

void score_workspace_free(struct score_workspace *workspace)
{
    if (!workspace)
        return;
    free(workspace->best);
    free(workspace->folds);
    free(workspace->syy);
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

/* The best lane: the largest, and of those that tie with it the first slot. */
static struct score_winner reduce(const struct kernel_best *best, double syy)
{
    struct score_winner winner = {CROSSFIT_NO_PICK, 0};
    double ratio[LANES], largest = -1;
    for (size_t l = 0; l < LANES; l++) {
        ratio[l] = best->product[l] / best->square[l];
        largest = ratio[l] > largest ? ratio[l] : largest;
    }
    for (size_t l = 0; l < LANES; l++) {
        if (ratio[l] < 0 || ratio[l] < largest * (1 - DESIGN_TIE))
            continue;
        uint32_t slot = (uint32_t)best->octet[l] * LANES + (uint32_t)l;
        if (winner.slot == CROSSFIT_NO_PICK || slot < winner.slot) {
            winner.slot = slot;
            winner.rho2 = syy > 0 ? ratio[l] / syy : 0;
        }
    }
    return winner;
}

/* The winners of one replicate in octets already scored. With two training runs every correlation is
 * one: no winner. */
static void reduce_split(const struct split *split, const struct score_workspace *workspace,
                         size_t s, struct score_winner *winners)
{
    size_t stride = split->n_folds + 1;
    for (size_t f = 0; f < stride; f++) {
        bool too_few = f < split->n_folds && split_n_train(split, f) < 3;
        winners[f] = too_few
                         ? (struct score_winner){CROSSFIT_NO_PICK, 0}
                         : reduce(&workspace->best[s * stride + f], workspace->syy[s * stride + f]);
    }
}

static void score_octets(const struct design *design, const struct split *splits, size_t n_splits,
                         size_t from, size_t to, struct score_workspace *workspace)
{
    size_t stride = splits->n_folds + 1, octet_size = design->n_pool * LANES;
    const struct kernels *kernels = kernels_best();
    bool all = splits->n < design->n_pool;
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

static void prepare(const struct split *split, struct kernel_fold *folds, double *syy)
{
    split_kernel_folds(split, folds);
    for (size_t f = 0; f < split->n_folds; f++)
        syy[f] = split_train_square(split, f, split->y);
    syy[split->n_folds] = moments_variance(split->y, split->n) * (double)(split->n - 1);
}

void score_batch(const struct design *design, const struct split *splits, size_t n_splits,
                 bool by_family, struct score_workspace *workspace, struct score_winner *winners)
{
    if (n_splits == 0)
        return;
    size_t stride = splits->n_folds + 1, n_groups = by_family ? design->n_families : 1;
    for (size_t s = 0; s < n_splits; s++)
        prepare(&splits[s], workspace->folds + s * stride, workspace->syy + s * stride);
    for (size_t g = 0; g < n_groups; g++) {
        size_t last = by_family ? g + 1 : design->n_families;
        score_octets(design, splits, n_splits, design->family_octet[g], design->family_octet[last],
                     workspace);
        for (size_t s = 0; s < n_splits; s++)
            reduce_split(&splits[s], workspace, s, winners + (s * n_groups + g) * stride);
    }
}

struct score_winner score_best(const struct score_winner *winners, size_t n_groups, size_t stride)
{
    struct score_winner best = {CROSSFIT_NO_PICK, -1};
    double largest = -1;
    for (size_t f = 0; f < n_groups; f++)
        if (winners[f * stride].slot != CROSSFIT_NO_PICK)
            largest = fmax(largest, winners[f * stride].rho2);
    for (size_t f = 0; f < n_groups && best.slot == CROSSFIT_NO_PICK; f++)
        if (winners[f * stride].slot != CROSSFIT_NO_PICK &&
            winners[f * stride].rho2 >= largest * (1 - DESIGN_TIE))
            best = winners[f * stride];
    return best;
}
