/* Student's t and quantiles against closed forms, published values and a sort. */
#include "unit.h"

#include "base/rng.h"
#include "stats/quantile.h"
#include "stats/student.h"

#include <math.h>
#include <stdlib.h>

/* With 1, 2 and 4 degrees of freedom the quantile has a closed form (Shaw 2006). */
static double closed_form(double p, int df)
{
    double a = 4 * p * (1 - p);
    if (df == 1)
        return tan(M_PI * (p - 0.5));
    if (df == 2)
        return 2 * (p - 0.5) * sqrt(2 / a);
    return (p > 0.5 ? 2 : -2) * sqrt(cos(acos(sqrt(a)) / 3) / sqrt(a) - 1);
}

START_TEST(student_closed_forms)
{
    static const double p[] = {0.01, 0.3, 0.6, 0.9, 0.95, 0.975, 0.995, 0.9995};
    static const int df[] = {1, 2, 4};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        for (size_t d = 0; d < 3; d++) {
            double t = closed_form(p[i], df[d]);
            unit_assert_near(student_quantile(p[i], df[d]), t, 1e-11);
            unit_assert_near(student_cdf(t, df[d]), p[i], 1e-12);
            unit_assert_near(student_two_sided_p(t, df[d]), p[i] < 0.5 ? 2 * p[i] : 2 * (1 - p[i]),
                             1e-11);
        }
}
END_TEST

/* Roots of the finite series for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4). */
START_TEST(student_series)
{
    unit_assert_near(student_quantile(0.975, 9), 2.262157162798205, 1e-12);
    unit_assert_near(student_quantile(0.975, 10), 2.2281388519862735, 1e-12);
    unit_assert_near(student_quantile(0.975, 49), 2.00957523712924, 1e-12);
    unit_assert_near(normal_quantile(0.975), 1.959963984540054, 1e-12);
    unit_assert_near(student_quantile(0.975, 1e18), 1.959963984540054, 1e-12);
    ck_assert(isnan(student_quantile(0.975, NAN)));
}
END_TEST

START_TEST(student_table_agrees)
{
    static const double p[] = {0.6, 0.9, 0.95, 0.975, 0.995, 0.9999};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
        struct student_table table;
        student_table_init(&table, p[i]);
        for (double df = 1; df < 3e4; df *= 1.037)
            unit_assert_near(student_table_quantile(&table, df), student_quantile(p[i], df), 1e-10);
    }
}
END_TEST

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

START_TEST(quantiles_as_sorted)
{
    static const double q[] = {0, 0.1, 0.25, 0.5, 0.5, 0.75, 1};
    enum { N_Q = sizeof q / sizeof *q };
    for (size_t n = 1; n < 200; n += n < 12 ? 1 : 17)
        for (uint64_t draw = 0; draw < 40; draw++) {
            struct rng rng;
            rng_init(&rng, (struct rng_key){7, n, 1, draw});
            double values[200], sorted[200], out[N_Q];
            for (size_t i = 0; i < n; i++) /* many ties in every second draw */
                sorted[i] = values[i] = draw % 2 ? rng_below(&rng, 5) : rng_normal(&rng);
            qsort(sorted, n, sizeof *sorted, ascending);
            quantile_select(values, n, q, N_Q, out);
            for (size_t i = 0; i < N_Q; i++)
                ck_assert(out[i] == quantile_sorted(sorted, n, q[i]));
        }
}
END_TEST

START_TEST(quantiles_type_7)
{
    double values[] = {4, 1, 3, 2};
    struct quartiles got = quantile_quartiles(values, 4);
    ck_assert(got.q25 == 1.75 && got.median == 2.5 && got.q75 == 3.25);
    ck_assert(isnan(quantile_sorted(values, 0, 0.5)));
    ck_assert(isnan(quantile_quartiles(values, 0).median));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {student_closed_forms, student_series, student_table_agrees,
                                  quantiles_as_sorted, quantiles_type_7};
    return unit_main(unit_suite("distributions", tests, sizeof tests / sizeof *tests));
}
