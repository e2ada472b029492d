/* Are the gradients right?  Each model's backward pass is compared with numerical derivatives of
 * its loss, and the elementary functions with those of the C library.
 *
 * Compiled with -DTRAINER_DOUBLE: (f(p + h) - f(p - h)) / 2h loses half of the digits, and a float
 * has too few to lose.
 */
#include <math.h>
#include <stdio.h>

#include "../loss.h"
#include "../maths.h"
#include "../models.h"

enum { N_EXAMPLES = 6, N_PROBES = 400 };

static int n_checks, n_failed;

/* One line of TAP. */
static void check(int right, const char *what, double error)
{
    printf("%s %d - %s (error %.2g)\n", right ? "ok" : "not ok", ++n_checks, what, error);
    n_failed += !right;
}

/* One network with one fixed batch; dropout draws the same factors in every pass. */
struct trial {
    struct network network;
    struct rng augmentation, start_of_augmentation;
    size_t n_classes;
    uint8_t a[N_EXAMPLES], b[N_EXAMPLES];
};

static double mean_loss(struct trial *trial, real *grads)
{
    const struct labels labels = {trial->a, trial->b, 0.7};
    trial->augmentation = trial->start_of_augmentation;
    const real *outputs = network_forward(&trial->network, N_EXAMPLES, true);
    return loss_softmax(N_EXAMPLES, trial->n_classes, outputs, labels, grads).loss / N_EXAMPLES;
}

static void trial_init(struct trial *trial, const struct model *model,
                       const struct dataset *dataset)
{
    struct rng rng = rng_stream(1, model->name, "test");
    trial->start_of_augmentation = rng_stream(2, model->name, "test");
    trial->n_classes = dataset->n_classes;
    network_init(&trial->network);
    model->build(&trial->network, dataset);
    network_start(&trial->network, &rng, &trial->augmentation);
    for (size_t i = 0; i < trial->network.n_params; i++) /* biases too shall not be zero */
        trial->network.params[i] += (real)(0.1 * rng_normal(&rng));
    for (size_t i = 0; i < N_EXAMPLES * dataset->n_features; i++)
        network_input(&trial->network)[i] = (real)rng_normal(&rng);
    for (size_t i = 0; i < N_EXAMPLES; i++) {
        trial->a[i] = (uint8_t)rng_below(&rng, (uint32_t)dataset->n_classes);
        trial->b[i] = (uint8_t)rng_below(&rng, (uint32_t)dataset->n_classes);
    }
}

static double numerical_derivative(struct trial *trial, size_t i)
{
    const real h = (real)1e-5, kept = trial->network.params[i];
    trial->network.params[i] = kept + h;
    const double above = mean_loss(trial, NULL);
    trial->network.params[i] = kept - h;
    const double below = mean_loss(trial, NULL);
    trial->network.params[i] = kept;
    return (above - below) / (2 * (double)h);
}

/* Compares some N_PROBES parameters, spread over all layers. */
static void check_model(const char *name, const struct dataset *dataset)
{
    static struct trial trial;
    char what[64];
    double worst = 0;
    trial_init(&trial, model_find(name), dataset);
    mean_loss(&trial, network_output_grads(&trial.network));
    network_backward(&trial.network, N_EXAMPLES);
    const size_t stride = trial.network.n_params / N_PROBES + 1;
    for (size_t i = 0; i < trial.network.n_params; i += stride) {
        const double exact = (double)trial.network.grads[i];
        const double error = fabs(numerical_derivative(&trial, i) - exact) / (fabs(exact) + 1e-3);
        worst = error > worst ? error : worst;
    }
    snprintf(what, sizeof what, "gradients of %s on %s", name, dataset->name);
    check(worst < 1e-5, what, worst);
    network_done(&trial.network);
}

static void check_maths(void)
{
    double worst_exp = 0, worst_log = 0, worst_cos = 0, worst_real = 0;
    for (double x = -20; x <= 20; x += 0.00390625) {
        const double e = exp(x);
        worst_exp = fmax(worst_exp, fabs(maths_exp(x) / e - 1));
        worst_real = fmax(worst_real, fabs((double)maths_exp_real((real)x) / e - 1));
        worst_log = fmax(worst_log, fabs(maths_log(e) - log(e)) / fmax(1, fabs(x)));
        worst_cos = fmax(worst_cos, fabs(maths_cos_turns(x) - cos(6.283185307179586 * x)));
    }
    check(worst_exp < 1e-15, "exp", worst_exp);
    check(worst_real < 1e-14, "exp without branches", worst_real);
    check(worst_log < 1e-15, "log", worst_log);
    check(worst_cos < 1e-13, "cos", worst_cos);
}

/* Beta(a, a) has mean 1/2 and variance 1/(4 (2a + 1)); a normal number 0 and 1. */
static void check_rng(void)
{
    enum { N = 100000 };
    struct rng rng = rng_stream(3, "test", "moments");
    double beta = 0, beta_squares = 0, normal = 0, normal_squares = 0;
    for (int i = 0; i < N; i++) {
        const double b = rng_beta(&rng, 0.4) - 0.5, z = rng_normal(&rng);
        beta += b / N;
        beta_squares += b * b / N;
        normal += z / N;
        normal_squares += z * z / N;
    }
    check(fabs(beta) < 5e-3, "mean of Beta(0.4, 0.4)", fabs(beta));
    check(fabs(beta_squares - 1 / 7.2) < 2e-3, "its variance", fabs(beta_squares - 1 / 7.2));
    check(fabs(normal) < 0.015, "mean of normal numbers", fabs(normal));
    check(fabs(normal_squares - 1) < 0.02, "their variance", fabs(normal_squares - 1));
}

int main(void)
{
    const struct dataset image = {
        .name = "images", .height = 28, .width = 28, .n_features = 784, .n_classes = 10};
    const struct dataset line = {
        .name = "letters", .height = 1, .width = 16, .n_features = 16, .n_classes = 26};
    static const char *const models[] = {"mlp", "conv", "mixer"};
    for (size_t i = 0; i < 3; i++) {
        check_model(models[i], &image);
        check_model(models[i], &line);
    }
    check_maths();
    check_rng();
    printf("1..%d\n", n_checks);
    return n_failed > 0;
}
