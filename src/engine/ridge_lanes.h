/* Part of a kernel file (kernels_body.h): dual ridge of W training folds at once; see ridge.h.
 *
 * In the tridiagonal basis, K = Q T Q', every penalty costs one factorisation of T + penalty (L D L',
 * without pivoting: it is positive definite): with g = (K + penalty)^-1 y and D_i the diagonal of that
 * inverse, which is sum_j w_ij^2 / d_j for w_i = L^-1 q_i, the leave-one-out error of run i is
 *     g_i / (D_i - 1 / (n penalty)),
 * since y - H y = penalty g and 1 - H_ii = penalty D_i. */

/* Q = H_0 H_1 …, [m][m][W], from what tridiagonalise left. sum: [m][W]. */
static void form_q(size_t m, const double *v, const double *beta, double *q, double *sum)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            vec_store(q + (i * m + j) * W, vec_all(i == j ? 1 : 0));
    for (size_t k = m - 1; k-- > 0;) {
        const double *own = v + (k + 1) * m * W;
        vec factor = vec_load(beta + k * W);
        for (size_t j = k + 1; j < m; j++)
            vec_store(sum + j * W, vec_all(0));
        for (size_t i = k + 1; i < m; i++) {
            vec vi = vec_load(own + i * W);
            for (size_t j = k + 1; j < m; j++)
                vec_store(sum + j * W, vec_load(sum + j * W) + vi * vec_load(q + (i * m + j) * W));
        }
        for (size_t i = k + 1; i < m; i++) {
            vec vi = vec_load(own + i * W) * factor;
            for (size_t j = k + 1; j < m; j++) {
                double *at = q + (i * m + j) * W;
                vec_store(at, vec_load(at) - vi * vec_load(sum + j * W));
            }
        }
    }
}

/* Factors T + penalty: below[j] = L's element left of the diagonal in row j, inverse[j] = 1 / d_j; then
 * solves for z: u. */
static void solve_shifted(size_t m, const double *d, const double *e, double penalty,
                          const double *z, double *below, double *inverse, double *u)
{
    vec pivot = vec_load(d) + penalty, last = vec_load(z);
    vec_store(below, vec_all(0));
    vec_store(inverse, 1 / pivot);
    vec_store(u, last);
    for (size_t j = 1; j < m; j++) {
        vec off = vec_load(e + (j - 1) * W), l = off * vec_load(inverse + (j - 1) * W);
        pivot = (vec_load(d + j * W) + penalty) - l * off;
        last = vec_load(z + j * W) - l * last;
        vec_store(below + j * W, l);
        vec_store(inverse + j * W, 1 / pivot);
        vec_store(u + j * W, last);
    }
    last = vec_all(0);
    for (size_t j = m; j-- > 0;) {
        vec rest = vec_load(u + j * W) * vec_load(inverse + j * W);
        if (j + 1 < m)
            rest -= vec_load(below + (j + 1) * W) * last;
        last = rest;
        vec_store(u + j * W, last);
    }
}

enum { RIDGE_ROWS = 4 };

/* g and the inverse's diagonal of n rows of Q (a constant). */
INLINE void inverse_rows(size_t m, int n, const double *q, const double *below,
                         const double *inverse, const double *u, double *g, double *diagonal)
{
    vec w[RIDGE_ROWS], sum[RIDGE_ROWS], product[RIDGE_ROWS];
    LANES_UNROLL
    for (int r = 0; r < n; r++)
        w[r] = sum[r] = product[r] = vec_all(0);
    for (size_t j = 0; j < m; j++) {
        vec l = vec_load(below + j * W), i = vec_load(inverse + j * W), uj = vec_load(u + j * W);
        LANES_UNROLL
        for (int r = 0; r < n; r++) {
            vec x = vec_load(q + ((size_t)r * m + j) * W);
            w[r] = x - l * w[r];
            sum[r] += w[r] * w[r] * i;
            product[r] += x * uj;
        }
    }
    LANES_UNROLL
    for (int r = 0; r < n; r++) {
        vec_store(g + r * W, product[r]);
        vec_store(diagonal + r * W, sum[r]);
    }
}

