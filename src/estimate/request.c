#include "estimate/request.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const section_names[N_SECTIONS] = {[SECTION_ARMS] = "arms",
                                                      [SECTION_PAIRS] = "pairs",
                                                      [SECTION_BUDGET] = "budget",
                                                      [SECTION_COVERAGE] = "coverage",
                                                      [SECTION_NULL] = "null",
                                                      [SECTION_FAMILIES] = "families",
                                                      [SECTION_VARIABILITY] = "variability",
                                                      [SECTION_SIGNAL] = "signal",
                                                      [SECTION_MORE] = "more"};

const char *section_name(enum section section)
{
    return section_names[section];
}

uint64_t request_all_families(const struct study *study)
{
    return study->n_families >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << study->n_families) - 1;
}

void request_init(struct request *request, const struct study *study)
{
    static const struct adjuster first[] = {
        {ADJUSTER_FIXED, 0}, {ADJUSTER_BEST, 0}, {ADJUSTER_PCA, 1}};
    *request = (struct request){.settings = study->analysis, .n_arms = study->n_arms};
    request->arms = mem_array(study->n_arms, sizeof *request->arms);
    for (size_t i = 0; i < study->n_arms; i++)
        request->arms[i] = i;
    request->families = request_all_families(study);
    request->n_adjusters = sizeof first / sizeof *first;
    memcpy(request->adjusters, first, sizeof first);
    request->sections = 1u << SECTION_ARMS | 1u << SECTION_PAIRS | 1u << SECTION_BUDGET;
}

void request_copy(struct request *to, const struct request *from)
{
    *to = *from;
    to->arms = mem_array(from->n_arms, sizeof *to->arms);
    if (from->n_arms)
        memcpy(to->arms, from->arms, from->n_arms * sizeof *to->arms);
    for (size_t i = 0; i < from->n_statistic; i++)
        to->statistic[i] = mem_strdup(from->statistic[i]);
}

void request_done(struct request *request)
{
    free(request->arms);
    for (size_t i = 0; i < request->n_statistic; i++)
        free(request->statistic[i]);
    *request = (struct request){0};
}

static bool is_share(double x)
{
    return x > 0 && x < 1;
}

/* 0 = not given. */
static bool is_amount(double x)
{
    return x >= 0 && isfinite(x);
}

static bool settings_are_sound(const struct analysis_settings *settings)
{
    bool sound = (settings->folds == FOLDS_LEAVE_ONE_OUT ||
                  (settings->folds >= 2 && settings->folds <= FOLDS_MAX)) &&
                 settings->splits >= 1 && settings->splits <= REPLICATES_MAX &&
                 settings->draws >= 1 && settings->draws <= REPLICATES_MAX &&
                 is_share(settings->level) && is_share(settings->power);
    for (size_t i = 0; i < settings->n_budgets; i++)
        sound = sound && settings->budgets[i] >= (i ? settings->budgets[i - 1] + 1 : 2) &&
                settings->budgets[i] <= BUDGET_MAX;
    return sound;
}

static bool adjusters_are_sound(const struct request *request)
{
    bool sound = true;
    for (size_t i = 0; i < request->n_adjusters; i++) {
        sound = sound && request->adjusters[i].kind != ADJUSTER_RAW;
        for (size_t j = 0; j < i; j++)
            sound = sound && !adjuster_equal(request->adjusters[i], request->adjusters[j]);
    }
    return sound;
}

bool request_is_sound(const struct request *request, const struct study *study)
{
    bool sound = settings_are_sound(&request->settings) && adjusters_are_sound(request) &&
                 is_amount(request->half_width) && is_amount(request->difference) &&
                 request->tuned_at <= TUNED_AT_MAX && !(request->sections >> N_SECTIONS) &&
                 !(request->families & ~request_all_families(study));
    for (size_t i = 0; i < request->n_arms; i++)
        sound = sound && request->arms[i] < study->n_arms &&
                (!i || request->arms[i] > request->arms[i - 1]);
    return sound;
}

size_t request_diagnostic_draws(const struct analysis_settings *settings)
{
    return settings->draws + settings->draws / 2 + settings->draws;
}

size_t request_budgets(const struct analysis_settings *settings, size_t n_runs,
                       size_t budgets[REQUEST_BUDGETS_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < settings->n_budgets; i++)
        if (settings->budgets[i] >= 2 && settings->budgets[i] < n_runs &&
            (n == 0 || settings->budgets[i] > budgets[n - 1]))
            budgets[n++] = settings->budgets[i];
    budgets[n++] = n_runs;
    return n;
}

size_t request_ungrouped_pairs(const struct request *request, const struct study *study)
{
    size_t n = 0;
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t j = i + 1; j < request->n_arms; j++) {
            const struct arm *a = &study->arms[request->arms[i]],
                             *b = &study->arms[request->arms[j]];
            n += !*a->group && arm_comparable(a, b);
        }
    return n;
}

const char *request_no_pairs(const struct request *request, const struct study *study)
{
    if (request_ungrouped_pairs(request, study) > REQUEST_UNGROUPED_PAIRS_MAX)
        return "so many arms without groups make too many pairs: name their groups in the "
               "manifest, or choose fewer arms";
    return "no two of these arms are of one group and have the same outcome, so there is nothing "
           "to compare";
}
