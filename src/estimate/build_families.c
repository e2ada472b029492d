/* The family diagnostic: in each family the best on all runs (post hoc) next to the best chosen in the
 * training folds (nested); the gap is selection noise. */
#include "base/mem.h"
#include "estimate/build.h"
#include "engine/crossfit.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>

static size_t count_candidates(const struct arm *arm, size_t family)
{
    size_t n = 0;
    for (size_t j = 0; j < arm->n_candidates; j++)
        n += arm->candidates[j].family == family;
    return n;
}

/* The candidate picked most often, the first of those on a tie, and its share of the folds. */
static void most_picked(const struct records *records, size_t n_done, size_t n_candidates,
                        struct family_row *row)
{
    size_t *counts = mem_zeroed(n_candidates, sizeof *counts), n_folds = 0, best = 0;
    for (size_t i = 0; i < n_done; i++)
        for (size_t f = 0; f < records->n_folds && records->status[i] == ESTIMATE_OK; f++) {
            uint32_t pick = records->picks[i * records->n_folds + f];
            n_folds++;
            if (pick != CROSSFIT_NO_PICK)
                counts[pick]++;
        }
    for (size_t j = 1; j < n_candidates; j++)
        if (counts[j] > counts[best])
            best = j;
    if (n_candidates && counts[best]) {
        row->nested_candidate = best;
        row->nested_share = (double)counts[best] / (double)n_folds;
    }
    free(counts);
}

/* mean of 1 - Var(adj)/Var(y): VR of the post hoc best over the splits that have one, on scratch. */
static double mean_posthoc(struct build *build, const struct records *records, size_t n_done,
                           double raw_variance)
{
    size_t n = 0;
    for (size_t i = 0; i < n_done; i++)
        if (records->status[i] == ESTIMATE_OK)
            build->scratch[n++] = 1 - records->second[i] / raw_variance;
    return moments_mean(build->scratch, n);
}

static void family_row(struct build *build, size_t i, const struct lane *lane, size_t cell,
                       struct family_row *row)
{
    const struct records *records = build->views[cell].records;
    enum estimate_status failure;
    size_t n_negative = 0;
    row->n_done = build_done(build, lane, cell, lane->n_wanted);
    size_t n_ok = build_vr(records, (struct raw_source){NULL, build->raw_variance[i]}, row->n_done,
                           build->scratch, &failure);
    row->status = build_status(row->n_done, n_ok, failure);
    if (row->status != ESTIMATE_OK)
        return;
    build_compact(build->scratch, row->n_done);
    for (size_t r = 0; r < n_ok; r++)
        n_negative += build->scratch[r] < 0;
    row->nested_vr = moments_mean(build->scratch, n_ok);
    row->nested_negative_share = (double)n_negative / (double)n_ok;
    row->posthoc_vr = mean_posthoc(build, records, row->n_done, build->raw_variance[i]);
    row->posthoc_candidate = records->posthoc_candidate;
    most_picked(records, row->n_done, row->arm->n_candidates, row);
}

void build_families(struct build *build)
{
    const struct plan *plan = build->plan;
    const struct study *study = plan->study;
    size_t n = 0;
    if (!plan_wants(plan, SECTION_FAMILIES))
        return;
    struct family_row *rows =
        build_alloc(build, plan->request.n_arms * study->n_families, sizeof *rows);
    for (size_t i = 0; i < plan->request.n_arms; i++) {
        const struct lane *lane = &plan->lanes[plan->splits_lane[i]];
        for (size_t f = 0; f < study->n_families; f++) {
            if (!(plan->request.families >> f & 1))
                continue;
            size_t cell = plan_family_cell(plan, lane, f);
            rows[n] = (struct family_row){.arm = build_arm(build, i),
                                          .family = f,
                                          .n_candidates = count_candidates(build_arm(build, i), f),
                                          .status = ESTIMATE_NO_CANDIDATES,
                                          .n_wanted = cell == PLAN_NONE ? 0 : lane->n_wanted,
                                          .posthoc_vr = NAN,
                                          .posthoc_candidate = ARM_NO_CANDIDATE,
                                          .nested_vr = NAN,
                                          .nested_negative_share = NAN,
                                          .nested_candidate = ARM_NO_CANDIDATE,
                                          .nested_share = NAN};
            if (cell != PLAN_NONE)
                family_row(build, i, lane, cell, &rows[n]);
            n++;
        }
    }
    build->snapshot->n_families = n;
    build->snapshot->families = rows;
}