struct ridge_choice {
    vec least; /* sum of squared leave-one-out errors of the penalty chosen */
    double *alpha;
};

/* Takes a penalty into the choice where it is better. */
static void try_penalty(size_t m, double penalty, vec n, const double *y, const double *g,
                        const double *diagonal, struct ridge_choice *choice)
{
    vec sum = vec_all(0), product = vec_all(0), square = vec_all(0), intercept = 1 / (n * penalty);
    for (size_t i = 0; i < m; i++) {
        vec yi = vec_load(y + i * W);
        vec error = vec_load(g + i * W) / (vec_load(diagonal + i * W) - intercept);
        vec guess = yi - error;
        sum += error * error;
        product += guess * yi;
        square += guess * guess;
    }
    vec slope = vec_keep((square > 0) & (product > 0), product / square);
    slope = vec_select(slope < 1, slope, vec_all(1));
    mask better = sum < choice->least;
    choice->least = vec_select(better, sum, choice->least);
    for (size_t i = 0; i < m; i++) {
        double *at = choice->alpha + i * W;
        vec_store(at, vec_select(better, slope * vec_load(g + i * W), vec_load(at)));
    }
}

/* The choice's starting point: the mean alone. */
static void start_choice(size_t m, vec n, const double *y, struct ridge_choice *choice)
{
    vec factor = n / (n - 1);
    choice->least = vec_all(0);
    for (size_t i = 0; i < m; i++) {
        vec error = vec_load(y + i * W) * factor;
        choice->least += error * error;
        vec_store(choice->alpha + i * W, vec_all(0));
    }
}

static void rotate(size_t m, const double *q, const double *y, double *z)
{
    for (size_t j = 0; j < m; j++)
        vec_store(z + j * W, vec_all(0));
    for (size_t i = 0; i < m; i++) {
        vec yi = vec_load(y + i * W);
        for (size_t j = 0; j < m; j++)
            vec_store(z + j * W, vec_load(z + j * W) + vec_load(q + (i * m + j) * W) * yi);
    }
}

/* square, held, y: as a panel makes them; square is destroyed. Penalties from the largest to the
 * smallest. moved: [n_held][W], predictions less the mean. work: KERNELS_RIDGE_WORK. */
static void ridge(size_t m, size_t n_held, const double *penalties, size_t n_penalties,
                  double *square, const double *held, const double *y, const double *n_train,
                  const double *n_eligible, double *moved, double *work)
{
    const size_t line = m * W;
    double *v = work, *d = v + m * line, *e = d + line, *beta = e + line, *z = beta + line;
    double *below = z + line, *inverse = below + line, *u = inverse + line, *g = u + line;
    double *diagonal = g + line, *scratch = diagonal + line;
    struct ridge_choice choice = {.alpha = scratch + 2 * line};
    vec n = vec_load(n_train), p = vec_load(n_eligible), share = vec_keep(p > 0, 1 / p);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++) {
            double *at = square + (i * m + j) * W;
            vec_store(at, vec_load(at) * share);
        }
    tridiagonalise(m, square, d, e, v, beta, scratch);
    form_q(m, v, beta, square, scratch);
    rotate(m, square, y, z);
    start_choice(m, n, y, &choice);
    for (size_t k = 0; k < n_penalties; k++) {
        size_t i = 0;
        solve_shifted(m, d, e, penalties[k], z, below, inverse, u);
        for (; i + RIDGE_ROWS <= m; i += RIDGE_ROWS)
            inverse_rows(m, RIDGE_ROWS, square + i * line, below, inverse, u, g + i * W,
                         diagonal + i * W);
        for (; i < m; i++)
            inverse_rows(m, 1, square + i * line, below, inverse, u, g + i * W, diagonal + i * W);
        try_penalty(m, penalties[k], n, y, g, diagonal, &choice);
    }
    for (size_t t = 0; t < n_held; t++) {
        vec sum = vec_all(0);
        for (size_t i = 0; i < m; i++)
            sum += vec_load(held + (t * m + i) * W) * vec_load(choice.alpha + i * W);
        vec_store(moved + t * W, sum * share);
    }
}
