#include "engine/single.h"

#include "base/mem.h"
#include "base/rng.h"
#include "engine/design.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

struct centred_sums {
    double mean_x, mean_y, sxx, sxy, syy;
};

/* Sxx = sum (x - mean x)^2, Sxy and Syy alike */
static struct centred_sums centred_sums(const double *x, const double *y, size_t n)
{
    struct centred_sums sums = {0};
    for (size_t i = 0; i < n; i++) {
        sums.mean_x += x[i];
        sums.mean_y += y[i];
    }
    sums.mean_x /= (double)n;
    sums.mean_y /= (double)n;
    for (size_t i = 0; i < n; i++) {
        double dx = x[i] - sums.mean_x, dy = y[i] - sums.mean_y;
        sums.sxx += dx * dx;
        sums.sxy += dx * dy;
        sums.syy += dy * dy;
    }
    return sums;
}

/* Without run s, with c = n/(n - 1) and centred dx, dy:
 *     Sxx_{-s} = Sxx - c dx_s^2,   Sxy_{-s} = Sxy - c dx_s dy_s,   mean_{-s} x = mean x - dx_s/(n - 1)
 *     adj_s = dy_s - Sxy_{-s}/Sxx_{-s} c dx_s,                     VR = 1 - Var(adj)/Var(y) */
static double loo_vr(const double *x, const double *y, size_t n, const struct centred_sums *sums)
{
    double factor = (double)n / (double)(n - 1), sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        double dx = x[i] - sums->mean_x, dy = y[i] - sums->mean_y;
        double sxx = sums->sxx - dx * dx * factor, sxy = sums->sxy - dx * dy * factor;
        if (!(sxx / (double)(n - 2) > DESIGN_ELIGIBLE_SHARE * sums->sxx / (double)(n - 1)))
            return NAN;
        double adjusted = dy - sxy / sxx * dx * factor;
        sum += adjusted;
        squares += adjusted * adjusted;
    }
    return 1 - (squares - sum * sum / (double)n) / sums->syy;
}

struct single_fit single_fit(const double *x, const double *y, size_t n)
{
    struct single_fit none = {NAN, NAN, NAN, NAN};
    if (n < 3)
        return none;
    struct centred_sums sums = centred_sums(x, y, n);
    if (!(sums.sxx > 0) || !(sums.syy > 0) || !isfinite(sums.sxx) || !isfinite(sums.syy))
        return none;
    double slope = sums.sxy / sums.sxx;
    return (struct single_fit){.slope = slope,
                               .intercept = sums.mean_y - slope * sums.mean_x,
                               .rho2 = sums.sxy * sums.sxy / (sums.sxx * sums.syy),
                               .loo_vr = loo_vr(x, y, n, &sums)};
}

struct single_fit single_fit_candidate(const struct arm *arm, size_t candidate)
{
    return single_fit(arm->x + candidate * arm->n_runs, arm->y, arm->n_runs);
}

/* u = (x - mean x) / sqrt(Sxx), so that rho^2 = (u_x . u_y)^2; zero where x does not vary. */
static void unit_vector(const double *x, size_t n, double *unit)
{
    struct centred_sums sums = centred_sums(x, x, n);
    bool varies = sums.sxx > 0 && isfinite(sums.sxx);
    for (size_t i = 0; i < n; i++)
        unit[i] = varies ? (x[i] - sums.mean_x) / sqrt(sums.sxx) : 0;
}

static double largest_rho2(const double *units, size_t n_units, const double *unit_y, size_t n)
{
    double largest = 0;
    for (size_t j = 0; j < n_units; j++) {
        double r = 0;
        for (size_t i = 0; i < n; i++)
            r += units[j * n + i] * unit_y[i];
        largest = fmax(largest, r * r);
    }
    return largest;
}

double single_noise(const struct arm *arm, const size_t *candidates, size_t n_candidates,
                    uint64_t seed)
{
    size_t n = arm->n_runs;
    double largest[SINGLE_PERMUTATIONS];
    double *units = mem_array(n_candidates * n + 1, sizeof *units);
    double *unit_y = mem_array(2 * n + 1, sizeof *unit_y), *shuffled = unit_y + n;
    uint32_t *order = mem_array(n + 1, sizeof *order);
    for (size_t j = 0; j < n_candidates; j++)
        unit_vector(arm->x + candidates[j] * n, n, units + j * n);
    unit_vector(arm->y, n, unit_y);
    for (size_t p = 0; p < SINGLE_PERMUTATIONS; p++) {
        struct rng rng;
        rng_init(&rng, (struct rng_key){seed, rng_name(arm->label), rng_name("best in noise"), p});
        for (size_t i = 0; i < n; i++)
            order[i] = (uint32_t)i;
        rng_shuffle(&rng, order, n);
        for (size_t i = 0; i < n; i++)
            shuffled[i] = unit_y[order[i]];
        largest[p] = largest_rho2(units, n_candidates, shuffled, n);
    }
    free(units);
    free(unit_y);
    free(order);
    double median = quantile_quartiles(largest, SINGLE_PERMUTATIONS).median;
    return median > 0 ? median : NAN;
}
