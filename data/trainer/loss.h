/* Softmax cross-entropy, for labels that may be mixtures of two classes (Mixup). */
#ifndef TRAINER_LOSS_H
#define TRAINER_LOSS_H

#include <stddef.h>
#include <stdint.h>

#include "real.h"

/* Labels of a batch: class a[i] with weight `share`, class b[i] with the rest. */
struct labels {
    const uint8_t *a, *b;
    double share;
};

struct loss_sum {
    double loss;    /* summed over the examples */
    size_t n_right; /* examples whose largest output is class a */
};

/* outputs: n x n_classes.  grads (the same shape, or NULL) gets the gradient of the mean loss. */
struct loss_sum loss_softmax(size_t n, size_t n_classes, const real *outputs, struct labels labels,
                             real *grads);

#endif
