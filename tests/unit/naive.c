#include "naive.h"

#include <math.h>
#include <string.h>

typedef long double real;

/* One fold: training and held-out places in the plan. */
struct fold {
    const struct arm *arm;
    const struct fold_plan *plan;
    size_t n_train, n_out;
    size_t train[NAIVE_RUNS], out[NAIVE_RUNS];
};

static real x_of(const struct fold *fold, size_t candidate, size_t place)
{
    return fold->arm->x[candidate * fold->arm->n_runs + fold->plan->runs[place]];
}

static real y_of(const struct fold *fold, size_t place)
{
    return fold->arm->y[fold->plan->runs[place]];
}

static void make_fold(const struct arm *arm, const struct fold_plan *plan, size_t f,
                      struct fold *fold)
{
    memset(fold, 0, sizeof *fold);
    fold->arm = arm;
    fold->plan = plan;
    for (size_t i = 0; i < plan->n_runs; i++)
        if (plan->fold[i] == f)
            fold->out[fold->n_out++] = i;
        else
            fold->train[fold->n_train++] = i;
}

static real mean_x(const struct fold *fold, size_t j)
{
    real sum = 0;
    for (size_t i = 0; i < fold->n_train; i++)
        sum += x_of(fold, j, fold->train[i]);
    return sum / fold->n_train;
}

static real mean_y(const struct fold *fold)
{
    real sum = 0;
    for (size_t i = 0; i < fold->n_train; i++)
        sum += y_of(fold, fold->train[i]);
    return sum / fold->n_train;
}

static real variance_x(const struct fold *fold, size_t j)
{
    real sum = 0, mean = mean_x(fold, j);
    for (size_t i = 0; i < fold->n_train; i++) {
        real d = x_of(fold, j, fold->train[i]) - mean;
        sum += d * d;
    }
    return sum / (fold->n_train - 1);
}

