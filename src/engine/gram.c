#include "engine/gram.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = DESIGN_LANES };

struct gram_workspace {
    double *z;      /* [n][LANES]: one octet, standardised, training runs first */
    uint32_t *runs; /* [n] */
};

struct gram_workspace *gram_workspace_new(size_t n_runs)
{
    struct gram_workspace *workspace = mem_zeroed(1, sizeof *workspace);
    workspace->z = mem_aligned(n_runs * LANES, sizeof *workspace->z);
    workspace->runs = mem_array(n_runs, sizeof *workspace->runs);
    return workspace;
}

void gram_workspace_free(struct gram_workspace *workspace)
{
    if (!workspace)
        return;
    free(workspace->z);
    free(workspace->runs);
    free(workspace);
}

static void order_runs(const struct split *split, size_t fold, uint32_t *runs)
{
    size_t before = split->start[fold], after = split->start[fold + 1];
    memcpy(runs, split->run, before * sizeof *runs);
    memcpy(runs + before, split->run + after, (split->n - after) * sizeof *runs);
    memcpy(runs + before + (split->n - after), split->run + before,
           (after - before) * sizeof *runs);
}

/* z = (x - mean)/sd over the training runs. z[n] of one lane; zeros if the candidate is not eligible. */
static bool standardise(double *z, size_t n, size_t n_train, double floor)
{
    double mean = 0, square = 0;
    for (size_t i = 0; i < n_train; i++)
        mean += z[i * LANES];
    mean /= (double)n_train;
    for (size_t i = 0; i < n_train; i++)
        square += (z[i * LANES] - mean) * (z[i * LANES] - mean);
    double variance = square / (double)(n_train - 1);
    bool eligible = variance > floor;
    double scale = eligible ? 1 / sqrt(variance) : 0;
    for (size_t i = 0; i < n; i++)
        z[i * LANES] = (z[i * LANES] - mean) * scale;
    return eligible;
}

/* G_ab += sum over the octet's candidates of z_ja z_jb */
static void add_products(const double *z, size_t n, size_t n_train, double *gram)
{
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n_train && (b <= a || a >= n_train); b++) {
            double sum = 0;
            for (size_t l = 0; l < LANES; l++)
                sum += z[a * LANES + l] * z[b * LANES + l];
            gram[a * n_train + b] += sum;
        }
}

size_t gram_add(const struct design *design, const struct split *split, size_t fold, size_t from,
                size_t to, struct gram_workspace *workspace, double *gram)
{
    size_t n = split->n, n_train = split_n_train(split, fold), n_eligible = 0;
    double *z = workspace->z;
    order_runs(split, fold, workspace->runs);
    for (size_t octet = from; octet < to; octet++) {
        const double *x = design->x + octet * design->n_pool * LANES;
        for (size_t i = 0; i < n; i++)
            memcpy(z + i * LANES, x + (size_t)workspace->runs[i] * LANES, LANES * sizeof *z);
        for (size_t l = 0; l < LANES; l++)
            n_eligible += standardise(z + l, n, n_train, design->floor[octet * LANES + l]);
        add_products(z, n, n_train, gram);
    }
    /* The upper half of the training part. */
    for (size_t a = 0; a < n_train; a++)
        for (size_t b = a + 1; b < n_train; b++)
            gram[a * n_train + b] = gram[b * n_train + a];
    return n_eligible;
}
