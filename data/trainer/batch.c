#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

void batch_init(struct batch *batch, const struct dataset *dataset, const struct model *model)
{
    *batch = (struct batch){
        .dataset = dataset, .model = model, .spare = memory_reals(BATCH_MAX * dataset->n_features)};
}

void batch_done(struct batch *batch)
{
    free(batch->spare);
}

/* out = in moved by (down, right); what comes in from outside is background. */
static void move_image(const struct dataset *dataset, int down, int right, const real *in,
                       real *out)
{
    const int height = (int)dataset->height, width = (int)dataset->width;
    const real background = dataset_background(dataset);
    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++) {
            const int from_i = i - down, from_j = j - right;
            const int inside = from_i >= 0 && from_i < height && from_j >= 0 && from_j < width;
            out[i * width + j] = inside ? in[from_i * width + from_j] : background;
        }
}

static int draw_shift(struct rng *rng, int most)
{
    return (int)rng_below(rng, (uint32_t)(2 * most + 1)) - most;
}

/* Features of letters have no places, so there is nothing to move. */
static void move_all(struct batch *batch, size_t n, struct rng *rng, real *x)
{
    const struct dataset *dataset = batch->dataset;
    const size_t width = dataset->n_features;
    const int most = batch->model->max_shift;
    if (most == 0 || dataset->height == 1)
        return;
    for (size_t i = 0; i < n; i++) {
        const int down = draw_shift(rng, most), right = draw_shift(rng, most);
        move_image(dataset, down, right, x + i * width, batch->spare);
        memcpy(x + i * width, batch->spare, width * sizeof *x);
    }
}

/* Mixup (Zhang et al. 2018): each example is mixed with another of the batch, in one proportion for
 * the batch; the larger part is kept by the example itself. */
static void mix_all(struct batch *batch, size_t n, struct rng *rng, real *x)
{
    const size_t width = batch->dataset->n_features;
    uint32_t partner[BATCH_MAX];
    double share = rng_beta(rng, batch->model->mixup);
    share = share < 0.5 ? 1 - share : share;
    for (size_t i = 0; i < n; i++)
        partner[i] = (uint32_t)i;
    rng_shuffle(rng, n, partner);
    memcpy(batch->spare, x, n * width * sizeof *x);
    const real a = (real)share, b = (real)(1 - share);
    for (size_t i = 0; i < n; i++) {
        const real *other = batch->spare + partner[i] * width;
        for (size_t f = 0; f < width; f++)
            x[i * width + f] = a * x[i * width + f] + b * other[f];
        batch->partners[i] = batch->labels[partner[i]];
    }
    batch->share = share;
}

void batch_fill(struct batch *batch, size_t n, const uint32_t *indices, struct rng *augmentation,
                real *x)
{
    const struct dataset *dataset = batch->dataset;
    for (size_t i = 0; i < n; i++) {
        dataset_get(dataset, &dataset->train, indices[i], x + i * dataset->n_features);
        batch->labels[i] = batch->partners[i] = dataset->train.labels[indices[i]];
    }
    batch->share = 1;
    move_all(batch, n, augmentation, x);
    if (batch->model->mixup > 0)
        mix_all(batch, n, augmentation, x);
}

struct labels batch_labels(const struct batch *batch)
{
    return (struct labels){batch->labels, batch->partners, batch->share};
}