static real arm_variance(const struct arm *arm, size_t j)
{
    real mean = 0, sum = 0;
    const double *x = arm->x + j * arm->n_runs;
    for (size_t i = 0; i < arm->n_runs; i++)
        mean += (real)x[i] / arm->n_runs;
    for (size_t i = 0; i < arm->n_runs; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum / (arm->n_runs - 1);
}

static bool eligible(const struct fold *fold, size_t j)
{
    const double *x = fold->arm->x + j * fold->arm->n_runs;
    bool varies = false;
    for (size_t i = 1; i < fold->arm->n_runs; i++)
        varies = varies || x[i] != x[0];
    return varies && variance_x(fold, j) > 1e-6L * arm_variance(fold->arm, j);
}

static bool chosen(const struct fold *fold, size_t j, uint64_t families)
{
    return families >> fold->arm->candidates[j].family & 1;
}

/* columns[q][n_train] and held[q][n_out], both centred by the training means. */
struct covariates {
    size_t q;
    real columns[NAIVE_COVARIATES][NAIVE_RUNS], held[NAIVE_COVARIATES][NAIVE_RUNS];
};

static void add_candidate(const struct fold *fold, size_t j, struct covariates *c)
{
    real mean = mean_x(fold, j);
    for (size_t i = 0; i < fold->n_train; i++)
        c->columns[c->q][i] = x_of(fold, j, fold->train[i]) - mean;
    for (size_t i = 0; i < fold->n_out; i++)
        c->held[c->q][i] = x_of(fold, j, fold->out[i]) - mean;
    c->q++;
}

/* Gauss and Jordan with the largest pivot; a is q x (q + m), the solution replaces the right part. */
static void solve(size_t q, size_t m, real *a)
{
    size_t width = q + m;
    for (size_t j = 0; j < q; j++) {
        size_t best = j;
        for (size_t i = j; i < q; i++)
            if (fabsl(a[i * width + j]) > fabsl(a[best * width + j]))
                best = i;
        for (size_t k = 0; k < width; k++) {
            real kept = a[j * width + k];
            a[j * width + k] = a[best * width + k];
            a[best * width + k] = kept;
        }
        real pivot = a[j * width + j];
        for (size_t k = 0; k < width; k++)
            a[j * width + k] /= pivot;
        for (size_t i = 0; i < q; i++) {
            real times = a[i * width + j];
            for (size_t k = 0; i != j && k < width; k++)
                a[i * width + k] -= times * a[j * width + k];
        }
    }
}

/* What is left of each column after the earlier ones, relative to its length. */
static bool collinear(const struct covariates *c, size_t n)
{
    static real kept[NAIVE_COVARIATES][NAIVE_RUNS];
    for (size_t j = 0; j < c->q; j++) {
        real whole = 0, rest = 0;
        memcpy(kept[j], c->columns[j], sizeof kept[j]);
        for (size_t i = 0; i < n; i++)
            whole += kept[j][i] * kept[j][i];
        for (int pass = 0; pass < 2; pass++)
            for (size_t k = 0; k < j; k++) {
                real product = 0, square = 0;
                for (size_t i = 0; i < n; i++) {
                    product += kept[j][i] * kept[k][i];
                    square += kept[k][i] * kept[k][i];
                }
                for (size_t i = 0; i < n; i++)
                    kept[j][i] -= product / square * kept[k][i];
            }
        for (size_t i = 0; i < n; i++)
            rest += kept[j][i] * kept[j][i];
        if (sqrtl(rest) <= 1e-8L * sqrtl(whole))
            return true;
    }
    return false;
}

static enum estimate_status least_squares(const struct fold *fold, const struct covariates *c,
                                          bool shrunk, double *adjusted)
{
    static real a[NAIVE_COVARIATES * 2 * (NAIVE_COVARIATES + 1)];
    size_t q = c->q, width = 2 * q + 1, n = fold->n_train;
    if (n < q + 2)
        return ESTIMATE_TOO_FEW_RUNS;
    if (collinear(c, n))
        return ESTIMATE_RANK_DEFICIENT;
    real my = mean_y(fold), residual = 0, theta[NAIVE_COVARIATES];
    memset(a, 0, sizeof a);
    for (size_t j = 0; j < q; j++) {
        a[j * width + q + 1 + j] = 1;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < q; k++)
                a[j * width + k] += c->columns[j][i] * c->columns[k][i];
            a[j * width + q] += c->columns[j][i] * (y_of(fold, fold->train[i]) - my);
        }
    }
    solve(q, q + 1, a);
    for (size_t i = 0; i < n; i++) {
        real rest = y_of(fold, fold->train[i]) - my;
        for (size_t j = 0; j < q; j++)
            rest -= a[j * width + q] * c->columns[j][i];
        residual += rest * rest;
    }
    for (size_t j = 0; j < q; j++) {
        theta[j] = a[j * width + q];
        real t2 = theta[j] * theta[j] / (a[j * width + q + 1 + j] * residual / (n - 1 - q));
        if (shrunk)
            theta[j] *= 1 - 2 / t2 > 0 ? 1 - 2 / t2 : 0;
    }
    for (size_t i = 0; i < fold->n_out; i++) {
        real moved = 0;
        for (size_t j = 0; j < q; j++)
            moved += theta[j] * c->held[j][i];
        adjusted[fold->out[i]] = (double)(y_of(fold, fold->out[i]) - moved);
    }
    return ESTIMATE_OK;
}

static real rho2(const struct fold *fold, size_t j)
{
    real sxx = 0, sxy = 0, syy = 0, mx = mean_x(fold, j), my = mean_y(fold);
    for (size_t i = 0; i < fold->n_train; i++) {
        real dx = x_of(fold, j, fold->train[i]) - mx, dy = y_of(fold, fold->train[i]) - my;
        sxx += dx * dx;
        sxy += dx * dy;
        syy += dy * dy;
    }
    return syy > 0 ? sxy * sxy / sxx / syy : 0;
}

static uint32_t largest(const struct fold *fold, uint64_t families)
{
    uint32_t best = CROSSFIT_NO_PICK;
    for (size_t j = 0; j < fold->arm->n_candidates; j++)
        if (chosen(fold, j, families) && eligible(fold, j) &&
            (best == CROSSFIT_NO_PICK || rho2(fold, j) > rho2(fold, best) * (1 + 1e-12L)))
            best = (uint32_t)j;
    return best;
}

