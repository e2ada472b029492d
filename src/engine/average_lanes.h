/* Part of a kernel file (kernels_body.h): what average (average.h) needs of many folds or candidates at
 * once. Ridge on the products of W training folds, one per lane; then, fold by fold, every candidate by
 * itself, one per lane. */

/* z = H_(m-2) … H_0 z: to the tridiagonal basis. */
static void forward_transform(size_t m, const double *v, const double *beta, double *z)
{
    for (size_t k = 0; k + 1 < m; k++) {
        const double *own = v + (k + 1) * m * W;
        vec product = vec_all(0);
        for (size_t i = k + 1; i < m; i++)
            product += vec_load(own + i * W) * vec_load(z + i * W);
        product *= vec_load(beta + k * W);
        for (size_t i = k + 1; i < m; i++)
            vec_store(z + i * W, vec_load(z + i * W) - product * vec_load(own + i * W));
    }
}

/* For each penalty c: the dual (G + c)^-1 y, y'(1 + G/c)^-1 y, and 1 / det(1 + G/c) as a product of
 * KERNELS_DETERMINANT pivots at a time. */
static void ridge_evidence(size_t m, const double *d, const double *e, const double *v,
                           const double *beta, const struct kernel_ridge *r, double *work)
{
    const size_t line = m * W, n_parts = kernels_determinants(m);
    double *z = work, *below = z + line, *inverse = below + line;
    memcpy(z, r->y, line * sizeof *z);
    forward_transform(m, v, beta, z);
    for (size_t t = 0; t < r->n_penalties; t++) {
        double *dual = r->duals + t * r->stride, *determinant = r->determinants + t * n_parts * W;
        vec fit = vec_all(0), part = vec_all(1), c = vec_all(r->penalties[t]);
        solve_shifted(m, d, e, r->penalties[t], z, below, inverse, dual);
        for (size_t i = 0; i < m; i++) {
            fit += vec_load(z + i * W) * vec_load(dual + i * W);
            part *= vec_load(inverse + i * W) * c;
            if ((i + 1) % KERNELS_DETERMINANT == 0 || i + 1 == m) {
                vec_store(determinant + i / KERNELS_DETERMINANT * W, part);
                part = vec_all(1);
            }
        }
        vec_store(r->fits + t * W, fit * c);
        back_transform(m, v, beta, dual);
    }
}

/* As leading (k may be 0), and the ridges of the same matrix. work: KERNELS_AVERAGE_WORK. */
static void leading_ridge(size_t m, size_t k, double *a, double *values, double *vectors,
                          size_t stride, const struct kernel_ridge *ridges, double *work)
{
    double *v = work, *d = v + m * m * W, *e = d + m * W, *beta = e + m * W;
    double *scratch = beta + m * W;
    tridiagonalise(m, a, d, e, v, beta, scratch);
    ridge_evidence(m, d, e, v, beta, ridges, scratch);
    if (k == 0)
        return;
    tridiagonal(m, k, d, e, values, vectors, stride, scratch);
    for (size_t c = 0; c < k; c++)
        back_transform(m, v, beta, vectors + c * stride);
}

/* ---- candidates in lanes ---- */

/* Sums over a fold's held-out runs, and their range. */
struct range_sums {
    vec x, xx, xy, low, high;
};

INLINE struct range_sums no_range(void)
{
    return (struct range_sums){vec_all(0), vec_all(0), vec_all(0), vec_all(HUGE_VAL),
                               vec_all(-HUGE_VAL)};
}

INLINE struct range_sums range_of_fold(const double *x, const struct kernel_split *split,
                                       size_t fold)
{
    struct range_sums s = no_range();
    for (size_t i = split->start[fold], end = split->start[fold + 1]; i < end; i++) {
        vec v = vec_load(x + (size_t)split->run[i] * DESIGN_LANES);
        s.x += v;
        s.xx += v * v;
        s.xy += v * vec_all(split->y[i]);
        s.low = vec_select(v < s.low, v, s.low);
        s.high = vec_larger(v, s.high);
    }
    return s;
}

/* What standardises a candidate in a training fold, from sums over its runs. */
INLINE void store_standard(const struct range_sums *s, const struct kernel_fold *fold, vec floor,
                           double reach, size_t at, const struct kernel_standard *to, double *best)
{
    vec mean = s->x * fold->inverse_n, square = s->xx - s->x * mean;
    vec product = s->xy - s->x * fold->mean_y;
    mask eligible = square > floor * fold->n_less_1;
    vec inverse = vec_keep(eligible, vec_sqrt(fold->n_less_1 / square));
    vec explained = vec_select(eligible, product * product / square, vec_all(-1));
    vec_store(to->mean + at, mean);
    vec_store(to->inverse_sd + at, inverse);
    vec_store(to->slope + at, product * inverse / fold->n_less_1);
    vec_store(to->explained + at, explained);
    vec_store(to->low + at, (s->low - mean) * inverse - reach);
    vec_store(to->high + at, (s->high - mean) * inverse + reach);
    vec_store(best, vec_larger(vec_load(best), explained));
}

/* Training folds [from, to) of a split: to[f - from] gets every slot of the octets; best[f - from][8] the
 * most that a candidate explains. A fold's range is that of the folds before it and behind it. sums:
 * 3 range_sums a fold. */
