#include "engine/lanczos.h"

#include "base/mem.h"
#include "engine/components.h"
#include "engine/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = DESIGN_LANES, STEPS_BETWEEN_LOOKS = 8 };
/* Residuals below this share of the largest eigenvalue count as none. */
#define CONVERGED 1e-13
#define EXHAUSTED 1e-12

struct lanczos {
    unsigned k_max;
    size_t n, n_train; /* of the fold at hand */
    size_t from, n_octets;
    uint32_t *run;           /* [n] training runs, then held-out ones */
    double *weights;         /* [slots] 1 / variance, 0 where not eligible */
    double *basis;           /* [steps][n] orthonormal vectors over the training runs */
    double *image;           /* [n] the operator's last result */
    double *sums;            /* [n][LANES] */
    double *diagonal, *side; /* [n] the tridiagonal matrix */
    double *d, *e, *values, *vectors, *work; /* lanes: of the kernel that solves it */
    struct rng rng;
};

struct lanczos *lanczos_new(const struct design *design, size_t n_runs, unsigned k_max)
{
    struct lanczos *l = mem_zeroed(1, sizeof *l);
    size_t n = n_runs, W = KERNELS_WIDTH_MAX;
    l->k_max = k_max;
    l->run = mem_array(n, sizeof *l->run);
    l->weights = mem_aligned(design->n_slots, sizeof *l->weights);
    l->basis = mem_array(n * n, sizeof *l->basis);
    l->image = mem_array(n, sizeof *l->image);
    l->sums = mem_aligned(n * LANES, sizeof *l->sums);
    l->diagonal = mem_array(n, sizeof *l->diagonal);
    l->side = mem_array(n, sizeof *l->side);
    l->d = mem_aligned(n * W, sizeof *l->d);
    l->e = mem_aligned(n * W, sizeof *l->e);
    l->values = mem_aligned((k_max + 2) * W, sizeof *l->values);
    l->vectors = mem_aligned(k_max * n * W, sizeof *l->vectors);
    l->work = mem_aligned(KERNELS_TRIDIAGONAL_WORK(n), sizeof *l->work);
    return l;
}

void lanczos_free(struct lanczos *l)
{
    if (!l)
        return;
    void *owned[] = {l->run,  l->weights, l->basis, l->image,  l->sums,    l->diagonal,
                     l->side, l->d,       l->e,     l->values, l->vectors, l->work};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(l);
}

static void order_runs(const struct split *split, size_t fold, struct lanczos *l)
{
    size_t before = split->start[fold], after = split->start[fold + 1], rest = split->n - after;
    memcpy(l->run, split->run, before * sizeof *l->run);
    memcpy(l->run + before, split->run + after, rest * sizeof *l->run);
    memcpy(l->run + before + rest, split->run + before, (after - before) * sizeof *l->run);
    l->n = split->n;
    l->n_train = before + rest;
}

/* w = (n - 1) / sum (x - mean)^2: 1 / training variance of a slot, in two passes; 0 if not eligible. */
static double weigh_slot(const double *x, const struct lanczos *l, double floor)
{
    double mean = 0, square = 0, n = (double)l->n_train;
    for (size_t i = 0; i < l->n_train; i++)
        mean += x[(size_t)l->run[i] * LANES];
    mean /= n;
    for (size_t i = 0; i < l->n_train; i++) {
        double d = x[(size_t)l->run[i] * LANES] - mean;
        square += d * d;
    }
    return square > floor * (n - 1) ? (n - 1) / square : 0;
}

static size_t weigh(const struct design *design, struct lanczos *l)
{
    size_t n_eligible = 0;
    for (size_t s = 0; s < l->n_octets * LANES; s++) {
        size_t slot = l->from * LANES + s;
        l->weights[s] = weigh_slot(design_column(design, slot), l, design->floor[slot]);
        n_eligible += l->weights[s] > 0;
    }
    return n_eligible;
}

/* G v = sum_j w_j (x_j - m_j) ((x_j - m_j)' v), the products of all n runs with v, [n_train], to image. v is
 * centred, so the means leave (x_j - m_j)' v = x_j' v and go out of the image as its own mean. */
static void operate(const struct design *design, const double *v, struct lanczos *l)
{
    double mean = 0;
    memset(l->sums, 0, l->n * LANES * sizeof *l->sums);
    kernels_best()->operate(design->x + l->from * design->n_pool * LANES, design->n_pool,
                            l->n_octets, l->weights, l->run, l->n, l->n_train, v, l->sums);
    for (size_t i = 0; i < l->n; i++) {
        const double *s = l->sums + i * LANES;
        l->image[i] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        mean += i < l->n_train ? l->image[i] : 0;
    }
    mean /= (double)l->n_train;
    for (size_t i = 0; i < l->n; i++)
        l->image[i] -= mean;
}

