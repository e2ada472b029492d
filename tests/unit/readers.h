/* Helpers of the reader tests: text in, log and diagnostics out. */
#ifndef LOGVAR_TESTS_READERS_H
#define LOGVAR_TESTS_READERS_H

#include "unit.h"

#include "logs/reader.h"

struct log_reading {
    struct log *log; /* NULL if it could not be read */
    struct diags diags;
};

/* Reads bytes as a file of this name; options may be NULL. */
struct log_reading reading_of_bytes(const char *name, const void *bytes, size_t n_bytes,
                                    const struct reader_options *options);
struct log_reading reading_of(const char *name, const char *text,
                              const struct reader_options *options);
void reading_done(struct log_reading *reading);
/* Whether a diagnostic of this severity at this line (0 = whole file) has the words in it. */
bool reading_says(const struct log_reading *reading, enum diag_severity severity, size_t line,
                  const char *words);

/* The series as text: "step/epoch=value …" with nothing where an axis is missing; "-" if there is
 * no such series. Valid until the next call. */
const char *points_of(const struct log *log, const char *metric);
/* Names of the series, separated by blanks; of unused ones "name: reason; …". */
const char *metrics_of(const struct log *log);
const char *unused_of(const struct log *log);

#endif
