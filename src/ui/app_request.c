/* From what is ticked to what is asked for. */
#include "ui/app_state.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct adjuster usual_offer[] = {
    {ADJUSTER_FIXED, 0},       {ADJUSTER_BEST, 0},       {ADJUSTER_PCA, 1},
    {ADJUSTER_PCA, 2},         {ADJUSTER_PCA, 3},        {ADJUSTER_POSTHOC, 0},
    {ADJUSTER_BEST_SHRUNK, 0}, {ADJUSTER_PCA_SHRUNK, 1}, {ADJUSTER_RIDGE, 0}};

static size_t offer(struct app *app, struct adjuster adjuster)
{
    for (size_t i = 0; i < app->n_offered; i++)
        if (adjuster_equal(app->offered[i], adjuster))
            return i;
    if (app->n_offered == OFFERED_MAX)
        return OFFERED_MAX - 1;
    app->offered[app->n_offered] = adjuster;
    return app->n_offered++;
}

static void tick_adjusters(struct app *app, const struct request *request)
{
    memset(app->offered_on, 0, sizeof app->offered_on);
    for (size_t i = 0; i < request->n_adjusters; i++)
        app->offered_on[offer(app, request->adjusters[i])] = true;
}

static void choose_statistic(struct app *app, size_t n, char *const *names)
{
    char *made[REQUEST_STATISTIC_MAX];
    for (size_t i = 0; i < n; i++)
        made[i] = mem_strdup(names[i]);
    for (size_t i = 0; i < app->n_statistic; i++)
        free(app->statistic[i]);
    /* cppcheck-suppress uninitvar ; the first n are there */
    memcpy(app->statistic, made, n * sizeof *made);
    app->n_statistic = n;
}

void app_request_free(struct app *app)
{
    choose_statistic(app, 0, NULL);
    request_done(&app->request);
    free(app->arm_on);
    for (int i = 0; i < N_LOOKS; i++)
        free(app->shown[i]);
}

/* Puts ticks where a request has them (arms only if asked). */
static void tick(struct app *app, const struct request *request, bool arms)
{
    for (size_t i = 0; i < app->study->n_arms && arms; i++)
        app->arm_on[i] = false;
    for (size_t i = 0; i < request->n_arms && arms; i++)
        app->arm_on[request->arms[i]] = true;
    app->families_on = request->families;
    tick_adjusters(app, request);
    choose_statistic(app, request->n_statistic, request->statistic);
}

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
    app->arm_on = mem_zeroed(app->study->n_arms + 1, sizeof *app->arm_on);
    for (int i = 0; i < N_LOOKS; i++)
        app->shown[i] = mem_zeroed(app->study->n_arms + 1, sizeof *app->shown[i]);
    for (size_t i = 0; i < sizeof usual_offer / sizeof *usual_offer; i++)
        offer(app, usual_offer[i]);
    request_init(&app->request, app->study);
    if (app->options.preset) {
        request_done(&app->request);
        request_copy(&app->request, app->options.preset);
    }
    tick(app, &app->request, true);
    app->request.sections = wanted_sections(app);
    app->generation++;
}

static void build_request(const struct app *app, struct request *request)
{
    request_copy(request, &app->request);
    for (size_t i = 0; i < request->n_statistic; i++)
        free(request->statistic[i]);
    request->n_statistic = app->n_statistic;
    for (size_t i = 0; i < app->n_statistic; i++)
        request->statistic[i] = mem_strdup(app->statistic[i]);
    free(request->arms);
    request->arms = mem_array(app->study->n_arms + 1, sizeof *request->arms);
    request->n_arms = 0;
    for (size_t i = 0; i < app->study->n_arms; i++)
        if (app->arm_on[i])
            request->arms[request->n_arms++] = i;
    request->families = app->families_on;
    request->n_adjusters = 0;
    for (size_t i = 0; i < app->n_offered; i++)
        if (app->offered_on[i])
            request->adjusters[request->n_adjusters++] = app->offered[i];
    request->sections = wanted_sections(app);
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
    build_request(app, &made);
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
    tick(app, &declared, false);
    request_done(&declared);
    app_request_apply(app);
}

static void add_names(struct strbuf *out, size_t n, const char *const *names)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%s", i ? " + " : "", names[i]);
}

void app_add_statistic(const struct app *app, struct strbuf *out)
{
    struct strbuf one, other;
    if (app->n_statistic) {
        add_names(out, app->n_statistic, (const char *const *)app->statistic);
        return;
    }
    strbuf_init(&one);
    strbuf_init(&other);
    bool same = true;
    for (size_t i = 0; i < app->study->n_arms; i++) {
        const struct arm *arm = &app->study->arms[i];
        strbuf_clear(&other);
        add_names(&other, arm->n_statistic, arm->statistic);
        if (!i)
            strbuf_puts(&one, other.text);
        same = same && !strcmp(one.text, other.text);
    }
    strbuf_puts(out, !same ? "a declared statistic per arm" : one.length ? one.text : "none");
    strbuf_done(&one);
    strbuf_done(&other);
}

void app_set_statistic(struct app *app, const char *candidate)
{
    bool declared = true;
    for (size_t i = 0; i < app->study->n_arms && candidate; i++) {
        const struct arm *arm = &app->study->arms[i];
        declared = declared && arm->n_statistic == 1 && !strcmp(arm->statistic[0], candidate);
    }
    char *name = candidate && !declared ? mem_strdup(candidate) : NULL;
    choose_statistic(app, name != NULL, &name);
    free(name);
    app_request_apply(app);
}