static double dot(const double *a, const double *b, size_t n)
{
    double part[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        part[0] += a[i] * b[i];
        part[1] += a[i + 1] * b[i + 1];
        part[2] += a[i + 2] * b[i + 2];
        part[3] += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++)
        part[0] += a[i] * b[i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

/* Takes the span of ones and of the first n_basis vectors out of v, twice; returns its length. */
static double orthogonalise(const struct lanczos *l, size_t n_basis, double *v)
{
    for (int pass = 0; pass < 2; pass++) {
        double mean = 0;
        for (size_t i = 0; i < l->n_train; i++)
            mean += v[i] / (double)l->n_train;
        for (size_t i = 0; i < l->n_train; i++)
            v[i] -= mean;
        for (size_t b = 0; b < n_basis; b++) {
            const double *other = l->basis + b * l->n;
            double product = dot(v, other, l->n_train);
            for (size_t i = 0; i < l->n_train; i++)
                v[i] -= product * other[i];
        }
    }
    return sqrt(dot(v, v, l->n_train));
}

static void scale(double *v, size_t n, double factor)
{
    for (size_t i = 0; i < n; i++)
        v[i] *= factor;
}

/* A new direction: the same for every fold and replicate. */
static void random_vector(struct lanczos *l, size_t step)
{
    double *v = l->basis + step * l->n;
    for (size_t i = 0; i < l->n_train; i++)
        v[i] = rng_uniform(&l->rng) - 0.5;
    double length = orthogonalise(l, step, v);
    scale(v, l->n_train, length > 0 ? 1 / length : 0);
}

/* Eigenvalues and vectors of the first m steps; returns the largest residual of the k wanted, relative
 * to the largest eigenvalue. */
static double solve(struct lanczos *l, size_t m, size_t k)
{
    const struct kernels *kernels = kernels_best();
    size_t W = kernels->width;
    for (size_t i = 0; i < m; i++)
        for (size_t lane = 0; lane < W; lane++) {
            l->d[i * W + lane] = l->diagonal[i];
            l->e[i * W + lane] = l->side[i];
        }
    kernels->tridiagonal(m, k, l->d, l->e, l->values, l->vectors, m * W, l->work);
    double worst = 0;
    for (size_t c = 0; c < k; c++)
        worst = fmax(worst, fabs(l->side[m - 1] * l->vectors[(c * m + m - 1) * W]));
    return l->values[0] > 0 ? worst / l->values[0] : 0;
}

/* G v_i = e_{i-1} v_{i-1} + d_i v_i + e_i v_{i+1}: basis vector `step` gives a row of the tridiagonal matrix and the next vector. */
static void advance(const struct design *design, size_t step, struct lanczos *l)
{
    double *v = l->basis + step * l->n, *next = v + l->n;
    operate(design, v, l);
    l->diagonal[step] = dot(v, l->image, l->n_train);
    l->side[step] = 0;
    if (step + 1 >= l->n_train - 1)
        return;
    memcpy(next, l->image, l->n_train * sizeof *next);
    double length = orthogonalise(l, step + 1, next), most = 0;
    for (size_t i = 0; i <= step; i++)
        most = fmax(most, l->diagonal[i]);
    if (length > EXHAUSTED * most) {
        l->side[step] = length;
        scale(next, l->n_train, 1 / length);
    } else {
        random_vector(l, step + 1); /* an invariant subspace: look for what is outside it */
    }
}

/* Steps until k eigenvalues stand; returns the steps taken. */
static size_t iterate(const struct design *design, size_t k, struct lanczos *l)
{
    size_t most = l->n_train - 1, look = k + STEPS_BETWEEN_LOOKS;
    rng_init(&l->rng, (struct rng_key){.analysis = rng_name("components")});
    random_vector(l, 0);
    for (size_t m = 1; m <= most; m++) {
        advance(design, m - 1, l);
        bool outside_empty = m > 1 && l->side[m - 2] == 0 &&
                             l->diagonal[m - 1] <= EXHAUSTED * l->diagonal[0] * (double)l->n_train;
        if (m != most && m < look && !outside_empty)
            continue;
        look = m + STEPS_BETWEEN_LOOKS;
        size_t found = k < m ? k : m;
        if ((solve(l, m, found) <= CONVERGED && found == k) || outside_empty || m == most)
            return m;
    }
    return 0;
}

/* v = sum_i u_i v_i, u the tridiagonal matrix's vector: component c of m steps; held out: (G v)_h / l_c. */
static void form_component(const struct design *design, size_t m, size_t c, struct lanczos *l,
                           double *scores)
{
    size_t W = kernels_best()->width;
    memset(scores, 0, l->n * sizeof *scores);
    for (size_t step = 0; step < m; step++) {
        double part = l->vectors[(c * m + step) * W];
        const double *v = l->basis + step * l->n;
        for (size_t i = 0; i < l->n_train; i++)
            scores[i] += part * v[i];
    }
    operate(design, scores, l);
    double value = dot(scores, l->image, l->n_train);
    for (size_t i = l->n_train; i < l->n; i++)
        scores[i] = l->image[i] / value;
}

unsigned lanczos_components(const struct design *design, const struct split *split, size_t fold,
                            size_t from, size_t to, struct lanczos *l, double *scores)
{
    order_runs(split, fold, l);
    l->from = from;
    l->n_octets = to - from;
    size_t k = weigh(design, l), W = kernels_best()->width;
    k = k < l->k_max ? k : l->k_max;
    k = k < l->n_train - 2 ? k : l->n_train - 2;
    if (k == 0)
        return 0;
    size_t m = iterate(design, k, l);
    unsigned found = 0;
    while (found < k && found < m && l->values[found * W] > COMPONENTS_RANK_SHARE * l->values[0]) {
        form_component(design, m, found, l, scores + found * l->n);
        found++;
    }
    return found;
}
