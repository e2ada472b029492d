#include "logs/reader.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "logs/delimited.h"
#include "logs/foreign.h"
#include "logs/gzip.h"
#include "logs/json.h"
#include "logs/json_file.h"
#include "logs/jsonl.h"
#include "logs/log_json.h"
#include "logs/mlflow.h"
#include "logs/mllog.h"
#include "logs/text_log.h"
#include "logs/tfevents.h"
#include "logs/utf16.h"
#include "logs/wandb.h"

#include <string.h>

/* Those that know their files by a mark come first, guesses last: the first that is SURE_ENOUGH is
 * taken. */
static const struct reader readers[] = {
    {"tfevents", "TensorBoard event files", tfevents_recognise, tfevents_read},
    {"wandb", "the local files of Weights & Biases, run-*.wandb", wandb_recognise, wandb_read},
    {"csv", "CSV, TSV and other delimited text with a header, one row per step",
     delimited_recognise, delimited_read},
    {"mllog", "MLPerf training logs, lines with :::MLLOG", mllog_recognise, mllog_read},
    {"hf-trainer", "trainer_state.json of the Hugging Face trainer", hf_trainer_recognise,
     hf_trainer_read},
    {"json", "one JSON value: records, columns, TensorBoard's download, an epoch's metrics",
     json_file_recognise, json_file_read},
    {"jsonl", "JSON lines, one object per step", jsonl_recognise, jsonl_read},
    {"mlflow", "a metric of MLflow's file store, lines \"timestamp value step\"", mlflow_recognise,
     mlflow_read},
    {"log-json", "log lines that end with an object, as fairseq's or printed dictionaries",
     log_json_recognise, log_json_read},
    {"text", "text lines that begin with a step or epoch, or that match log: pattern",
     text_log_recognise, text_log_read},
};
enum { SURE_ENOUGH = 70 };

const struct reader *reader_table(size_t *n_readers)
{
    *n_readers = sizeof readers / sizeof *readers;
    return readers;
}

const struct reader *reader_named(const char *name)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].name, name))
            return &readers[i];
    return NULL;
}

const struct reader *reader_recognise(const struct reader_input *input)
{
    const struct reader *best = NULL;
    int most = 0;
    if (input->options && input->options->pattern)
        return reader_named("text");
    for (size_t i = 0; i < sizeof readers / sizeof *readers && most < SURE_ENOUGH; i++) {
        int sure = readers[i].recognise(input);
        if (sure > most) {
            most = sure;
            best = &readers[i];
        }
    }
    return best;
}

static bool is_auto(const struct reader_options *options)
{
    return !options || !options->format || !strcmp(options->format, "auto");
}

/* What begins like JSON and is none: where it stops to be. */
static bool tell_json_fault(const struct reader_input *input, struct diags *diags)
{
    struct json json;
    size_t blanks = 0, line = 1;
    while (blanks < input->n_bytes && strchr(" \t\r\n", input->bytes[blanks]))
        blanks++;
    if (blanks == input->n_bytes || !strchr("{[", input->bytes[blanks]))
        return false;
    json_init(&json, input->bytes, input->n_bytes);
    enum json_event event = json_next(&json);
    while (event != JSON_END && event != JSON_ERROR)
        event = json_next(&json);
    const char *at = input->bytes;
    for (const char *p = at; p < json.at; p++)
        if (*p == '\n')
            line++, at = p + 1;
    if (event == JSON_ERROR)
        diags_add(diags, DIAG_ERROR,
                  (struct diag_place){input->path, line, (size_t)(json.at - at) + 1},
                  "begins like JSON, but here %s", json.error);
    json_done(&json);
    return event == JSON_ERROR;
}

/* What stands in the file, when no reader knows it. */
static void tell_unknown(const struct reader_input *input, struct diags *diags)
{
    bool binary = memchr(input->bytes, '\0', input->n_bytes < 4096 ? input->n_bytes : 4096);
    if (binary || !tell_json_fault(input, diags))
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = input->path}, "%s",
                  binary ? "is binary data of no known format"
                         : "is in no format that is known: the manifest's log: format names one, "
                           "log: pattern describes lines of text");
}

static const struct reader *choose(const struct reader_input *input, struct diags *diags)
{
    const struct reader *reader =
        is_auto(input->options) ? reader_recognise(input) : reader_named(input->options->format);
    struct diag_place place = {.file = input->path};
    if (!input->n_bytes)
        diags_add(diags, DIAG_ERROR, place, "is empty");
    else if (!reader && is_auto(input->options))
        tell_unknown(input, diags);
    else if (!reader)
        diags_add(diags, DIAG_ERROR, place, "no reader is called '%s'", input->options->format);
    return input->n_bytes ? reader : NULL;
}

struct log *reader_read_bytes(const struct reader_input *input, struct diags *diags)
{
    const struct reader *reader = choose(input, diags);
    if (!reader)
        return NULL;
    struct log_builder *builder = log_builder_new(input->path, diags);
    if (input->options)
        log_set_ignored(builder, input->options->n_ignore, input->options->ignore);
    struct log *log = reader->read(input, builder, diags) ? log_build(builder) : NULL;
    log_builder_free(builder);
    return log;
}

static bool make_text(const char *path, size_t max_bytes, struct file_bytes *bytes,
                      struct diags *diags)
{
    if (gzip_is(bytes->bytes, bytes->n_bytes) && !gzip_inflate(path, max_bytes, bytes, diags))
        return false;
    const char *foreign = foreign_file(bytes->bytes, bytes->n_bytes);
    if (foreign)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path}, "%s", foreign);
    else if (utf16_is(bytes->bytes, bytes->n_bytes))
        utf16_convert(bytes);
    return !foreign;
}

bool reader_open_file(const char *path, struct file_bytes *bytes, struct diags *diags)
{
    const size_t max_bytes = (size_t)READER_FILE_MAX_MIB << 20;
    if (!file_read(path, max_bytes, bytes, diags))
        return false;
    if (make_text(path, max_bytes, bytes, diags))
        return true;
    file_bytes_done(bytes);
    return false;
}

struct log *reader_read_file(const char *path, const char *name,
                             const struct reader_options *options, struct diags *diags)
{
    struct file_bytes bytes;
    if (!reader_open_file(path, &bytes, diags))
        return NULL;
    struct reader_input input = {path, name, bytes.bytes, bytes.n_bytes, options};
    struct log *log = reader_read_bytes(&input, diags);
    file_bytes_done(&bytes);
    return log;
}
