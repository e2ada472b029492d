/* Cross-fitted adjustment against reference values: every adjuster, for given folds and for
 * leave-one-out, adjusted outcomes and variance reduction to 1e-9. */
#include "unit.h"

#include "arms.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "engine/crossfit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ALL_FAMILIES UINT64_MAX

static uint32_t *whole_numbers(size_t n)
{
    uint32_t *numbers = mem_array(n, sizeof *numbers);
    for (size_t i = 0; i < n; i++)
        numbers[i] = (uint32_t)i;
    return numbers;
}

/* The value after "key": somewhere behind `from`. */
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

struct reference {
    struct arm *arm;
    char *json;
};

/* Takes the paths. false if the files are not there. */
static bool load_reference(char *matrix, char *json, struct reference *reference)
{
    struct file_bytes bytes = {0};
    bool there = matrix && json && file_read(json, 1 << 20, &bytes, NULL);
    if (there) {
        reference->arm = arm_from_table(matrix);
        reference->json = bytes.bytes;
    }
    free(matrix);
    free(json);
    return there;
}

static double variance(const double *x, size_t n)
{
    double mean = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum / (double)(n - 1);
}

struct reference_case {
    const char *key, *adjuster;
    uint64_t families;
    size_t n_statistic, statistic[2];
};

/* tests/ref/crossfit.json */
static const struct reference_case own_cases[] = {
    {"fixed", "fixed", ALL_FAMILIES, 1, {1}},
    {"fixed-vector", "fixed", ALL_FAMILIES, 2, {1, 6}},
    {"best", "best", ALL_FAMILIES, 1, {1}},
    {"posthoc", "posthoc", ALL_FAMILIES, 1, {1}},
    {"pca1", "pca1", ALL_FAMILIES, 1, {1}},
    {"pca2", "pca2", ALL_FAMILIES, 1, {1}},
    {"pca1-shrunk", "pca1-shrunk", ALL_FAMILIES, 1, {1}},
    {"pca2-shrunk", "pca2-shrunk", ALL_FAMILIES, 1, {1}},
    {"ridge", "ridge", ALL_FAMILIES, 1, {1}},
};

/* The reference next to the project. */
static const struct reference_case shared_cases[] = {
    {"fixed", "fixed", ALL_FAMILIES, 1, {2}},
    {"fixed-vector", "fixed", ALL_FAMILIES, 2, {2, 8}},
    {"best", "best", ALL_FAMILIES, 1, {2}},
    {"pca1", "pca1", ALL_FAMILIES, 1, {2}},
    {"pca2", "pca2", ALL_FAMILIES, 1, {2}},
    {"pca3", "pca3", ALL_FAMILIES, 1, {2}},
    {"pca1-shrunk", "pca1-shrunk", ALL_FAMILIES, 1, {2}},
    {"ridge", "ridge", ALL_FAMILIES, 1, {2}},
    {"posthoc", "posthoc", ALL_FAMILIES, 1, {2}},
    {"best in validation", "best", 1, 1, {2}},
    {"best in training-loss", "best", 2, 1, {2}},
    {"best in gradient-norm", "best", 4, 1, {2}},
    {"posthoc in validation", "posthoc", 1, 1, {2}},
    {"posthoc in training-loss", "posthoc", 2, 1, {2}},
    {"posthoc in gradient-norm", "posthoc", 4, 1, {2}},
};

static void check_case(const struct reference *reference, const struct reference_case *one,
                       const char *section, const struct fold_plan *plan)
{
    struct arm *arm = reference->arm;
    const char *text = after_key(after_key(reference->json, section), one->key);
    const char *vr_text = after_key(text, "vr"), *list = after_key(text, "adjusted");
    double *adjusted = mem_array(plan->n_runs, sizeof *adjusted);
    struct adjuster adjuster;
    ck_assert(adjuster_parse(one->adjuster, &adjuster));
    struct design *design = design_new(arm, one->families, one->n_statistic, one->statistic);
    ck_assert_int_eq(crossfit_adjust(design, adjuster, plan, 1, 0, adjusted, NULL), ESTIMATE_OK);
    for (size_t i = 0; i < plan->n_runs; i++) {
        double wanted = next_number(&list);
        ck_assert_msg(fabs(adjusted[i] - wanted) <= 1e-9 * fabs(wanted),
                      "%s %s run %zu: %.17g, not %.17g", section, one->key, i, adjusted[i], wanted);
    }
    double vr = 1 - variance(adjusted, plan->n_runs) / variance(arm->y, plan->n_runs);
    unit_assert_near(vr, next_number(&vr_text), 1e-9);
    design_free(design);
    free(adjusted);
}

static void check_section(const struct reference *reference, const struct reference_case *cases,
                          size_t n_cases, const char *section, bool leave_one_out)
{
    size_t n = reference->arm->n_runs;
    uint32_t *runs = whole_numbers(n);
    struct fold_plan plan = {n, leave_one_out ? n : reference->arm->n_folds, runs,
                             leave_one_out ? runs : reference->arm->fold};
    for (size_t i = 0; i < n_cases; i++)
        check_case(reference, &cases[i], section, &plan);
    free(runs);
}

static void check_reference(struct reference *reference, const struct reference_case *cases,
                            size_t n_cases)
{
    check_section(reference, cases, n_cases, "folds", false);
    check_section(reference, cases, n_cases, "loo", true);
    free(reference->json);
    arm_discard(reference->arm);
}

START_TEST(own_reference)
{
    struct reference reference;
    ck_assert(load_reference(unit_source_path("tests/ref/crossfit.csv"),
                             unit_source_path("tests/ref/crossfit.json"), &reference));
    check_reference(&reference, own_cases, sizeof own_cases / sizeof *own_cases);
}
END_TEST

START_TEST(shared_reference)
{
    struct reference reference;
    if (load_reference(unit_shared_path("reference/matrix.csv"),
                       unit_shared_path("reference/reference.json"), &reference))
        check_reference(&reference, shared_cases, sizeof shared_cases / sizeof *shared_cases);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {own_reference, shared_reference};
    return unit_main(unit_suite("crossfit", tests, sizeof tests / sizeof *tests));
}
