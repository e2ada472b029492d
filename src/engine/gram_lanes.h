/* Part of a kernel file (kernels_body.h): each lane's own products out of those of products_lanes.h,
 * about the training means. */

static void gather_held(const struct kernel_lane *lane, size_t m, size_t t, const double *gram,
                        double *to)
{
    const uint32_t *run = lane->run;
    uint32_t own = run[lane->n_train + t];
    const double *row = gram + kernels_row(own, 0) * W;
    size_t b = 0;
    to += t * m * W;
    for (; b < lane->n_train && run[b] < own; b++)
        to[b * W] = row[(size_t)run[b] * W];
    for (; b < lane->n_train; b++)
        to[b * W] = gram[kernels_row(run[b], own) * W];
}

/* Each lane's own products out of gram, [rows][W]: of training runs to square, [m][m][W], lower
 * triangle, of held-out runs with training runs to held, [n_held][m][W]. Lanes inside, since they read
 * the same rows. */
static void gather(const struct kernel_lane *lanes, size_t m, const double *gram, double *square,
                   double *held)
{
    size_t most = 0;
    for (size_t a = 0; a < m; a++)
        for (size_t l = 0; l < W; l++) {
            const uint32_t *run = lanes[l].run;
            if (a >= lanes[l].n_train)
                continue;
            const double *row = gram + kernels_row(run[a], 0) * W + l;
            double *to = square + a * m * W + l;
            for (size_t b = 0; b <= a; b++)
                to[b * W] = row[(size_t)run[b] * W];
        }
    for (size_t l = 0; l < W; l++)
        most = lanes[l].n_held > most ? lanes[l].n_held : most;
    for (size_t t = 0; t < most; t++)
        for (size_t l = 0; l < W; l++)
            if (t < lanes[l].n_held)
                gather_held(&lanes[l], m, t, gram + l, held + l);
}

/* Takes the training means out. a: products of training runs, [m][m][W], lower triangle; held:
 * [n_held][m][W], held-out runs with training runs. A row's mean over the training runs is what its
 * product with the mean run would be, so no other sums are needed:
 *     sum_j w (x_a - m)(x_b - m) = a_ab - mean_a - mean_b + mean of means.
 * n_train: [W] as doubles; rows past a lane's own n_train are zero before, and not after. */
static void centre(size_t m, size_t n_held, const double *n_train, double *a, double *held,
                   double *mean)
{
    vec n = vec_load(n_train), all = vec_all(0);
    for (size_t i = 0; i < m; i++)
        vec_store(mean + i * W, vec_all(0));
    for (size_t i = 0; i < m; i++) {
        vec sum = vec_all(0);
        for (size_t j = 0; j < i; j++) {
            vec v = vec_load(a + (i * m + j) * W);
            sum += v;
            vec_store(mean + j * W, vec_load(mean + j * W) + v);
        }
        vec_store(mean + i * W, vec_load(mean + i * W) + (sum + vec_load(a + (i * m + i) * W)));
    }
    for (size_t i = 0; i < m; i++) {
        vec own = vec_load(mean + i * W) / n;
        vec_store(mean + i * W, own);
        all += own;
    }
    all /= n;
    for (size_t i = 0; i < m; i++) {
        vec own = vec_load(mean + i * W) - all;
        for (size_t j = 0; j <= i; j++) {
            double *p = a + (i * m + j) * W;
            vec_store(p, (vec_load(p) - own) - vec_load(mean + j * W));
        }
    }
    for (size_t i = 0; i < n_held; i++) {
        vec own = vec_all(0);
        for (size_t j = 0; j < m; j++)
            own += vec_load(held + (i * m + j) * W);
        own = own / n - all;
        for (size_t j = 0; j < m; j++) {
            double *p = held + (i * m + j) * W;
            vec_store(p, (vec_load(p) - own) - vec_load(mean + j * W));
        }
    }
}
