/* The product is cut into tiles of 4 rows and 16 columns.  The 64 sums of a tile stay in registers
 * while p runs over the inner dimension; the loop over 16 columns is what the compiler turns into
 * vector instructions (four, two or one for SSE2, AVX2, AVX-512).
 */
#include "matrix.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { TILE_ROWS = 4, TILE_COLS = 16 };

/* TILE_COLS columns of the right factor; narrower ones are padded with zeros. */
struct panel {
    const real *b;
    size_t step;  /* from one row of b to the next */
    size_t width; /* columns that are really there */
    real start[TILE_COLS];
};

/* A row of sums to its place; nearly always all of them: quicker when the size is known. */
static inline void store(const real sums[TILE_COLS], size_t width, real *c)
{
    if (width == TILE_COLS)
        memcpy(c, sums, TILE_COLS * sizeof *c);
    else
        memcpy(c, sums, width * sizeof *c);
}

static void tile_of_four(size_t k, struct matrix_view a, const struct panel *panel, real *c,
                         size_t n)
{
    real s0[TILE_COLS], s1[TILE_COLS], s2[TILE_COLS], s3[TILE_COLS];
    for (size_t j = 0; j < TILE_COLS; j++)
        s0[j] = s1[j] = s2[j] = s3[j] = panel->start[j];
    for (size_t p = 0; p < k; p++) {
        const real *x = a.data + p * a.col_step;
        const real *b = panel->b + p * panel->step;
        const real x0 = x[0], x1 = x[a.row_step], x2 = x[2 * a.row_step], x3 = x[3 * a.row_step];
        for (size_t j = 0; j < TILE_COLS; j++) {
            s0[j] += x0 * b[j];
            s1[j] += x1 * b[j];
            s2[j] += x2 * b[j];
            s3[j] += x3 * b[j];
        }
    }
    store(s0, panel->width, c);
    store(s1, panel->width, c + n);
    store(s2, panel->width, c + 2 * n);
    store(s3, panel->width, c + 3 * n);
}

static void tile_of_one(size_t k, struct matrix_view a, const struct panel *panel, real *c)
{
    real sum[TILE_COLS];
    for (size_t j = 0; j < TILE_COLS; j++)
        sum[j] = panel->start[j];
    for (size_t p = 0; p < k; p++) {
        const real x = a.data[p * a.col_step];
        const real *b = panel->b + p * panel->step;
        for (size_t j = 0; j < TILE_COLS; j++)
            sum[j] += x * b[j];
    }
    store(sum, panel->width, c);
}

/* Columns j .. j+15 of b, copied to `room` and padded where fewer are left. */
static struct panel panel_at(size_t j, size_t n, size_t k, const real *b, const real *start,
                             real *room)
{
    struct panel panel = {.b = b + j, .step = n, .width = n - j < TILE_COLS ? n - j : TILE_COLS};
    for (size_t i = 0; i < TILE_COLS; i++)
        panel.start[i] = start && i < panel.width ? start[j + i] : 0;
    if (panel.width == TILE_COLS)
        return panel;
    for (size_t p = 0; p < k; p++)
        for (size_t i = 0; i < TILE_COLS; i++)
            room[p * TILE_COLS + i] = i < panel.width ? b[p * n + j + i] : 0;
    panel.b = room;
    panel.step = TILE_COLS;
    return panel;
}

void matrix_multiply(size_t m, size_t n, size_t k, struct matrix_view a, const real *b,
                     const real *start, real *c)
{
    real *room = n % TILE_COLS ? memory_reals(k * TILE_COLS) : NULL;
    for (size_t j = 0; j < n; j += TILE_COLS) {
        const struct panel panel = panel_at(j, n, k, b, start, room);
        size_t i = 0;
        for (; i + TILE_ROWS <= m; i += TILE_ROWS) {
            const struct matrix_view rows = {a.data + i * a.row_step, a.row_step, a.col_step};
            tile_of_four(k, rows, &panel, c + i * n + j, n);
        }
        for (; i < m; i++) {
            const struct matrix_view row = {a.data + i * a.row_step, a.row_step, a.col_step};
            tile_of_one(k, row, &panel, c + i * n + j);
        }
    }
    free(room);
}

void matrix_transpose(size_t rows, size_t cols, const real *in, real *out)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[j * rows + i] = in[i * cols + j];
}

void matrix_sum_rows(size_t rows, size_t cols, const real *in, real *out)
{
    memset(out, 0, cols * sizeof *out);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out[j] += in[i * cols + j];
}