/* Jacobi's rotations until nothing is left; vectors in columns of v. */
static void jacobi(size_t p, real *a, real *v)
{
    real trace = 0;
    for (size_t i = 0; i < p * p; i++)
        v[i] = i % (p + 1) == 0;
    for (size_t i = 0; i < p; i++)
        trace += a[i * p + i];
    for (int sweep = 0; sweep < 20; sweep++)
        for (size_t i = 0; i < p; i++)
            for (size_t j = i + 1; j < p; j++) {
                if (fabsl(a[i * p + j]) <= 1e-22L * trace)
                    continue;
                real t = (a[j * p + j] - a[i * p + i]) / (2 * a[i * p + j]);
                t = (t < 0 ? -1 : 1) / (fabsl(t) + sqrtl(t * t + 1));
                real c = 1 / sqrtl(t * t + 1), s = t * c;
                for (size_t k = 0; k < p; k++) {
                    real ki = a[k * p + i], kj = a[k * p + j];
                    a[k * p + i] = c * ki - s * kj;
                    a[k * p + j] = s * ki + c * kj;
                }
                for (size_t k = 0; k < p; k++) {
                    real ik = a[i * p + k], jk = a[j * p + k], vi = v[k * p + i], vj = v[k * p + j];
                    a[i * p + k] = c * ik - s * jk;
                    a[j * p + k] = s * ik + c * jk;
                    v[k * p + i] = c * vi - s * vj;
                    v[k * p + j] = s * vi + c * vj;
                }
            }
}

/* Standardised eligible candidates of some families: training rows, then held-out rows. */
static size_t standardised(const struct fold *fold, uint64_t families, real (*z)[NAIVE_CANDIDATES])
{
    size_t p = 0;
    for (size_t j = 0; j < fold->arm->n_candidates; j++) {
        if (!chosen(fold, j, families) || !eligible(fold, j))
            continue;
        real mean = mean_x(fold, j), sd = sqrtl(variance_x(fold, j));
        for (size_t i = 0; i < fold->n_train; i++)
            z[i][p] = (x_of(fold, j, fold->train[i]) - mean) / sd;
        for (size_t i = 0; i < fold->n_out; i++)
            z[fold->n_train + i][p] = (x_of(fold, j, fold->out[i]) - mean) / sd;
        p++;
    }
    return p;
}

static void add_components(const struct fold *fold, size_t family, unsigned k, struct covariates *c)
{
    static real z[NAIVE_RUNS][NAIVE_CANDIDATES];
    static real a[NAIVE_CANDIDATES * NAIVE_CANDIDATES], v[NAIVE_CANDIDATES * NAIVE_CANDIDATES];
    size_t p = standardised(fold, UINT64_C(1) << family, z), n = fold->n_train;
    real first = 0;
    bool used[NAIVE_CANDIDATES] = {false};
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++) {
            a[i * p + j] = 0;
            for (size_t r = 0; r < n; r++)
                a[i * p + j] += z[r][i] * z[r][j];
        }
    jacobi(p, a, v);
    for (unsigned found = 0; found < k && found < p; found++) {
        size_t best = p;
        for (size_t i = 0; i < p; i++)
            if (!used[i] && (best == p || a[i * p + i] > a[best * p + best]))
                best = i;
        used[best] = true;
        first = found ? first : a[best * p + best];
        if (a[best * p + best] <= 1e-12L * first)
            return;
        memset(c->columns[c->q], 0, sizeof c->columns[0]);
        memset(c->held[c->q], 0, sizeof c->held[0]);
        for (size_t j = 0; j < p; j++) {
            for (size_t i = 0; i < n; i++)
                c->columns[c->q][i] += z[i][j] * v[j * p + best];
            for (size_t i = 0; i < fold->n_out; i++)
                c->held[c->q][i] += z[n + i][j] * v[j * p + best];
        }
        c->q++;
    }
}

