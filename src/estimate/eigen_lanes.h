/* Part of a kernel file (kernels_body.h): leading eigenvalues and vectors of W symmetric matrices at
 * once, one a lane.
 *
 * Householder's reduction to a tridiagonal matrix (Golub and Van Loan, 8.3), each step's update fused
 * with the next step's matrix-vector product, so that the matrix passes through the cache once a step;
 * eigenvalues by bisection on Sturm sequences without division; vectors by the twisted factorisation
 * (Parlett and Dhillon 1997), which needs one solve where the eigenvalue is exact to rounding. Lanes
 * whose eigenvalues are too close for that are told, not trusted. */

enum { ROWS = 4 };

/* For rows [i, i + n_rows), columns [from, i): takes the last step's update (v, w) out of a and adds
 * a times `next` to p, from both sides of the diagonal. */
#define UPDATE_ROWS(name, n_rows)                                                                \
    INLINE void name(size_t m, size_t from, size_t i, double *a, const double *v,                \
                     const double *w, const double *next, double *p)                             \
    {                                                                                            \
        vec vi[n_rows], wi[n_rows], ni[n_rows], sum[n_rows];                                     \
        LANES_UNROLL                                                                             \
        for (int r = 0; r < n_rows; r++) {                                                       \
            vi[r] = vec_load(v + (i + r) * W);                                                   \
            wi[r] = vec_load(w + (i + r) * W);                                                   \
            ni[r] = vec_load(next + (i + r) * W);                                                \
            sum[r] = vec_all(0);                                                                 \
        }                                                                                        \
        for (size_t j = from; j < i; j++) {                                                      \
            vec vj = vec_load(v + j * W), wj = vec_load(w + j * W);                              \
            vec nj = vec_load(next + j * W), pj = vec_load(p + j * W);                           \
            LANES_UNROLL                                                                         \
            for (int r = 0; r < n_rows; r++) {                                                   \
                double *at = a + ((i + r) * m + j) * W;                                          \
                vec x = (vec_load(at) - vi[r] * wj) - wi[r] * vj;                                \
                vec_store(at, x);                                                                \
                sum[r] += x * nj;                                                                \
                pj += x * ni[r];                                                                 \
            }                                                                                    \
            vec_store(p + j * W, pj);                                                            \
        }                                                                                        \
        LANES_UNROLL                                                                             \
        for (int r = 0; r < n_rows; r++)                                                         \
            vec_store(p + (i + r) * W, sum[r]);                                                  \
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

/* Minus the number of sign changes in the Sturm sequence at each of three points, that is minus the
 * number of eigenvalues below. Rescaled now and then: the sequence is a product of up to m factors. */
INLINE void sturm_3(size_t m, const double *d, const double *e2, const vec *point, mask *count)
{
    const vec small = vec_all(0x1p-300), large = vec_all(0x1p300);
    vec before[3], now[3];
    LANES_UNROLL
    for (int c = 0; c < 3; c++) {
        before[c] = vec_all(0);
        now[c] = vec_all(1);
        count[c] = (mask)vec_all(0);
    }
    for (size_t i = 0; i < m; i++) {
        vec di = vec_load(d + i * W), square = vec_load(e2 + i * W);
        LANES_UNROLL
        for (int c = 0; c < 3; c++) {
            vec next = (di - point[c]) * now[c] - square * before[c];
            count[c] += ((mask)next ^ (mask)now[c]) >> 63;
            before[c] = now[c];
            now[c] = next;
        }
        if (i % 8 == 7) {
            LANES_UNROLL
            for (int c = 0; c < 3; c++) {
                vec size = vec_larger(vec_abs(now[c]), vec_abs(before[c]));
                vec factor = vec_select(size < small, large,
                                        vec_select(size > large, small, vec_all(1)));
                now[c] *= factor;
                before[c] *= factor;
            }
        }
    }
}

enum { BISECTIONS = 54 };

/* Eigenvalues number k .. k + 2 (from 0, the largest first) of matrices scaled to norm <= 1 with no
 * eigenvalue below zero but for rounding; e2[i] = e[i-1]^2. */
static void bisect_3(size_t m, size_t k, const double *d, const double *e2, vec trace, double *values)
{
    vec low[3], high[3], middle[3];
    mask count[3];
    for (int c = 0; c < 3; c++) {
        vec bound = trace / (double)(k + (size_t)c + 1) * (1 + 1e-12);
        low[c] = vec_all(0);
        high[c] = vec_select(bound < 1, bound, vec_all(1));
    }
    for (int step = 0; step < BISECTIONS; step++) {
        LANES_UNROLL
        for (int c = 0; c < 3; c++)
            middle[c] = 0.5 * (low[c] + high[c]);
        sturm_3(m, d, e2, middle, count);
        LANES_UNROLL
        for (int c = 0; c < 3; c++) {
            /* Above: at least k + c + 1 eigenvalues lie above the middle. */
            mask above = count[c] + (int64_t)m > (int64_t)k + c;
            low[c] = vec_select(above, middle[c], low[c]);
            high[c] = vec_select(above, high[c], middle[c]);
        }
    }
    for (int c = 0; c < 3; c++)
        vec_store(values + (k + (size_t)c) * W, 0.5 * (low[c] + high[c]));
}

/* Pivots of T - value: from above in `down`, from below in `up`; returns the place (as a double) where
 * the two meet best. */
static vec twisted_pivots(size_t m, const double *d, const double *e2, vec value, double *down,
                          double *up)
{
    const vec tiny = vec_all(1e-30);
    vec pivot = vec_all(1), least = vec_all(0), place = vec_all(0);
    for (size_t i = 0; i < m; i++) {
        pivot = vec_load(d + i * W) - value - vec_load(e2 + i * W) / pivot;
        pivot = vec_select(vec_abs(pivot) < tiny, tiny, pivot);
        vec_store(down + i * W, pivot);
    }
    for (size_t i = m; i-- > 0;) {
        vec own = vec_load(d + i * W) - value, rest = own;
        if (i + 1 < m)
            rest -= vec_load(e2 + (i + 1) * W) / pivot;
        pivot = vec_select(vec_abs(rest) < tiny, tiny, rest);
        vec_store(up + i * W, pivot);
        vec gap = vec_abs(vec_load(down + i * W) + pivot - own);
        mask better = i + 1 == m ? (mask)(gap >= 0) : (mask)(gap < least);
        least = vec_select(better, gap, least);
        place = vec_select(better, vec_all((double)i), place);
    }
    return place;
}

/* The vector of one eigenvalue of the tridiagonal matrix; z: [m][W], of length one. work: 2 [m][W]. */
static void twisted_vector(size_t m, const double *d, const double *e, const double *e2, vec value,
                           double *z, double *work)
{
    double *down = work, *up = work + m * W;
    vec place = twisted_pivots(m, d, e2, value, down, up);
    vec last = vec_all(0), square = vec_all(0), one = vec_all(1);
    for (size_t i = m; i-- > 0;) {
        vec step = last;
        if (i + 1 < m)
            step = -(vec_load(e + i * W) * last) / vec_load(down + i * W);
        last = vec_select(place == (double)i, one, vec_keep(place > (double)i, step));
        vec_store(z + i * W, last);
    }
    last = vec_all(0);
    for (size_t i = 0; i < m; i++) {
        vec step = last;
        if (i > 0)
            step = -(vec_load(e + (i - 1) * W) * last) / vec_load(up + i * W);
        last = vec_select(place < (double)i, step, vec_load(z + i * W));
        vec_store(z + i * W, last);
        square += last * last;
    }
    vec factor = 1 / vec_sqrt(square);
    for (size_t i = 0; i < m; i++)
        vec_store(z + i * W, vec_load(z + i * W) * factor);
}

/* z = H_0 H_1 … z. */
static void back_transform(size_t m, const double *v, const double *beta, double *z)
{
    for (size_t k = m - 1; k-- > 0;) {
        const double *own = v + (k + 1) * m * W;
        vec product = vec_all(0);
        for (size_t i = k + 1; i < m; i++)
            product += vec_load(own + i * W) * vec_load(z + i * W);
        product *= vec_load(beta + k * W);
        for (size_t i = k + 1; i < m; i++)
            vec_store(z + i * W, vec_load(z + i * W) - product * vec_load(own + i * W));
    }
}

/* Brings the matrix to norm <= 1 by a power of … the bound itself; e2[0] = 0. Returns the factor that
 * brings eigenvalues back; 1 for a zero matrix. */
static vec scale_tridiagonal(size_t m, double *d, double *e, double *e2, vec *trace)
{
    vec bound = vec_all(0), before = vec_all(0);
    for (size_t i = 0; i < m; i++) {
        vec after = vec_all(0);
        if (i + 1 < m)
            after = vec_abs(vec_load(e + i * W));
        bound = vec_larger(bound, vec_abs(vec_load(d + i * W)) + (before + after));
        before = after;
    }
    bound = vec_select(bound > 0, bound, vec_all(1));
    *trace = vec_all(0);
    vec_store(e2, vec_all(0));
    for (size_t i = 0; i < m; i++) {
        vec own = vec_load(d + i * W) / bound;
        vec_store(d + i * W, own);
        *trace += own;
        if (i + 1 < m) {
            vec side = vec_load(e + i * W) / bound;
            vec_store(e + i * W, side);
            vec_store(e2 + (i + 1) * W, side * side);
        }
    }
    return bound;
}

/* The k largest eigenvalues, k <= m, of the tridiagonal matrix d[m], e[m - 1], which is scaled, go to
 * values[k rounded up to 3][W]; their vectors to vectors + c * stride, [m][W]. work: see
 * KERNELS_TRIDIAGONAL_WORK. */
static void tridiagonal(size_t m, size_t k, double *d, double *e, double *values, double *vectors,
                        size_t stride, double *work)
{
    double *e2 = work, *scratch = e2 + m * W;
    vec trace, bound = scale_tridiagonal(m, d, e, e2, &trace);
    for (size_t c = 0; c < k; c += 3)
        bisect_3(m, c, d, e2, trace, values);
    for (size_t c = 0; c < k; c++) {
        vec value = vec_load(values + c * W);
        twisted_vector(m, d, e, e2, value, vectors + c * stride, scratch);
        vec_store(values + c * W, value * bound);
    }
}

/* The same of a, [m][m][W], lower triangle, destroyed; m >= 1. work: see KERNELS_LEADING_WORK. */
static void leading(size_t m, size_t k, double *a, double *values, double *vectors, size_t stride,
                    double *work)
{
    double *v = work, *d = v + m * m * W, *e = d + m * W, *beta = e + m * W;
    double *scratch = beta + m * W;
    tridiagonalise(m, a, d, e, v, beta, scratch);
    tridiagonal(m, k, d, e, values, vectors, stride, scratch);
    for (size_t c = 0; c < k; c++)
        back_transform(m, v, beta, vectors + c * stride);
}

/* Finishes components: vectors[c] is followed by the scores of n_held held-out runs, held [n_held][m]
 * times the vector over its eigenvalue. inverse: [k][W], 1 / eigenvalue, or 0 where the lane has no
 * such component, whose scores become zeros. */
static void held_out(size_t m, size_t n_held, size_t k, const double *held, const double *inverse,
                     double *vectors, size_t stride)
{
    for (size_t c = 0; c < k; c++) {
        double *z = vectors + c * stride;
        vec factor = vec_load(inverse + c * W);
        for (size_t i = 0; i < m; i++)
            vec_store(z + i * W, vec_keep(factor > 0, vec_load(z + i * W)));
        for (size_t t = 0; t < n_held; t++) {
            vec sum = vec_all(0);
            for (size_t i = 0; i < m; i++)
                sum += vec_load(held + (t * m + i) * W) * vec_load(z + i * W);
            vec_store(z + (m + t) * W, sum * factor);
        }
    }
}
