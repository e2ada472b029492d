#include "simulate/simulate_write.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/num.h"
#include "base/strbuf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { N_EPOCHS = 3 };

struct writer {
    const struct simulation *simulation;
    struct study *study;
    const char *folder;
    const struct log_format *format;
    struct diags *diags;
};

struct log_format {
    const char *name, *suffix;
    /* One run's log. */
    void (*add)(const struct writer *writer, const struct arm *arm, size_t run, struct strbuf *out);
};

static void fault(const struct writer *writer, const char *path, const char *what)
{
    diags_add(writer->diags, DIAG_ERROR, (struct diag_place){.file = path}, "%s", what);
}

/* ---- names and numbers ---- */

/* A family's name as the beginning of a metric's: "training_loss". */
static void add_stem(const struct writer *writer, size_t family, struct strbuf *out)
{
    for (const char *s = writer->study->families[family].name; *s; s++)
        strbuf_add_char(out, *s == '-' ? '_' : *s);
}

static void add_metric(const struct writer *writer, size_t candidate, struct strbuf *out)
{
    add_stem(writer, writer->study->arms[0].candidates[candidate].family, out);
    strbuf_printf(out, "_%zu", candidate + 1);
}

static void add_value(struct strbuf *out, double value)
{
    char text[NUM_TEXT_MAX];
    strbuf_add(out, text, num_write(text, value));
}

/* Runs from arm->n_runs on are the unfinished ones. */
static bool is_finished(const struct arm *arm, size_t run)
{
    return run < arm->n_runs;
}

static double candidate_of(const struct arm *arm, size_t candidate, size_t run)
{
    const struct unfinished_runs *unfinished = &arm->unfinished;
    return is_finished(arm, run) ? arm->x[candidate * arm->n_runs + run]
                                 : unfinished->x[candidate * unfinished->n + run - arm->n_runs];
}

static const char *name_of(const struct arm *arm, size_t run)
{
    return is_finished(arm, run) ? arm->runs[run] : arm->unfinished.runs[run - arm->n_runs];
}

/* An unfinished run stops after the window, before its outcome. */
static size_t n_epochs(const struct arm *arm, size_t run)
{
    return is_finished(arm, run) ? N_EPOCHS : N_EPOCHS - 1;
}

/* ---- logs ---- */

static void add_csv(const struct writer *writer, const struct arm *arm, size_t run,
                    struct strbuf *out)
{
    strbuf_puts(out, "epoch");
    for (size_t j = 0; j < arm->n_candidates; j++) {
        strbuf_add_char(out, ',');
        add_metric(writer, j, out);
    }
    strbuf_puts(out, ",test_acc\n");
    for (size_t epoch = 1; epoch <= n_epochs(arm, run); epoch++) {
        strbuf_printf(out, "%zu", epoch);
        for (size_t j = 0; j < arm->n_candidates; j++) {
            strbuf_add_char(out, ',');
            if (epoch == 1)
                add_value(out, candidate_of(arm, j, run));
        }
        strbuf_add_char(out, ',');
        if (epoch == N_EPOCHS)
            add_value(out, arm->y[run]);
        strbuf_add_char(out, '\n');
    }
}

/* A line per epoch: a name before each value, with what stands around them. */
struct line_style {
    const char *begin, *before, *between, *end;
};

static void add_lines(const struct writer *writer, const struct arm *arm, size_t run,
                      const struct line_style *style, struct strbuf *out)
{
    for (size_t epoch = 1; epoch <= n_epochs(arm, run); epoch++) {
        strbuf_printf(out, "%sepoch%s%zu", style->begin, style->between, epoch);
        for (size_t j = 0; epoch == 1 && j < arm->n_candidates; j++) {
            strbuf_puts(out, style->before);
            add_metric(writer, j, out);
            strbuf_puts(out, style->between);
            add_value(out, candidate_of(arm, j, run));
        }
        if (epoch == N_EPOCHS) {
            strbuf_printf(out, "%stest_acc%s", style->before, style->between);
            add_value(out, arm->y[run]);
        }
        strbuf_puts(out, style->end);
    }
}

