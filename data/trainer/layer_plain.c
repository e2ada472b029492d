/* What all layers share, and the layers without parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "maths.h"
#include "matrix.h"
#include "memory.h"

void *layer_make(size_t size, const struct layer_kind *kind, size_t n_in, size_t n_out)
{
    struct layer *layer = memory_get(size);
    layer->kind = kind;
    layer->n_in = n_in;
    layer->n_out = n_out;
    layer->skip = NO_SKIP;
    return layer;
}

void layer_free_plain(struct layer *layer)
{
    free(layer);
}

void layer_draw_normal(struct rng *rng, double variance, size_t n, real *params)
{
    const double sd = sqrt(variance);
    for (size_t i = 0; i < n; i++)
        params[i] = (real)(sd * rng_normal(rng));
}

/* ReLU: y = max(x, 0). */

static void relu_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    for (size_t i = 0; i < n * layer->n_in; i++)
        y[i] = x[i] > 0 ? x[i] : 0;
}

static void relu_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    for (size_t i = 0; i < n * layer->n_in; i++)
        dx[i] = x[i] > 0 ? dy[i] : 0;
}

struct layer *layer_relu(size_t n)
{
    static const struct layer_kind kind = {NULL, relu_forward, relu_backward, layer_free_plain};
    return layer_make(sizeof(struct layer), &kind, n, n);
}

/* GELU by its usual approximation, y = x s with s = sigmoid(1.702 x). */

static inline real gelu_gate(real x)
{
    return 1 / (1 + maths_exp_real((real)-1.702 * x));
}

static void gelu_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    for (size_t i = 0; i < n * layer->n_in; i++)
        y[i] = x[i] * gelu_gate(x[i]);
}

static void gelu_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    for (size_t i = 0; i < n * layer->n_in; i++) {
        const real gate = gelu_gate(x[i]);
        dx[i] = dy[i] * (gate + (real)1.702 * x[i] * gate * (1 - gate));
    }
}

struct layer *layer_gelu(size_t n)
{
    static const struct layer_kind kind = {NULL, gelu_forward, gelu_backward, layer_free_plain};
    return layer_make(sizeof(struct layer), &kind, n, n);
}

/* An example's table of rows x cols, turned. */

struct turn {
    struct layer layer;
    size_t rows, cols;
};

static void turn_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    const struct turn *turn = (const struct turn *)layer;
    for (size_t i = 0; i < n; i++)
        matrix_transpose(turn->rows, turn->cols, x + i * layer->n_in, y + i * layer->n_in);
}

static void turn_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const struct turn *turn = (const struct turn *)layer;
    (void)x;
    for (size_t i = 0; i < n; i++)
        matrix_transpose(turn->cols, turn->rows, dy + i * layer->n_in, dx + i * layer->n_in);
}

struct layer *layer_turn(size_t rows, size_t cols)
{
    static const struct layer_kind kind = {NULL, turn_forward, turn_backward, layer_free_plain};
    struct turn *turn = layer_make(sizeof *turn, &kind, rows * cols, rows * cols);
    turn->rows = rows;
    turn->cols = cols;
    return &turn->layer;
}

/* The mean of an example's rows. */

static void mean_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    const size_t width = layer->n_out, rows = layer->n_in / width;
    for (size_t i = 0; i < n; i++) {
        matrix_sum_rows(rows, width, x + i * layer->n_in, y + i * width);
        for (size_t j = 0; j < width; j++)
            y[i * width + j] /= (real)rows;
    }
}

static void mean_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const size_t width = layer->n_out, rows = layer->n_in / width;
    (void)x;
    for (size_t i = 0; i < n * rows; i++)
        for (size_t j = 0; j < width; j++)
            dx[i * width + j] = dy[i / rows * width + j] / (real)rows;
}

struct layer *layer_mean(size_t rows, size_t width)
{
    static const struct layer_kind kind = {NULL, mean_forward, mean_backward, layer_free_plain};
    return layer_make(sizeof(struct layer), &kind, rows * width, width);
}

/* A shortcut round the layers between; the network adds its gradient at the other end. */

static void add_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    for (size_t i = 0; i < n * layer->n_in; i++)
        y[i] = x[i] + layer->shortcut[i];
}

static void add_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    (void)x;
    memcpy(dx, dy, n * layer->n_in * sizeof *dx);
}

struct layer *layer_add(size_t n, size_t skip)
{
    static const struct layer_kind kind = {NULL, add_forward, add_backward, layer_free_plain};
    struct layer *layer = layer_make(sizeof *layer, &kind, n, n);
    layer->skip = skip;
    return layer;
}
