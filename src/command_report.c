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

static enum exit_status compute(const struct options *options, struct study *study,
                                const struct request *request)
{
    struct progress progress;
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, NULL, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    enum exit_status status = print_snapshot(options, snapshot);
    snapshot_unref(snapshot);
    return status;
}

enum exit_status command_report(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_USAGE;
    if (command_request(options, study, &request)) {
        /* The runs that were left out belong into every report that was not told otherwise. */
        if (!options->sections)
            request.sections |= 1u << SECTION_VARIABILITY;
        status = compute(options, study, &request);
    }
    request_done(&request);
    study_unref(study);
    return status;
}
