/* More runs or not, and the confidence sequence, against tests/ref/more.py, which searches and
 * minimises by ways of its own; and what the sequence is for, by simulation. */
#include "unit.h"

#include "base/rng.h"
#include "estimate/more.h"
#include "stats/welch.h"

#include <math.h>
#include <stdbool.h>

static struct student_table table;

static struct more_runs for_half_width(struct more_side a, struct more_side b, double half_width)
{
    student_table_init(&table, 0.975);
    return more_runs(a, b, (struct more_goal){.half_width = half_width, .t = &table});
}

static void assert_runs(struct more_runs found, double a, double b)
{
    ck_assert_msg(found.a == a && found.b == b, "%g and %g, wanted %g and %g", found.a, found.b, a,
                  b);
}

START_TEST(runs_for_a_half_width)
{
    const struct {
        struct more_side a, b;
        double half_width, more_a, more_b;
    } cases[] = {{{1, 10}, {4, 12}, 0.8, 9, 26},
                 {{0.25, 50}, {0.36, 50}, 0.15, 45, 65},
                 {{1, 5}, {1e-4, 5}, 0.5, 13, 0},
                 {{2, 30}, {2, 8}, 0.9, 0, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_runs(for_half_width(cases[i].a, cases[i].b, cases[i].half_width), cases[i].more_a,
                    cases[i].more_b);
        assert_runs(for_half_width(cases[i].b, cases[i].a, cases[i].half_width), cases[i].more_b,
                    cases[i].more_a);
    }
}
END_TEST

START_TEST(runs_for_a_power)
{
    assert_runs(more_runs((struct more_side){1, 10}, (struct more_side){4, 12},
                          more_goal_power(1, 0.95, 0.8)),
                14, 35);
    assert_runs(more_runs((struct more_side){0.25, 50}, (struct more_side){0.36, 50},
                          more_goal_power(-0.2, 0.95, 0.8)),
                58, 80);
    assert_runs(more_runs((struct more_side){2, 30}, (struct more_side){2, 8},
                          more_goal_power(0.9, 0.95, 0.8)),
                9, 31);
}
END_TEST

START_TEST(none_where_none_are_needed_or_none_do)
{
    struct more_side a = {1, 10}, b = {4, 12}, flat = {0, 10};
    assert_runs(for_half_width(a, b, 100), 0, 0);
    ck_assert(isnan(for_half_width(a, b, 1e-9).a));
    ck_assert(isnan(for_half_width(a, b, 0).a));
    ck_assert(isnan(for_half_width(a, b, NAN).a));
    ck_assert(isnan(for_half_width(flat, flat, 1).b));
    ck_assert(isnan(for_half_width(a, (struct more_side){NAN, 10}, 1).b));
    ck_assert(isnan(more_runs(a, b, more_goal_power(0, 0.95, 0.8)).a));
    ck_assert(for_half_width(a, flat, 0.3).b >= 0);
}
END_TEST

START_TEST(variances_are_uncertain)
{
    struct more_side a = {1, 10}, b = {4, 12}, c = {0.25, 50}, d = {0.36, 50};
    unit_assert_near(more_variance_factor(a, b, 0.1), 0.684695566, 1e-8);
    unit_assert_near(more_variance_factor(a, b, 0.9), 1.69348061, 1e-8);
    unit_assert_near(more_variance_factor(c, d, 0.1), 0.840365572, 1e-8);
    unit_assert_near(more_variance_factor(c, d, 0.9), 1.22090927, 1e-8);
}
END_TEST

START_TEST(sequence_as_stated)
{
    unit_assert_near(more_sequence_rho2(100, 0.95), 0.0821197, 1e-5);
    unit_assert_near(more_sequence_rho2(24, 0.9), 0.276598, 1e-5);
    unit_assert_near(more_sequence_half_width(0.3, 100, 0.08, 0.95), 0.910551906, 1e-8);
    unit_assert_near(more_sequence_half_width(0.3, 400, 0.08, 0.95), 0.938404183, 1e-8);
    unit_assert_near(more_sequence_half_width(0.3, 96, 0.08, 0.9), 0.829607476, 1e-8);
    double best = more_sequence_rho2(64, 0.95);
    double least = more_sequence_half_width(1, 64, best, 0.95);
    ck_assert(more_sequence_half_width(1, 64, best * 1.1, 0.95) > least);
    ck_assert(more_sequence_half_width(1, 64, best / 1.1, 0.95) > least);
}
END_TEST

/* One experiment: does an interval miss at any look from 30 runs per arm to 300? */
static void look_again(struct rng *rng, double rho2, bool *sequence_misses, bool *interval_misses)
{
    double sum[2] = {0}, squares[2] = {0};
    const double z = normal_quantile(0.95);
    for (size_t n = 1; n <= 300; n++) {
        double variance[2];
        for (int arm = 0; arm < 2; arm++) {
            double y = (arm ? 2 : 1) * rng_normal(rng);
            sum[arm] += y;
            squares[arm] += y * y;
            variance[arm] = (squares[arm] - sum[arm] * sum[arm] / (double)n) / (double)(n - 1);
        }
        if (n < 30)
            continue;
        double se = welch_error(variance[0], n, variance[1], n).se;
        double difference = fabs(sum[0] - sum[1]) / (double)n;
        *sequence_misses |= difference > more_sequence_half_width(se, 2 * (double)n, rho2, 0.9);
        *interval_misses |= difference > z * se;
    }
}

START_TEST(many_looks)
{
    enum { EXPERIMENTS = 1000 };
    size_t n_sequence = 0, n_interval = 0;
    double rho2 = more_sequence_rho2(120, 0.9);
    for (size_t i = 0; i < EXPERIMENTS; i++) {
        struct rng rng;
        bool sequence = false, interval = false;
        rng_init(&rng, (struct rng_key){.seed = 7, .draw = i});
        look_again(&rng, rho2, &sequence, &interval);
        n_sequence += sequence;
        n_interval += interval;
    }
    /* 10 % is promised; three Monte Carlo errors are allowed. */
    ck_assert_uint_le(n_sequence, 128);
    ck_assert_uint_ge(n_interval, 250);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        runs_for_a_half_width,   runs_for_a_power,   none_where_none_are_needed_or_none_do,
        variances_are_uncertain, sequence_as_stated, many_looks};
    return unit_main(unit_suite("more", tests, sizeof tests / sizeof *tests));
}