static enum estimate_status components(const struct fold *fold, uint64_t families,
                                       struct adjuster adjuster, double *adjusted)
{
    static struct covariates c;
    c.q = 0;
    if (fold->n_train < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    for (size_t family = 0; family < STUDY_FAMILIES_MAX; family++)
        if (families >> family & 1)
            add_components(fold, family, adjuster.k, &c);
    if (c.q == 0)
        return ESTIMATE_NO_CANDIDATES;
    return least_squares(fold, &c, adjuster.kind == ADJUSTER_PCA_SHRUNK, adjusted);
}

/* H = K (K + penalty)^-1 by solving, K = Z Z' / p. */
static void hat(size_t n, size_t p, real (*z)[NAIVE_CANDIDATES], real penalty, real *system)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            real sum = 0;
            for (size_t k = 0; k < p; k++)
                sum += z[i][k] * z[j][k];
            system[i * 2 * n + j] = sum / p + (i == j) * penalty;
            system[i * 2 * n + n + j] = sum / p;
        }
    solve(n, n, system);
}

static enum estimate_status ridge(const struct fold *fold, uint64_t families, double *adjusted)
{
    static real z[NAIVE_RUNS][NAIVE_CANDIDATES], system[NAIVE_RUNS * 2 * NAIVE_RUNS];
    size_t n = fold->n_train, p;
    if (n < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    if ((p = standardised(fold, families, z)) == 0)
        return ESTIMATE_NO_CANDIDATES;
    real y[NAIVE_RUNS], least = 0, theta[NAIVE_CANDIDATES] = {0}, my = mean_y(fold);
    for (size_t i = 0; i < n; i++) {
        y[i] = y_of(fold, fold->train[i]) - my;
        least += y[i] * n / (n - 1) * y[i] * n / (n - 1);
    }
    for (int step = 20; step >= 0; step--) {
        real sum = 0, product = 0, square = 0, penalty = expl(-4 + 0.5L * step), rest[NAIVE_RUNS];
        hat(n, p, z, penalty, system);
        for (size_t i = 0; i < n; i++) {
            real fit = 0;
            for (size_t j = 0; j < n; j++)
                fit += system[i * 2 * n + n + j] * y[j];
            rest[i] = y[i] - fit;
            real error = rest[i] / (1 - system[i * 2 * n + n + i] - 1.0L / n), guess = y[i] - error;
            sum += error * error;
            product += guess * y[i];
            square += guess * guess;
        }
        if (!(sum < least))
            continue;
        least = sum;
        real slope = product / square;
        slope = slope < 0 ? 0 : slope > 1 ? 1 : slope;
        /* (K + penalty)^-1 y = (y - H y) / penalty. */
        for (size_t k = 0; k < p; k++) {
            theta[k] = 0;
            for (size_t i = 0; i < n; i++)
                theta[k] += z[i][k] * slope * rest[i] / penalty / p;
        }
    }
    for (size_t i = 0; i < fold->n_out; i++) {
        real moved = 0;
        for (size_t k = 0; k < p; k++)
            moved += z[n + i][k] * theta[k];
        adjusted[fold->out[i]] = (double)(y_of(fold, fold->out[i]) - moved);
    }
    return ESTIMATE_OK;
}

/* ---- average: every model by itself, its prediction of every held-out run, then their mean ---- */

enum { TAUS = 4, MODELS = 1 + TAUS * (NAIVE_CANDIDATES + 3 * STUDY_FAMILIES_MAX) };
static const real taus[TAUS] = {0.1L, 0.3L, 1, 3};

struct models {
    size_t n;
    real log_weight[MODELS], prediction[MODELS][NAIVE_RUNS]; /* of the held-out runs */
};

/* z[p] of one candidate: training rows, then held-out rows within the training range and 1 sd. */
static bool held_column(const struct fold *fold, size_t j, real *z)
{
    if (!eligible(fold, j))
        return false;
    real mean = mean_x(fold, j), sd = sqrtl(variance_x(fold, j)), low = 0, high = 0;
    for (size_t i = 0; i < fold->n_train; i++) {
        z[i] = (x_of(fold, j, fold->train[i]) - mean) / sd;
        low = i == 0 || z[i] < low ? z[i] : low;
        high = i == 0 || z[i] > high ? z[i] : high;
    }
    for (size_t i = 0; i < fold->n_out; i++) {
        real held = (x_of(fold, j, fold->out[i]) - mean) / sd;
        held = held < low - 1 ? low - 1 : held > high + 1 ? high + 1 : held;
        z[fold->n_train + i] = held;
    }
    return true;
}

static real outcome(const struct fold *fold, size_t i)
{
    return y_of(fold, fold->train[i]) - mean_y(fold);
}

/* Least squares on one score of training and held-out rows under Zellner's prior. */
static void add_score(const struct fold *fold, real prior, const real *score, struct models *m)
{
    real ss = 0, sy = 0, yy = 0;
    for (size_t i = 0; i < fold->n_train; i++) {
        ss += score[i] * score[i];
        sy += score[i] * outcome(fold, i);
        yy += outcome(fold, i) * outcome(fold, i);
    }
    real r2 = yy > 0 ? sy * sy / ss / yy : 0;
    r2 = r2 < 1 - 1e-12L ? r2 : 1 - 1e-12L;
    for (size_t t = 0; t < TAUS; t++, m->n++) {
        real g = taus[t] * (fold->n_train - 1);
        m->log_weight[m->n] = logl(prior / TAUS) - logl(1 + g) / 2 -
                              (fold->n_train - 1) / 2.0L * logl(1 - r2 * g / (1 + g));
        for (size_t i = 0; i < fold->n_out; i++)
            m->prediction[m->n][i] = sy / ss * g / (1 + g) * score[fold->n_train + i];
    }
}

/* Determinant of a positive definite matrix, by elimination. */
static real log_determinant(size_t n, real *a)
{
    real sum = 0;
    for (size_t j = 0; j < n; j++) {
        sum += logl(a[j * n + j]);
        for (size_t i = j + 1; i < n; i++)
            for (size_t k = n; k-- > j;)
                a[i * n + k] -= a[i * n + j] / a[j * n + j] * a[j * n + k];
    }
    return sum;
}

/* Ridge on p columns, the prior of a coefficient tau / p: the marginal likelihood of y, whose
 * covariance is 1 + tau Z Z' / p, and the posterior mean. */
static void add_ridge(const struct fold *fold, real prior, size_t p, real (*z)[2 * NAIVE_RUNS],
                      struct models *m)
{
    static real system[NAIVE_RUNS * (NAIVE_RUNS + 1)], square[NAIVE_RUNS * NAIVE_RUNS];
    size_t n = fold->n_train;
    for (size_t t = 0; t < TAUS; t++, m->n++) {
        real fit = 0, yy = 0;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++) {
                real sum = 0;
                for (size_t j = 0; j < p; j++)
                    sum += z[j][i] * z[j][k];
                system[i * (n + 1) + k] = square[i * n + k] = (i == k) + taus[t] * sum / p;
            }
            system[i * (n + 1) + n] = outcome(fold, i);
            yy += outcome(fold, i) * outcome(fold, i);
        }
        solve(n, 1, system);
        for (size_t i = 0; i < n; i++)
            fit += outcome(fold, i) * system[i * (n + 1) + n];
        m->log_weight[m->n] = logl(prior / TAUS) - log_determinant(n, square) / 2 -
                              (yy > 0 ? (n - 1) / 2.0L * logl(fit / yy) : 0);
        for (size_t o = 0; o < fold->n_out; o++) {
            m->prediction[m->n][o] = 0;
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < p; j++)
                    m->prediction[m->n][o] +=
                        taus[t] * system[i * (n + 1) + n] * z[j][i] * z[j][n + o] / p;
        }
    }
}

