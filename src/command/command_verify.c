/* verify: recomputes the report from the settings that stand in it, and compares. */
#include "command/commands.h"

#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "jobs/jobs.h"
#include "command/output.h"
#include "command/progress.h"
#include "report/report.h"
#include "report/verify.h"
#include "command/verify_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_BYTES_MAX = 512 << 20, DIFFERENCES_SHOWN = 40 };

/* As it stands in the report, else in the report's own folder. Newly allocated. */
static char *find_study(const struct options *options, const struct leaves *leaves)
{
    if (options->n_operands > 1)
        return mem_strdup(options->operands[1]);
    const struct leaf *leaf = leaves_find(leaves, "study.manifest");
    if (!leaf || leaf->kind != LEAF_TEXT)
        return NULL;
    if (access(leaf->text, R_OK) == 0)
        return mem_strdup(leaf->text);
    char *folder = file_folder(options->operands[0]);
    char *beside = file_join(folder, leaf->text);
    free(folder);
    return beside;
}

static enum exit_status say(const struct leaves *leaves, const struct leaves *computed)
{
    struct strbuf out;
    size_t n_compared;
    strbuf_init(&out);
    size_t n_different = leaves_compare(leaves, computed, DIFFERENCES_SHOWN, &out, &n_compared);
    char different[NUM_TEXT_MAX], compared[NUM_TEXT_MAX];
    num_write_grouped(different, n_different);
    num_write_grouped(compared, n_compared);
    if (n_different)
        strbuf_printf(&out, "%s of %s entries differ\n", different, compared);
    else
        strbuf_printf(&out, "all %s entries agree\n", compared);
    enum exit_status status = output_write(NULL, out.text, out.length);
    strbuf_done(&out);
    return status != EXIT_DONE ? status : n_different ? EXIT_DATA : EXIT_DONE;
}

static enum exit_status recompute(const struct options *options, const struct leaves *leaves,
                                  struct study *study, const struct request *request)
{
    struct exploratory_history history = verify_history(leaves);
    struct progress progress;
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, &history, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    struct strbuf text, problem;
    struct leaves computed;
    strbuf_init(&text);
    strbuf_init(&problem);
    report_format_find("json")->write(snapshot, NULL, &text);
    leaves_read(&computed, text.text, text.length, &problem);
    enum exit_status status = say(leaves, &computed);
    leaves_done(&computed);
    strbuf_done(&problem);
    strbuf_done(&text);
    snapshot_unref(snapshot);
    return status;
}

static enum exit_status verify_study(const struct options *options, const struct leaves *leaves,
                                     const struct options *asked)
{
    char *path = find_study(options, leaves);
    if (!path) {
        diag_say(options->operands[0], "names no manifest");
        return EXIT_DATA;
    }
    struct study *study = command_load(path, options, DIAG_WARNING);
    free(path);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_DATA;
    if (command_request(asked, study, &request)) {
        verify_take_goals(leaves, &request);
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
