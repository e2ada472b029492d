/* A layer of a network: the interface, and the layers there are.
 *
 * A layer maps a batch x (n examples of n_in numbers) to y (n of n_out).  Its parameters and their
 * gradients are stretches of two long vectors that the network owns, so an optimiser sees one
 * vector. Calls come in pairs: backward() follows the forward() on the same batch and may use what
 * that call kept in the layer.
 */
#ifndef TRAINER_LAYER_H
#define TRAINER_LAYER_H

#include <stdbool.h>
#include <stddef.h>

#include "real.h"
#include "rng.h"

enum { BATCH_MAX = 64 }; /* no batch has more examples */

struct layer;

struct layer_kind {
    /* Draws the initial parameters; NULL without parameters. */
    void (*start)(struct layer *layer, struct rng *rng);
    void (*forward)(struct layer *layer, size_t n, const real *x, real *y);
    /* dy holds dLoss/dy; writes dLoss/dx to dx (unless NULL), dLoss/dparameters to grads. */
    void (*backward)(struct layer *layer, size_t n, const real *x, const real *dy, real *dx);
    void (*free)(struct layer *layer);
};

struct layer {
    const struct layer_kind *kind;
    size_t n_in, n_out, n_params;
    real *params, *grads;     /* n_params each; set by the network */
    size_t skip;              /* layer_add: which earlier layer's input to add; else NO_SKIP */
    const real *shortcut;     /* layer_add: that input, set by the network */
    bool training;            /* dropout acts only in training */
    struct rng *augmentation; /* dropout's stream; the network's */
};

#define NO_SKIP ((size_t)-1)

/* Every row of `in` numbers becomes `out` numbers: y = x W + b; an example has `rows` rows.
 * Weights start normal with variance gain / in: 2 before a ReLU (He et al. 2015), else 1. */
struct layer *layer_dense(size_t rows, size_t in, size_t out, double gain);

/* Geometry of a convolution; images are stored row by row, pixel by pixel, channel by channel. */
struct conv_shape {
    size_t height, width, channels; /* of the input */
    size_t kernel_height, kernel_width, stride;
    size_t out_channels;
};
struct layer *layer_conv(struct conv_shape shape, double gain);
size_t conv_out_height(const struct conv_shape *shape);
size_t conv_out_width(const struct conv_shape *shape);

struct layer *layer_relu(size_t n);
struct layer *layer_gelu(size_t n); /* x sigmoid(1.702 x) */
struct layer *layer_dropout(size_t n, double probability);
struct layer *layer_norm(size_t rows, size_t width); /* each row to mean 0, sd 1, then gain, bias */
struct layer *layer_turn(size_t rows, size_t cols);  /* exchange rows and columns */
struct layer *layer_mean(size_t rows, size_t width); /* the mean of an example's rows */
struct layer *layer_add(size_t n, size_t skip);      /* x + the input of layer number `skip` */

/* For the implementations: a zeroed layer of `size` bytes that begins with a struct layer. */
void *layer_make(size_t size, const struct layer_kind *kind, size_t n_in, size_t n_out);
void layer_free_plain(struct layer *layer);
void layer_draw_normal(struct rng *rng, double variance, size_t n, real *params);

#endif
