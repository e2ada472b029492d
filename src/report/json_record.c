/* The record's part of a JSON report; with its heads verify finds both files as they were. */
#include "report/json_report.h"

#include "record/facts.h"

static const char *state_key(enum register_state state)
{
    static const char *const keys[] = {
        [REGISTER_NONE] = "none", [REGISTER_KEPT] = "kept", [REGISTER_DAMAGED] = "damaged"};
    return keys[state];
}

static void write_register(struct jsonout *json, const struct record_facts *facts)
{
    struct exploratory_history history = record_history(facts);
    struct strbuf sentence;
    strbuf_init(&sentence);
    record_add_sentence(facts, &sentence);
    jsonout_string(json, "register", state_key(facts->state));
    jsonout_string(json, "sentence", sentence.text);
    jsonout_string(json, "registered", facts->time);
    jsonout_bool(json, "registered_first", history.registered_first);
    jsonout_count(json, "registrations", facts->n_registrations);
    jsonout_count(json, "runs", facts->n_runs);
    jsonout_count(json, "runs_after", facts->n_after);
    jsonout_count(json, "runs_left_out_since", facts->n_gone);
    jsonout_count(json, "outcomes_changed_since", facts->n_altered);
    jsonout_string(json, "changed_since", facts->changes);
    jsonout_string(json, "register_head", facts->register_head);
    strbuf_done(&sentence);
}

void json_record_write(struct jsonout *json, const struct record_facts *facts)
{
    jsonout_begin_object(json, "record");
    write_register(json, facts);
    jsonout_string(json, "ledger_head", facts->ledger_head);
    jsonout_bool(json, "ledger_known", facts->ledger_known);
    jsonout_bool(json, "ledger_kept", facts->ledger_kept);
    jsonout_string(json, "ledger_problem", facts->ledger_problem);
    jsonout_string(json, "first_look_at_candidates", facts->first_look);
    jsonout_begin_array(json, "arms");
    for (size_t i = 0; i < facts->n_arms; i++) {
        jsonout_begin_line_object(json, NULL);
        jsonout_string(json, "arm", facts->arms[i].label);
        jsonout_count(json, "runs_after", facts->arms[i].n_after);
        for (int w = 0; w < N_LEDGER; w++)
            jsonout_count(json, ledger_key((enum ledger_what)w), facts->arms[i].counts[w]);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
    jsonout_end_object(json);
}
