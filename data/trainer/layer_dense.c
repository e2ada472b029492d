/* y = x W + b.   dW = x' dy,  db = the sum of dy,  dx = dy W'. */
#include <stdlib.h>

#include "layer.h"
#include "matrix.h"
#include "memory.h"

struct dense {
    struct layer layer;
    size_t rows, in, out;
    double gain;
    real *turned; /* W' */
};

static void dense_start(struct layer *layer, struct rng *rng)
{
    const struct dense *dense = (const struct dense *)layer;
    layer_draw_normal(rng, dense->gain / (double)dense->in, dense->in * dense->out, layer->params);
}

static void dense_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    const struct dense *dense = (const struct dense *)layer;
    const real *bias = layer->params + dense->in * dense->out;
    matrix_multiply(n * dense->rows, dense->out, dense->in, matrix_plain(x, dense->in),
                    layer->params, bias, y);
}

static void dense_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const struct dense *dense = (const struct dense *)layer;
    const size_t in = dense->in, out = dense->out, m = n * dense->rows;
    matrix_multiply(in, out, m, matrix_turned(x, in), dy, NULL, layer->grads);
    matrix_sum_rows(m, out, dy, layer->grads + in * out);
    if (!dx)
        return;
    matrix_transpose(in, out, layer->params, dense->turned);
    matrix_multiply(m, in, out, matrix_plain(dy, out), dense->turned, NULL, dx);
}

static void dense_free(struct layer *layer)
{
    free(((struct dense *)layer)->turned);
    free(layer);
}

struct layer *layer_dense(size_t rows, size_t in, size_t out, double gain)
{
    static const struct layer_kind kind = {dense_start, dense_forward, dense_backward, dense_free};
    struct dense *dense = layer_make(sizeof *dense, &kind, rows * in, rows * out);
    dense->layer.n_params = (in + 1) * out;
    dense->rows = rows;
    dense->in = in;
    dense->out = out;
    dense->gain = gain;
    dense->turned = memory_reals(in * out);
    return &dense->layer;
}
