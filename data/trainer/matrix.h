/* Matrix products with a fixed order of additions.
 *
 * Matrices are arrays of rows without gaps.  Element (i, j) of a product is the sum over p = 0, 1,
 * 2 … in this order, by one chain of additions; only different elements are worked on side by side.
 */
#ifndef TRAINER_MATRIX_H
#define TRAINER_MATRIX_H

#include <stddef.h>

#include "real.h"

/* A left factor, perhaps read transposed: element (i, p) is data[i * row_step + p * col_step]. */
struct matrix_view {
    const real *data;
    size_t row_step, col_step;
};

/* c (m x n) = a (m x k) times b (k x n); sums begin at `start` (a row of n; NULL: at zero). */
void matrix_multiply(size_t m, size_t n, size_t k, struct matrix_view a, const real *b,
                     const real *start, real *c);

/* out (cols x rows) = in (rows x cols) with rows and columns exchanged. */
void matrix_transpose(size_t rows, size_t cols, const real *in, real *out);

/* out (cols) = the sum of the rows of in (rows x cols). */
void matrix_sum_rows(size_t rows, size_t cols, const real *in, real *out);

static inline struct matrix_view matrix_plain(const real *data, size_t cols)
{
    return (struct matrix_view){data, cols, 1};
}

static inline struct matrix_view matrix_turned(const real *data, size_t cols)
{
    return (struct matrix_view){data, 1, cols};
}

#endif
