#include "estimate/plan.h"

#include "base/mem.h"
#include "engine/crossfit.h"
#include "estimate/twophase.h"

#include <stdlib.h>
#include <string.h>

bool cell_key_equal(const struct cell_key *a, const struct cell_key *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

uint64_t cell_key_hash(const struct cell_key *key)
{
    uint64_t words[sizeof *key / sizeof(uint64_t)], hash = UINT64_C(0x9E3779B97F4A7C15);
    memcpy(words, key, sizeof *key);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0xBF58476D1CE4E5B9);
        hash ^= hash >> 29;
    }
    return hash;
}

size_t plan_statistic(const struct request *request, const struct arm *arm,
                      size_t statistic[REQUEST_STATISTIC_MAX])
{
    size_t n = request->n_statistic ? request->n_statistic : arm->n_statistic;
    if (n > REQUEST_STATISTIC_MAX)
        n = REQUEST_STATISTIC_MAX;
    for (size_t i = 0; i < n; i++)
        statistic[i] = request->n_statistic ? arm_find_candidate(arm, request->statistic[i])
                                            : arm->statistic_candidate[i];
    return n;
}

uint64_t plan_families(const struct request *request, const struct arm *arm)
{
    uint64_t present = 0;
    for (size_t j = 0; j < arm->n_candidates; j++)
        present |= UINT64_C(1) << arm->candidates[j].family;
    return present & request->families;
}

bool plan_wants(const struct plan *plan, enum section section)
{
    /* A pair's adjusted interval is never shown without the null of its arms. */
    if (section == SECTION_NULL && plan_wants(plan, SECTION_PAIRS))
        return true;
    return plan->request.sections >> section & 1;
}

/* The table's own folds stand in for drawn ones, unless other folds were asked for. */
static bool uses_given_folds(const struct analysis_settings *settings, const struct arm *arm)
{
    return arm->fold && (!settings->folds_given || settings->folds == arm->n_folds);
}

static size_t add_lane(struct plan *plan, struct lane lane)
{
    lane.stream = (uint64_t)lane.analysis | (uint64_t)lane.n_runs << 8;
    lane.first_cell = plan->n_cells;
    plan->lanes = mem_resize(plan->lanes, plan->n_lanes + 1, sizeof *plan->lanes);
    plan->lanes[plan->n_lanes] = lane;
    return plan->n_lanes++;
}

static struct cell_key *add_cell(struct plan *plan, size_t lane_index, struct adjuster adjuster)
{
    struct lane *lane = &plan->lanes[lane_index];
    plan->cells = mem_resize(plan->cells, plan->n_cells + 1, sizeof *plan->cells);
    struct cell_key *key = &plan->cells[plan->n_cells++];
    *key = (struct cell_key){.arm = lane->arm,
                             .analysis = lane->analysis,
                             .n_runs = lane->n_runs,
                             .n_folds = lane->n_folds,
                             .given_folds = lane->given_folds,
                             .seed = plan->request.settings.seed,
                             .kind = adjuster.kind,
                             .k = adjuster.k};
    lane->n_cells++;
    return key;
}

static void add_adjusters(struct plan *plan, size_t lane)
{
    const struct arm *arm = &plan->study->arms[plan->lanes[lane].arm];
    for (size_t a = 0; a < plan->request.n_adjusters; a++) {
        struct adjuster adjuster = plan->request.adjusters[a];
        const struct adjuster_traits *traits = adjuster_traits(adjuster.kind);
        struct cell_key *key = add_cell(plan, lane, adjuster);
        if (traits->uses_families)
            key->families = plan_families(&plan->request, arm);
        if (traits->uses_statistic) {
            size_t statistic[REQUEST_STATISTIC_MAX];
            key->n_statistic = plan_statistic(&plan->request, arm, statistic);
            for (size_t i = 0; i < key->n_statistic; i++)
                key->statistic[i] = statistic[i];
        }
    }
}

