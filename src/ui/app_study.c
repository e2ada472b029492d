/* Another reading of the same study takes its place under the reader's eyes. */
#include "ui/app_state.h"
#include "ui/remember.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static size_t find_arm(const struct study *study, const char *label)
{
    for (size_t i = 0; i < study->n_arms; i++)
        if (!strcmp(study->arms[i].label, label))
            return i;
    return study->n_arms;
}

/* The new study's own copy of a name; NULL if it has no such candidate. */
static const char *find_candidate(const struct study *study, const char *name)
{
    for (size_t i = 0; name && i < study->n_arms; i++) {
        size_t found = arm_find_candidate(&study->arms[i], name);
        if (found != ARM_NO_CANDIDATE)
            return study->arms[i].candidates[found].name;
    }
    return NULL;
}

/* Views keep what they worked out of the former study. */
static void renew_views(struct app *app)
{
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct view *view = view_get((enum view_id)i);
        if (!view || !view->state_new)
            continue;
        if (view->state_free)
            view->state_free(app->slots[i].state);
        app->slots[i].state = view->state_new();
    }
}

static void move_focus(struct app *app, const struct study *former)
{
    size_t n = former->n_arms;
    const char *label = app->focus.arm < n ? former->arms[app->focus.arm].label : "";
    size_t arm = find_arm(app->study, label);
    app->focus.arm = arm < app->study->n_arms ? arm : 0;
    app->focus.candidate = find_candidate(app->study, app->focus.candidate);
}

void app_replace_study(struct app *app, struct study *study)
{
    struct study *former = app->study;
    struct analysis_settings settings = app->request.settings;
    bool own_settings = !app_same_settings(&settings, &former->analysis);
    struct strbuf memory;
    strbuf_init(&memory);
    remember_write(app, &memory);
    chooser_close(&app->chooser);
    app_request_free(app);
    snapshot_unref(app->snapshot);
    app->snapshot = NULL;
    app->study = study_ref(study);
    renew_views(app);
    move_focus(app, former);
    app_request_init(app);
    if (own_settings)
        app->request.settings = settings;
    remember_read(app, memory.text);
    app_request_apply(app);
    app->generation++;
    app_take_record(app);
    strbuf_done(&memory);
    study_unref(former);
}
