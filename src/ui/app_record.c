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
    app_set_text(&app->registered, sentence.length ? sentence.text : NULL);
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

/* A look is an arm whose candidates, or whose candidates of another family, come before somebody's
 * eyes; what was shown since it was opened is not counted again, whatever is sorted or searched. */
static void note_look(struct app *app, enum look look, bool open)
{
    const struct request *request = &app->request;
    size_t *arms = mem_array(request->n_arms + 1, sizeof *arms), n = 0;
    uint64_t *shown = app->shown[look];
    for (size_t i = 0; !open && i < app->study->n_arms; i++)
        shown[i] = 0;
    for (size_t i = 0; open && i < request->n_arms; i++) {
        if (request->families & ~shown[request->arms[i]])
            arms[n++] = request->arms[i];
        shown[request->arms[i]] |= request->families;
    }
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
