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
typedef int64_t side_mask __attribute__((vector_size(SIDE * 8), aligned(SIDE * 8)));

enum { TILE = KERNELS_PAIR_TILE, SIDES = 2, COLUMNS = KERNELS_COLUMNS };
/* Octets of candidates at a time: their weights and a tile of pairs stay in the first-level cache. */
enum { STRETCH = 32 };

/* The runs a >= b of TILE rows, from some row on; pairs past the last one repeat it. */
struct tile_runs {
    size_t a[TILE], b[TILE];
};

/* *a >= *b: places in run[n] of the next row's runs. */
static void next_tile(const uint32_t *run, size_t n, size_t *a, size_t *b, struct tile_runs *tile)
{
    for (int r = 0; r < TILE; r++) {
        tile->a[r] = run[*a];
        tile->b[r] = run[*b];
        if (*b < *a) {
            ++*b;
        } else if (*a + 1 < n) {
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

/* Sides of columns that are multiplied together. */
struct sides {
    const double *weights[SIDES]; /* [slots][COLUMNS] of each */
    double *to[SIDES];            /* [rows][W] */
    side_mask kept[SIDES];        /* columns that are written */
};

/* Adds the products of a tile of pairs with n_sides sides of columns to sums. */
INLINE void tile_products(const double *pairs, const struct sides *sides, size_t n_octets,
                          int n_sides, side sums[TILE][SIDES])
{
    const double *first = sides->weights[0], *second = sides->weights[n_sides - 1];
    for (size_t o = 0; o < n_octets; o++, pairs += TILE * DESIGN_LANES)
        for (size_t j = 0; j < DESIGN_LANES; j++, first += COLUMNS, second += COLUMNS) {
            side w[SIDES] = {*(const side *)first, *(const side *)second};
            LANES_UNROLL
            for (int r = 0; r < TILE; r++) {
                LANES_UNROLL
                for (int c = 0; c < n_sides; c++)
                    sums[r][c] += pairs[r * DESIGN_LANES + j] * w[c];
            }
        }
}

INLINE void add_tile(const double *pairs, const struct sides *sides, size_t n_octets, int n_sides,
                     int first)
{
    side sums[TILE][SIDES];
    LANES_UNROLL
    for (int r = 0; r < TILE; r++) {
        LANES_UNROLL
        for (int c = 0; c < n_sides; c++)
            sums[r][c] = first ? (side){0} : *(side *)(sides->to[c] + r * W);
    }
    tile_products(pairs, sides, n_octets, n_sides, sums);
    LANES_UNROLL
    for (int r = 0; r < TILE; r++) {
        LANES_UNROLL
        for (int c = 0; c < n_sides; c++) {
            side *at = (side *)(sides->to[c] + r * W);
            *at = (side)(((side_mask)sums[r][c] & sides->kept[c]) |
                         ((side_mask)*at & ~sides->kept[c]));
        }
    }
}

static void find_side(const struct kernel_products *p, size_t row, size_t octet, size_t column,
                      struct sides *sides, size_t c)
{
    size_t slot = (column / COLUMNS * p->n_octets + octet) * DESIGN_LANES;
    sides->weights[c] = p->weights + slot * COLUMNS + column % COLUMNS;
    sides->to[c] = p->gram + (column / W * kernels_rows(p->n) + row) * W + column % W;
    for (size_t l = 0; l < SIDE; l++)
        sides->kept[c][l] = column + l >= p->from && column + l < p->to ? -1 : 0;
}

/* One tile, candidates of octets [octet, octet + length), all columns. */
static void tile_columns(const struct kernel_products *p, size_t row, size_t octet, size_t length,
                         const double *pairs)
{
    for (size_t column = p->from / SIDE * SIDE; column < p->to; column += SIDES * SIDE) {
        struct sides sides;
        int two = column + SIDE < p->to;
        find_side(p, row, octet, column, &sides, 0);
        if (two)
            find_side(p, row, octet, column + SIDE, &sides, 1);
        if (two)
            add_tile(pairs, &sides, length, SIDES, octet == 0);
        else
            add_tile(pairs, &sides, length, 1, octet == 0);
    }
}

/* G_ab = sum_j w_j x_ja x_jb of every pair of runs and training fold. work: KERNELS_PRODUCTS_WORK. */
static void products(const struct kernel_products *p, double *work)
{
    for (size_t octet = 0; octet < p->n_octets; octet += STRETCH) {
        size_t rest = p->n_octets - octet, length = rest < STRETCH ? rest : STRETCH, a = 0, b = 0;
        for (size_t row = 0; row < kernels_rows(p->n); row += TILE) {
            struct tile_runs tile;
            next_tile(p->run, p->n, &a, &b, &tile);
            multiply_pairs(p->x + octet * p->n_pool * DESIGN_LANES, p->n_pool, length, &tile, work);
            tile_columns(p, row, octet, length, work);
        }
    }
}
