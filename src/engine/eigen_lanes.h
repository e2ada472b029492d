/* Part of a kernel file (kernels_body.h): leading eigenvalues and vectors of W symmetric matrices at
 * once, one per lane, once they are tridiagonal (tridiagonal_lanes.h).
 *
 * Eigenvalues by bisection on Sturm sequences without division; vectors by the twisted factorisation
 * (Parlett and Dhillon 1997), which needs one solve where the eigenvalue is exact to rounding. Vectors of
 * eigenvalues that are very close need not be orthogonal: the caller has to look. */

/* Sturm sequences at three points: the last two terms, and minus the number of sign changes so far,
 * that is minus the number of eigenvalues below. */
struct sturm {
    vec point[3], now[3], before[3];
    mask count[3];
};

INLINE void sturm_step(vec d, vec e2, struct sturm *s)
{
    LANES_UNROLL
    for (int c = 0; c < 3; c++) {
        vec next = (d - s->point[c]) * s->now[c] - e2 * s->before[c];
        s->count[c] += ((mask)next ^ (mask)s->now[c]) >> 63;
        s->before[c] = s->now[c];
        s->now[c] = next;
    }
}

/* The sequence is a product of up to m factors: brought back before it leaves the range. */
INLINE void sturm_rescale(struct sturm *s)
{
    const vec small = vec_all(0x1p-300), large = vec_all(0x1p300);
    LANES_UNROLL
    for (int c = 0; c < 3; c++) {
        vec size = vec_larger(vec_abs(s->now[c]), vec_abs(s->before[c]));
        vec factor = vec_select(size < small, large, vec_select(size > large, small, vec_all(1)));
        s->now[c] *= factor;
        s->before[c] *= factor;
    }
}

enum { STURM_STRIDE = 8 };

INLINE void sturm_3(size_t m, const double *d, const double *e2, struct sturm *s)
{
    size_t i = 0;
    LANES_UNROLL
    for (int c = 0; c < 3; c++) {
        s->before[c] = vec_all(0);
        s->now[c] = vec_all(1);
        s->count[c] = (mask)vec_all(0);
    }
    for (; i + STURM_STRIDE <= m; i += STURM_STRIDE) {
        LANES_UNROLL
        for (size_t j = 0; j < STURM_STRIDE; j++)
            sturm_step(vec_load(d + (i + j) * W), vec_load(e2 + (i + j) * W), s);
        sturm_rescale(s);
    }
    for (; i < m; i++)
        sturm_step(vec_load(d + i * W), vec_load(e2 + i * W), s);
}

enum { BISECTIONS = 52 };

/* Eigenvalues number k .. k + 2 (from 0, the largest first) of matrices scaled to norm <= 1 with no
 * eigenvalue below zero but for rounding; e2[i] = e[i-1]^2. */
static void bisect_3(size_t m, size_t k, const double *d, const double *e2, vec trace,
                     double *values)
{
    vec low[3], high[3];
    struct sturm sturm;
    for (int c = 0; c < 3; c++) {
        vec bound = trace / (double)(k + (size_t)c + 1) * (1 + 1e-12);
        low[c] = vec_all(0);
        high[c] = vec_select(bound < 1, bound, vec_all(1));
    }
    for (int step = 0; step < BISECTIONS; step++) {
        LANES_UNROLL
        for (int c = 0; c < 3; c++)
            sturm.point[c] = 0.5 * (low[c] + high[c]);
        sturm_3(m, d, e2, &sturm);
        LANES_UNROLL
        for (int c = 0; c < 3; c++) {
            /* Above: at least k + c + 1 eigenvalues lie above the point. */
            mask above = sturm.count[c] + (int64_t)m > (int64_t)k + c;
            low[c] = vec_select(above, sturm.point[c], low[c]);
            high[c] = vec_select(above, high[c], sturm.point[c]);
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
