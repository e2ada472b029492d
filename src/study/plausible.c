#include "study/plausible.h"

#include "base/mem.h"
#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a factor of 100 looks like between medians, or between a run and the median of its arm. */
#define FACTOR_LEAST 50.0
#define FACTOR_MOST 200.0

static void warn(struct study_draft *draft, size_t arm, const char *text)
{
    struct manifest_place place = draft->settings[arm]->outcome.place;
    diags_add(draft->diags, DIAG_WARNING,
              (struct diag_place){draft->study->path, place.line, place.column}, "%s", text);
}

/* ---- a factor of 100 ---- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct arm *arm)
{
    double *y = mem_array(arm->n_runs + 1, sizeof *y);
    for (size_t i = 0; i < arm->n_runs; i++)
        y[i] = fabs(arm->y[i]);
    qsort(y, arm->n_runs, sizeof *y, ascending);
    double middle = y[arm->n_runs / 2];
    free(y);
    return middle;
}

static bool is_factor(double larger, double smaller)
{
    return larger >= FACTOR_LEAST * smaller && larger <= FACTOR_MOST * smaller && smaller > 0;
}

static const char *range(struct arena *arena, const struct arm *arm)
{
    double low = arm->y[0], high = arm->y[0];
    char least[NUM_TEXT_MAX], most[NUM_TEXT_MAX];
    for (size_t i = 1; i < arm->n_runs; i++) {
        low = fmin(low, arm->y[i]);
        high = fmax(high, arm->y[i]);
    }
    num_write(least, low);
    num_write(most, high);
    return arena_printf(arena, "%s to %s", least, most);
}

/* The arm against the first arm that it is compared with. */
static void check_arms(struct study_draft *draft, size_t a, double own, const double *medians)
{
    const struct study *study = draft->study;
    struct arena *arena = &draft->study->arena;
    size_t first = 0;
    while (first < a && !arm_comparable(&study->arms[first], &study->arms[a]))
        first++;
    if (first == a || (!is_factor(own, medians[first]) && !is_factor(medians[first], own)))
        return;
    const struct arm *one = &study->arms[first], *two = &study->arms[a];
    warn(draft, a,
         arena_printf(arena,
                      "%s of arm '%s' lies in %s, of arm '%s' in %s: a factor of 100, as between a "
                      "share and percent",
                      one->outcome.metric, one->label, range(arena, one), two->label,
                      range(arena, two)));
}

static void check_runs(struct study_draft *draft, size_t a, double own)
{
    const struct arm *arm = &draft->study->arms[a];
    struct arena *arena = &draft->study->arena;
    char number[NUM_TEXT_MAX], middle[NUM_TEXT_MAX];
    num_write(middle, own);
    for (size_t i = 0; i < arm->n_runs; i++) {
        double y = fabs(arm->y[i]);
        if (!is_factor(y, own) && !is_factor(own, y))
            continue;
        num_write(number, arm->y[i]);
        warn(
            draft, a,
            arena_printf(arena,
                         "in arm '%s' %s of run '%s' is %s where the others lie about %s: a factor "
                         "of 100",
                         arm->label, arm->outcome.metric, arm->runs[i], number, middle));
    }
}

/* ---- one run twice ---- */

struct twin {
    const struct arm *arm;
    size_t run;
    double y;
    size_t order;
};

static int by_outcome(const void *a, const void *b)
{
    const struct twin *x = a, *y = b;
    if (x->y != y->y)
        return x->y < y->y ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

enum { CANDIDATES_LEAST = 3 };

/* Every candidate has the same value, to the last bit. */
static bool are_twins(const struct twin *a, const struct twin *b)
{
    size_t p = a->arm->n_candidates;
    if (p < CANDIDATES_LEAST || b->arm->n_candidates != p)
        return false;
    for (size_t j = 0; j < p; j++)
        if (a->arm->x[j * a->arm->n_runs + a->run] != b->arm->x[j * b->arm->n_runs + b->run] ||
            strcmp(a->arm->candidates[j].name, b->arm->candidates[j].name) != 0)
            return false;
    return true;
}

static void check_twins(struct study_draft *draft)
{
    const struct study *study = draft->study;
    size_t n = 0, k = 0;
    for (size_t a = 0; a < study->n_arms; a++)
        n += study->arms[a].n_runs;
    struct twin *twins = mem_array(n + 1, sizeof *twins);
    for (size_t a = 0; a < study->n_arms; a++)
        for (size_t i = 0; i < study->arms[a].n_runs; i++, k++)
            twins[k] = (struct twin){&study->arms[a], i, study->arms[a].y[i], k};
    if (n)
        qsort(twins, n, sizeof *twins, by_outcome);
    for (size_t i = 1; i < n; i++)
        if (twins[i].y == twins[i - 1].y && are_twins(&twins[i], &twins[i - 1]))
            warn(draft, (size_t)(twins[i].arm - study->arms),
                 arena_printf(&draft->study->arena,
                              "run '%s' of arm '%s' and run '%s' of arm '%s' have the same outcome "
                              "and the same %zu candidates: one run counted twice",
                              twins[i - 1].arm->runs[twins[i - 1].run], twins[i - 1].arm->label,
                              twins[i].arm->runs[twins[i].run], twins[i].arm->label,
                              twins[i].arm->n_candidates));
    free(twins);
}

void plausible_check(struct study_draft *draft)
{
    const struct study *study = draft->study;
    double *medians = mem_array(study->n_arms + 1, sizeof *medians);
    for (size_t a = 0; a < study->n_arms; a++)
        medians[a] = median(&study->arms[a]);
    for (size_t a = 0; a < study->n_arms; a++)
        /* Times to reach a value are of any size. */
        if (draft->settings[a]->outcome.at != OUTCOME_REACH) {
            check_arms(draft, a, medians[a], medians);
            check_runs(draft, a, medians[a]);
        }
    free(medians);
    check_twins(draft);
}
