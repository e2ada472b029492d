/* Part of a kernel file (kernels_body.h): products between runs of many training folds at once.
 *
 * With weights w_j = 1 / variance of candidate j in a training fold, the standardised candidates'
 * products are a matrix product: rows are pairs of runs, (x_ja x_jb) for every candidate j, the same for
 * all folds; columns are the folds' weights. Rows are made up when their turn comes: kept in memory
 * they would have to be read again for every few columns. Means are taken out afterwards (see centre). */

/* Four doubles at most: on CPUs that split wider multiplications the narrow ones keep both units
 * busier, and a tile of 6 x 2 of them fits the registers of AVX2. */
#if LANES_WIDTH < 4
#define SIDE LANES_WIDTH
#else
#define SIDE 4
#endif
typedef double side __attribute__((vector_size(SIDE * 8), aligned(SIDE * 8), may_alias));

enum { TILE = KERNELS_PAIR_TILE, SIDES = 2, COLUMNS = KERNELS_COLUMNS };
/* Octets of candidates at a time: their weights and a tile of pairs stay in the first-level cache. */
enum { STRETCH = 32 };

/* The runs a >= b of TILE rows, from some row on; pairs past the last one repeat it. */
struct tile_runs {
    size_t a[TILE], b[TILE];
};

static void next_tile(size_t n_pool, size_t *a, size_t *b, struct tile_runs *tile)
{
    for (int r = 0; r < TILE; r++) {
        tile->a[r] = *a;
        tile->b[r] = *b;
        if (*b < *a) {
            ++*b;
        } else if (*a + 1 < n_pool) {
            ++*a;
            *b = 0;
        }
    }
}

/* pairs: [n_octets][TILE][DESIGN_LANES], the products x_a x_b of a tile's pairs. */
INLINE void multiply_pairs(const double *x, size_t n_pool, size_t n_octets,
                           const struct tile_runs *tile, double *pairs)
{
    for (size_t o = 0; o < n_octets; o++, x += n_pool * DESIGN_LANES)
        for (int r = 0; r < TILE; r++, pairs += DESIGN_LANES) {
            LANES_UNROLL
            for (int h = 0; h < DESIGN_LANES; h += W)
                vec_store(pairs + h, vec_load(x + tile->a[r] * DESIGN_LANES + h) *
                                         vec_load(x + tile->b[r] * DESIGN_LANES + h));
        }
}

/* Adds the products of a tile of pairs with SIDES sides of columns, [slots][COLUMNS], to sums. */
INLINE void tile_products(const double *pairs, const double *weights, size_t n_octets,
                          side sums[TILE][SIDES])
{
    for (size_t o = 0; o < n_octets; o++, pairs += TILE * DESIGN_LANES)
        for (size_t j = 0; j < DESIGN_LANES; j++, weights += COLUMNS) {
            side w[SIDES];
            LANES_UNROLL
            for (int c = 0; c < SIDES; c++)
                w[c] = *(const side *)(weights + c * SIDE);
            LANES_UNROLL
            for (int r = 0; r < TILE; r++) {
                LANES_UNROLL
                for (int c = 0; c < SIDES; c++)
                    sums[r][c] += pairs[r * DESIGN_LANES + j] * w[c];
            }
        }
}

/* One tile and SIDES sides; pair r, side c stands at to[r * W + c * side_stride]. */
INLINE void add_tile(const double *pairs, const double *weights, size_t n_octets, int first,
                     double *to, size_t side_stride)
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
    tile_products(pairs, weights, n_octets, sums);
    LANES_UNROLL
    for (int r = 0; r < TILE; r++) {
        LANES_UNROLL
        for (int c = 0; c < SIDES; c++)
            *(side *)(to + r * W + c * (ptrdiff_t)side_stride) = sums[r][c];
    }
}

/* x: [n_octets][n_pool][DESIGN_LANES]; weights: [n_columns / COLUMNS][n_octets * DESIGN_LANES]
 * [COLUMNS]; gram: [n_columns / W][kernels_rows(n_pool)][W], row of runs (a, b): see kernels_row. work:
 * KERNELS_PRODUCTS_WORK. */
static void products(const double *x, size_t n_pool, size_t n_octets, const double *weights,
                     size_t n_columns, double *gram, double *work)
{
    const size_t rows = kernels_rows(n_pool), slots = n_octets * DESIGN_LANES;
    /* Sides are next to each other in a group, or one to a group. */
    const size_t side_stride = SIDE < W ? SIDE : rows * W;
    for (size_t from = 0; from < n_octets; from += STRETCH) {
        size_t length = n_octets - from < STRETCH ? n_octets - from : STRETCH, a = 0, b = 0;
        for (size_t row = 0; row < rows; row += TILE) {
            struct tile_runs tile;
            next_tile(n_pool, &a, &b, &tile);
            multiply_pairs(x + from * n_pool * DESIGN_LANES, n_pool, length, &tile, work);
            for (size_t column = 0; column < n_columns; column += SIDES * SIDE) {
                size_t at = column / COLUMNS * slots + from * DESIGN_LANES;
                add_tile(work, weights + at * COLUMNS + column % COLUMNS, length, from == 0,
                         gram + (column / W * rows + row) * W + column % W, side_stride);
            }
        }
    }
}

static void gather_held(const struct kernel_lane *lane, size_t m, size_t t, const double *gram,
                        double *to)
{
    const uint32_t *run = lane->run;
    uint32_t own = run[lane->n_train + t];
    const double *row = gram + kernels_row(own, 0) * W;
    size_t b = 0;
    to += t * m * W;
    for (; b < lane->n_train && run[b] < own; b++)
        to[b * W] = row[(size_t)run[b] * W];
    for (; b < lane->n_train; b++)
        to[b * W] = gram[kernels_row(run[b], own) * W];
}

/* Each lane's own products out of gram, [rows][W]: of training runs to square, [m][m][W], lower
 * triangle, of held-out runs with training runs to held, [n_held][m][W]. Lanes inside, since they read
 * the same rows. */
static void gather(const struct kernel_lane *lanes, size_t m, const double *gram, double *square,
                   double *held)
{
    size_t most = 0;
    for (size_t a = 0; a < m; a++)
        for (size_t l = 0; l < W; l++) {
            const uint32_t *run = lanes[l].run;
            if (a >= lanes[l].n_train)
                continue;
            const double *row = gram + kernels_row(run[a], 0) * W + l;
            double *to = square + a * m * W + l;
            for (size_t b = 0; b <= a; b++)
                to[b * W] = row[(size_t)run[b] * W];
        }
    for (size_t l = 0; l < W; l++)
        most = lanes[l].n_held > most ? lanes[l].n_held : most;
    for (size_t t = 0; t < most; t++)
        for (size_t l = 0; l < W; l++)
            if (t < lanes[l].n_held)
                gather_held(&lanes[l], m, t, gram + l, held + l);
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
