/* From what is ticked to what is asked for. */
#include "ui/app_state.h"

#include <string.h>

static unsigned wanted_sections(const struct app *app)
{
    const struct view *view = view_get(app->view);
    unsigned sections = view ? view->sections : 0;
    if (view && view->more_sections)
        sections |= view->more_sections(app->slots[app->view].state);
    return sections | 1u << SECTION_ARMS;
}

void app_request_init(struct app *app)
{
    looks_init(&app->looks, app->study->n_arms);
    request_init(&app->request, app->study);
    if (app->options.preset) {
        request_done(&app->request);
        request_copy(&app->request, app->options.preset);
    }
    ticks_init(&app->ticks, app->study, &app->request);
    app->request.sections = wanted_sections(app);
    app->generation++;
}

void app_request_free(struct app *app)
{
    ticks_done(&app->ticks);
    looks_done(&app->looks);
    request_done(&app->request);
}

static bool same_statistic(const struct request *a, const struct request *b)
{
    if (a->n_statistic != b->n_statistic)
        return false;
    for (size_t i = 0; i < a->n_statistic; i++)
        if (strcmp(a->statistic[i], b->statistic[i]) != 0)
            return false;
    return true;
}

bool app_same_settings(const struct analysis_settings *a, const struct analysis_settings *b)
{
    return a->folds == b->folds && a->splits == b->splits && a->draws == b->draws &&
           a->level == b->level && a->power == b->power && a->seed == b->seed &&
           a->n_budgets == b->n_budgets &&
           !memcmp(a->budgets, b->budgets, a->n_budgets * sizeof *a->budgets);
}

/* Sections aside: a snapshot with fewer of them is right as far as it goes. */
static bool same_request(const struct request *a, const struct request *b)
{
    if (a->n_arms != b->n_arms || a->n_adjusters != b->n_adjusters || a->families != b->families ||
        !app_same_settings(&a->settings, &b->settings) || !same_statistic(a, b))
        return false;
    for (size_t i = 0; i < a->n_adjusters; i++)
        if (!adjuster_equal(a->adjusters[i], b->adjusters[i]))
            return false;
    return !a->n_arms || !memcmp(a->arms, b->arms, a->n_arms * sizeof *a->arms);
}

bool app_snapshot_answers(const struct app *app, const struct snapshot *snapshot)
{
    return snapshot->study == app->study && same_request(&snapshot->request, &app->request);
}

/* The focus stays what it was if that is still asked for, else the nearest. */
static void mend_focus(struct app *app, struct adjuster former, bool had_adjuster)
{
    const struct request *request = &app->request;
    size_t arm = request->n_arms ? request->arms[0] : 0;
    for (size_t i = 0; i < request->n_arms; i++)
        if (request->arms[i] <= app->focus.arm)
            arm = request->arms[i];
    app->focus.arm = arm;
    size_t place = 0;
    for (size_t i = 0; i < request->n_adjusters && had_adjuster; i++)
        if (adjuster_equal(request->adjusters[i], former))
            place = i;
    app->focus.adjuster = place;
}

void app_request_apply(struct app *app)
{
    struct request made;
    request_copy(&made, &app->request);
    ticks_put(&app->ticks, &made);
    made.sections = wanted_sections(app);
    bool same = same_request(&made, &app->request);
    if (same && made.sections == app->request.sections) {
        request_done(&made);
        return;
    }
    bool had_adjuster = app->focus.adjuster < app->request.n_adjusters;
    struct adjuster former = {ADJUSTER_RAW, 0};
    if (had_adjuster)
        former = app->request.adjusters[app->focus.adjuster];
    request_done(&app->request);
    app->request = made;
    app->generation++;
    mend_focus(app, former, had_adjuster);
    if (!same) {
        snapshot_unref(app->snapshot);
        app->snapshot = NULL;
    }
}

void app_request_reset(struct app *app)
{
    struct request declared;
    request_init(&declared, app->study);
    ticks_follow(&app->ticks, &declared);
    request_done(&declared);
    app_request_apply(app);
}

void app_set_statistic(struct app *app, const char *candidate)
{
    ticks_set_statistic(&app->ticks, candidate);
    app_request_apply(app);
}
