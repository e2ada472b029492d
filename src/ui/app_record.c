/* Register and ledger on the screen: what is noted of what is shown, and what was recorded before. */
#include "ui/app_state.h"

#include "record/facts.h"
#include "record/ledger.h"

#include <string.h>

void app_take_record(struct app *app)
{
    struct diags diags;
    struct strbuf sentence;
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

void app_record_look(struct app *app)
{
    if (app->options.ledger)
        ledger_note_candidates(app->options.ledger, app->study, &app->request);
}
