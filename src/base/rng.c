#include "base/rng.h"

#include <math.h>
#include <pthread.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t rng_name(const char *name)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
    return hash;
}

void rng_init(struct rng *rng, struct rng_key key)
{
    const uint64_t parts[] = {key.seed, key.arm, key.analysis, key.draw};
    uint64_t state = 0;
    for (size_t i = 0; i < 4; i++) {
        state ^= parts[i];
        state = splitmix(&state);
    }
    for (size_t i = 0; i < 4; i++)
        rng->state[i] = splitmix(&state);
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

double rng_uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *rng)
{
    for (;;) {
        double u = 2 * rng_uniform(rng) - 1, v = 2 * rng_uniform(rng) - 1;
        double s = u * u + v * v;
        if (s > 0 && s < 1)
            return u * sqrt(-2 * log(s) / s);
    }
}

/* The ziggurat covers the half bell exp(-x^2/2) with layers of equal area, each a rectangle but the
 * lowest, which has the tail beyond `edge[1]` in it. A value that falls within the part of its layer
 * that lies wholly below the curve (nearly all do) is taken at once. */
enum { N_LAYERS = 256 };
static const double ziggurat_tail = 3.6541528853610088; /* where 256 layers close at the top */
static double ziggurat_edge[N_LAYERS + 1], ziggurat_share[N_LAYERS];
static pthread_once_t ziggurat_once = PTHREAD_ONCE_INIT;

static void build_ziggurat(void)
{
    const double root_half_pi = 1.2533141373155003, r = ziggurat_tail;
    double height = exp(-r * r / 2);
    double area = r * height + root_half_pi * erfc(r / sqrt(2));
    ziggurat_edge[0] = area / height;
    ziggurat_edge[1] = r;
    for (int i = 2; i < N_LAYERS; i++) {
        height += area / ziggurat_edge[i - 1];
        ziggurat_edge[i] = sqrt(-2 * log(height));
    }
    ziggurat_edge[N_LAYERS] = 0;
    for (int i = 0; i < N_LAYERS; i++)
        ziggurat_share[i] = ziggurat_edge[i + 1] / ziggurat_edge[i];
}

/* Beyond the edge of the lowest layer (Marsaglia 1964). */
static double normal_tail(struct rng *rng)
{
    for (;;) {
        double x = log(1 - rng_uniform(rng)) / ziggurat_tail, y = log(1 - rng_uniform(rng));
        if (-2 * y >= x * x)
            return ziggurat_tail - x;
    }
}

static double ziggurat_normal(struct rng *rng)
{
    for (;;) {
        uint64_t bits = rng_next(rng);
        unsigned layer = (unsigned)(bits % N_LAYERS);
        double u = (double)((int64_t)bits >> 10) * 0x1p-53; /* [-1, 1) */
        if (fabs(u) < ziggurat_share[layer])
            return u * ziggurat_edge[layer];
        if (layer == 0)
            return copysign(normal_tail(rng), u);
        double x = u * ziggurat_edge[layer], outer = ziggurat_edge[layer];
        double inner = ziggurat_edge[layer + 1];
        double low = exp((x * x - outer * outer) / 2), high = exp((x * x - inner * inner) / 2);
        /* Heights as multiples of the curve's at x. */
        if (low + rng_uniform(rng) * (high - low) < 1)
            return x;
    }
}

void rng_normals(struct rng *rng, size_t n, double *out)
{
    pthread_once(&ziggurat_once, build_ziggurat);
    for (size_t i = 0; i < n; i++)
        out[i] = ziggurat_normal(rng);
}

void rng_shuffle(struct rng *rng, uint32_t *items, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        uint32_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}