static void standards(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                      const struct kernel_split *split, size_t from, size_t to, double reach,
                      const struct kernel_standard *standard, double *best, double *sums)
{
    struct range_sums *own = (struct range_sums *)sums, *behind = own + split->n_folds + 1;
    for (size_t slot = 0; slot < n_octets * DESIGN_LANES; slot += W) {
        const double *octet = x + slot / DESIGN_LANES * n_pool * DESIGN_LANES + slot % DESIGN_LANES;
        struct range_sums total = no_range(), before = no_range();
        for (size_t f = 0; f < split->n_folds; f++) {
            own[f] = range_of_fold(octet, split, f);
            total.x += own[f].x;
            total.xx += own[f].xx;
            total.xy += own[f].xy;
        }
        behind[split->n_folds] = no_range();
        for (size_t f = split->n_folds; f-- > 0;) {
            behind[f].low =
                vec_select(own[f].low < behind[f + 1].low, own[f].low, behind[f + 1].low);
            behind[f].high = vec_larger(own[f].high, behind[f + 1].high);
        }
        for (size_t f = 0; f < to; f++) {
            struct range_sums train = {total.x - own[f].x, total.xx - own[f].xx,
                                       total.xy - own[f].xy, behind[f + 1].low, behind[f + 1].high};
            train.low = vec_select(before.low < train.low, before.low, train.low);
            train.high = vec_larger(before.high, train.high);
            if (f >= from)
                store_standard(&train, &split->fold[f], vec_load(floor + slot), reach, slot,
                               &standard[f - from],
                               best + (f - from) * DESIGN_LANES + slot % DESIGN_LANES);
            before.low = vec_select(own[f].low < before.low, own[f].low, before.low);
            before.high = vec_larger(own[f].high, before.high);
        }
    }
}

/* ratio^(n/2) for whole n. */
INLINE vec half_power(vec ratio, size_t n)
{
    vec result = n & 1 ? vec_sqrt(ratio) : vec_all(1);
    for (n /= 2; n > 0; n /= 2) {
        if (n & 1)
            result *= ratio;
        ratio *= ratio;
    }
    return result;
}

/* Candidates' weights relative to weight[t], that of one with 1 - r^2 keep[t] = rest[t]: explained
 * becomes the weight, slope is multiplied by the sum over t of weight times keep. total: [8]. */
static void weigh_singles(size_t n_slots, const struct kernel_singles *s,
                          const struct kernel_standard *standard, double *total)
{
    vec sums[DESIGN_LANES / W];
    for (int h = 0; h < DESIGN_LANES / W; h++)
        sums[h] = vec_all(0);
    for (size_t at = 0; at < n_slots; at += W) {
        vec explained = vec_load(standard->explained + at);
        mask eligible = explained >= 0;
        vec rho2 = explained * s->inverse_yy, weight = vec_all(0), kept = vec_all(0);
        rho2 = vec_select(rho2 < s->largest, rho2, vec_all(s->largest));
        for (int t = 0; t < 4; t++) {
            vec own = s->weight[t] * half_power(s->rest[t] / (1 - rho2 * s->keep[t]), s->n_less_1);
            weight += own;
            kept += own * s->keep[t];
        }
        weight = vec_keep(eligible, weight);
        vec_store(standard->explained + at, weight);
        vec_store(standard->slope + at, vec_keep(eligible, vec_load(standard->slope + at) * kept));
        sums[at % DESIGN_LANES / W] += weight;
    }
    for (int h = 0; h < DESIGN_LANES / W; h++)
        vec_store(total + h * W, sums[h]);
}

/* Adds to moved, [n_held][8], what slots [from, to) predict: the slope of candidate j is factor slope_j +
 * sum over training runs a of z_ja dual[a]. */
static void predict(const double *x, size_t n_pool, size_t from, size_t to, const uint32_t *run,
                    size_t n_train, size_t n_held, const double *dual, double dual_sum,
                    double factor, const struct kernel_standard *standard, double *moved)
{
    for (size_t at = from; at < to; at += W) {
        const double *octet = x + at / DESIGN_LANES * n_pool * DESIGN_LANES + at % DESIGN_LANES;
        vec mean = vec_load(standard->mean + at), inverse = vec_load(standard->inverse_sd + at);
        vec low = vec_load(standard->low + at), high = vec_load(standard->high + at);
        vec sum = vec_all(0);
        for (size_t a = 0; a < n_train; a++)
            sum += vec_load(octet + (size_t)run[a] * DESIGN_LANES) * vec_all(dual[a]);
        vec slope = vec_load(standard->slope + at) * factor + (sum - mean * dual_sum) * inverse;
        for (size_t t = 0; t < n_held; t++) {
            vec z = (vec_load(octet + (size_t)run[n_train + t] * DESIGN_LANES) - mean) * inverse;
            double *to_lanes = moved + t * DESIGN_LANES + at % DESIGN_LANES;
            z = vec_select(z < low, low, z);
            z = vec_select(z > high, high, z);
            vec_store(to_lanes, vec_load(to_lanes) + z * slope);
        }
    }
}
