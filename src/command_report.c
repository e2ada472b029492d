#include "commands.h"

#include "jobs/jobs.h"
#include "output.h"
#include "progress.h"
#include "report/report.h"

#include <stdio.h>

static enum exit_status print_snapshot(const struct options *options,
                                       const struct snapshot *snapshot)
{
    const struct report_format *format =
        report_format_find(options->format ? options->format : "text");
    if (snapshot->failure)
        fprintf(stderr, "logvar: error: %s\n", snapshot->failure);
    struct strbuf text;
    strbuf_init(&text);
    format->write(snapshot, &text);
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

enum exit_status command_deliver(const struct options *options, const struct snapshot *snapshot)
{
    enum exit_status status = print_snapshot(options, snapshot);
    return status == EXIT_DONE ? judge(options, snapshot) : status;
}

static enum exit_status compute(const struct options *options, struct study *study,
                                const struct request *request)
{
    struct progress progress;
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, NULL, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    enum exit_status status = command_deliver(options, snapshot);
    snapshot_unref(snapshot);
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
        fprintf(stderr, "logvar: error: --fail-if: %s is of a section that --only leaves out\n",
                condition->text);
        ok = false;
    }
    return ok;
}

/* One share of the work, as a part for command_merge. */
static enum exit_status compute_part(const struct options *options, struct study *study,
                                     const struct request *request)
{
    struct progress progress;
    struct strbuf part;
    struct diags diags;
    strbuf_init(&part);
    diags_init(&diags);
    progress_init(&progress, "replicates");
    bool fine = jobs_shard(study, request, options->n_threads, options->shard, options->n_shards,
                           progress_show, &progress, &part, &diags);
    progress_done(&progress);
    diags_print(&diags, stderr);
    enum exit_status status =
        fine ? output_write(options->output, part.text, part.length) : EXIT_INTERNAL;
    diags_done(&diags);
    strbuf_done(&part);
    return status;
}

enum exit_status command_report(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_USAGE;
    if (command_request(options, study, &request) && add_sections(options, &request))
        status = options->n_shards ? compute_part(options, study, &request)
                                   : compute(options, study, &request);
    request_done(&request);
    study_unref(study);
    return status;
}
