#include "readers.h"

#include "base/num.h"
#include "base/strbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct log_reading reading_of_bytes(const char *name, const void *bytes, size_t n_bytes,
                                    const struct reader_options *options)
{
    struct log_reading reading;
    char *path = unit_file(name, bytes, n_bytes);
    diags_init(&reading.diags);
    reading.log = reader_read_file(path, name, options, &reading.diags);
    free(path);
    return reading;
}

struct log_reading reading_of(const char *name, const char *text,
                              const struct reader_options *options)
{
    return reading_of_bytes(name, text, strlen(text), options);
}

void reading_done(struct log_reading *reading)
{
    log_free(reading->log);
    diags_done(&reading->diags);
}

bool reading_says(const struct log_reading *reading, enum diag_severity severity, size_t line,
                  const char *words)
{
    for (size_t i = 0; i < reading->diags.n_items; i++) {
        const struct diag *diag = &reading->diags.items[i];
        if (diag->severity == severity && diag->line == line && strstr(diag->message, words))
            return true;
    }
    return false;
}

static char text[1 << 16];

static const char *shown(struct strbuf *buf)
{
    ck_assert_uint_lt(buf->length, sizeof text);
    strcpy(text, buf->text);
    strbuf_done(buf);
    return text;
}

static void add_number(struct strbuf *buf, double value)
{
    char number[NUM_TEXT_MAX];
    strbuf_add(buf, number, num_write(number, value));
}

const char *points_of(const struct log *log, const char *metric)
{
    const struct log_series *series = log ? log_find(log, metric) : NULL;
    struct strbuf buf;
    if (!series)
        return "-";
    strbuf_init(&buf);
    for (size_t i = 0; i < series->n_points; i++) {
        double step = log_position(series, i, LOG_AXIS_STEP);
        double epoch = log_position(series, i, LOG_AXIS_EPOCH);
        strbuf_puts(&buf, i ? " " : "");
        if (!isnan(step))
            add_number(&buf, step);
        if (!isnan(epoch)) {
            strbuf_add_char(&buf, '/');
            add_number(&buf, epoch);
        }
        strbuf_add_char(&buf, '=');
        add_number(&buf, series->values[i]);
    }
    return shown(&buf);
}

const char *metrics_of(const struct log *log)
{
    struct strbuf buf;
    strbuf_init(&buf);
    for (size_t i = 0; log && i < log->n_series; i++)
        strbuf_printf(&buf, "%s%s", i ? " " : "", log->series[i].metric);
    return shown(&buf);
}

const char *unused_of(const struct log *log)
{
    struct strbuf buf;
    strbuf_init(&buf);
    for (size_t i = 0; log && i < log->n_unused; i++)
        strbuf_printf(&buf, "%s%s: %s", i ? "; " : "", log->unused[i].name, log->unused[i].reason);
    return shown(&buf);
}
