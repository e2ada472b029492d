/* Signals of the arms asked for: no replicates in them, so they are there at once. */
#include "estimate/build.h"

void build_signals(struct build *build)
{
    const struct request *request = &build->plan->request;
    if (!plan_wants(build->plan, SECTION_SIGNAL))
        return;
    struct signal *signals = build_alloc(build, request->n_arms, sizeof *signals);
    for (size_t i = 0; i < request->n_arms; i++)
        signal_compute(build_arm(build, i), request->settings.seed, &build->snapshot->arena,
                       &signals[i]);
    build->snapshot->n_signals = request->n_arms;
    build->snapshot->signals = signals;
}
