/* Registration and ledger, where the maker of the report looked them up. */
#include "report/sections.h"

#include "base/strbuf.h"
#include "record/facts.h"

static void add_registered(struct document *document, const struct record_facts *facts)
{
    struct strbuf text;
    strbuf_init(&text);
    record_add_sentence(facts, &text);
    if (*facts->register_head)
        strbuf_printf(&text, " (head %.16s)", facts->register_head);
    document_add_fact(document, "register", "%s", text.text);
    strbuf_done(&text);
}

static size_t total(const struct record_facts *facts, int what)
{
    size_t n = 0;
    for (size_t i = 0; i < facts->n_arms; i++)
        n += facts->arms[i].counts[what];
    return n;
}

static void add_ledger(struct document *document, const struct record_facts *facts)
{
    size_t n = 0;
    for (int w = 0; w < N_LEDGER; w++)
        n += total(facts, w);
    if (!facts->ledger_kept)
        document_add_fact(document, "ledger", "no ledger could be kept: %s%s",
                          facts->ledger_problem, n ? "; what is left of it is below" : "");
    else if (!facts->ledger_known)
        document_add_fact(document, "ledger",
                          "looks unknown on this machine: there is no ledger of this study here");
    else
        document_add_fact(document, "ledger", "%s (head %.16s)",
                          n ? "this study was looked at, see below" : "nothing was looked at",
                          facts->ledger_head);
}

/* What the command line or the screen set otherwise than the manifest, which is what is registered. */
static void add_settings(struct document *document, const struct snapshot *snapshot)
{
    const struct analysis_settings *used = &snapshot->request.settings;
    const struct analysis_settings *declared = &snapshot->study->analysis;
    const struct {
        const char *name;
        bool differs;
    } settings[] = {
        {"folds", used->folds != declared->folds}, {"splits", used->splits != declared->splits},
        {"draws", used->draws != declared->draws}, {"seed", used->seed != declared->seed},
        {"level", used->level != declared->level}, {"power", used->power != declared->power}};
    struct strbuf names;
    strbuf_init(&names);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i].differs)
            strbuf_printf(&names, "%s%s", names.length ? ", " : "", settings[i].name);
    if (names.length)
        document_add_fact(document, "otherwise", "%s: set for this report, not as declared",
                          names.text);
    strbuf_done(&names);
}

void section_record_head(struct document *document, const struct figures *figures)
{
    const struct record_facts *facts = figures->facts;
    if (!facts)
        return;
    add_registered(document, facts);
    if (facts->state == REGISTER_KEPT)
        add_settings(document, figures->snapshot);
    add_ledger(document, facts);
}

static void add_counts(struct document *document, const struct record_facts *facts)
{
    static const struct document_column columns[] = {{"arm", ALIGN_LEFT},
                                                     {"statistics\ntried", ALIGN_RIGHT},
                                                     {"adjusters\ncompared", ALIGN_RIGHT},
                                                     {"sets of\nfamilies", ALIGN_RIGHT},
                                                     {"looks at ranked\ncandidates", ALIGN_RIGHT}};
    struct document_table *table = document_add_table(document, 5, columns);
    for (size_t i = 0; i < facts->n_arms; i++) {
        document_row(table, false);
        document_cell(table, "%s", facts->arms[i].label);
        for (int w = 0; w < N_LEDGER; w++)
            document_cell(table, "%zu", facts->arms[i].counts[w]);
    }
}

/* Only where there is something to say. */
void section_record(struct document *document, const struct figures *figures)
{
    const struct record_facts *facts = figures->facts;
    size_t n = 0;
    for (int w = 0; facts && w < N_LEDGER; w++)
        n += total(facts, w);
    if (!n)
        return;
    document_add(document, BLOCK_HEADING, "Ledger: what the program was made to show");
    add_counts(document, facts);
    document_add(
        document, BLOCK_PARAGRAPH,
        "Register and ledger are local records: evidence of the order in which things were "
        "done, not proof.");
}
