/* Register and ledger on the screen: what is noted of what is shown, and what was recorded before. */
#include "ui/app_state.h"

#include "base/mem.h"
#include "record/facts.h"
#include "record/ledger.h"

#include <stdlib.h>
#include <string.h>

void app_take_record(struct app *app)
{
    struct diags diags;
    struct strbuf sentence;
    app_note_looks(app);
    if (!app->options.ledger)
        return;
    diags_init(&diags);
    strbuf_init(&sentence);
    struct record_facts *facts = record_facts_new(app->study, &diags);
    struct exploratory_history recorded = record_history(facts);
    recorded.viewed_candidates |= app->history.viewed_candidates;
    app->history = recorded;
    if (facts->state != REGISTER_NONE) {
        record_add_sentence(facts, &sentence);
        app_notice(app, "This study: %s.", sentence.text);
    }
    strbuf_clear(&sentence);
    if (facts->state == REGISTER_KEPT)
        strbuf_printf(&sentence, "registered %.10s", facts->time);
    app_set_text(&app->remarks.registered, sentence.length ? sentence.text : NULL);
    record_facts_free(facts);
    strbuf_done(&sentence);
    diags_done(&diags);
}

void app_record_request(struct app *app)
{
    if (app->options.ledger)
        ledger_note_request(app->options.ledger, app->study, &app->request);
}

/* ---- looks at candidates ranked by outcome ---- */

static bool has_posthoc(const struct request *request)
{
    bool found = false;
    for (size_t i = 0; i < request->n_adjusters; i++)
        found |= request->adjusters[i].kind == ADJUSTER_POSTHOC;
    return found;
}

static bool view_ranks(struct app *app)
{
    const struct view *view = view_get(app->view);
    struct view_context context = app_context(app);
    return view->marks_candidates || (view->ranks_candidates && view->ranks_candidates(&context));
}

static void note_look(struct app *app, enum look look, bool open)
{
    if (!open) {
        looks_forget(&app->looks, look);
        return;
    }
    size_t *arms = mem_array(app->request.n_arms + 1, sizeof *arms);
    size_t n = looks_note(&app->looks, look, &app->request, arms);
    if (n && app->options.ledger)
        ledger_note_candidates(app->options.ledger, app->study, arms, n);
    app->history.viewed_candidates |= n > 0;
    free(arms);
}

void app_note_looks(struct app *app)
{
    if (app->looked_view != app->view)
        note_look(app, LOOK_VIEW, false);
    app->looked_view = app->view;
    note_look(app, LOOK_VIEW, view_ranks(app));
    note_look(app, LOOK_POSTHOC, has_posthoc(&app->request));
}
