/* A register of declarations, and a ledger of what was looked at: the same bytes as each of them. */
#include "fuzz.h"
#include "support.h"

#include "record/facts.h"
#include "record/place.h"
#include "record/register.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check_facts(const struct record_facts *facts, const struct diags *diags)
{
    struct strbuf sentence;
    strbuf_init(&sentence);
    record_add_sentence(facts, &sentence);
    if (!sentence.length || (facts->state == REGISTER_DAMAGED && !diags->n_errors))
        abort();
    if (facts->n_after > facts->n_runs || facts->n_altered > facts->n_runs)
        abort();
    record_history(facts);
    strbuf_done(&sentence);
}

static void try_facts(const struct study *study)
{
    struct diags diags;
    diags_init(&diags);
    struct record_facts *facts = record_facts_new(study, &diags);
    check_facts(facts, &diags);
    record_facts_free(facts);
    diags_done(&diags);
}

/* A register that is whole can be added to, and is whole afterwards. */
static void try_register(const struct study *study, const char *path)
{
    struct registrations all;
    struct diags diags;
    diags_init(&diags);
    bool fine = registrations_read(&all, path, &diags);
    registrations_done(&all);
    if (register_study(study, path, &diags) != fine)
        abort();
    if (fine && (!registrations_read(&all, path, &diags) || !all.n))
        abort();
    if (fine)
        registrations_done(&all);
    diags_done(&diags);
}

static void try_ledger(const struct study *study)
{
    struct ledger ledger;
    struct request request;
    request_init(&request, study);
    ledger_open(&ledger, study->path, NULL);
    bool kept = !ledger.problem;
    ledger_note_request(&ledger, study, &request);
    ledger_note_candidates(&ledger, study, request.arms, request.n_arms);
    ledger_done(&ledger);
    ledger_open(&ledger, study->path, NULL);
    if (kept != !ledger.problem || (kept && !ledger_first_look(&ledger)))
        abort();
    ledger_done(&ledger);
    request_done(&request);
}

static void put(const char *path, const uint8_t *bytes, size_t n_bytes)
{
    free(fuzz_file(path + strlen(fuzz_folder()) + 1, bytes, n_bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    const struct study *study = fuzz_study();
    char *own_register = register_path(study->path);
    char *own_ledger = place_study_file(study->path, "ledger.jsonl");
    place_make_folders(own_ledger);
    put(own_register, bytes, n_bytes);
    put(own_ledger, bytes, n_bytes);
    try_facts(study);
    try_register(study, own_register);
    try_ledger(study);
    free(own_register);
    free(own_ledger);
    return 0;
}
