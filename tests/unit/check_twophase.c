/* Two-phase estimates against reference values (tests/ref/twophase.json, made by reference/valid.py's
 * author with other code): declared statistic, plain and shrunk and held, and average; given folds and
 * leave-one-out; to 1e-9. Then the other adjusters against the engine, and the guard. */
#include "unit.h"

#include "arms.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "engine/crossfit.h"
#include "engine/linear.h"
#include "estimate/planner.h"
#include "estimate/twophase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    *text += strspn(*text, " \t\r\n[,]");
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

/* An arm of the reference: finished and unfinished runs. */
struct twophase_reference {
    const char *json; /* from the arm's key on */
    struct arm *arm;
};

static struct twophase_reference load_arm(const char *json, const char *name)
{
    struct twophase_reference out = {.json = after_key(after_key(json, "arms"), name)};
    size_t n = (size_t)number_of(out.json, "n"), all = (size_t)number_of(out.json, "N"), p = 6;
    struct arm *arm = out.arm = arm_blank(n, 1, p);
    arm->unfinished = (struct unfinished_runs){true, all - n, NULL, mem_array(p * (all - n), 8)};
    const char *x = after_key(out.json, "X"), *y = after_key(out.json, "y");
    const char *families = after_key(out.json, "families"), *fold = after_key(out.json, "folds_k4");
    arm->fold = mem_array(n, sizeof *arm->fold);
    arm->n_folds = 4;
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < p; j++)
            *(i < n ? arm->x + j * n + i : arm->unfinished.x + j * (all - n) + i - n) =
                next_number(&x);
    for (size_t i = 0; i < n; i++) {
        arm->y[i] = next_number(&y);
        arm->fold[i] = (uint32_t)next_number(&fold);
    }
    for (size_t j = 0; j < p; j++)
        arm->candidates[j].family = (size_t)next_number(&families);
    return out;
}

static void discard(struct twophase_reference *reference)
{
    free(reference->arm->unfinished.x);
    arm_discard(reference->arm);
}

static struct twophase_estimate estimate(const struct arm *arm, struct linear_request request,
                                         const struct fold_plan *plan)
{
    size_t n = plan->n_runs, n_extra = arm->unfinished.n, statistic = 0;
    struct linear_data *data = linear_data_new(arm, &arm->unfinished, UINT64_MAX, 1, &statistic);
    struct linear_workspace *workspace = linear_workspace_new(data, n);
    double *held_out = mem_zeroed(n, 8), *extra = mem_zeroed(plan->n_folds * n_extra, 8);
    double *scratch = mem_zeroed(n + n_extra, 8);
    ck_assert_int_eq(linear_predict(data, &request, plan, workspace, held_out, extra), ESTIMATE_OK);
    struct twophase_estimate out = twophase_mean(plan, arm->y, held_out, n_extra, extra, scratch);
    free(held_out);
    free(extra);
    free(scratch);
    linear_workspace_free(workspace);
    linear_data_free(data);
    return out;
}

static const struct {
    const char *name;
    linear_fit *fit;
    double reach;
} forms[] = {
    {"fixed_plain", linear_fixed, INFINITY},
    {"fixed_shrunk_clipped", linear_fixed_shrunk, TWOPHASE_REACH},
    {"average", linear_average, TWOPHASE_REACH},
};
enum { N_FORMS = sizeof forms / sizeof *forms };

static uint32_t whole[64];

static struct fold_plan plan_of(const struct arm *arm, bool leave_one_out)
{
    for (uint32_t i = 0; i < 64; i++)
        whole[i] = i;
    return (struct fold_plan){arm->n_runs, leave_one_out ? arm->n_runs : arm->n_folds, whole,
                              leave_one_out ? whole : arm->fold};
}

START_TEST(reference_values)
{
    struct file_bytes bytes;
    char *path = unit_source_path("tests/ref/twophase.json");
    ck_assert(file_read(path, 1 << 20, &bytes, NULL));
    for (const char *name = "A"; *name; name = *name == 'A' ? "B" : "") {
        struct twophase_reference reference = load_arm(bytes.bytes, name);
        for (size_t i = 0; i < 2 * N_FORMS; i++) {
            bool loo = i % 2 == 0;
            char key[64];
            snprintf(key, sizeof key, "%s_%s", forms[i / 2].name, loo ? "loo" : "k4");
            const char *wanted = after_key(reference.json, key);
            struct fold_plan plan = plan_of(reference.arm, loo);
            struct linear_request request = {.fit = forms[i / 2].fit, .reach = forms[i / 2].reach};
            struct twophase_estimate got = estimate(reference.arm, request, &plan);
            ck_assert_int_eq(got.status, ESTIMATE_OK);
            unit_assert_near(got.mean, number_of(wanted, "mean"), 1e-9);
            unit_assert_near(got.variance, number_of(wanted, "variance"), 1e-9);
            unit_assert_near(got.df, number_of(wanted, "df"), 1e-12);
        }
        discard(&reference);
    }
    file_bytes_done(&bytes);
    free(path);
}
END_TEST

