#include "loss.h"

#include "maths.h"

static size_t largest(size_t n, const real *x)
{
    size_t best = 0;
    for (size_t j = 1; j < n; j++)
        if (x[j] > x[best])
            best = j;
    return best;
}

/* log(sum exp x), with the largest taken out so that exp cannot overflow. */
static double log_sum_exp(size_t n, const real *x, double top)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += maths_exp((double)x[j] - top);
    return top + maths_log(sum);
}

/* d/dx of the mean loss: (probability - target) / n. */
static void example_grads(size_t n, size_t n_classes, const real *x, double norm, real *grads)
{
    for (size_t j = 0; j < n_classes; j++)
        grads[j] = (real)(maths_exp((double)x[j] - norm) / (double)n);
}

struct loss_sum loss_softmax(size_t n, size_t n_classes, const real *outputs, struct labels labels,
                             real *grads)
{
    struct loss_sum sum = {0, 0};
    for (size_t i = 0; i < n; i++) {
        const real *x = outputs + i * n_classes;
        const size_t guess = largest(n_classes, x), a = labels.a[i], b = labels.b[i];
        const double norm = log_sum_exp(n_classes, x, (double)x[guess]), share = labels.share;
        sum.loss += norm - (share * (double)x[a] + (1 - share) * (double)x[b]);
        sum.n_right += guess == a;
        if (grads) {
            real *g = grads + i * n_classes;
            example_grads(n, n_classes, x, norm, g);
            g[a] -= (real)(share / (double)n);
            g[b] -= (real)((1 - share) / (double)n);
        }
    }
    return sum;
}
