/* Average against the reference implementation (tests/ref/average.json, by tests/ref/average.py): adjusted
 * outcomes to 1e-9, and what its models weigh; its elementary functions against the C library's. */
#include "unit.h"

#include "arms.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "engine/crossfit.h"
#include "engine/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 16, CANDIDATES = 6, FOLDS = 4 };

static const char *after_key(const char *from, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = strstr(from, quoted);
    ck_assert_msg(found != NULL, "no %s in the reference", quoted);
    return found + strlen(quoted);
}

static double next_number(const char **text)
{
    double value;
    *text += strspn(*text, " \t\r\n[,");
    size_t used = num_prefix(*text, strlen(*text), &value);
    ck_assert(used > 0);
    *text += used;
    return value;
}

static double number_of(const char *from, const char *key)
{
    const char *text = after_key(from, key);
    return next_number(&text);
}

/* The finished runs of one arm of tests/ref/average.csv. */
static struct arm *load_arm(const char *csv, char name, uint32_t *fold)
{
    double values[RUNS][CANDIDATES + 1];
    size_t n = 0;
    for (const char *line = csv; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *at = line[0] == name && line[1] == ',' ? strchr(line + 2, ',') : NULL;
        if (!at || at[1] == ',')
            continue;
        at++;
        ck_assert_uint_lt(n, RUNS);
        fold[n] = (uint32_t)next_number(&at);
        for (size_t j = 0; j <= CANDIDATES; j++)
            values[n][j] = next_number(&at);
        n++;
    }
    struct arm *arm = arm_blank(n, 2, CANDIDATES / 2);
    for (size_t i = 0; i < n; i++) {
        arm->y[i] = values[i][0];
        for (size_t j = 0; j < CANDIDATES; j++)
            arm->x[j * n + i] = values[i][j + 1];
    }
    return arm;
}

struct average_fixture {
    struct file_bytes csv, json;
    struct arm *arm;
    struct design *design;
    uint32_t runs[RUNS], given[RUNS];
};

static char *bytes_of(const char *name, struct file_bytes *bytes)
{
    char *path = unit_source_path(name);
    ck_assert(file_read(path, 1 << 20, bytes, NULL));
    free(path);
    return bytes->bytes;
}

static void set_up(char name, struct average_fixture *fixture)
{
    size_t statistic = 0;
    fixture->arm = load_arm(bytes_of("tests/ref/average.csv", &fixture->csv), name, fixture->given);
    bytes_of("tests/ref/average.json", &fixture->json);
    fixture->design = design_new(fixture->arm, UINT64_MAX, 1, &statistic);
    for (uint32_t i = 0; i < RUNS; i++)
        fixture->runs[i] = i;
}

static void tear_down(struct average_fixture *fixture)
{
    design_free(fixture->design);
    arm_discard(fixture->arm);
    file_bytes_done(&fixture->csv);
    file_bytes_done(&fixture->json);
}

static struct fold_plan plan_of(const struct average_fixture *fixture, bool given)
{
    size_t n = fixture->arm->n_runs;
    return (struct fold_plan){n, given ? FOLDS : n, fixture->runs,
                              given ? fixture->given : fixture->runs};
}

static const struct adjuster average = {ADJUSTER_AVERAGE, 0};

START_TEST(reference_values)
{
    for (int i = 0; i < 4; i++) {
        struct average_fixture fixture;
        char key[8];
        double adjusted[RUNS];
        set_up(i < 2 ? 'A' : 'B', &fixture);
        struct fold_plan plan = plan_of(&fixture, i % 2);
        snprintf(key, sizeof key, "%c_%s", i < 2 ? 'A' : 'B', i % 2 ? "k4" : "loo");
        ck_assert_int_eq(crossfit_adjust(fixture.design, average, &plan, 1, 0, adjusted, NULL),
                         ESTIMATE_OK);
        const char *wanted = after_key(after_key(fixture.json.bytes, key), "adjusted");
        for (size_t s = 0; s < plan.n_runs; s++)
            unit_assert_near(adjusted[s], next_number(&wanted), 1e-9);
        tear_down(&fixture);
    }
}
END_TEST

