/* Part of a kernel file (kernels_body.h): squared correlations of octets of candidates with the
 * outcome in every training fold of one replicate; see score.h. */

/* An octet is PARTS vectors; two octets at a time keep more sums in flight where an octet is one. */
enum { PARTS = DESIGN_LANES / W, ABREAST = PARTS > 1 ? 1 : 2, VECTORS = ABREAST * PARTS };

struct octet_sums {
    vec x[VECTORS], xx[VECTORS], xy[VECTORS];
};

INLINE struct octet_sums no_sums(int n)
{
    struct octet_sums s;
    LANES_UNROLL
    for (int h = 0; h < n; h++)
        s.x[h] = s.xx[h] = s.xy[h] = vec_all(0);
    return s;
}

/* n vectors, products with the outcome or not (constants): octets of n_pool runs behind each other at
 * x. */
INLINE void sum_fold(const double *x, size_t n_pool, const struct kernel_split *split, size_t fold,
                     int n, int outcomes, struct octet_sums *sums)
{
    struct octet_sums s = no_sums(n);
    const uint32_t *run = split->run;
    const double *outcome = split->y;
    for (size_t i = split->start[fold], end = split->start[fold + 1]; i < end; i++) {
        const double *row = x + (size_t)run[i] * DESIGN_LANES;
        vec y = vec_all(outcome[i]);
        LANES_UNROLL
        for (int h = 0; h < n; h++) {
            vec v = vec_load(row + (size_t)(h / PARTS) * n_pool * DESIGN_LANES + h % PARTS * W);
            s.x[h] += v;
            s.xx[h] += v * v;
            if (outcomes)
                s.xy[h] += v * y;
        }
    }
    *sums = s;
}

INLINE void sum_folds(const double *x, size_t n_pool, const struct kernel_split *split, int n,
                      int outcomes, struct octet_sums *out, struct octet_sums *total)
{
    struct octet_sums all = no_sums(n);
    for (size_t f = 0; f < split->n_folds; f++) {
        sum_fold(x, n_pool, split, f, n, outcomes, &out[f]);
        LANES_UNROLL
        for (int h = 0; h < n; h++) {
            all.x[h] += out[f].x[h];
            all.xx[h] += out[f].xx[h];
            all.xy[h] += out[f].xy[h];
        }
    }
    *total = all;
}

/* The best so far in registers, one part of an octet's lanes. */
struct best_part {
    vec product, square, octet;
};

/* r^2 = Sxy^2 / (Sxx Syy), Sxx = sum x^2 - (sum x)^2/n, Sxy = sum x y - sum x mean y, sums over the training
 * runs = `total` less `out`. Two are compared without division, Sxy_1^2 Sxx_2 > Sxy_2^2 Sxx_1. Scores `total` less `out` and keeps each lane's best. Octets come in their order, so that of equals
 * the first stays. */
INLINE void keep_best(const struct octet_sums *total, const struct octet_sums *out, int n,
                      const struct kernel_fold *fold, const double *floor, double octet,
                      struct best_part best[PARTS])
{
    LANES_UNROLL
    for (int h = 0; h < n; h++) {
        struct best_part *own = &best[h % PARTS];
        vec x = total->x[h] - out->x[h];
        vec square = (total->xx[h] - out->xx[h]) - x * x * fold->inverse_n;
        vec product = (total->xy[h] - out->xy[h]) - x * fold->mean_y;
        product *= product;
        mask better = (square > vec_load(floor + h * W) * fold->n_less_1) &
                      (product * own->square > own->product * (square * (1 + DESIGN_TIE)));
        own->product = vec_select(better, product, own->product);
        own->square = vec_select(better, square, own->square);
        own->octet = vec_select(better, vec_all(octet + h / PARTS), own->octet);
    }
}

/* One fold, units of n vectors (a constant) whose sums stand n_folds apart at out. */
INLINE void score_fold(const struct octet_sums *totals, const struct octet_sums *out,
                       size_t out_stride, size_t n_units, int n, const struct kernel_fold *fold,
                       const double *floor, double octet, struct kernel_best *best)
{
    struct best_part parts[PARTS];
    LANES_UNROLL
    for (int h = 0; h < PARTS; h++)
        parts[h] =
            (struct best_part){vec_load(best->product + h * W), vec_load(best->square + h * W),
                               vec_load(best->octet + h * W)};
    for (size_t u = 0; u < n_units; u++) {
        size_t first = u * (size_t)(n / PARTS);
        keep_best(&totals[u], out + u * out_stride, n, fold, floor + first * DESIGN_LANES,
                  octet + (double)first, parts);
    }
    LANES_UNROLL
    for (int h = 0; h < PARTS; h++) {
        vec_store(best->product + h * W, parts[h].product);
        vec_store(best->square + h * W, parts[h].square);
        vec_store(best->octet + h * W, parts[h].octet);
    }
}

