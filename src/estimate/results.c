#include "estimate/results.h"

#include "base/mem.h"
#include "estimate/build.h"
#include "estimate/results_build.h"

#include <math.h>
#include <stdlib.h>

struct snapshot *snapshot_ref(struct snapshot *snapshot)
{
    __atomic_add_fetch(&snapshot->references, 1, __ATOMIC_RELAXED);
    return snapshot;
}

void snapshot_unref(struct snapshot *snapshot)
{
    if (!snapshot || __atomic_sub_fetch(&snapshot->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    request_done(&snapshot->request);
    study_unref(snapshot->study);
    arena_done(&snapshot->arena);
    free(snapshot);
}

static struct snapshot *snapshot_new(struct study *study, const struct request *request)
{
    struct snapshot *snapshot = mem_zeroed(1, sizeof *snapshot);
    arena_init(&snapshot->arena);
    snapshot->references = 1;
    snapshot->study = study_ref(study);
    request_copy(&snapshot->request, request);
    return snapshot;
}

static void count_progress(const struct plan *plan, const struct records_view *views,
                           struct snapshot *snapshot)
{
    for (size_t l = 0; l < plan->n_lanes; l++)
        for (size_t c = 0; c < plan->lanes[l].n_cells; c++) {
            size_t done = views[plan->lanes[l].first_cell + c].n_done,
                   wanted = plan->lanes[l].n_wanted;
            snapshot->n_done += done < wanted ? done : wanted;
            snapshot->n_wanted += wanted;
        }
    snapshot->finished = snapshot->n_done == snapshot->n_wanted;
}

static size_t most_replicates(const struct plan *plan)
{
    size_t most = 0;
    for (size_t l = 0; l < plan->n_lanes; l++)
        if (plan->lanes[l].n_wanted > most)
            most = plan->lanes[l].n_wanted;
    return most;
}

struct snapshot *results_build(struct study *study, const struct plan *plan,
                               const struct records_view *views, unsigned long generation,
                               const char *failure, struct memo *memo)
{
    const struct request *request = &plan->request;
    size_t n_medians = request->n_arms * request->n_adjusters;
    struct build build = {.plan = plan,
                          .views = views,
                          .memo = memo,
                          .snapshot = snapshot_new(study, request),
                          .scratch = mem_array(most_replicates(plan), sizeof *build.scratch),
                          .raw_variance = mem_array(request->n_arms, sizeof *build.raw_variance),
                          .median_variance = mem_array(n_medians, sizeof *build.median_variance)};
    for (size_t i = 0; i < n_medians; i++)
        build.median_variance[i] = NAN;
    memo_begin(memo);
    student_table_init(&build.t, 0.5 + request->settings.level / 2);
    build.snapshot->generation = generation;
    build.snapshot->history = plan->history;
    if (failure)
        build.snapshot->failure = arena_strdup(&build.snapshot->arena, failure);
    count_progress(plan, views, build.snapshot);
    build_arms(&build);
    build_pairs(&build);
    build_more(&build);
    build_budget(&build);
    build_pair_budget(&build);
    build_coverage(&build);
    build_null(&build);
    build_families(&build);
    build_signals(&build);
    free(build.scratch);
    free(build.raw_variance);
    free(build.median_variance);
    return build.snapshot;
}
