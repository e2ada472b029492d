#include "estimate/run_pairs.h"

#include "base/mem.h"
#include "estimate/design.h"
#include "estimate/kernels.h"

#include <pthread.h>
#include <stdlib.h>

enum { TILE = KERNELS_PAIR_TILE };

struct run_pairs {
    pthread_mutex_t lock;
    double *tiles; /* family by family */
    size_t n_bytes;
};

struct run_pairs *run_pairs_new(void)
{
    struct run_pairs *pairs = mem_zeroed(1, sizeof *pairs);
    pthread_mutex_init(&pairs->lock, NULL);
    return pairs;
}

void run_pairs_free(struct run_pairs *pairs)
{
    if (!pairs)
        return;
    pthread_mutex_destroy(&pairs->lock);
    free(pairs->tiles);
    free(pairs);
}

size_t run_pairs_bytes(const struct run_pairs *pairs)
{
    return pairs->n_bytes;
}

size_t run_pairs_tiles(size_t n_pool)
{
    return (n_pool * (n_pool + 1) / 2 + TILE - 1) / TILE;
}

/* Slots [from, to), which are a family's. */
static void fill(const struct design *design, size_t from, size_t to, double *tiles)
{
    for (size_t slot = from; slot < to; slot++) {
        const double *x = design_column(design, slot);
        size_t row = 0;
        for (size_t a = 0; a < design->n_pool; a++)
            for (size_t b = 0; b <= a; b++, row++)
                tiles[(row / TILE * (to - from) + (slot - from)) * TILE + row % TILE] =
                    x[a * DESIGN_LANES] * x[b * DESIGN_LANES];
    }
}

static void build(const struct design *design, struct run_pairs *pairs, size_t n_items)
{
    size_t n_tiles = run_pairs_tiles(design->n_pool);
    pairs->tiles = mem_aligned(n_items, sizeof *pairs->tiles);
    pairs->n_bytes = n_items * sizeof *pairs->tiles;
    for (size_t f = 0; f < design->n_families; f++) {
        size_t from = design->family_octet[f] * DESIGN_LANES;
        size_t to = design->family_octet[f + 1] * DESIGN_LANES;
        fill(design, from, to, pairs->tiles + n_tiles * TILE * from);
    }
}

const double *run_pairs_of_family(const struct design *design, size_t family)
{
    struct run_pairs *pairs = design->pairs;
    size_t row = run_pairs_tiles(design->n_pool) * TILE;
    if (row > (size_t)RUN_PAIRS_MIB_MAX * 1024 * 1024 / sizeof(double) / (design->n_slots + 1))
        return NULL;
    pthread_mutex_lock(&pairs->lock);
    if (!pairs->tiles)
        build(design, pairs, row * design->n_slots);
    pthread_mutex_unlock(&pairs->lock);
    return pairs->tiles + row * design->family_octet[family] * DESIGN_LANES;
}