/* The score of the first component of p columns; false if they are all zeros. */
static bool first_score(const struct fold *fold, size_t p, real (*z)[2 * NAIVE_RUNS], real *score)
{
    static real a[NAIVE_CANDIDATES * NAIVE_CANDIDATES], v[NAIVE_CANDIDATES * NAIVE_CANDIDATES];
    size_t best = 0;
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++) {
            a[i * p + j] = 0;
            for (size_t r = 0; r < fold->n_train; r++)
                a[i * p + j] += z[i][r] * z[j][r];
        }
    jacobi(p, a, v);
    for (size_t i = 1; i < p; i++)
        if (a[i * p + i] > a[best * p + best])
            best = i;
    for (size_t r = 0; r < fold->n_train + fold->n_out; r++) {
        score[r] = 0;
        for (size_t j = 0; j < p; j++)
            score[r] += z[j][r] * v[j * p + best];
    }
    return a[best * p + best] > 0;
}

/* The candidates of some families that the study has; those that are not eligible here are zeros. */
static size_t held_columns(const struct fold *fold, uint64_t families, real (*z)[2 * NAIVE_RUNS])
{
    size_t p = 0;
    for (size_t j = 0; j < fold->arm->n_candidates; j++)
        if (chosen(fold, j, families)) {
            memset(z[p], 0, sizeof z[p]);
            held_column(fold, j, z[p++]);
        }
    return p;
}

