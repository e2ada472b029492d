#include "stats/ols.h"

#include "stats/moments.h"

#include <math.h>

static void centre(double *x, size_t n)
{
    double mean = moments_mean(x, n);
    for (size_t i = 0; i < n; i++)
        x[i] -= mean;
}

static double length(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* x -= 2 (v'x) / (v'v) v, with `scale` = 2 / (v'v). */
static void reflect(const double *v, double scale, double *x, size_t n)
{
    double product = 0;
    for (size_t i = 0; i < n; i++)
        product += v[i] * x[i];
    product *= scale;
    for (size_t i = 0; i < n; i++)
        x[i] -= product * v[i];
}

/* H_j = I - 2 v v'/(v'v), so that H_j a_j = -sign(a_jj) |a_j| e_j: eliminates column j below its diagonal; the diagonal element goes to *pivot, the reflection's
 * vector stays in the column. */
static void eliminate(size_t n, size_t q, size_t j, double *a, double *y, double *pivot)
{
    double *v = a + j * n + j;
    size_t rows = n - j;
    double norm = length(v, rows);
    *pivot = v[0] > 0 ? -norm : norm;
    if (norm == 0)
        return;
    v[0] -= *pivot;
    double scale = 1 / (norm * fabs(v[0]));
    for (size_t k = j + 1; k < q; k++)
        reflect(v, scale, a + k * n + j, rows);
    reflect(v, scale, y + j, rows);
}

/* Solves R theta = (Q'y)[0..q); `pivot` is R's diagonal, the rest stands above a's diagonal. */
static void back_substitute(size_t n, size_t q, const double *a, const double *pivot,
                            const double *right, double *theta)
{
    for (size_t j = q; j-- > 0;) {
        double rest = right[j];
        for (size_t k = j + 1; k < q; k++)
            rest -= a[k * n + j] * theta[k];
        theta[j] = rest / pivot[j];
    }
}

/* Row i of the inverse of R, by forward substitution; the sum of its squares is wanted. It is built
 * in the lower part of a, which the reflections do not need any more. */
static double inverse_row_square(size_t n, size_t q, double *a, const double *pivot, size_t i)
{
    double *row = a + i * n + i;
    double sum = 0;
    for (size_t k = i; k < q; k++) {
        double rest = k == i ? 1.0 : 0.0;
        for (size_t m = i; m < k; m++)
            rest -= row[m - i] * a[k * n + m];
        row[k - i] = rest / pivot[k];
        sum += row[k - i] * row[k - i];
    }
    return sum;
}

/* theta = (X'X)^-1 X'y, X and y centred, from X = Q R: R theta = Q'y. The residual sum of squares is what
 * is left of Q'y; the diagonal of (X'X)^-1 = R^-1 R^-T is the squared length of R^-1's rows. */
enum ols_outcome ols_fit(size_t n, size_t q, double *a, double *y, double *theta,
                         double *residual_ss, double *inverse_diagonal)
{
    if (n < q + 2)
        return OLS_TOO_FEW_ROWS;
    centre(y, n);
    for (size_t j = 0; j < q; j++)
        centre(a + j * n, n);
    double *pivot = theta; /* until the slopes replace it, from the last to the first */
    for (size_t j = 0; j < q; j++) {
        double whole = length(a + j * n, n);
        eliminate(n, q, j, a, y, &pivot[j]);
        if (!isfinite(pivot[j]))
            return OLS_NOT_FINITE;
        if (fabs(pivot[j]) <= OLS_RANK_TOLERANCE * whole)
            return OLS_RANK_DEFICIENT;
    }
    if (residual_ss) {
        double rest = length(y + q, n - q);
        *residual_ss = rest * rest;
    }
    for (size_t i = 0; inverse_diagonal && i < q; i++)
        inverse_diagonal[i] = inverse_row_square(n, q, a, pivot, i);
    back_substitute(n, q, a, pivot, y, theta);
    return OLS_OK;
}