/* The weights of the first fold, kind by kind; the leaders are the heaviest single candidates. */
static void check_weights(const struct average_fixture *fixture, const float *weights,
                          const uint32_t *leaders, const char *wanted)
{
    double sum = 0;
    const float *single = weights + crossfit_n_weights(2) - CROSSFIT_LEADERS - 1;
    unit_assert_near(weights[CROSSFIT_NOTHING], number_of(wanted, "nothing"), 1e-6);
    unit_assert_near(weights[CROSSFIT_DECLARED], number_of(wanted, "declared"), 1e-6);
    unit_assert_near(weights[CROSSFIT_ALL], number_of(wanted, "all"), 1e-6);
    unit_assert_near(weights[CROSSFIT_COMPONENTS] + weights[CROSSFIT_COMPONENTS + 1],
                     number_of(wanted, "component"), 1e-6);
    unit_assert_near(weights[CROSSFIT_COMPONENTS + 2] + weights[CROSSFIT_COMPONENTS + 3],
                     number_of(wanted, "family"), 1e-6);
    unit_assert_near(*single, number_of(wanted, "single"), 1e-6);
    for (size_t l = 0; l < CROSSFIT_LEADERS; l++) {
        ck_assert_uint_lt(leaders[l], fixture->arm->n_candidates);
        ck_assert(l == 0 || single[l + 1] <= single[l]);
        sum += single[l + 1];
    }
    ck_assert(sum <= *single + 1e-6 && sum > 0.5 * *single);
}

START_TEST(weights_of_models)
{
    struct crossfit_request request = {1, &average, false, 1};
    for (int i = 0; i < 2; i++) {
        struct average_fixture fixture;
        double mean, raw, variance;
        uint8_t status;
        float weights[FOLDS * 16];
        uint32_t leaders[FOLDS * CROSSFIT_LEADERS];
        uint64_t number = 0;
        set_up(i ? 'B' : 'A', &fixture);
        struct fold_plan plan = plan_of(&fixture, true);
        struct crossfit_results results = {.raw_mean = &mean,
                                           .raw_variance = &raw,
                                           .adjusted_variance = &variance,
                                           .status = &status,
                                           .weights = weights,
                                           .leaders = leaders};
        struct crossfit_workspace *workspace =
            crossfit_workspace_new(fixture.design, &request, 1, plan.n_runs, plan.n_folds);
        ck_assert_uint_le(crossfit_n_weights(2), 16);
        crossfit_batch(fixture.design, &request, &plan, &number, 1, workspace, &results);
        const char *wanted = after_key(fixture.json.bytes, i ? "B_k4" : "A_k4");
        ck_assert_int_eq(status, ESTIMATE_OK);
        unit_assert_near(1 - variance / raw, number_of(wanted, "vr"), 1e-9);
        check_weights(&fixture, weights, leaders, after_key(wanted, "weights"));
        crossfit_workspace_free(workspace);
        tear_down(&fixture);
    }
}
END_TEST

/* A family that the statistic is not in, and no statistic at all. */
START_TEST(without_the_statistic)
{
    struct average_fixture fixture;
    size_t none = ARM_NO_CANDIDATE, first = 0;
    double with[RUNS], without[RUNS];
    set_up('A', &fixture);
    struct fold_plan plan = plan_of(&fixture, true);
    struct design *design = design_new(fixture.arm, 2, 1, &first);
    ck_assert_int_eq(crossfit_adjust(design, average, &plan, 1, 0, with, NULL), ESTIMATE_OK);
    design_free(design);
    design = design_new(fixture.arm, 2, 1, &none);
    ck_assert_int_eq(crossfit_adjust(design, average, &plan, 1, 0, without, NULL), ESTIMATE_OK);
    design_free(design);
    ck_assert(fabs(with[0] - without[0]) > 1e-6);
    tear_down(&fixture);
}
END_TEST

START_TEST(elementary_functions)
{
    for (double x = 1e-300; x < 1e300; x *= 1.37)
        ck_assert_msg(fabs(elementary_log(x) - log(x)) <= 2.3e-16 * fabs(log(x)), "log %g", x);
    for (double x = 0.6; x < 1.6; x += 0.00037)
        ck_assert_msg(fabs(elementary_log(x) - log(x)) <= 2.3e-16 * fabs(log(x)), "log %g", x);
    for (double x = 0; x > -700; x -= 0.0137)
        ck_assert_msg(fabs(elementary_exp(x) - exp(x)) <= 2.3e-16 * exp(x), "exp %g", x);
    ck_assert(elementary_log(1) == 0 && elementary_exp(0) == 1);
    ck_assert(elementary_exp(-701) == 0 && elementary_exp(-INFINITY) == 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {reference_values, weights_of_models, without_the_statistic,
                                  elementary_functions};
    return unit_main(unit_suite("average", tests, sizeof tests / sizeof *tests));
}
