/* A network: layers one after another, all parameters in one vector, all gradients in another. */
#ifndef TRAINER_NETWORK_H
#define TRAINER_NETWORK_H

#include "layer.h"

enum { NETWORK_LAYERS_MAX = 40 };

struct network {
    size_t n_layers, n_params;
    struct layer *layers[NETWORK_LAYERS_MAX];
    real *params, *grads; /* n_params */
    /* [l]: the input of layer l, for a batch; the last: the output. */
    real *values[NETWORK_LAYERS_MAX + 1];
    real *value_grads[NETWORK_LAYERS_MAX + 1];
};

/* Build: init, add the layers in order (the network frees them), then start once. */
void network_init(struct network *network);
void network_add(struct network *network, struct layer *layer);
/* Draws the initial parameters; `augmentation` feeds the dropout layers and must outlive the
 * network. */
void network_start(struct network *network, struct rng *initialisation, struct rng *augmentation);
void network_done(struct network *network);

/* The input batch goes into values[0] before forward(). */
real *network_input(struct network *network);
const real *network_forward(struct network *network, size_t n, bool training);

/* dLoss/doutput goes in here before backward(), which fills network->grads. */
real *network_output_grads(struct network *network);
void network_backward(struct network *network, size_t n);

#endif
