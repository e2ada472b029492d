/* verify: recomputes the report from the settings that stand in it, and compares. */
#include "command/commands.h"

#include "base/diag.h"
#include "base/file.h"
#include "base/num.h"
#include "base/text.h"
#include "jobs/jobs.h"
#include "command/output.h"
#include "command/progress.h"
#include "record/facts.h"
#include "report/report.h"
#include "report/verify.h"
#include "command/verify_settings.h"

#include <stdio.h>
#include <string.h>

/* A report may ask for any number of replicates; more than these are no check, but a way to keep a
 * machine busy. */
enum { REPORT_BYTES_MAX = 512 << 20, DIFFERENCES_SHOWN = 40, REPLICATES_ASKED_MAX = 10000000 };

static enum exit_status say(const char *study, const struct leaves *leaves,
                            const struct leaves *computed)
{
    struct strbuf out;
    size_t n_compared;
    strbuf_init(&out);
    size_t n_different = leaves_compare(leaves, computed, DIFFERENCES_SHOWN, &out, &n_compared);
    char different[NUM_TEXT_MAX], compared[NUM_TEXT_MAX];
    num_write_grouped(different, n_different);
    num_write_grouped(compared, n_compared);
    strbuf_puts(&out, "compared with ");
    text_add_visible(&out, study);
    strbuf_add_char(&out, '\n');
    if (n_different)
        strbuf_printf(&out, "%s of %s entries differ\n", different, compared);
    else
        strbuf_printf(&out, "all %s entries agree\n", compared);
    enum exit_status status = output_write(NULL, out.text, out.length);
    strbuf_done(&out);
    return status != EXIT_DONE ? status : n_different ? EXIT_DATA : EXIT_DONE;
}

/* The register and ledger as they were when the report was made. */
static struct record_facts *find_record(const struct leaves *leaves, const struct study *study)
{
    static const char *const paths[] = {"record.register_head", "record.ledger_head"};
    const char *heads[2];
    for (size_t i = 0; i < 2; i++) {
        const struct leaf *leaf = leaves_find(leaves, paths[i]);
        heads[i] = leaf && leaf->kind == LEAF_TEXT ? leaf->text : "";
    }
    struct diags diags;
    diags_init(&diags);
    struct record_facts *facts = record_facts_at(study, heads[0], heads[1], &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return facts;
}

/* What came after the report was made does not make it untrue, but whoever reads it should know. */
static void say_grown(const struct record_facts *now, const struct record_facts *then)
{
    if (strcmp(now->register_head, then->register_head) != 0)
        puts("since this report the study was registered again");
    if (strcmp(now->ledger_head, then->ledger_head) != 0)
        puts(now->first_look && !then->first_look
                 ? "since this report candidates were ranked by outcome: made now, it would say so"
                 : "since this report the ledger has grown");
}

static enum exit_status compare(const struct leaves *leaves, const struct snapshot *snapshot,
                                const struct record_facts *facts)
{
    struct strbuf text, problem;
    struct leaves computed;
    strbuf_init(&text);
    strbuf_init(&problem);
    report_format_find("json")->write(snapshot, facts, &text);
    leaves_read(&computed, text.text, text.length, &problem);
    enum exit_status status = say(snapshot->study->path, leaves, &computed);
    leaves_done(&computed);
    strbuf_done(&problem);
    strbuf_done(&text);
    return status;
}

static enum exit_status recompute(const struct options *options, const struct leaves *leaves,
                                  struct study *study, const struct request *request)
{
    struct record_facts *facts = find_record(leaves, study);
    struct exploratory_history history = record_history(facts);
    struct progress progress;
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, &history, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    /* All is read before anything is said: where memory ends on the way, nothing is. */
    struct diags diags;
    diags_init(&diags);
    struct record_facts *now = record_facts_new(study, &diags);
    enum exit_status status = EXIT_INTERNAL;
    if (snapshot->failure)
        diag_say(NULL, "%s", snapshot->failure);
    else
        status = compare(leaves, snapshot, facts);
    say_grown(now, facts);
    record_facts_free(now);
    diags_done(&diags);
    snapshot_unref(snapshot);
    record_facts_free(facts);
    return status;
}

static bool is_within_bounds(const struct options *options, const struct request *request)
{
    const struct analysis_settings *settings = &request->settings;
    double replicates =
        (double)request->n_arms *
        ((double)settings->splits + (double)settings->draws * (double)(settings->n_budgets + 1));
    if (replicates <= REPLICATES_ASKED_MAX)
        return true;
    char most[NUM_TEXT_MAX];
    num_write_grouped(most, REPLICATES_ASKED_MAX);
    diag_say(options->operands[0],
             "asks for more than %s splits and draws of all arms; that is not recomputed", most);
    return false;
}

static enum exit_status verify_study(const struct options *options, const struct leaves *leaves,
                                     const struct options *asked)
{
    struct study *study = command_load(options->operands[1], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_DATA;
    if (command_request(asked, study, &request)) {
        verify_take_goals(leaves, &request);
        if (is_within_bounds(options, &request))
            status = recompute(options, leaves, study, &request);
    }
    request_done(&request);
    study_unref(study);
    return status;
}

static enum exit_status verify_leaves(const struct options *options, const struct leaves *leaves)
{
    struct verify_settings settings;
    struct diags diags;
    diags_init(&diags);
    enum exit_status status = EXIT_DATA;
    if (verify_settings_read(&settings, leaves, &diags)) {
        status = verify_study(options, leaves, &settings.options);
    } else {
        diag_say(options->operands[0], "its settings are none of a report:");
        diags_print(&diags, stderr);
    }
    verify_settings_done(&settings);
    diags_done(&diags);
    return status;
}

enum exit_status command_verify(const struct options *options)
{
    struct file_bytes bytes;
    struct diags diags;
    diags_init(&diags);
    bool ok = file_read(options->operands[0], REPORT_BYTES_MAX, &bytes, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    if (!ok)
        return EXIT_DATA;
    struct leaves leaves;
    struct strbuf problem;
    strbuf_init(&problem);
    enum exit_status status = EXIT_DATA;
    bool read = leaves_read(&leaves, bytes.bytes, bytes.n_bytes, &problem);
    if (read && !leaves_find(&leaves, "settings.splits")) {
        strbuf_puts(&problem, "no JSON report of logvar");
        read = false;
    }
    if (read)
        status = verify_leaves(options, &leaves);
    else
        diag_say(options->operands[0], "%s", problem.text);
    leaves_done(&leaves);
    strbuf_done(&problem);
    file_bytes_done(&bytes);
    return status;
}