static void add_jsonl(const struct writer *writer, const struct arm *arm, size_t run,
                      struct strbuf *out)
{
    add_lines(writer, arm, run, &(struct line_style){"{\"", ", \"", "\": ", "}\n"}, out);
}

static void add_text(const struct writer *writer, const struct arm *arm, size_t run,
                     struct strbuf *out)
{
    add_lines(writer, arm, run, &(struct line_style){"", " ", "=", "\n"}, out);
}

/* ---- one table ---- */

static void add_table(const struct writer *writer, struct strbuf *out)
{
    const struct study *study = writer->study;
    strbuf_puts(out, "arm,run,test_acc");
    for (size_t j = 0; j < study->arms[0].n_candidates; j++) {
        strbuf_add_char(out, ',');
        add_metric(writer, j, out);
    }
    strbuf_add_char(out, '\n');
    for (size_t a = 0; a < study->n_arms; a++)
        for (size_t run = 0; run < study->arms[a].n_runs + study->arms[a].unfinished.n; run++) {
            const struct arm *arm = &study->arms[a];
            strbuf_printf(out, "%s,%s,", arm->name, name_of(arm, run));
            if (is_finished(arm, run))
                add_value(out, arm->y[run]);
            for (size_t j = 0; j < arm->n_candidates; j++) {
                strbuf_add_char(out, ',');
                add_value(out, candidate_of(arm, j, run));
            }
            strbuf_add_char(out, '\n');
        }
}

static const struct log_format formats[] = {
    {"csv", "csv", add_csv},
    {"jsonl", "jsonl", add_jsonl},
    {"text", "log", add_text},
    {"table", "csv", NULL},
};

const char *simulate_format(size_t i)
{
    return i < sizeof formats / sizeof *formats ? formats[i].name : NULL;
}

/* ---- the manifest ---- */

static void add_truth(const struct writer *writer, struct strbuf *out)
{
    static const char *const places[] = {[SIGNAL_NONE] = "nowhere",
                                         [SIGNAL_ONE] = "the first candidate",
                                         [SIGNAL_DIFFUSE] = "the factor of the first family",
                                         [SIGNAL_SPREAD] =
                                             "the factors of the first three families"};
    const struct simulation *simulation = writer->simulation;
    strbuf_printf(out, "# Simulated, so the truth is known.\n# Signal: %s, rho^2 ",
                  places[simulation->signal]);
    add_value(out, simulation->signal == SIGNAL_NONE ? 0 : simulation->rho2);
    strbuf_puts(out, "; correlation within a family ");
    add_value(out, simulation->correlation);
    strbuf_puts(out, ".\n# Difference from one arm to the next: ");
    add_value(out, simulation->effect);
    strbuf_puts(out, " sd, that is ");
    add_value(out, simulation->effect * simulation->sd);
    strbuf_printf(out, " in the outcome. Seed %llu.\n", (unsigned long long)simulation->seed);
    static const char *const stops[] = {
        [STOP_RANDOM] = "at random: the two-phase interval holds",
        [STOP_LOG] = "those with the smallest first candidate: not at random",
        [STOP_OUTCOME] = "those with the smallest outcome: not at random"};
    if (simulation->n_unfinished)
        strbuf_printf(out, "# Unfinished: %zu runs per arm, %s.\n", simulation->n_unfinished,
                      stops[simulation->stop]);
}

static void add_families(const struct writer *writer, bool is_table, struct strbuf *out)
{
    strbuf_puts(out, "families:\n");
    for (size_t f = 0; f < writer->study->n_families; f++) {
        strbuf_printf(out, "  %s: {metrics: [", writer->study->families[f].name);
        add_stem(writer, f, out);
        strbuf_puts(out, is_table ? "_*]}\n" : "_*], statistics: snapshots}\n");
    }
}