static void add_families(const struct fold *fold, uint64_t families, struct models *m)
{
    static real z[NAIVE_CANDIDATES][2 * NAIVE_RUNS], score[2 * NAIVE_RUNS];
    size_t n_families = 0;
    for (size_t f = 0; f < STUDY_FAMILIES_MAX; f++)
        n_families += (families >> f & 1) && held_columns(fold, UINT64_C(1) << f, z) > 0;
    for (size_t f = 0; f < STUDY_FAMILIES_MAX; f++) {
        size_t p = families >> f & 1 ? held_columns(fold, UINT64_C(1) << f, z) : 0;
        if (p == 0)
            continue;
        if (first_score(fold, p, z, score))
            add_score(fold, 0.12L / n_families, score, m);
        add_ridge(fold, 0.10L / n_families, p, z, m);
    }
    size_t p = held_columns(fold, families, z);
    for (size_t j = 0; j < fold->arm->n_candidates; j++)
        if (chosen(fold, j, families) && held_column(fold, j, score))
            add_score(fold, 0.15L / p, score, m);
    add_ridge(fold, 0.08L, p, z, m);
}

/* Least squares on the declared statistic, q of them, under Zellner's prior; none where they are
 * collinear. */
static void add_declared(const struct fold *fold, size_t q, const size_t *which, struct models *m)
{
    static struct covariates c;
    static real column[2 * NAIVE_RUNS];
    real a[NAIVE_COVARIATES * 3] = {0}, residual = 0, yy = 0;
    size_t n = fold->n_train;
    for (c.q = 0; c.q < q; c.q++) {
        if (!held_column(fold, which[c.q], column))
            return;
        memcpy(c.columns[c.q], column, n * sizeof *column);
        memcpy(c.held[c.q], column + n, fold->n_out * sizeof *column);
    }
    if (n < q + 2 || collinear(&c, n))
        return;
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < q; k++)
                a[j * (q + 1) + k] += c.columns[j][i] * c.columns[k][i];
            a[j * (q + 1) + q] += c.columns[j][i] * outcome(fold, i);
        }
    solve(q, 1, a);
    for (size_t i = 0; i < n; i++) {
        real rest = outcome(fold, i);
        yy += rest * rest;
        for (size_t j = 0; j < q; j++)
            rest -= a[j * (q + 1) + q] * c.columns[j][i];
        residual += rest * rest;
    }
    for (size_t t = 0; t < TAUS; t++, m->n++) {
        real g = taus[t] * (n - 1), r2 = yy > 0 ? 1 - residual / yy : 0;
        r2 = r2 < 1 - 1e-12L ? r2 : 1 - 1e-12L;
        m->log_weight[m->n] =
            logl(0.20L / TAUS) - q * logl(1 + g) / 2 - (n - 1) / 2.0L * logl(1 - r2 * g / (1 + g));
        for (size_t o = 0; o < fold->n_out; o++) {
            m->prediction[m->n][o] = 0;
            for (size_t j = 0; j < q; j++)
                m->prediction[m->n][o] += a[j * (q + 1) + q] * g / (1 + g) * c.held[j][o];
        }
    }
}

