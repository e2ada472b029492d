#include "optimiser.h"

#include <math.h>
#include <stdlib.h>

#include "maths.h"
#include "memory.h"

static const double sgd_momentum = 0.9;
static const double adam_beta1 = 0.9, adam_beta2 = 0.999, adam_epsilon = 1e-8;

void optimiser_init(struct optimiser *optimiser, struct optimiser_recipe recipe, size_t n_params)
{
    *optimiser = (struct optimiser){.recipe = recipe,
                                    .n_params = n_params,
                                    .first = memory_reals(n_params),
                                    .second = memory_reals(n_params),
                                    .first_power = 1,
                                    .second_power = 1};
}

void optimiser_done(struct optimiser *optimiser)
{
    free(optimiser->first);
    free(optimiser->second);
}

double optimiser_rate(const struct optimiser_recipe *recipe, size_t step, size_t steps_per_epoch,
                      size_t n_steps)
{
    const double warmup = recipe->warmup_epochs * (double)steps_per_epoch;
    if ((double)step < warmup)
        return recipe->rate * (double)(step + 1) / warmup;
    const double progress = ((double)step - warmup) / ((double)n_steps - warmup);
    return recipe->rate * 0.5 * (1 + maths_cos_turns(progress / 2));
}

double optimiser_clip(const struct optimiser_recipe *recipe, size_t n, real *grads)
{
    const double norm = sqrt(maths_sum_squares(grads, n));
    if (recipe->clip <= 0 || norm <= recipe->clip)
        return norm;
    const real factor = (real)(recipe->clip / norm);
    for (size_t i = 0; i < n; i++)
        grads[i] *= factor;
    return recipe->clip;
}

static void sgd_step(struct optimiser *optimiser, double rate, const real *grads, real *params)
{
    const real decay = (real)optimiser->recipe.weight_decay, momentum = (real)sgd_momentum;
    const real step = (real)rate;
    real *velocity = optimiser->first;
    for (size_t i = 0; i < optimiser->n_params; i++) {
        velocity[i] = momentum * velocity[i] + (grads[i] + decay * params[i]);
        params[i] -= step * velocity[i];
    }
}

static void adam_step(struct optimiser *optimiser, double rate, const real *grads, real *params)
{
    optimiser->first_power *= adam_beta1;
    optimiser->second_power *= adam_beta2;
    const real b1 = (real)adam_beta1, b2 = (real)adam_beta2, epsilon = (real)adam_epsilon;
    const real step = (real)(rate / (1 - optimiser->first_power));
    const real second_scale = (real)(1 / (1 - optimiser->second_power));
    const real keep = (real)(1 - rate * optimiser->recipe.weight_decay);
    real *m = optimiser->first, *v = optimiser->second;
    for (size_t i = 0; i < optimiser->n_params; i++) {
        m[i] = b1 * m[i] + (1 - b1) * grads[i];
        v[i] = b2 * v[i] + (1 - b2) * (grads[i] * grads[i]);
        const real root = (real)sqrt((double)(v[i] * second_scale));
        params[i] = keep * params[i] - step * m[i] / (root + epsilon);
    }
}

void optimiser_step(struct optimiser *optimiser, double rate, const real *grads, real *params)
{
    switch (optimiser->recipe.rule) {
    case OPTIMISER_SGD:
        sgd_step(optimiser, rate, grads, params);
        break;
    case OPTIMISER_ADAM:
        adam_step(optimiser, rate, grads, params);
        break;
    }
}
