#include "views/budget.h"

#include <math.h>
#include <string.h>

/* ---- subjects ---- */

static bool are_pair(const struct view_context *context, size_t i, size_t j)
{
    const size_t *arms = context->request->arms;
    return arm_comparable(&context->study->arms[arms[i]], &context->study->arms[arms[j]]);
}

/* Calls for each pair in order until `place` of them were met, or for all; returns how many. */
static size_t walk_pairs(const struct view_context *context, size_t place,
                         struct budget_subject *subject)
{
    const struct request *request = context->request;
    size_t n = 0;
    if (request_ungrouped_pairs(request, context->study) > REQUEST_UNGROUPED_PAIRS_MAX)
        return 0;
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t j = i + 1; j < request->n_arms; j++) {
            if (!are_pair(context, i, j))
                continue;
            *subject = (struct budget_subject){request->arms[i], request->arms[j]};
            if (n++ == place)
                return n;
        }
    return n;
}

size_t budget_n_subjects(const struct view_context *context, bool pairs)
{
    struct budget_subject ignored;
    return pairs ? walk_pairs(context, (size_t)-1, &ignored) : context->request->n_arms;
}

struct budget_subject budget_subject_at(const struct view_context *context, bool pairs,
                                        size_t place)
{
    struct budget_subject subject = {0, BUDGET_NO_ARM};
    if (pairs)
        walk_pairs(context, place, &subject);
    else
        subject.a = context->request->arms[place];
    return subject;
}

size_t budget_place(const struct view_context *context, bool pairs)
{
    const struct view_focus *focus = context->focus;
    const struct request *request = context->request;
    size_t place = 0;
    if (!pairs) {
        while (place < request->n_arms && request->arms[place] != focus->arm)
            place++;
        return place < request->n_arms ? place : 0;
    }
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t j = i + 1; j < request->n_arms; j++) {
            if (!are_pair(context, i, j))
                continue;
            if (request->arms[i] == focus->pair[0] && request->arms[j] == focus->pair[1])
                return place;
            place++;
        }
    return 0;
}

void budget_add_label(const struct view_context *context, struct budget_subject subject,
                      struct strbuf *out)
{
    const struct arm *a = &context->study->arms[subject.a];
    if (subject.b == BUDGET_NO_ARM)
        strbuf_puts(out, a->label);
    else
        strbuf_printf(out, "%s%s%s - %s", a->group, *a->group ? ": " : "", a->name,
                      context->study->arms[subject.b].name);
}

/* ---- figures ---- */

static void add_point(struct budget_curve *curve, size_t n, enum estimate_status status,
                      double median, double low, double high)
{
    if (curve->n_points == BUDGET_POINTS_MAX)
        return;
    size_t k = curve->n_points++;
    bool ok = status == ESTIMATE_OK;
    curve->n[k] = (double)n;
    curve->median[k] = ok ? median : NAN;
    curve->low[k] = ok ? low : NAN;
    curve->high[k] = ok ? high : NAN;
}

static void collect_arm(const struct snapshot *snapshot, const struct arm *arm,
                        struct adjuster adjuster, struct budget_curve *curve)
{
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        if (row->arm == arm && adjuster_equal(row->adjuster, adjuster))
            add_point(curve, row->n, row->status, 100 * row->median, 100 * row->q25,
                      100 * row->q75);
    }
}

static void collect_pair(const struct snapshot *snapshot, const struct arm *a, const struct arm *b,
                         struct adjuster adjuster, struct budget_curve *curve)
{
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        if (row->a == a && row->b == b && adjuster_equal(row->adjuster, adjuster))
            add_point(curve, row->n, row->status, row->median, row->q25, row->q75);
    }
}

void budget_collect(const struct view_context *context, struct budget_subject subject,
                    size_t adjuster, struct budget_curve *curve)
{
    const struct arm *arms = context->study->arms;
    *curve = (struct budget_curve){0};
    if (!context->snapshot)
        return;
    if (subject.b == BUDGET_NO_ARM)
        collect_arm(context->snapshot, &arms[subject.a], context->request->adjusters[adjuster],
                    curve);
    else
        collect_pair(context->snapshot, &arms[subject.a], &arms[subject.b],
                     context->request->adjusters[adjuster], curve);
}

double budget_break_even(const struct view_context *context, struct budget_subject subject)
{
    for (size_t a = 0; subject.b == BUDGET_NO_ARM && a < context->request->n_adjusters; a++) {
        const struct adjuster_result *result = view_result(context, subject.a, a);
        if (result && result->n_statistic)
            return result->break_even_runs;
    }
    return NAN;
}
