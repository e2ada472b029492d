/* Batches: examples as numbers, with the augmentation of a recipe. */
#ifndef TRAINER_BATCH_H
#define TRAINER_BATCH_H

#include "dataset.h"
#include "layer.h"
#include "loss.h"
#include "models.h"

struct batch {
    const struct dataset *dataset;
    const struct model *model;
    real *spare;                                    /* room for a batch */
    uint8_t labels[BATCH_MAX], partners[BATCH_MAX]; /* classes a and b */
    double share;                                   /* of class a */
};

void batch_init(struct batch *batch, const struct dataset *dataset, const struct model *model);
void batch_done(struct batch *batch);

/* The examples at indices[0 … n-1] of the training part, augmented, to x (n x n_features). */
void batch_fill(struct batch *batch, size_t n, const uint32_t *indices, struct rng *augmentation,
                real *x);

/* For loss_softmax. */
struct labels batch_labels(const struct batch *batch);

#endif
