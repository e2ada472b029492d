/* logvar plot: one figure of a study. */
#include "command/commands.h"

#include "base/diag.h"
#include "base/text.h"
#include "figure/chart.h"
#include "figure/render.h"
#include "jobs/jobs.h"
#include "command/output.h"
#include "command/progress.h"

#include <stdio.h>

static const struct chart *choose_chart(const char *name)
{
    const struct chart *chart = chart_find(name);
    if (chart)
        return chart;
    size_t n_charts;
    const struct chart *charts = chart_table(&n_charts);
    struct strbuf text;
    strbuf_init(&text);
    text_add_visible(&text, name);
    fprintf(stderr, "logvar: error: there is no figure %s; there are", text.text);
    for (size_t i = 0; i < n_charts; i++)
        fprintf(stderr, "%s %s", i ? "," : "", charts[i].name);
    fputc('\n', stderr);
    strbuf_done(&text);
    return NULL;
}

static const char *choose_format(const char *path)
{
    const char *format = path ? render_format_of(path) : NULL;
    if (format)
        return format;
    if (path)
        fputs("logvar: error: the ending of the file says no format; there are", stderr);
    else
        fputs("logvar: error: -o FILE is needed; its ending says the format:", stderr);
    for (size_t i = 0; render_format(i); i++)
        fprintf(stderr, "%s .%s", i ? "," : "", render_format(i));
    fputc('\n', stderr);
    return NULL;
}

static enum exit_status write_chart(const struct options *options, const struct chart *chart,
                                    const char *format, const struct snapshot *snapshot,
                                    const struct exploratory_history *history)
{
    struct chart_options look = {
        .width_in = options->width_in, .title = options->title, .history = history};
    struct strbuf bytes, problem;
    strbuf_init(&bytes);
    strbuf_init(&problem);
    enum exit_status status = EXIT_DATA;
    if (snapshot->failure)
        strbuf_puts(&problem, snapshot->failure);
    else if (chart_write(chart, snapshot, &look, format, &bytes, &problem))
        status = output_write(options->output, bytes.text, bytes.length);
    if (problem.length)
        diag_say(NULL, "%s", problem.text);
    strbuf_done(&bytes);
    strbuf_done(&problem);
    return snapshot->failure ? EXIT_INTERNAL : status;
}

static enum exit_status plot(const struct options *options, const struct chart *chart,
                             const char *format, struct study *study)
{
    struct request request;
    enum exit_status status = EXIT_USAGE;
    if (command_request(options, study, &request)) {
        struct progress progress;
        request.sections = chart->sections;
        command_note_looks(study, &request, NULL);
        struct record_facts *facts = command_record(study);
        struct exploratory_history history = record_history(facts);
        progress_init(&progress, "replicates");
        struct snapshot *snapshot =
            jobs_run(study, &request, &history, options->n_threads, progress_show, &progress);
        progress_done(&progress);
        status = write_chart(options, chart, format, snapshot, &history);
        record_facts_free(facts);
        snapshot_unref(snapshot);
    }
    request_done(&request);
    return status;
}

enum exit_status command_plot(const struct options *options)
{
    const struct chart *chart = choose_chart(options->operands[1]);
    const char *format = choose_format(options->output);
    if (!chart || !format)
        return EXIT_USAGE;
    if (!render_available()) {
        fputs("logvar: error: " RENDER_MISSING "\n", stderr);
        return EXIT_USAGE;
    }
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    enum exit_status status = plot(options, chart, format, study);
    study_unref(study);
    return status;
}
