/* The three models, each with its own training recipe.  They differ for real: in architecture, in
 * optimiser, in augmentation. */
#ifndef TRAINER_MODELS_H
#define TRAINER_MODELS_H

#include "dataset.h"
#include "network.h"
#include "optimiser.h"

struct model {
    const char *name;
    void (*build)(struct network *network, const struct dataset *dataset);
    struct optimiser_recipe optimiser;
    int max_shift; /* images are moved at random by up to this many pixels; features never */
    double mixup;  /* Mixup with weights from Beta(mixup, mixup); 0: none */
};

/* NULL for an unknown name (mlp, conv, mixer). */
const struct model *model_find(const char *name);

#endif