/* Not held, on K folds, every other adjuster's held-out predictions are those of the engine. */
START_TEST(fits_of_the_engine)
{
    static const char *const names[] = {"best", "pca1", "pca2", "pca1-shrunk", "ridge"};
    struct arm *arm = arm_made_up(3, 40, 3, 7, 1.0);
    struct unfinished_runs none = {.random = true};
    size_t statistic = 0;
    uint32_t fold[40];
    struct fold_plan plan = plan_of(arm, true);
    for (uint32_t i = 0; i < 40; i++)
        fold[i] = i * 7 % 5;
    plan.fold = fold;
    plan.n_folds = 5;
    struct design *design = design_new(arm, UINT64_MAX, 1, &statistic);
    struct linear_data *data = linear_data_new(arm, &none, UINT64_MAX, 1, &statistic);
    struct linear_workspace *workspace = linear_workspace_new(data, 40);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct adjuster adjuster;
        double adjusted[40], held_out[40], mean[5] = {0};
        ck_assert(adjuster_parse(names[i], &adjuster));
        struct linear_request request = {linear_fit_of(adjuster), adjuster.k, INFINITY, {0}};
        ck_assert_int_eq(crossfit_adjust(design, adjuster, &plan, 1, 0, adjusted, NULL),
                         ESTIMATE_OK);
        ck_assert_int_eq(linear_predict(data, &request, &plan, workspace, held_out, mean),
                         ESTIMATE_OK);
        for (size_t s = 0; s < 40; s++)
            unit_assert_near(arm->y[s] - held_out[s], adjusted[s], 1e-9);
    }
    linear_workspace_free(workspace);
    linear_data_free(data);
    design_free(design);
    arm_discard(arm);
}
END_TEST

/* Stopped by the statistic: refused. Runs that differ by nothing: not. Too few: said. */
START_TEST(guard)
{
    struct arm *arm = arm_made_up(5, 20, 1, 2, 1.0);
    double x[2 * 20], p;
    size_t statistic = 0;
    arm->n_statistic = 1;
    arm->statistic_candidate = &statistic;
    for (size_t i = 0; i < 40; i++)
        x[i] = arm->x[i];
    arm->unfinished = (struct unfinished_runs){true, 20, NULL, x};
    ck_assert_int_eq(twophase_guard(arm, &p), ESTIMATE_OK);
    unit_assert_near(p, 1, 1e-12);
    for (size_t i = 0; i < 20; i++)
        x[i] += 2;
    ck_assert_int_eq(twophase_guard(arm, &p), ESTIMATE_SELECTIVE);
    ck_assert(p < 0.01);
    x[3] = NAN;
    ck_assert_int_eq(twophase_guard(arm, &p), ESTIMATE_STATISTIC_UNFINISHED);
    ck_assert(isnan(p));
    arm->n_runs = 9;
    ck_assert_int_eq(twophase_guard(arm, NULL), ESTIMATE_FEW_FINISHED);
    arm->n_runs = 20;
    arm->unfinished.n = 1;
    ck_assert_int_eq(twophase_guard(arm, NULL), ESTIMATE_TOO_FEW_RUNS);
    arm->unfinished.n = 20;
    arm->n_statistic = 0;
    ck_assert_int_eq(twophase_guard(arm, NULL), ESTIMATE_NO_STATISTIC);
    arm_discard(arm);
}
END_TEST

/* The planner's formulas against the reference's list. */
START_TEST(planner_formulas)
{
    struct file_bytes bytes;
    char *path = unit_source_path("tests/ref/twophase.json");
    ck_assert(file_read(path, 1 << 20, &bytes, NULL));
    const char *at = after_key(bytes.bytes, "planner");
    size_t n = 0;
    while ((at = strstr(at, "\"rho2\":")) != NULL) {
        double rho2 = number_of(at, "rho2"), w = number_of(at, "w");
        double ratio = number_of(at, "N_over_n"), saving = number_of(at, "saving");
        if (rho2 > w) {
            unit_assert_near(planner_ratio(rho2, w), ratio, 1e-9);
            unit_assert_near(planner_saving(rho2, w), saving, 1e-9);
            n++;
        } else {
            ck_assert(planner_ratio(rho2, w) == 1 && planner_saving(rho2, w) == 0);
        }
        at++;
    }
    ck_assert_uint_gt(n, 10);
    file_bytes_done(&bytes);
    free(path);
}
END_TEST

/* A plan does what it says: the half-width and cost are those of its own numbers of runs, no plan of
 * whole runs is cheaper, and the saving is near the formula's where runs are many. */
START_TEST(plans)
{
    struct planner_arm arms[2] = {{1, 0.5}, {1, 0.5}};
    struct planner_plan plan = planner_for_half_width(arms, 0.05, 0.1, 0.95);
    ck_assert(plan.pays && plan.half_width <= 0.1 && plan.begun[0] > plan.finished[0]);
    double cost =
        0.95 * (plan.finished[0] + plan.finished[1]) + 0.05 * (plan.begun[0] + plan.begun[1]);
    unit_assert_near(plan.cost, cost, 1e-12);
    ck_assert(fabs(plan.saving - planner_saving(0.5, 0.05)) < 0.01);
    ck_assert(fabs(plan.begun[0] / plan.finished[0] - planner_ratio(0.5, 0.05)) < 0.05);
    struct planner_plan same = planner_for_cost(arms, 0.05, plan.cost, 0.95);
    ck_assert(same.cost <= plan.cost && fabs(same.half_width - plan.half_width) < 1e-3);
    arms[0].rho2 = arms[1].rho2 = 0.18;
    plan = planner_for_half_width(arms, 1. / 3, 0.5, 0.95);
    ck_assert(!plan.pays && plan.saving == 0 && plan.begun[0] == plan.finished[0]);
    arms[0].variance = NAN;
    ck_assert(isnan(planner_for_half_width(arms, 0.1, 0.5, 0.95).cost));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {reference_values, fits_of_the_engine, guard, planner_formulas,
                                  plans};
    return unit_main(unit_suite("twophase", tests, sizeof tests / sizeof *tests));
}
