#include "command/commands.h"

#include "base/diag.h"
#include "base/mem.h"
#include "jobs/jobs.h"
#include "jobs/part.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/ranks.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>

static enum exit_status print_snapshot(const struct options *options,
                                       const struct snapshot *snapshot,
                                       const struct record_facts *facts)
{
    const struct report_format *format =
        report_format_find(options->format ? options->format : "text");
    if (snapshot->failure)
        diag_say(NULL, "%s", snapshot->failure);
    struct strbuf text;
    strbuf_init(&text);
    format->write(snapshot, facts, &text);
    enum exit_status status = output_write(options->output, text.text, text.length);
    strbuf_done(&text);
    return snapshot->failure ? EXIT_INTERNAL : status;
}

/* One line a failing row on standard error. */
static enum exit_status judge(const struct options *options, const struct snapshot *snapshot)
{
    struct strbuf failing;
    strbuf_init(&failing);
    enum exit_status status = EXIT_DONE;
    for (size_t i = 0; i < options->n_conditions; i++) {
        const struct condition *condition = &options->conditions[i];
        size_t n_rows;
        if (condition_judge(condition, snapshot, &failing, &n_rows))
            status = status == EXIT_DONE ? EXIT_CONDITION : status;
        if (!n_rows) {
            strbuf_printf(&failing, "%s: the report has no such figure\n", condition->text);
            status = EXIT_DATA;
        }
    }
    fputs(failing.text, stderr);
    strbuf_done(&failing);
    return status;
}

enum exit_status command_deliver(const struct options *options, const struct snapshot *snapshot,
                                 const struct record_facts *facts)
{
    enum exit_status status = print_snapshot(options, snapshot, facts);
    return status == EXIT_DONE ? judge(options, snapshot) : status;
}

static enum exit_status compute(const struct options *options, struct study *study,
                                const struct request *request)
{
    struct progress progress;
    command_note_looks(study, request, NULL);
    struct record_facts *facts = command_record(study);
    struct exploratory_history history = record_history(facts);
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, &history, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    enum exit_status status = command_deliver(options, snapshot, facts);
    snapshot_unref(snapshot);
    record_facts_free(facts);
    return status;
}

/* The sections that conditions need are computed, unless --only leaves them out. */
static bool add_sections(const struct options *options, struct request *request)
{
    bool ok = true;
    /* The runs that were left out belong into every report that was not told otherwise. */
    if (!options->sections)
        request->sections |= 1u << SECTION_VARIABILITY;
    for (size_t i = 0; i < options->n_conditions; i++) {
        const struct condition *condition = &options->conditions[i];
        if (!options->sections)
            request->sections |= condition->sections;
        if (request->sections & condition->sections)
            continue;
        diag_say(NULL, "--fail-if: %s is of a section that --only leaves out", condition->text);
        ok = false;
    }
    return ok;
}

/* Share `index` (from 1) of the work as a part. */
static bool compute_share(const struct options *options, struct study *study,
                          const struct request *request, size_t index, size_t count,
                          struct strbuf *part)
{
    struct progress progress;
    struct diags diags;
    diags_init(&diags);
    progress_init(&progress, "replicates");
    bool fine = jobs_shard(study, request, options->n_threads, index, count, progress_show,
                           &progress, part, &diags);
    progress_done(&progress);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return fine;
}

/* A part for command_merge. */
static enum exit_status compute_part(const struct options *options, struct study *study,
                                     const struct request *request)
{
    struct strbuf part;
    enum exit_status status = EXIT_INTERNAL;
    strbuf_init(&part);
    if (compute_share(options, study, request, options->shard, options->n_shards, &part))
        status = output_write(options->output, part.text, part.length);
    strbuf_done(&part);
    return status;
}

static enum exit_status deliver_parts(const struct options *options, struct study *study,
                                      const struct request *request, const struct strbuf *texts,
                                      size_t n_parts)
{
    struct part_bytes *parts = mem_array(n_parts, sizeof *parts);
    command_note_looks(study, request, NULL);
    struct record_facts *facts = command_record(study);
    struct exploratory_history history = record_history(facts);
    struct diags diags;
    diags_init(&diags);
    for (size_t i = 0; i < n_parts; i++)
        parts[i] = (struct part_bytes){"a rank's part", texts[i].text, texts[i].length};
    struct snapshot *snapshot = jobs_merge_bytes(study, &history, parts, n_parts, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    enum exit_status status = snapshot ? command_deliver(options, snapshot, facts) : EXIT_INTERNAL;
    snapshot_unref(snapshot);
    record_facts_free(facts);
    free(parts);
    return status;
}

/* This rank's share; rank 0 goes on with everybody's. */
static enum exit_status compute_with_ranks(const struct options *options, struct study *study,
                                           const struct request *request)
{
    size_t n_ranks = ranks_count();
    struct strbuf own, *parts = mem_array(n_ranks, sizeof *parts);
    enum exit_status status = EXIT_INTERNAL;
    strbuf_init(&own);
    for (size_t i = 0; i < n_ranks; i++)
        strbuf_init(&parts[i]);
    if (compute_share(options, study, request, ranks_own() + 1, n_ranks, &own)) {
        ranks_gather(&own, parts);
        status =
            ranks_own() == 0 ? deliver_parts(options, study, request, parts, n_ranks) : EXIT_DONE;
    }
    for (size_t i = 0; i < n_ranks; i++)
        strbuf_done(&parts[i]);
    strbuf_done(&own);
    free(parts);
    return status;
}

enum exit_status command_report(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_USAGE;
    bool chosen = command_request(options, study, &request) && add_sections(options, &request);
    if (chosen && !command_pairs_fit(study, &request))
        status = EXIT_DATA;
    else if (chosen)
        status = options->n_shards   ? compute_part(options, study, &request)
                 : ranks_count() > 1 ? compute_with_ranks(options, study, &request)
                                     : compute(options, study, &request);
    request_done(&request);
    study_unref(study);
    return status;
}
