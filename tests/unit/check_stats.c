/* Moments, least squares, quantiles and distributions against values from other programs. */
#include "unit.h"

#include "stats/moments.h"
#include "stats/ols.h"
#include "stats/quantile.h"
#include "stats/student.h"

#include <math.h>

START_TEST(variance_keeps_its_digits_far_from_zero)
{
    double x[] = {1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 4};
    unit_assert_near(moments_variance(x, 4), 5.0 / 3, 1e-15);
    ck_assert(isnan(moments_variance(x, 1)));
    ck_assert(isnan(moments_mean(x, 0)));
}
END_TEST

START_TEST(quantiles_are_type_7)
{
    double x[] = {7, 1, 4, 2}, q[] = {0, 0.25, 0.5, 0.9, 1}, found[5];
    quantile_select(x, 4, q, 5, found);
    unit_assert_near(found[1], 1.75, 1e-15);
    unit_assert_near(found[2], 3, 1e-15);
    unit_assert_near(found[3], 6.1, 1e-15);
    ck_assert(found[0] == 1 && found[4] == 7);
    ck_assert(quantile_sorted(x, 1, 0.3) == x[0]);
    ck_assert(isnan(quantile_sorted(x, 0, 0.5)));
}
END_TEST

START_TEST(student_t_with_broken_df)
{
    /* Printed tables, carried on by integrating the density; at df = 1 the value is tan(0.475 pi).
     * (scipy 1.10 is off by 1e-9 at df = 1 and 49.) */
    unit_assert_near(student_quantile(0.975, 4), 2.7764451051977987, 1e-12);
    unit_assert_near(student_quantile(0.975, 1), 12.706204736174696, 1e-12);
    unit_assert_near(student_quantile(0.975, 49), 2.009575237129240, 1e-12);
    unit_assert_near(student_quantile(0.025, 7.5), -student_quantile(0.975, 7.5), 1e-14);
    unit_assert_near(student_cdf(student_quantile(0.9, 3.25), 3.25), 0.9, 1e-14);
    unit_assert_near(student_two_sided_p(student_quantile(0.975, 3.25), 3.25), 0.05, 1e-12);
    unit_assert_near(normal_quantile(0.8), 0.8416212335729143, 1e-14);
    ck_assert(isnan(student_quantile(NAN, 4)));
}
END_TEST

START_TEST(least_squares_finds_an_exact_plane)
{
    double a[] = {1, 2, 3, 4, 7, 1, -1, 5, 2, 0}, y[5], theta[2], rest, inverse[2];
    for (int i = 0; i < 5; i++)
        y[i] = 10 + 3 * a[i] - 2 * a[5 + i];
    ck_assert_int_eq(ols_fit(5, 2, a, y, theta, &rest, inverse), OLS_OK);
    unit_assert_near(theta[0], 3, 1e-13);
    unit_assert_near(theta[1], -2, 1e-13);
    ck_assert(rest < 1e-24);
}
END_TEST

START_TEST(least_squares_error_of_a_single_slope)
{
    /* By hand: sxx = 10, sxy = 8, so theta = 0.8, residual 1.2 + ..., 1 / sxx = 0.1. */
    double a[] = {1, 2, 3, 4, 5}, y[] = {2, 1, 4, 3, 5}, theta, rest, inverse;
    ck_assert_int_eq(ols_fit(5, 1, a, y, &theta, &rest, &inverse), OLS_OK);
    unit_assert_near(theta, 0.8, 1e-14);
    unit_assert_near(rest, 3.6, 1e-14);
    unit_assert_near(inverse, 0.1, 1e-14);
}
END_TEST

START_TEST(least_squares_checks_its_rank)
{
    double collinear[] = {1, 2, 3, 4, 6, 2, 4, 6, 8, 12}, y[] = {1, 5, 2, 4, 3}, theta[2];
    ck_assert_int_eq(ols_fit(5, 2, collinear, y, theta, NULL, NULL), OLS_RANK_DEFICIENT);
    double constant[] = {3, 3, 3, 3, 3};
    ck_assert_int_eq(ols_fit(5, 1, constant, y, theta, NULL, NULL), OLS_RANK_DEFICIENT);
    double few[] = {1, 2, 3, 2, 5, 9};
    ck_assert_int_eq(ols_fit(3, 2, few, y, theta, NULL, NULL), OLS_TOO_FEW_ROWS);
    double bad[] = {1, 2, NAN, 3, 4};
    ck_assert_int_eq(ols_fit(5, 1, bad, y, theta, NULL, NULL), OLS_NOT_FINITE);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {variance_keeps_its_digits_far_from_zero,
                                  quantiles_are_type_7,
                                  student_t_with_broken_df,
                                  least_squares_finds_an_exact_plane,
                                  least_squares_error_of_a_single_slope,
                                  least_squares_checks_its_rank};
    return unit_main(unit_suite("stats", tests, sizeof tests / sizeof *tests));
}
