#include "command/commands.h"

#include "command/choices.h"
#include "command/progress.h"

#include <stdio.h>
#include <sys/stat.h>

static enum exit_status (*const runners[N_COMMANDS])(const struct options *) = {
    [COMMAND_EXPLORE] = command_explore,
    [COMMAND_REPORT] = command_report,
    [COMMAND_PLOT] = command_plot,
    [COMMAND_CHECK] = command_check,
    [COMMAND_CANDIDATES] = command_candidates,
    [COMMAND_INIT] = command_init,
    [COMMAND_MERGE] = command_merge,
    [COMMAND_VERIFY] = command_verify,
    [COMMAND_SIMULATE] = command_simulate,
    [COMMAND_REGISTER] = command_register,
    [COMMAND_LEDGER] = command_ledger,
    [COMMAND_PLAN] = command_plan,
};

enum exit_status command_run(const struct options *options)
{
    return runners[options->command](options);
}

/* The explorer shows curves; what a part or a report asks for is known only once it is read. */
static bool wants_traces(const struct options *options)
{
    return options->command == COMMAND_EXPLORE || options->command == COMMAND_MERGE ||
           options->command == COMMAND_VERIFY || options->command == COMMAND_PLAN ||
           options->sections >> SECTION_SIGNAL & 1;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

struct study *command_load(const char *path, const struct options *options,
                           enum diag_severity least)
{
    if (options->output && is_same_file(path, options->output)) {
        diag_say(options->output, "is the study's manifest; give -o another file");
        return NULL;
    }
    struct progress progress;
    struct diags diags;
    progress_init(&progress, "reading logs");
    diags_init(&diags);
    struct study_load_options load = {.n_threads = options->n_threads,
                                      .progress = progress_show,
                                      .user = &progress,
                                      .traces = wants_traces(options)};
    struct study *study = study_load(path, &load, &diags);
    progress_done(&progress);
    diags_print_from(&diags, least, stderr);
    diags_done(&diags);
    return study;
}

bool command_request(const struct options *options, const struct study *study,
                     struct request *request)
{
    struct diags diags;
    diags_init(&diags);
    bool ok = choices_request(options, study, request, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return ok;
}

bool command_pairs_fit(const struct study *study, const struct request *request)
{
    size_t n = request_ungrouped_pairs(request, study);
    bool needs_pairs = request->sections & (1u << SECTION_PAIRS | 1u << SECTION_MORE);
    if (!needs_pairs || n <= REQUEST_UNGROUPED_PAIRS_MAX)
        return true;
    diag_say(study->path,
             "%zu arms without groups make %zu pairs, and more than %d are hardly meant: name the "
             "arms' groups in the manifest ({group} in discover, group: of an arm), choose arms "
             "with --arms, or leave pairs out with --only",
             request->n_arms, n, REQUEST_UNGROUPED_PAIRS_MAX);
    return false;
}

static void add_words(const struct request *request, struct strbuf *words)
{
    bool posthoc = false;
    for (size_t i = 0; i < request->n_adjusters; i++)
        posthoc |= request->adjusters[i].kind == ADJUSTER_POSTHOC;
    const struct {
        bool listed;
        const char *word;
    } ways[] = {{request->sections >> SECTION_FAMILIES & 1, "families"},
                {request->sections >> SECTION_SIGNAL & 1, "signal"},
                {posthoc, "posthoc"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].listed)
            strbuf_printf(words, "%s%s", words->length ? ", " : "", ways[i].word);
}

bool command_note_looks(const struct study *study, const struct request *request, const char *how)
{
    struct strbuf words;
    strbuf_init(&words);
    if (how)
        strbuf_puts(&words, how);
    else
        add_words(request, &words);
    bool listed = words.length > 0;
    if (listed) {
        struct ledger ledger;
        ledger_open(&ledger, study->path, NULL);
        ledger_note_listed(&ledger, study, request->arms, request->n_arms, words.text);
        ledger_done(&ledger);
    }
    strbuf_done(&words);
    return listed;
}

struct record_facts *command_record(const struct study *study)
{
    struct diags diags;
    diags_init(&diags);
    struct record_facts *facts = record_facts_new(study, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return facts;
}
