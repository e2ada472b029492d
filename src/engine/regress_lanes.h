/* Part of a kernel file (kernels_body.h): least squares on components of W training folds at once, for
 * every number of components in one go.
 *
 * Columns stand component by component (the first of every family, then the second of every family,
 * …), so that pca k uses the first k * n_families of them. Modified Gram and Schmidt with the outcome
 * as a last column (Bjorck 1967), R inverted column by column: slopes, and the diagonal of the inverse
 * that t statistics need, only grow. */

struct regress_state {
    size_t m, n_families;
    double *q;                /* [columns][m][W] */
    double *r;                /* [columns][W] of the current column */
    double *inverse;          /* [columns][columns][W]: column j of R's inverse at [j] */
    double *z;                /* [columns][W] */
    double *theta, *diagonal; /* [columns][W] */
    double *rest;             /* [m][W] what is left of the outcome */
    vec n_columns, deficient; /* present so far; 1 where collinear */
};

/* Makes column j orthogonal to those before it. Returns its length, before to *whole. */
static vec orthogonalise(struct regress_state *s, size_t j, const double *column, vec *whole)
{
    double *own = s->q + j * s->m * W;
    vec square = vec_all(0);
    for (size_t i = 0; i < s->m; i++) {
        vec x = vec_load(column + i * W);
        vec_store(own + i * W, x);
        square += x * x;
    }
    *whole = square;
    for (size_t k = 0; k < j; k++) {
        const double *other = s->q + k * s->m * W;
        vec product = vec_all(0);
        for (size_t i = 0; i < s->m; i++)
            product += vec_load(own + i * W) * vec_load(other + i * W);
        vec_store(s->r + k * W, product);
        square = vec_all(0);
        for (size_t i = 0; i < s->m; i++) {
            vec x = vec_load(own + i * W) - product * vec_load(other + i * W);
            vec_store(own + i * W, x);
            square += x * x;
        }
    }
    return vec_sqrt(square);
}

/* Column j of R's inverse; its products with z and its squares go to theta and diagonal. */
static void extend_inverse(struct regress_state *s, size_t j, size_t columns, vec own, vec z)
{
    double *to = s->inverse + j * columns * W;
    vec_store(to + j * W, own);
    for (size_t i = 0; i < j; i++) {
        vec sum = vec_all(0);
        for (size_t k = i; k < j; k++)
            sum += vec_load(s->inverse + (k * columns + i) * W) * vec_load(s->r + k * W);
        vec_store(to + i * W, -(sum * own));
    }
    vec_store(s->theta + j * W, vec_all(0));
    vec_store(s->diagonal + j * W, vec_all(0));
    for (size_t i = 0; i <= j; i++) {
        vec x = vec_load(to + i * W);
        vec_store(s->theta + i * W, vec_load(s->theta + i * W) + x * z);
        vec_store(s->diagonal + i * W, vec_load(s->diagonal + i * W) + x * x);
    }
}

static void add_column(struct regress_state *s, size_t j, size_t columns, const double *column)
{
    vec whole, length = orthogonalise(s, j, column, &whole);
    mask present = whole > 0, usable = present & (length > 1e-8 * vec_sqrt(whole));
    s->n_columns += vec_keep(present, vec_all(1));
    s->deficient = vec_select(present & ~usable, vec_all(1), s->deficient);
    vec own = vec_keep(usable, 1 / length), z = vec_all(0);
    double *q = s->q + j * s->m * W;
    for (size_t i = 0; i < s->m; i++) {
        vec x = vec_load(q + i * W) * own;
        vec_store(q + i * W, x);
        z += x * vec_load(s->rest + i * W);
    }
    for (size_t i = 0; i < s->m; i++)
        vec_store(s->rest + i * W, vec_load(s->rest + i * W) - z * vec_load(q + i * W));
    extend_inverse(s, j, columns, own, z);
}

/* max(0, 1 - 2 / t^2), t^2 = theta^2 / (diagonal * variance). */
INLINE vec shrink_factor(vec theta, vec diagonal, vec variance)
{
    vec error = 2 * diagonal * variance, square = theta * theta;
    return vec_keep(square > error, 1 - error / square);
}

/* Scores of component c of family f stand at scores + f * family_stride + c * component_stride:
 * [m + n_held][W], training runs first; zeros where a lane has no such component. y: [m][W], centred.
 * For k = 1 .. k_max: plain and shrunk predictions of the held-out runs at [k - 1][n_held][W] (shrunk
 * may be NULL), the number of columns so far and whether they are collinear at [k - 1][W]. work: see
 * KERNELS_REGRESS_WORK. */
static void regress(size_t m, size_t n_held, size_t n_families, size_t k_max, const double *scores,
                    size_t family_stride, size_t component_stride, const double *y,
                    const double *n_train, double *plain, double *shrunk, double *n_columns,
                    double *deficient, double *work)
{
    size_t columns = n_families * k_max, line = columns * W;
    struct regress_state s = {.m = m, .n_families = n_families, .q = work};
    s.inverse = s.q + m * line;
    s.r = s.inverse + columns * line;
    s.z = s.r + line;
    s.theta = s.z + line;
    s.diagonal = s.theta + line;
    s.rest = s.diagonal + line;
    s.n_columns = s.deficient = vec_all(0);
    for (size_t i = 0; i < m; i++)
        vec_store(s.rest + i * W, vec_load(y + i * W));
    for (size_t c = 0; c < k_max; c++) {
        for (size_t f = 0; f < n_families; f++)
            add_column(&s, c * n_families + f, columns,
                       scores + f * family_stride + c * component_stride);
        vec_store(n_columns + c * W, s.n_columns);
        vec_store(deficient + c * W, s.deficient);
        vec square = vec_all(0);
        for (size_t i = 0; i < m; i++)
            square += vec_load(s.rest + i * W) * vec_load(s.rest + i * W);
        vec variance = square / (vec_load(n_train) - 1 - s.n_columns);
        for (size_t t = 0; t < n_held; t++) {
            vec sum = vec_all(0), less = vec_all(0);
            for (size_t j = 0; j < (c + 1) * n_families; j++) {
                vec theta = vec_load(s.theta + j * W);
                vec part = theta * vec_load(scores + (j % n_families) * family_stride +
                                            (j / n_families) * component_stride + (m + t) * W);
                sum += part;
                if (shrunk)
                    less += part * shrink_factor(theta, vec_load(s.diagonal + j * W), variance);
            }
            vec_store(plain + (c * n_held + t) * W, sum);
            if (shrunk)
                vec_store(shrunk + (c * n_held + t) * W, less);
        }
    }
}
