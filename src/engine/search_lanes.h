/* Part of a kernel file (kernels_body.h): the largest squared correlation with permuted outcomes; see
 * search.h. */

enum { PERMUTATIONS_ABREAST = 5 };

/* Products of a fold's training candidates with PERMUTATIONS_ABREAST outcomes, y[n_train][stride]. n
 * vectors (a constant). */
INLINE void permuted_products(const double *x, size_t n_pool, const struct kernel_split *split,
                              size_t fold, int n, const double *y, size_t stride,
                              vec sums[PERMUTATIONS_ABREAST][VECTORS])
{
    const size_t ends[] = {0, split->start[fold], split->start[fold + 1],
                           split->start[split->n_folds]};
    LANES_UNROLL
    for (int k = 0; k < PERMUTATIONS_ABREAST; k++) {
        LANES_UNROLL
        for (int h = 0; h < n; h++)
            sums[k][h] = vec_all(0);
    }
    for (int part = 0; part < 4; part += 2)
        for (size_t i = ends[part]; i < ends[part + 1]; i++, y += stride) {
            const double *row = x + (size_t)split->run[i] * DESIGN_LANES;
            vec v[VECTORS];
            LANES_UNROLL
            for (int h = 0; h < n; h++)
                v[h] = vec_load(row + (size_t)(h / PARTS) * n_pool * DESIGN_LANES + h % PARTS * W);
            LANES_UNROLL
            for (int k = 0; k < PERMUTATIONS_ABREAST; k++) {
                LANES_UNROLL
                for (int h = 0; h < n; h++)
                    sums[k][h] += y[k] * v[h];
            }
        }
}

/* 1 / sxx in a training fold, 0 where not eligible. */
INLINE void inverse_squares(const struct octet_sums *total, const struct octet_sums *out, int n,
                            const struct kernel_fold *fold, const double *floor, vec *inverse)
{
    LANES_UNROLL
    for (int h = 0; h < n; h++) {
        vec x = total->x[h] - out->x[h];
        vec square = (total->xx[h] - out->xx[h]) - x * x * fold->inverse_n;
        inverse[h] = vec_keep(square > vec_load(floor + h * W) * fold->n_less_1, 1 / square);
    }
}

INLINE void search_octets(const double *x, const double *floor, size_t n_pool,
                          const struct kernel_split *split, size_t from, size_t to, int n,
                          const double *const *y, size_t n_permutations, struct octet_sums *out,
                          double *largest)
{
    struct octet_sums total;
    sum_folds(x, n_pool, split, n, 0, out, &total);
    for (size_t f = from; f < to; f++) {
        vec inverse[VECTORS], sums[PERMUTATIONS_ABREAST][VECTORS];
        inverse_squares(&total, &out[f], n, &split->fold[f], floor, inverse);
        for (size_t k = 0; k < n_permutations; k += PERMUTATIONS_ABREAST) {
            permuted_products(x, n_pool, split, f, n, y[f - from] + k, n_permutations, sums);
            double *at = largest + ((f - from) * n_permutations + k) * DESIGN_LANES;
            for (int j = 0; j < PERMUTATIONS_ABREAST; j++)
                for (int h = 0; h < n; h++) {
                    double *own = at + j * DESIGN_LANES + h % PARTS * W;
                    vec ratio = sums[j][h] * sums[j][h] * inverse[h];
                    vec_store(own, vec_larger(ratio, vec_load(own)));
                }
        }
    }
}

/* Folds [from, to). y[f - from]: centred outcomes of the training runs, permuted, [n_train]
 * [n_permutations], n_permutations a multiple of five. largest: [to - from][n_permutations]
 * [DESIGN_LANES], raised to the largest sxy^2 / sxx of each lane. */
static void search(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                   const struct kernel_split *split, size_t from, size_t to, const double *const *y,
                   size_t n_permutations, double *sums, double *largest)
{
    size_t o = 0, octet_size = n_pool * DESIGN_LANES;
    for (; o + ABREAST <= n_octets; o += ABREAST)
        search_octets(x + o * octet_size, floor + o * DESIGN_LANES, n_pool, split, from, to,
                      VECTORS, y, n_permutations, (struct octet_sums *)sums, largest);
    for (; o < n_octets; o++)
        search_octets(x + o * octet_size, floor + o * DESIGN_LANES, n_pool, split, from, to, PARTS,
                      y, n_permutations, (struct octet_sums *)sums, largest);
}
