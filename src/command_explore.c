/* The explorer, and the reports that are written from inside it. */
#include "commands.h"

#include "bundled.h"
#include "choices.h"
#include "jobs/jobs.h"
#include "report/report.h"
#include "study/simulate.h"
#include "ui/ui.h"

#include <stdio.h>
#include <stdlib.h>

static bool name_formats(const char *format, struct strbuf *message)
{
    size_t n_formats;
    const struct report_format *formats = report_formats(&n_formats);
    strbuf_printf(message, "no report in the format .%s; there are", format);
    for (size_t i = 0; i < n_formats; i++)
        strbuf_printf(message, "%s %s", i ? "," : "", formats[i].suffix);
    return false;
}

/* The screen is not the place for errors of its files: the facts say that they are damaged. */
static struct record_facts *on_screen_record(const struct study *study)
{
    struct diags diags;
    diags_init(&diags);
    struct record_facts *facts = *study->path ? record_facts_new(study, &diags) : NULL;
    diags_done(&diags);
    return facts;
}

/* What is asked for on the screen, with what was looked at there. user: the number of threads. */
static bool write_report(void *user, struct study *study, const struct request *request,
                         const struct exploratory_history *history, const char *format,
                         jobs_progress *progress, void *progress_user, struct strbuf *out,
                         struct strbuf *message)
{
    const struct report_format *found = report_format_of_suffix(format);
    if (!found)
        return name_formats(format, message);
    struct snapshot *snapshot = jobs_run(study, request, history, *(size_t *)user, progress, progress_user);
    if (!snapshot) {
        strbuf_puts(message, "given up");
        return false;
    }
    bool ok = !snapshot->failure;
    struct record_facts *facts = on_screen_record(study);
    snapshot->record = facts;
    if (ok)
        found->write(snapshot, out);
    else
        strbuf_puts(message, snapshot->failure);
    snapshot_unref(snapshot);
    record_facts_free(facts);
    return ok;
}

static enum exit_status explore(const struct options *options, struct study *study)
{
    struct request request;
    size_t n_threads = options->n_threads;
    enum exit_status status = EXIT_USAGE;
    if (command_request(options, study, &request)) {
        struct ui_options ui = {.ascii = options->ascii,
                                .color = options->color,
                                .mouse = !options->no_mouse,
                                .fresh = options->fresh,
                                .lesson = options->lesson,
                                .keys = options->keys,
                                .n_threads = n_threads,
                                .preset = choices_given(options) ? &request : NULL,
                                .report = write_report,
                                .report_user = &n_threads};
        status = (enum exit_status)ui_run(study, &ui);
    }
    request_done(&request);
    return status;
}

/* Without a study the lesson has a simulated one for the other views; else the bundled one opens. */
static struct study *study_wanted(const struct options *options)
{
    if (options->n_operands)
        return command_load(options->operands[0], options, DIAG_WARNING);
    if (options->lesson) {
        struct simulation simulation = simulation_defaults();
        return simulate_study(&simulation);
    }
    char *bundled = bundled_study();
    if (!bundled)
        fputs("logvar: error: the bundled study is not installed; name a study\n", stderr);
    struct study *study = bundled ? command_load(bundled, options, DIAG_WARNING) : NULL;
    free(bundled);
    return study;
}

enum exit_status command_explore(const struct options *options)
{
    struct study *study = study_wanted(options);
    if (!study)
        return EXIT_DATA;
    enum exit_status status = explore(options, study);
    study_unref(study);
    return status;
}