static enum estimate_status average(const struct fold *fold, uint64_t families, size_t q,
                                    const size_t *which, double *adjusted)
{
    static struct models m;
    if (fold->n_train < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    bool any = false;
    for (size_t j = 0; j < fold->arm->n_candidates; j++)
        any = any || (chosen(fold, j, families) && eligible(fold, j));
    for (size_t j = 0; j < q; j++)
        any = any || eligible(fold, which[j]);
    m.n = 0;
    m.log_weight[m.n] = logl(0.35L);
    memset(m.prediction[m.n++], 0, sizeof m.prediction[0]);
    if (!any)
        return ESTIMATE_NO_CANDIDATES;
    add_declared(fold, q, which, &m);
    add_families(fold, families, &m);
    real largest = m.log_weight[0], total = 0;
    for (size_t i = 0; i < m.n; i++)
        largest = m.log_weight[i] > largest ? m.log_weight[i] : largest;
    for (size_t i = 0; i < m.n; i++)
        total += expl(m.log_weight[i] - largest);
    for (size_t o = 0; o < fold->n_out; o++) {
        real moved = 0;
        for (size_t i = 0; i < m.n; i++)
            moved += expl(m.log_weight[i] - largest) / total * m.prediction[i][o];
        adjusted[fold->out[o]] = (double)(y_of(fold, fold->out[o]) - moved);
    }
    return ESTIMATE_OK;
}

static enum estimate_status on_candidates(const struct fold *fold, size_t q, const size_t *which,
                                          double *adjusted)
{
    static struct covariates c;
    c.q = 0;
    if (fold->n_train < q + 2)
        return ESTIMATE_TOO_FEW_RUNS;
    for (size_t j = 0; j < q; j++) {
        if (!eligible(fold, which[j]))
            return ESTIMATE_RANK_DEFICIENT;
        add_candidate(fold, which[j], &c);
    }
    return least_squares(fold, &c, false, adjusted);
}

static enum estimate_status on_pick(const struct fold *fold, uint32_t pick, double *adjusted)
{
    size_t which = pick;
    if (fold->n_train < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    return pick == CROSSFIT_NO_PICK ? ESTIMATE_NO_CANDIDATES
                                    : on_candidates(fold, 1, &which, adjusted);
}

static uint32_t posthoc_pick(const struct arm *arm, const struct fold_plan *plan, uint64_t families)
{
    static struct fold all;
    make_fold(arm, plan, plan->n_folds, &all);
    return largest(&all, families);
}

enum estimate_status naive_adjust(const struct arm *arm, uint64_t families, size_t n_statistic,
                                  const size_t *statistic, struct adjuster adjuster,
                                  const struct fold_plan *plan, double *adjusted, uint32_t *picks)
{
    static struct fold fold;
    enum estimate_status status = ESTIMATE_OK;
    for (size_t f = 0; f < plan->n_folds; f++) {
        enum estimate_status one = ESTIMATE_OK;
        uint32_t pick = CROSSFIT_NO_PICK;
        make_fold(arm, plan, f, &fold);
        switch (adjuster.kind) {
        case ADJUSTER_FIXED:
            one = on_candidates(&fold, n_statistic, statistic, adjusted);
            break;
        case ADJUSTER_BEST:
            pick = fold.n_train < 3 ? CROSSFIT_NO_PICK : largest(&fold, families);
            one = on_pick(&fold, pick, adjusted);
            break;
        case ADJUSTER_POSTHOC:
            pick = posthoc_pick(arm, plan, families);
            one = on_pick(&fold, pick, adjusted);
            break;
        case ADJUSTER_PCA:
        case ADJUSTER_PCA_SHRUNK:
            one = components(&fold, families, adjuster, adjusted);
            break;
        case ADJUSTER_RIDGE:
            one = ridge(&fold, families, adjusted);
            break;
        case ADJUSTER_AVERAGE:
            one = average(&fold, families, n_statistic, statistic, adjusted);
            break;
        default:
            for (size_t i = 0; i < plan->n_runs; i++)
                adjusted[i] = (double)y_of(&fold, i);
        }
        status = status == ESTIMATE_OK ? one : status;
        picks[f] = pick;
    }
    return status;
}