/* What carries a two-phase claim does not depend on what is chosen on a screen. */
static void add_declared(struct plan *plan, size_t lane_index)
{
    const struct arm *arm = &plan->study->arms[plan->lanes[lane_index].arm];
    size_t n = arm->n_statistic < REQUEST_STATISTIC_MAX ? arm->n_statistic : REQUEST_STATISTIC_MAX;
    struct lane *lane = &plan->lanes[lane_index];
    for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++) {
        bool same = plan->cells[c].kind == ADJUSTER_FIXED && plan->cells[c].n_statistic == n;
        for (size_t i = 0; same && i < n; i++)
            same = plan->cells[c].statistic[i] == arm->statistic_candidate[i];
        if (same) {
            lane->declared_cell = c;
            return;
        }
    }
    lane->declared_cell = plan->n_cells;
    struct cell_key *key = add_cell(plan, lane_index, (struct adjuster){ADJUSTER_FIXED, 0});
    key->n_statistic = n;
    for (size_t i = 0; i < n; i++)
        key->statistic[i] = arm->statistic_candidate[i];
}

static void add_families(struct plan *plan, size_t lane)
{
    uint64_t families = plan_families(&plan->request, &plan->study->arms[plan->lanes[lane].arm]);
    for (size_t f = 0; f < STUDY_FAMILIES_MAX; f++)
        if (families >> f & 1) {
            struct cell_key *key = add_cell(plan, lane, (struct adjuster){ADJUSTER_RAW, 0});
            key->families = UINT64_C(1) << f;
            key->is_family = 1;
        }
}

static bool wants_adjusters(const struct plan *plan)
{
    return plan_wants(plan, SECTION_ARMS) || plan_wants(plan, SECTION_PAIRS) ||
           plan_wants(plan, SECTION_MORE);
}

static size_t folds_of(const struct analysis_settings *settings, size_t n_runs)
{
    return fold_plan_folds(n_runs,
                           settings->folds == FOLDS_LEAVE_ONE_OUT ? n_runs : settings->folds);
}

static size_t splits_lane(struct plan *plan, size_t arm_index)
{
    const struct analysis_settings *settings = &plan->request.settings;
    const struct arm *arm = &plan->study->arms[arm_index];
    bool given = uses_given_folds(settings, arm);
    if (!wants_adjusters(plan) && !plan_wants(plan, SECTION_FAMILIES))
        return PLAN_NONE;
    size_t n_folds = given ? arm->n_folds : folds_of(settings, arm->n_runs);
    bool one = given || n_folds == arm->n_runs;
    size_t lane = add_lane(plan, (struct lane){.arm = arm_index,
                                               .analysis = ANALYSIS_SPLITS,
                                               .n_runs = arm->n_runs,
                                               .n_folds = n_folds,
                                               .given_folds = given,
                                               .n_wanted = one ? 1 : settings->splits});
    if (wants_adjusters(plan))
        add_adjusters(plan, lane);
    if (plan_wants(plan, SECTION_FAMILIES))
        add_families(plan, lane);
    return lane;
}

static size_t draws_lane(struct plan *plan, size_t arm_index, size_t n)
{
    const struct analysis_settings *settings = &plan->request.settings;
    size_t n_folds = folds_of(settings, n);
    /* All runs, each a fold of its own: every draw is the same. */
    bool one = n == plan->study->arms[arm_index].n_runs && n_folds == n;
    size_t n_draws =
        plan_wants(plan, SECTION_COVERAGE) ? request_diagnostic_draws(settings) : settings->draws;
    size_t lane = add_lane(plan, (struct lane){.arm = arm_index,
                                               .analysis = ANALYSIS_DRAWS,
                                               .n_runs = n,
                                               .n_folds = n_folds,
                                               .n_wanted = one ? 1 : n_draws});
    add_cell(plan, lane, (struct adjuster){ADJUSTER_RAW, 0});
    add_adjusters(plan, lane);
    return lane;
}

static size_t null_lane(struct plan *plan, size_t arm_index)
{
    const struct analysis_settings *settings = &plan->request.settings;
    size_t half = plan->study->arms[arm_index].n_runs / 2;
    if (!plan_wants(plan, SECTION_NULL) || half < 2)
        return PLAN_NONE;
    size_t lane = add_lane(plan, (struct lane){.arm = arm_index,
                                               .analysis = ANALYSIS_NULL,
                                               .n_runs = half,
                                               .n_folds = folds_of(settings, half),
                                               .n_wanted = request_diagnostic_draws(settings)});
    add_cell(plan, lane, (struct adjuster){ADJUSTER_RAW, 0});
    add_adjusters(plan, lane);
    return lane;
}

