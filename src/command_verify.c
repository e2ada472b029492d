/* verify: makes the report anew from the settings that stand in it, and compares. */
#include "commands.h"

#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "choices.h"
#include "jobs/jobs.h"
#include "output.h"
#include "progress.h"
#include "report/report.h"
#include "report/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_BYTES_MAX = 512 << 20, DIFFERENCES_SHOWN = 40 };

static void add_word(struct word_list *list, const char *word)
{
    list->words = mem_grow(list->words, list->n_words, &list->capacity, sizeof *list->words);
    list->words[list->n_words++] = mem_strdup(word);
}

static void take_words(const struct leaves *leaves, const char *array, struct word_list *list)
{
    const char *word;
    for (size_t i = 0; (word = leaves_element(leaves, array, i, NULL)); i++)
        add_word(list, word);
}

static void take_arms(const struct leaves *leaves, struct options *options)
{
    const char *name;
    for (size_t i = 0; (name = leaves_element(leaves, "arms", i, "name")); i++) {
        const char *group = leaves_element(leaves, "arms", i, "group");
        struct strbuf label;
        strbuf_init(&label);
        strbuf_printf(&label, "%s%s%s", group ? group : "", group && *group ? "/" : "", name);
        add_word(&options->arms, label.text);
        strbuf_done(&label);
    }
}

/* "--name=value" for the option parser: what a report says goes through the same checks as what a
 * person types. */
static void add_option(const struct leaves *leaves, const char *name, struct strbuf *words)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_printf(&path, "settings.%s", name);
    const struct leaf *leaf = leaves_find(leaves, path.text);
    if (leaf) {
        strbuf_printf(words, "--%s=%s", name, leaf->text);
        strbuf_add_char(words, '\0');
    }
    strbuf_done(&path);
}

static void add_list_option(const struct leaves *leaves, const char *name, const char *array,
                            struct strbuf *words)
{
    struct strbuf list;
    strbuf_init(&list);
    for (size_t i = 0;; i++) {
        char path[64];
        snprintf(path, sizeof path, "settings.%s[%zu]", array, i);
        const struct leaf *leaf = leaves_find(leaves, path);
        if (!leaf)
            break;
        strbuf_printf(&list, "%s%s", i ? "," : "", leaf->text);
    }
    /* A report of raw figures alone has no adjusters. */
    if (!list.length && !strcmp(name, "adjusters"))
        strbuf_puts(&list, "raw");
    if (list.length) {
        strbuf_printf(words, "--%s=%s", name, list.text);
        strbuf_add_char(words, '\0');
    }
    strbuf_done(&list);
}

/* Folds that a table gives were used without being asked for. */
static bool folds_were_given(const struct leaves *leaves)
{
    const struct leaf *given = leaves_find(leaves, "arms[0].given_folds");
    const struct leaf *used = leaves_find(leaves, "arms[0].folds");
    const struct leaf *asked = leaves_find(leaves, "settings.folds");
    return given && given->number == 1 && used && asked && used->number != asked->number;
}

/* The command line that asks for such a report, apart from names of the study. */
static bool read_settings(const struct leaves *leaves, struct options *asked, struct strbuf *words,
                          struct diags *diags)
{
    static const char *const numbers[] = {"folds", "splits", "draws", "seed", "level", "power"};
    strbuf_add(words, "logvar\0report", sizeof "logvar\0report");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_option(leaves, numbers[i], words);
    add_list_option(leaves, "budgets", "budgets", words);
    add_list_option(leaves, "only", "sections", words);
    add_list_option(leaves, "adjusters", "adjusters", words);
    strbuf_add(words, "study", sizeof "study");
    char *argv[16];
    int argc = 0;
    for (size_t at = 0; at < words->length; at += strlen(words->text + at) + 1)
        if (words->text[at] && argc < 15)
            argv[argc++] = words->text + at;
    argv[argc] = NULL;
    bool ok = options_parse(asked, argc, argv, diags);
    if (folds_were_given(leaves))
        asked->settings.folds = FOLDS_NOT_GIVEN;
    return ok;
}

/* What the person who made the report had done before, as its flags tell. What the register says now
 * is not asked: it may have grown since. */
static struct exploratory_history read_history(const struct leaves *leaves)
{
    struct exploratory_history history = {0};
    const struct {
        enum exploratory_reason reason;
        bool *flag;
    } flags[] = {{EXPLORATORY_HISTORY, &history.viewed_candidates},
                 {EXPLORATORY_REGISTER, &history.registered_otherwise},
                 {EXPLORATORY_LEFT_OUT, &history.runs_left_out}};
    for (size_t i = 0; i < leaves->n_items; i++)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (leaves->items[i].kind == LEAF_TEXT &&
                !strcmp(leaves->items[i].text, exploratory_sentence(flags[f].reason)))
                *flags[f].flag = true;
    const struct leaf *first = leaves_find(leaves, "record.registered_first");
    history.registered_first = first && first->number == 1;
    const struct leaf *left_out = leaves_find(leaves, "record.runs_left_out_since");
    history.runs_left_out |= left_out && left_out->number > 0;
    return history;
}

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
    struct exploratory_history history = read_history(leaves);
    struct progress progress;
    progress_init(&progress, "replicates");
    struct snapshot *snapshot =
        jobs_run(study, request, &history, options->n_threads, progress_show, &progress);
    progress_done(&progress);
    struct strbuf text, problem;
    struct leaves computed;
    strbuf_init(&text);
    strbuf_init(&problem);
    report_format_find("json")->write(snapshot, &text);
    leaves_read(&computed, text.text, text.length, &problem);
    enum exit_status status = say(leaves, &computed);
    leaves_done(&computed);
    strbuf_done(&problem);
    strbuf_done(&text);
    snapshot_unref(snapshot);
    return status;
}

/* What the section `more` was made for: unscaled, as it stands there. */
static void take_goals(const struct leaves *leaves, struct request *request)
{
    const struct leaf *width = leaves_find(leaves, "settings.half_width");
    const struct leaf *difference = leaves_find(leaves, "settings.difference");
    const struct leaf *tuned_at = leaves_find(leaves, "settings.tuned_at");
    if (width && width->kind == LEAF_NUMBER)
        request->half_width = width->number;
    if (difference && difference->kind == LEAF_NUMBER)
        request->difference = difference->number;
    if (tuned_at && tuned_at->kind == LEAF_NUMBER && tuned_at->number >= 0 &&
        tuned_at->number < 1e15)
        request->tuned_at = (size_t)tuned_at->number;
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
        take_goals(leaves, &request);
        status = recompute(options, leaves, study, &request);
    }
    request_done(&request);
    study_unref(study);
    return status;
}

static enum exit_status verify_leaves(const struct options *options, const struct leaves *leaves)
{
    struct options asked;
    struct diags diags;
    struct strbuf words;
    diags_init(&diags);
    strbuf_init(&words);
    enum exit_status status = EXIT_DATA;
    if (read_settings(leaves, &asked, &words, &diags)) {
        take_arms(leaves, &asked);
        take_words(leaves, "settings.families", &asked.families);
        take_words(leaves, "settings.statistic", &asked.statistic);
        status = verify_study(options, leaves, &asked);
    } else {
        diag_say(options->operands[0], "its settings are none of a report:");
        diags_print(&diags, stderr);
    }
    options_done(&asked);
    strbuf_done(&words);
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
