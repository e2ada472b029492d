/* In training each number is set to zero with a given probability and the others are enlarged, so
 * that the mean stays; otherwise nothing happens (Srivastava et al. 2014). */
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "memory.h"

struct dropout {
    struct layer layer;
    double probability;
    real *factor; /* 0 or 1/(1 - probability), for each number of the batch */
};

static void draw_factors(struct dropout *dropout, size_t n)
{
    const real kept = (real)(1 / (1 - dropout->probability));
    for (size_t i = 0; i < n; i++)
        dropout->factor[i] =
            rng_uniform(dropout->layer.augmentation) < dropout->probability ? 0 : kept;
}

static void dropout_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    struct dropout *dropout = (struct dropout *)layer;
    if (!layer->training) {
        memcpy(y, x, n * layer->n_in * sizeof *y);
        return;
    }
    draw_factors(dropout, n * layer->n_in);
    for (size_t i = 0; i < n * layer->n_in; i++)
        y[i] = x[i] * dropout->factor[i];
}

static void dropout_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const struct dropout *dropout = (const struct dropout *)layer;
    (void)x;
    for (size_t i = 0; i < n * layer->n_in; i++)
        dx[i] = dy[i] * dropout->factor[i];
}

static void dropout_free(struct layer *layer)
{
    free(((struct dropout *)layer)->factor);
    free(layer);
}

struct layer *layer_dropout(size_t n, double probability)
{
    static const struct layer_kind kind = {NULL, dropout_forward, dropout_backward, dropout_free};
    struct dropout *dropout = layer_make(sizeof *dropout, &kind, n, n);
    dropout->probability = probability;
    dropout->factor = memory_reals(BATCH_MAX * n);
    return &dropout->layer;
}
