/* The explorer, and the reports that are written from inside it. */
#include "command/commands.h"

#include "base/mem.h"
#include "command/bundled.h"
#include "command/choices.h"
#include "figure/chart.h"
#include "figure/render.h"
#include "jobs/jobs.h"
#include "report/report.h"
#include "simulate/simulate.h"
#include "ui/watch.h"
#include "ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool name_formats(const char *format, struct strbuf *message)
{
    size_t n_formats;
    const struct report_format *formats = report_formats(&n_formats);
    strbuf_printf(message, "no report in the format .%s; there are", format);
    for (size_t i = 0; i < n_formats; i++)
        strbuf_printf(message, "%s %s", i ? "," : "", formats[i].suffix);
    for (size_t i = 0; render_format(i); i++)
        strbuf_printf(message, ", .%s", render_format(i));
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

/* The chart that shows what a view does. */
static const struct chart *chart_of_view(const char *view)
{
    static const char *const others[][2] = {
        {"reduction", "budget"}, {"calibration", "coverage"}, {"candidates", "scatter"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(view, others[i][0]))
            return chart_find(others[i][1]);
    return chart_find(view);
}

/* What these views show of one arm and candidate only. */
static void narrow(const struct chart *chart, const struct app_look *look, struct request *request)
{
    request->sections = chart->sections;
    if (strcmp(chart->name, "scatter") != 0 || !request->n_arms)
        return;
    request->n_arms = 1;
    request->arms[0] = look->arm;
    if (!look->candidate)
        return;
    for (size_t i = 0; i < request->n_statistic; i++)
        free(request->statistic[i]);
    request->n_statistic = 1;
    request->statistic[0] = mem_strdup(look->candidate);
}

static bool write_figure(size_t n_threads, struct study *study, const struct request *asked,
                         const struct exploratory_history *history, const struct app_look *look,
                         const char *format, jobs_progress *progress, void *progress_user,
                         struct strbuf *out, struct strbuf *message)
{
    const struct chart *chart = chart_of_view(look->view);
    if (!chart) {
        strbuf_puts(message, "this view has no figure");
        return false;
    }
    struct request request;
    request_copy(&request, asked);
    narrow(chart, look, &request);
    struct snapshot *snapshot =
        jobs_run(study, &request, history, n_threads, progress, progress_user);
    request_done(&request);
    bool ok = snapshot && !snapshot->failure;
    if (ok)
        ok = chart_write(chart, snapshot, &(struct chart_options){.history = history}, format, out,
                         message);
    else
        strbuf_puts(message, snapshot ? snapshot->failure : "given up");
    snapshot_unref(snapshot);
    return ok;
}

static bool write_document(size_t n_threads, struct study *study, const struct request *request,
                           const struct exploratory_history *history,
                           const struct report_format *format, jobs_progress *progress,
                           void *progress_user, struct strbuf *out, struct strbuf *message)
{
    struct snapshot *snapshot =
        jobs_run(study, request, history, n_threads, progress, progress_user);
    if (!snapshot) {
        strbuf_puts(message, "given up");
        return false;
    }
    bool ok = !snapshot->failure;
    struct record_facts *facts = on_screen_record(study);
    if (ok)
        format->write(snapshot, facts, out);
    else
        strbuf_puts(message, snapshot->failure);
    snapshot_unref(snapshot);
    record_facts_free(facts);
    return ok;
}

/* What is asked for on the screen, with what was looked at there. user: the number of threads. */
static bool write_report(void *user, struct study *study, const struct request *request,
                         const struct exploratory_history *history, const struct app_look *look,
                         const char *ending, jobs_progress *progress, void *progress_user,
                         struct strbuf *out, struct strbuf *message)
{
    size_t n_threads = *(size_t *)user;
    const struct report_format *format = report_format_of_suffix(ending);
    for (size_t i = 0; !format && render_format(i); i++)
        if (!strcmp(ending, render_format(i)))
            return write_figure(n_threads, study, request, history, look, ending, progress,
                                progress_user, out, message);
    return format ? write_document(n_threads, study, request, history, format, progress,
                                   progress_user, out, message)
                  : name_formats(ending, message);
}

static enum exit_status explore(const struct options *options, struct study *study,
                                struct watch *watch)
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
                                .watch = watch,
                                .preset = choices_given(options) ? &request : NULL,
                                .report = write_report,
                                .report_user = &n_threads};
        status = ui_run(study, &ui);
    } else {
        watch_free(watch);
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
    /* Before the logs are read: what they grow by meanwhile is news. */
    struct watch *watch = options->n_operands ? watch_new(options->operands[0], WATCH_BEST) : NULL;
    struct study *study = study_wanted(options);
    if (!study) {
        watch_free(watch);
        return EXIT_DATA;
    }
    enum exit_status status = explore(options, study, watch);
    study_unref(study);
    return status;
}