static void add_manifest(const struct writer *writer, struct strbuf *out)
{
    bool is_table = !writer->format->add;
    add_truth(writer, out);
    strbuf_puts(out, "\nlogvar: 1\ntitle: A simulated study\n\n"
                     "outcome: {metric: test_acc, at: last, better: higher, scale: 100, unit: pp}\n"
                     "primary: ");
    add_metric(writer, 0, out);
    strbuf_puts(out, is_table ? "\n" : "@e1\nwindow: e1\n");
    if (writer->simulation->n_unfinished)
        strbuf_puts(out, "unfinished: random\n");
    add_families(writer, is_table, out);
    if (is_table)
        strbuf_puts(out, "\ntable: {file: runs.csv, arm: arm, run: run}\n");
    else
        strbuf_printf(out, "\ndiscover: \"{arm}/run_{run}.%s\"\n", writer->format->suffix);
}

/* ---- files ---- */

static bool write_file(const struct writer *writer, const char *name, const struct strbuf *text)
{
    char *path = file_join(writer->folder, name);
    bool ok = file_write(path, FILE_REPLACE, text->text, text->length, writer->diags);
    free(path);
    return ok;
}

static bool make_folder(const struct writer *writer, const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
        return true;
    fault(writer, path, errno == EEXIST ? "exists and is not a folder" : strerror(errno));
    return false;
}

/* An error is a fault as well: what is in a folder that cannot be listed must not be written over. */
static bool check_empty(const struct writer *writer)
{
    struct folder folder = folder_open(writer->folder);
    bool empty = folder_next(&folder) == NULL;
    int error = folder_close(&folder);
    if (error)
        fault(writer, writer->folder, strerror(error));
    else if (!empty)
        fault(writer, writer->folder, "is not empty; --force writes into it all the same");
    return empty && !error;
}

static bool write_run(const struct writer *writer, const struct arm *arm, size_t run)
{
    struct strbuf name, text;
    strbuf_init(&name);
    strbuf_init(&text);
    strbuf_printf(&name, "%s/run_%s.%s", arm->name, name_of(arm, run), writer->format->suffix);
    writer->format->add(writer, arm, run, &text);
    bool ok = write_file(writer, name.text, &text);
    strbuf_done(&name);
    strbuf_done(&text);
    return ok;
}

static bool write_arm(const struct writer *writer, const struct arm *arm)
{
    char *path = file_join(writer->folder, arm->name);
    bool ok = make_folder(writer, path);
    free(path);
    for (size_t run = 0; ok && run < arm->n_runs + arm->unfinished.n; run++)
        ok = write_run(writer, arm, run);
    return ok;
}

static bool write_runs(const struct writer *writer)
{
    bool ok = true;
    struct strbuf text;
    if (writer->format->add) {
        for (size_t a = 0; ok && a < writer->study->n_arms; a++)
            ok = write_arm(writer, &writer->study->arms[a]);
        return ok;
    }
    strbuf_init(&text);
    add_table(writer, &text);
    ok = write_file(writer, "runs.csv", &text);
    strbuf_done(&text);
    return ok;
}

static bool write_all(const struct writer *writer)
{
    struct strbuf manifest;
    if (!write_runs(writer))
        return false;
    strbuf_init(&manifest);
    add_manifest(writer, &manifest);
    bool ok = write_file(writer, "study.yaml", &manifest);
    strbuf_done(&manifest);
    return ok;
}

bool simulate_write(const struct simulation *simulation, const char *folder, const char *format,
                    bool force, struct diags *diags)
{
    struct writer writer = {
        .simulation = simulation, .folder = folder, .diags = diags, .format = formats};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(format, formats[i].name))
            writer.format = &formats[i];
    if (!make_folder(&writer, folder))
        return false;
    if (!force && !check_empty(&writer))
        return false;
    writer.study = simulate_study(simulation);
    bool ok = write_all(&writer);
    study_unref(writer.study);
    return ok;
}
