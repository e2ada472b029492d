#include "small.h"

#include "unit.h"

#include "jobs/jobs.h"
#include "snapshots.h"
#include "simulate/simulate.h"

struct study *small_study(void)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 3;
    simulation.n_runs = 18;
    simulation.n_candidates = 30;
    simulation.n_families = 3;
    return simulate_study(&simulation);
}

static void add_adjuster(struct request *request, const char *name)
{
    ck_assert(adjuster_parse(name, &request->adjusters[request->n_adjusters++]));
}

void small_request(struct request *request, const struct study *study, unsigned sections)
{
    static const char *const names[] = {"fixed", "best", "pca1", "posthoc", "pca2-shrunk"};
    request_init(request, study);
    request->n_adjusters = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_adjuster(request, names[i]);
    request->sections = sections;
    request->settings.splits = 70;
    request->settings.draws = 60;
}

char *run_text(struct study *study, const struct request *request, size_t n_threads)
{
    struct snapshot *snapshot = jobs_run(study, request, NULL, n_threads, NULL, NULL);
    ck_assert(snapshot->finished);
    ck_assert_ptr_null(snapshot->failure);
    char *text = snapshot_text(snapshot);
    snapshot_unref(snapshot);
    return text;
}
