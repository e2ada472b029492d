/* Part of a kernel file (kernels_body.h): the products between runs as an operator, for arms with so
 * many runs that the matrix itself is too large; see lanczos.h. */

enum { OPERATOR_SUMS = 4 };

/* sums[n][DESIGN_LANES] += x t with t = weights * (x' v), octet by octet: v has n_train elements, runs
 * after those count as zeros. Adding up a run's DESIGN_LANES sums is left to the caller. */
static void operate(const double *x, size_t n_pool, size_t n_octets, const double *weights,
                    const uint32_t *run, size_t n, size_t n_train, const double *v, double *sums)
{
    for (size_t o = 0; o < n_octets; o++, x += n_pool * DESIGN_LANES, weights += DESIGN_LANES)
        for (int h = 0; h < PARTS; h++) {
            const double *column = x + h * W;
            vec part[OPERATOR_SUMS];
            LANES_UNROLL
            for (int s = 0; s < OPERATOR_SUMS; s++)
                part[s] = vec_all(0);
            size_t a = 0;
            for (; a + OPERATOR_SUMS <= n_train; a += OPERATOR_SUMS) {
                LANES_UNROLL
                for (int s = 0; s < OPERATOR_SUMS; s++)
                    part[s] += v[a + (size_t)s] *
                               vec_load(column + (size_t)run[a + (size_t)s] * DESIGN_LANES);
            }
            for (; a < n_train; a++)
                part[0] += v[a] * vec_load(column + (size_t)run[a] * DESIGN_LANES);
            vec t = ((part[0] + part[1]) + (part[2] + part[3])) * vec_load(weights + h * W);
            for (size_t b = 0; b < n; b++) {
                double *at = sums + b * DESIGN_LANES + h * W;
                vec_store(at, vec_load(at) + t * vec_load(column + (size_t)run[b] * DESIGN_LANES));
            }
        }
}
