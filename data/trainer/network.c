#include "network.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

void network_init(struct network *network)
{
    memset(network, 0, sizeof *network);
}

void network_add(struct network *network, struct layer *layer)
{
    if (network->n_layers == NETWORK_LAYERS_MAX)
        fatal("a network has at most %d layers", NETWORK_LAYERS_MAX);
    if (network->n_layers > 0 && network->layers[network->n_layers - 1]->n_out != layer->n_in)
        fatal("layer %zu does not fit the one before it", network->n_layers);
    network->layers[network->n_layers++] = layer;
    network->n_params += layer->n_params;
}

static void allocate(struct network *network)
{
    network->params = memory_reals(network->n_params);
    network->grads = memory_reals(network->n_params);
    for (size_t l = 0; l <= network->n_layers; l++) {
        const size_t width = l == 0 ? network->layers[0]->n_in : network->layers[l - 1]->n_out;
        network->values[l] = memory_reals(BATCH_MAX * width);
        network->value_grads[l] = memory_reals(BATCH_MAX * width);
    }
}

void network_start(struct network *network, struct rng *initialisation, struct rng *augmentation)
{
    size_t offset = 0;
    allocate(network);
    for (size_t l = 0; l < network->n_layers; l++) {
        struct layer *layer = network->layers[l];
        layer->params = network->params + offset;
        layer->grads = network->grads + offset;
        layer->augmentation = augmentation;
        if (layer->skip != NO_SKIP)
            layer->shortcut = network->values[layer->skip];
        if (layer->kind->start)
            layer->kind->start(layer, initialisation);
        offset += layer->n_params;
    }
}

void network_done(struct network *network)
{
    for (size_t l = 0; l < network->n_layers; l++)
        network->layers[l]->kind->free(network->layers[l]);
    for (size_t l = 0; l <= network->n_layers; l++) {
        free(network->values[l]);
        free(network->value_grads[l]);
    }
    free(network->params);
    free(network->grads);
}

real *network_input(struct network *network)
{
    return network->values[0];
}

const real *network_forward(struct network *network, size_t n, bool training)
{
    for (size_t l = 0; l < network->n_layers; l++) {
        network->layers[l]->training = training;
        network->layers[l]->kind->forward(network->layers[l], n, network->values[l],
                                          network->values[l + 1]);
    }
    return network->values[network->n_layers];
}

real *network_output_grads(struct network *network)
{
    return network->value_grads[network->n_layers];
}

/* What arrives at value l through shortcuts that start there. */
static void add_shortcut_grads(struct network *network, size_t l, size_t n)
{
    for (size_t end = l + 1; end < network->n_layers; end++) {
        if (network->layers[end]->skip != l)
            continue;
        const real *from = network->value_grads[end + 1];
        for (size_t i = 0; i < n * network->layers[end]->n_out; i++)
            network->value_grads[l][i] += from[i];
    }
}

void network_backward(struct network *network, size_t n)
{
    for (size_t l = network->n_layers; l-- > 0;) {
        real *dx = l > 0 ? network->value_grads[l] : NULL; /* nobody asks for the data's gradient */
        network->layers[l]->kind->backward(network->layers[l], n, network->values[l],
                                           network->value_grads[l + 1], dx);
        if (dx)
            add_shortcut_grads(network, l, n);
    }
}
