/* How gradients change parameters (SGD with momentum, Adam, AdamW), and the rate over time. */
#ifndef TRAINER_OPTIMISER_H
#define TRAINER_OPTIMISER_H

#include <stddef.h>

#include "real.h"

enum optimiser_rule {
    OPTIMISER_SGD, /* momentum 0.9; weight decay is added to the gradient */
    OPTIMISER_ADAM /* weight decay apart from the gradient: AdamW (Loshchilov and Hutter 2019) */
};

struct optimiser_recipe {
    enum optimiser_rule rule;
    double rate; /* the highest learning rate */
    double weight_decay;
    double clip;          /* largest gradient norm; 0: no limit */
    double warmup_epochs; /* the rate rises linearly over these, then falls as a cosine to zero */
};

struct optimiser {
    struct optimiser_recipe recipe;
    size_t n_params;
    real *first, *second;             /* momentum; Adam's means of gradients and of their squares */
    double first_power, second_power; /* beta^t of Adam's bias correction */
};

void optimiser_init(struct optimiser *optimiser, struct optimiser_recipe recipe, size_t n_params);
void optimiser_done(struct optimiser *optimiser);

/* The learning rate of step 0 … n_steps-1, with steps_per_epoch steps an epoch. */
double optimiser_rate(const struct optimiser_recipe *recipe, size_t step, size_t steps_per_epoch,
                      size_t n_steps);

/* Scales grads so that their norm is at most the recipe's limit; returns the norm after that. */
double optimiser_clip(const struct optimiser_recipe *recipe, size_t n, real *grads);

void optimiser_step(struct optimiser *optimiser, double rate, const real *grads, real *params);

#endif
