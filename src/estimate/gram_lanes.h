/* Part of a kernel file (kernels_body.h): products between runs of many training folds at once.
 *
 * With weights w_j = 1 / variance of candidate j in a training fold, the standardised candidates'
 * products are a matrix product: rows are pairs of runs, (x_ja x_jb) for every candidate j, the same for
 * all folds; columns are the folds' weights. Means are taken out afterwards (see centre). */

/* Four doubles at most: on CPUs that split wider multiplications the narrow ones keep both units
 * busier, and a tile of 6 x 2 of them fits the registers of AVX2. */
#if LANES_WIDTH < 4
#define SIDE LANES_WIDTH
#else
#define SIDE 4
#endif
typedef double side __attribute__((vector_size(SIDE * 8), aligned(SIDE * 8), may_alias));

enum { TILE = KERNELS_PAIR_TILE, SIDES = 2, COLUMNS = KERNELS_COLUMNS };
/* Candidates at a time: their weights and a tile of pairs stay in the first-level cache. */
enum { STRETCH = 256 };

/* Adds the products of a tile of pairs, [n][TILE], with SIDES sides of columns, [n][COLUMNS], to
 * sums. */
INLINE void tile_products(const double *pairs, const double *weights, size_t n,
                          side sums[TILE][SIDES])
{
    for (size_t j = 0; j < n; j++, pairs += TILE, weights += COLUMNS) {
        side w[SIDES];
        LANES_UNROLL
        for (int c = 0; c < SIDES; c++)
            w[c] = *(const side *)(weights + c * SIDE);
        LANES_UNROLL
        for (int r = 0; r < TILE; r++) {
            LANES_UNROLL
            for (int c = 0; c < SIDES; c++)
                sums[r][c] += pairs[r] * w[c];
        }
    }
}

/* One tile and SIDES sides; to[r][c] = gram of pair r, side c, side_stride apart. */
INLINE void add_tile(const double *pairs, const double *weights, size_t n, int first, double *to,
                     size_t side_stride)
{
    side sums[TILE][SIDES];
    LANES_UNROLL
    for (int r = 0; r < TILE; r++) {
        LANES_UNROLL
        for (int c = 0; c < SIDES; c++) {
            side *at = (side *)(to + r * W + c * (ptrdiff_t)side_stride);
            sums[r][c] = first ? (side){0} : *at;
        }
    }
    tile_products(pairs, weights, n, sums);
    LANES_UNROLL
    for (int r = 0; r < TILE; r++) {
        LANES_UNROLL
        for (int c = 0; c < SIDES; c++)
            *(side *)(to + r * W + c * (ptrdiff_t)side_stride) = sums[r][c];
    }
}

/* pairs: [n_tiles][n][TILE]; weights: [n_octets][n][COLUMNS]; gram: [n_octets][COLUMNS / W][n_tiles *
 * TILE][W]. */
static void products(const double *pairs, size_t n_tiles, const double *weights, size_t n,
                     size_t n_octets, double *gram)
{
    /* Sides are next to each other in a group, or one to a group. */
    const size_t group = n_tiles * TILE * W, side_stride = SIDE < W ? SIDE : group;
    for (size_t from = 0; from < n; from += STRETCH) {
        size_t length = n - from < STRETCH ? n - from : STRETCH;
        for (size_t t = 0; t < n_tiles; t++)
            for (size_t o = 0; o < n_octets; o++)
                for (size_t column = 0; column < COLUMNS; column += SIDES * SIDE)
                    add_tile(pairs + (t * n + from) * TILE,
                             weights + (o * n + from) * COLUMNS + column, length, from == 0,
                             gram + (o * (COLUMNS / W) + column / W) * group + t * TILE * W,
                             side_stride);
    }
}

/* Takes the training means out. a: products of training runs, [m][m][W], lower triangle; held:
 * [n_held][m][W], held-out runs with training runs. A row's mean over the training runs is what its
 * product with the mean run would be, so no other sums are needed:
 *     sum_j w (x_a - m)(x_b - m) = a_ab - mean_a - mean_b + mean of means.
 * n_train: [W] as doubles; rows past a lane's own n_train are zero before, and not after. */
static void centre(size_t m, size_t n_held, const double *n_train, double *a, double *held,
                   double *mean)
{
    vec n = vec_load(n_train), all = vec_all(0);
    for (size_t i = 0; i < m; i++)
        vec_store(mean + i * W, vec_all(0));
    for (size_t i = 0; i < m; i++) {
        vec sum = vec_all(0);
        for (size_t j = 0; j < i; j++) {
            vec v = vec_load(a + (i * m + j) * W);
            sum += v;
            vec_store(mean + j * W, vec_load(mean + j * W) + v);
        }
        vec_store(mean + i * W, vec_load(mean + i * W) + (sum + vec_load(a + (i * m + i) * W)));
    }
    for (size_t i = 0; i < m; i++) {
        vec own = vec_load(mean + i * W) / n;
        vec_store(mean + i * W, own);
        all += own;
    }
    all /= n;
    for (size_t i = 0; i < m; i++) {
        vec own = vec_load(mean + i * W) - all;
        for (size_t j = 0; j <= i; j++) {
            double *p = a + (i * m + j) * W;
            vec_store(p, (vec_load(p) - own) - vec_load(mean + j * W));
        }
    }
    for (size_t i = 0; i < n_held; i++) {
        vec own = vec_all(0);
        for (size_t j = 0; j < m; j++)
            own += vec_load(held + (i * m + j) * W);
        own = own / n - all;
        for (size_t j = 0; j < m; j++) {
            double *p = held + (i * m + j) * W;
            vec_store(p, (vec_load(p) - own) - vec_load(mean + j * W));
        }
    }
}