static size_t twophase_lane(struct plan *plan, size_t arm_index)
{
    const struct analysis_settings *settings = &plan->request.settings;
    const struct arm *arm = &plan->study->arms[arm_index];
    if (!wants_adjusters(plan) || !arm->unfinished.random || !arm->unfinished.n ||
        twophase_guard(arm, NULL) != ESTIMATE_OK)
        return PLAN_NONE;
    bool given = uses_given_folds(settings, arm);
    size_t n_folds = given ? arm->n_folds : folds_of(settings, arm->n_runs);
    bool one = given || n_folds == arm->n_runs;
    size_t n_splits = twophase_splits(arm->n_runs);
    if (settings->splits < n_splits)
        n_splits = settings->splits;
    size_t lane = add_lane(plan, (struct lane){.arm = arm_index,
                                               .analysis = ANALYSIS_TWOPHASE,
                                               .n_runs = arm->n_runs,
                                               .n_folds = n_folds,
                                               .given_folds = given,
                                               .n_wanted = one ? 1 : n_splits});
    add_adjusters(plan, lane);
    add_declared(plan, lane);
    return lane;
}

/* Lanes in the order in which a person wants to see them. */
static void add_lanes(struct plan *plan)
{
    const struct request *request = &plan->request;
    for (size_t i = 0; i < request->n_arms; i++)
        plan->splits_lane[i] = splits_lane(plan, request->arms[i]);
    for (size_t i = 0; i < request->n_arms; i++)
        plan->twophase_lane[i] = twophase_lane(plan, request->arms[i]);
    bool draws = plan_wants(plan, SECTION_BUDGET) || plan_wants(plan, SECTION_COVERAGE);
    for (size_t i = 0; i < request->n_arms; i++) {
        const struct arm *arm = &plan->study->arms[request->arms[i]];
        plan->n_budgets[i] = request_budgets(&request->settings, arm->n_runs, plan->budgets[i]);
        for (size_t b = 0; b < REQUEST_BUDGETS_MAX; b++)
            plan->draws_lane[i * REQUEST_BUDGETS_MAX + b] =
                draws && b < plan->n_budgets[i]
                    ? draws_lane(plan, request->arms[i], plan->budgets[i][b])
                    : PLAN_NONE;
    }
    for (size_t i = 0; i < request->n_arms; i++)
        plan->null_lane[i] = null_lane(plan, request->arms[i]);
}

struct plan *plan_new(const struct study *study, const struct request *request,
                      const struct exploratory_history *history)
{
    struct plan *plan = mem_zeroed(1, sizeof *plan);
    plan->study = study;
    request_copy(&plan->request, request);
    if (history)
        plan->history = *history;
    plan->splits_lane = mem_array(request->n_arms, sizeof *plan->splits_lane);
    plan->null_lane = mem_array(request->n_arms, sizeof *plan->null_lane);
    plan->twophase_lane = mem_array(request->n_arms, sizeof *plan->twophase_lane);
    plan->draws_lane = mem_array(request->n_arms * REQUEST_BUDGETS_MAX, sizeof *plan->draws_lane);
    plan->n_budgets = mem_array(request->n_arms, sizeof *plan->n_budgets);
    plan->budgets = mem_array(request->n_arms, sizeof *plan->budgets);
    add_lanes(plan);
    return plan;
}

void plan_free(struct plan *plan)
{
    if (!plan)
        return;
    request_done(&plan->request);
    free(plan->lanes);
    free(plan->cells);
    free(plan->splits_lane);
    free(plan->null_lane);
    free(plan->twophase_lane);
    free(plan->draws_lane);
    free(plan->n_budgets);
    free(plan->budgets);
    free(plan);
}

size_t plan_raw_cell(const struct lane *lane)
{
    return lane->first_cell;
}

size_t plan_adjuster_cell(const struct lane *lane, size_t a)
{
    bool after_raw = lane->analysis == ANALYSIS_DRAWS || lane->analysis == ANALYSIS_NULL;
    return lane->first_cell + after_raw + a;
}

size_t plan_family_cell(const struct plan *plan, const struct lane *lane, size_t family)
{
    for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++)
        if (plan->cells[c].is_family && plan->cells[c].families == UINT64_C(1) << family)
            return c;
    return PLAN_NONE;
}
