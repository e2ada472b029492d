/* Log readers: bytes of one file in, named series with step and epoch out.
 *
 * A reader is one row of the registry in reader.c: delimited text, JSON lines, whole-file JSON,
 * text lines by pattern, event files, and so on. The format is recognised from the content (gzip is
 * taken off first); a file's name is only a hint between readers that both accept. A reader knows
 * nothing of studies, windows or outcomes, and never prints.
 *
 * Thread rule: any number of readers may run at once, each on its own input, log and diags. */
#ifndef LOGVAR_LOGS_READER_H
#define LOGVAR_LOGS_READER_H

#include "base/diag.h"
#include "base/file.h"
#include "logs/log.h"

#include <stdbool.h>
#include <stddef.h>

/* How to read, from the manifest's `log:`; NULL = decide from the file. All borrowed. */
struct reader_options {
    const char *format;    /* name of a reader, or "auto" */
    const char *step;      /* metric (column, key) that is the step */
    const char *epoch;     /* metric that is the epoch */
    const char *delimiter; /* one character, for delimited text */
    const char *pattern;   /* PCRE2 with named captures, for text lines */
    size_t n_ignore;       /* metrics that are read past (globs) */
    const char *const *ignore;
};

struct reader_input {
    const char *path; /* as shown in diagnostics */
    const char *name; /* relative to the run's folder: some formats name the metric by it */
    const char *bytes;
    size_t n_bytes;
    const struct reader_options *options;
};

struct reader {
    const char *name;    /* as in the manifest: csv, jsonl, text, mllog, tfevents, … */
    const char *summary; /* one line for the man page */
    /* How sure, 0 (not mine) to 100, from the first bytes. */
    int (*recognise)(const struct reader_input *input);
    /* Fills the builder. false = the file cannot be read at all (an error was added). */
    bool (*read)(const struct reader_input *input, struct log_builder *builder,
                 struct diags *diags);
};

const struct reader *reader_table(size_t *n_readers);
const struct reader *reader_named(const char *name);
/* The reader that is surest of this input; NULL if none is. */
const struct reader *reader_recognise(const struct reader_input *input);

/* Limits, so that a hostile file costs a clear error and no more: the size of a file, also after
 * gzip is taken off (and GZIP_RATIO_MAX of gzip.h); LINE_BYTES_MAX (lines.h) a line of text or JSON
 * lines; TABLE_CELLS_MAX (table.h) cells a row; LOG_METRICS_MAX, LOG_POINTS_MAX (log.h) a log. */
enum { READER_FILE_MAX_MIB = 2048 };

/* The file's bytes with gzip taken off, UTF-16 (with its mark) as UTF-8; regular files only. false with
 * an error in diags, also for what is surely no log (foreign.h). */
bool reader_open_file(const char *path, struct file_bytes *bytes, struct diags *diags);
/* Recognises, reads and builds what is in memory. */
struct log *reader_read_bytes(const struct reader_input *input, struct diags *diags);

/* Reads one file: opens (regular files only), takes gzip off, recognises, reads, builds. NULL with
 * the reason in diags when it cannot be read at all: its run is then left out, nothing else. */
struct log *reader_read_file(const char *path, const char *name,
                             const struct reader_options *options, struct diags *diags);

#endif
