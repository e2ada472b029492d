/* Part of a kernel file (kernels_body.h): squared correlations of octets of candidates with the
 * outcome in every training fold of one replicate; see score.h. */

enum { PARTS = DESIGN_LANES / W };

struct octet_sums {
    vec x[PARTS], xx[PARTS], xy[PARTS];
};

INLINE void sum_fold(const double *x, const struct kernel_split *split, size_t fold,
                     struct octet_sums *sums)
{
    struct octet_sums s;
    LANES_UNROLL
    for (int h = 0; h < PARTS; h++)
        s.x[h] = s.xx[h] = s.xy[h] = vec_all(0);
    for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++) {
        const double *row = x + (size_t)split->run[i] * DESIGN_LANES;
        vec y = vec_all(split->y[i]);
        LANES_UNROLL
        for (int h = 0; h < PARTS; h++) {
            vec v = vec_load(row + h * W);
            s.x[h] += v;
            s.xx[h] += v * v;
            s.xy[h] += v * y;
        }
    }
    *sums = s;
}

/* Scores an octet on `total` less `out` and keeps each lane's best. */
INLINE void keep_best(const struct octet_sums *total, const struct octet_sums *out,
                      const struct kernel_fold *fold, const double *floor, double octet,
                      struct kernel_best *best)
{
    LANES_UNROLL
    for (int h = 0; h < PARTS; h++) {
        vec x = total->x[h] - out->x[h];
        vec square = (total->xx[h] - out->xx[h]) - x * x * fold->inverse_n;
        vec product = (total->xy[h] - out->xy[h]) - x * fold->mean_y;
        product *= product;
        vec best_product = vec_load(best->product + h * W);
        vec best_square = vec_load(best->square + h * W);
        mask better = (square > vec_load(floor + h * W) * fold->n_less_1) &
                      (product * best_square > best_product * square * (1 + DESIGN_TIE));
        vec_store(best->product + h * W, vec_select(better, product, best_product));
        vec_store(best->square + h * W, vec_select(better, square, best_square));
        vec_store(best->octet + h * W,
                  vec_select(better, vec_all(octet), vec_load(best->octet + h * W)));
    }
}

/* x: [n_octets][n_pool][DESIGN_LANES]; best[n_folds], or one more for all runs if `all`. sums: room
 * for n_folds octet_sums. */
static void score(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                  double first_octet, const struct kernel_split *split, int all, double *sums,
                  struct kernel_best *best)
{
    struct octet_sums *out = (struct octet_sums *)sums;
    struct octet_sums nothing = {0};
    for (size_t o = 0; o < n_octets; o++, x += n_pool * DESIGN_LANES, floor += DESIGN_LANES) {
        struct octet_sums total = nothing;
        for (size_t f = 0; f < split->n_folds; f++) {
            sum_fold(x, split, f, &out[f]);
            LANES_UNROLL
            for (int h = 0; h < PARTS; h++) {
                total.x[h] += out[f].x[h];
                total.xx[h] += out[f].xx[h];
                total.xy[h] += out[f].xy[h];
            }
        }
        for (size_t f = 0; f < split->n_folds; f++)
            keep_best(&total, &out[f], &split->fold[f], floor, first_octet + (double)o, &best[f]);
        if (all)
            keep_best(&total, &nothing, &split->fold[split->n_folds], floor,
                      first_octet + (double)o, &best[split->n_folds]);
    }
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
    struct octet_sums *out = (struct octet_sums *)sums;
    for (size_t o = 0; o < n_octets; o++, x += n_pool * DESIGN_LANES, floor += DESIGN_LANES) {
        struct octet_sums total = {0};
        for (size_t f = 0; f < split->n_folds; f++) {
            sum_fold(x, split, f, &out[f]);
            LANES_UNROLL
            for (int h = 0; h < PARTS; h++) {
                total.x[h] += out[f].x[h];
                total.xx[h] += out[f].xx[h];
            }
        }
        for (size_t f = from; f < to; f++)
            unsafe[f - from] |= weigh_fold(&total, &out[f], &split->fold[f], floor,
                                           columns[f - from] + o * DESIGN_LANES * KERNELS_COLUMNS);
    }
}
