/* Part of a kernel file (kernels_body.h): W symmetric matrices made tridiagonal at once, one per lane.
 *
 * Householder's reduction (Golub and Van Loan, 8.3), each step's update fused with the next step's
 * matrix-vector product, so that the matrix passes through the cache once a step. */

enum { ROWS = 4 };

/* For rows [i, i + n_rows), columns [from, i): takes the last step's update (v, w) out of a and adds
 * a times `next` to p, from both sides of the diagonal. */
#define UPDATE_ROWS(name, n_rows)                                                                  \
    INLINE void name(size_t m, size_t from, size_t i, double *a, const double *v, const double *w, \
                     const double *next, double *p)                                                \
    {                                                                                              \
        vec vi[n_rows], wi[n_rows], ni[n_rows], sum[n_rows];                                       \
        LANES_UNROLL                                                                               \
        for (int r = 0; r < n_rows; r++) {                                                         \
            vi[r] = vec_load(v + (i + r) * W);                                                     \
            wi[r] = vec_load(w + (i + r) * W);                                                     \
            ni[r] = vec_load(next + (i + r) * W);                                                  \
            sum[r] = vec_all(0);                                                                   \
        }                                                                                          \
        for (size_t j = from; j < i; j++) {                                                        \
            vec vj = vec_load(v + j * W), wj = vec_load(w + j * W);                                \
            vec nj = vec_load(next + j * W), pj = vec_load(p + j * W);                             \
            LANES_UNROLL                                                                           \
            for (int r = 0; r < n_rows; r++) {                                                     \
                double *at = a + ((i + r) * m + j) * W;                                            \
                vec x = (vec_load(at) - vi[r] * wj) - wi[r] * vj;                                  \
                vec_store(at, x);                                                                  \
                sum[r] += x * nj;                                                                  \
                pj += x * ni[r];                                                                   \
            }                                                                                      \
            vec_store(p + j * W, pj);                                                              \
        }                                                                                          \
        LANES_UNROLL                                                                               \
        for (int r = 0; r < n_rows; r++)                                                           \
            vec_store(p + (i + r) * W, sum[r]);                                                    \
    }

UPDATE_ROWS(update_rows_1, 1)
UPDATE_ROWS(update_rows_4, ROWS)

/* The same for the triangle on the diagonal, rows and columns [i, i + n). */
INLINE void update_corner(size_t m, size_t i, size_t n, double *a, const double *v, const double *w,
                          const double *next, double *p)
{
    for (size_t r = i; r < i + n; r++) {
        vec vr = vec_load(v + r * W), wr = vec_load(w + r * W), nr = vec_load(next + r * W);
        vec sum = vec_load(p + r * W);
        for (size_t j = i; j <= r; j++) {
            double *at = a + (r * m + j) * W;
            vec x = (vec_load(at) - vr * vec_load(w + j * W)) - wr * vec_load(v + j * W);
            vec_store(at, x);
            sum += x * vec_load(next + j * W);
            if (j < r)
                vec_store(p + j * W, vec_load(p + j * W) + x * nr);
        }
        vec_store(p + r * W, sum);
    }
}

static void update_and_multiply(size_t m, size_t from, double *a, const double *v, const double *w,
                                const double *next, double *p)
{
    size_t i = from;
    for (; i + ROWS <= m; i += ROWS) {
        update_rows_4(m, from, i, a, v, w, next, p);
        update_corner(m, i, ROWS, a, v, w, next, p);
    }
    for (; i < m; i++) {
        update_rows_1(m, from, i, a, v, w, next, p);
        update_corner(m, i, 1, a, v, w, next, p);
    }
}

/* The reflection that clears column k below the subdiagonal; v gets zeros up to k. Returns its
 * factor beta (H = 1 - beta v v'), the new subdiagonal goes to *e. */
static vec reflection(size_t m, size_t k, const double *a, double *v, double *e)
{
    vec square = vec_all(0), zero = vec_all(0);
    for (size_t i = 0; i <= k; i++)
        vec_store(v + i * W, zero);
    for (size_t i = k + 1; i < m; i++) {
        vec x = vec_load(a + (i * m + k) * W);
        vec_store(v + i * W, x);
        square += x * x;
    }
    vec norm = vec_sqrt(square), first = vec_load(v + (k + 1) * W);
    vec signed_norm = vec_select(first > zero, -norm, norm);
    vec_store(e + k * W, signed_norm);
    vec_store(v + (k + 1) * W, first - signed_norm);
    return vec_keep(norm > zero, 1 / (norm * (norm + vec_abs(first))));
}

static void take_out_of_column(size_t m, size_t k, double *a, const double *v, const double *w)
{
    vec vk = vec_load(v + k * W), wk = vec_load(w + k * W);
    for (size_t i = k; i < m; i++) {
        double *at = a + (i * m + k) * W;
        vec_store(at, (vec_load(at) - vec_load(v + i * W) * wk) - vec_load(w + i * W) * vk);
    }
}

/* w = p - (beta / 2)(v'p) v with p = beta A v. */
static void finish_w(size_t m, size_t k, vec beta, const double *v, const double *p, double *w)
{
    vec product = vec_all(0);
    for (size_t i = 0; i <= k; i++)
        vec_store(w + i * W, vec_all(0));
    for (size_t i = k + 1; i < m; i++) {
        vec scaled = vec_load(p + i * W) * beta;
        vec_store(w + i * W, scaled);
        product += scaled * vec_load(v + i * W);
    }
    product = product * beta * 0.5;
    for (size_t i = k + 1; i < m; i++)
        vec_store(w + i * W, vec_load(w + i * W) - product * vec_load(v + i * W));
}

/* a: [m][m][W], lower triangle, destroyed. d[m], e[m - 1]: the tridiagonal matrix. v: [m][m][W], row k
 * + 1 is reflection k's vector (row 0 is zeros); beta: [m]. work: 2 [m][W]. */
static void tridiagonalise(size_t m, double *a, double *d, double *e, double *v, double *beta,
                           double *work)
{
    double *w = work, *p = work + m * W;
    for (size_t i = 0; i < m; i++) {
        vec_store(w + i * W, vec_all(0));
        vec_store(v + i * W, vec_all(0));
    }
    for (size_t k = 0; k < m; k++) {
        const double *last = v + k * m * W;
        take_out_of_column(m, k, a, last, w);
        vec_store(d + k * W, vec_load(a + (k * m + k) * W));
        if (k + 1 == m)
            break;
        double *next = v + (k + 1) * m * W;
        vec factor = reflection(m, k, a, next, e);
        vec_store(beta + k * W, factor);
        update_and_multiply(m, k + 1, a, last, w, next, p);
        finish_w(m, k, factor, next, p, w);
    }
}