/* Sums of n_units units first, then fold by fold, so that a fold's best stays in registers. */
INLINE void score_units(const double *x, const double *floor, size_t n_pool, size_t n_units,
                        double octet, const struct kernel_split *split, int n, int all,
                        struct octet_sums *out, struct kernel_best *best)
{
    struct octet_sums totals[KERNELS_UNITS], nothing = no_sums(n);
    size_t unit_size = (size_t)(n / PARTS) * n_pool * DESIGN_LANES, n_folds = split->n_folds;
    for (size_t u = 0; u < n_units; u++)
        sum_folds(x + u * unit_size, n_pool, split, n, 1, out + u * n_folds, &totals[u]);
    for (size_t f = 0; f < n_folds; f++)
        score_fold(totals, out + f, n_folds, n_units, n, &split->fold[f], floor, octet, &best[f]);
    if (all)
        score_fold(totals, &nothing, 0, n_units, n, &split->fold[n_folds], floor, octet,
                   &best[n_folds]);
}

/* x: [n_octets][n_pool][DESIGN_LANES]; best[n_folds], or one more for all runs if `all`. sums: room
 * for KERNELS_UNITS times n_folds octet_sums. */
static void score(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                  double first_octet, const struct kernel_split *split, int all, double *sums,
                  struct kernel_best *best)
{
    struct octet_sums *out = (struct octet_sums *)sums;
    size_t o = 0, octet_size = n_pool * DESIGN_LANES;
    while (o + ABREAST <= n_octets) {
        size_t n_units = (n_octets - o) / ABREAST;
        n_units = n_units < KERNELS_UNITS ? n_units : KERNELS_UNITS;
        score_units(x + o * octet_size, floor + o * DESIGN_LANES, n_pool, n_units,
                    first_octet + (double)o, split, VECTORS, all, out, best);
        o += n_units * ABREAST;
    }
    for (; o < n_octets; o++)
        score_units(x + o * octet_size, floor + o * DESIGN_LANES, n_pool, 1,
                    first_octet + (double)o, split, PARTS, all, out, best);
}

/* Returns whether any of the octet is unsafe. */
INLINE uint8_t weigh_fold(const struct octet_sums *total, const struct octet_sums *out,
                          const struct kernel_fold *fold, const double *floor, double *column)
{
    int64_t any = 0;
    LANES_UNROLL
    for (int h = 0; h < PARTS; h++) {
        vec sum = total->x[h] - out->x[h];
        vec square = (total->xx[h] - out->xx[h]) - sum * sum * fold->inverse_n;
        vec least = vec_load(floor + h * W) * fold->n_less_1;
        mask eligible = square > least;
        vec weight = vec_keep(eligible, fold->n_less_1 / square);
        mask doubtful = eligible & (square < least * KERNELS_UNSAFE);
        LANES_UNROLL
        for (int l = 0; l < W; l++) {
            column[(h * W + l) * KERNELS_COLUMNS] = weight[l];
            any |= doubtful[l];
        }
    }
    return any != 0;
}

/* Weights 1 / variance of octets of candidates in training folds [from, to): those of fold f go to
 * columns[f - from][slot * KERNELS_COLUMNS]; not eligible: 0. unsafe[f - from] becomes true where a
 * training variance is so far below the arm's that subtraction costs digits. */
static void weigh(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                  const struct kernel_split *split, size_t from, size_t to, double *sums,
                  double *const *columns, uint8_t *unsafe)
{
    struct octet_sums *out = (struct octet_sums *)sums, total;
    for (size_t o = 0; o < n_octets; o++, x += n_pool * DESIGN_LANES, floor += DESIGN_LANES) {
        sum_folds(x, n_pool, split, PARTS, 0, out, &total);
        for (size_t f = from; f < to; f++)
            unsafe[f - from] |= weigh_fold(&total, &out[f], &split->fold[f], floor,
                                           columns[f - from] + o * DESIGN_LANES * KERNELS_COLUMNS);
    }
}
