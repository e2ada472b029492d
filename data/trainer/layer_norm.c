/* Layer normalisation (Ba, Kiros and Hinton 2016): h = (x - mean) / sd within a row, y = h g + b.
 * With e = dy g:  dx = (e - mean(e) - h mean(e h)) / sd. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "memory.h"

struct norm {
    struct layer layer;
    size_t rows, width;
    real *h;          /* normalised rows of the batch */
    real *inverse_sd; /* one per row */
};

static const real norm_epsilon = (real)1e-5; /* a row of equal numbers has no sd */

static void norm_start(struct layer *layer, struct rng *rng)
{
    (void)rng;
    for (size_t j = 0; j < layer->n_params / 2; j++)
        layer->params[j] = 1;
}

static real normalise_row(size_t width, const real *x, real *h)
{
    real sum = 0, squares = 0;
    for (size_t j = 0; j < width; j++)
        sum += x[j];
    const real mean = sum / (real)width;
    for (size_t j = 0; j < width; j++) {
        h[j] = x[j] - mean;
        squares += h[j] * h[j];
    }
    const real inverse_sd = 1 / (real)sqrt((double)(squares / (real)width + norm_epsilon));
    for (size_t j = 0; j < width; j++)
        h[j] *= inverse_sd;
    return inverse_sd;
}

static void norm_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    struct norm *norm = (struct norm *)layer;
    const size_t width = norm->width;
    const real *gain = layer->params, *bias = gain + width;
    for (size_t i = 0; i < n * norm->rows; i++) {
        real *h = norm->h + i * width;
        norm->inverse_sd[i] = normalise_row(width, x + i * width, h);
        for (size_t j = 0; j < width; j++)
            y[i * width + j] = h[j] * gain[j] + bias[j];
    }
}

static void norm_backward_row(size_t width, const real *gain, const real *h, const real *dy,
                              real inverse_sd, real *dx)
{
    real sum = 0, sum_h = 0;
    for (size_t j = 0; j < width; j++) {
        sum += dy[j] * gain[j];
        sum_h += dy[j] * gain[j] * h[j];
    }
    sum /= (real)width;
    sum_h /= (real)width;
    for (size_t j = 0; j < width; j++)
        dx[j] = (dy[j] * gain[j] - sum - h[j] * sum_h) * inverse_sd;
}

static void norm_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const struct norm *norm = (const struct norm *)layer;
    const size_t width = norm->width;
    real *gain_grads = layer->grads, *bias_grads = gain_grads + width;
    (void)x;
    memset(layer->grads, 0, layer->n_params * sizeof *layer->grads);
    for (size_t i = 0; i < n * norm->rows; i++) {
        const real *h = norm->h + i * width, *dy_row = dy + i * width;
        for (size_t j = 0; j < width; j++) {
            gain_grads[j] += dy_row[j] * h[j];
            bias_grads[j] += dy_row[j];
        }
        if (dx)
            norm_backward_row(width, layer->params, h, dy_row, norm->inverse_sd[i], dx + i * width);
    }
}

static void norm_free(struct layer *layer)
{
    struct norm *norm = (struct norm *)layer;
    free(norm->h);
    free(norm->inverse_sd);
    free(norm);
}

struct layer *layer_norm(size_t rows, size_t width)
{
    static const struct layer_kind kind = {norm_start, norm_forward, norm_backward, norm_free};
    struct norm *norm = layer_make(sizeof *norm, &kind, rows * width, rows * width);
    norm->layer.n_params = 2 * width;
    norm->rows = rows;
    norm->width = width;
    norm->h = memory_reals(BATCH_MAX * rows * width);
    norm->inverse_sd = memory_reals(BATCH_MAX * rows);
    return &norm->layer;
}
