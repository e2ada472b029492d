#include "logs/mlflow.h"

#include "base/num.h"
#include "logs/lines.h"

#include <math.h>
#include <string.h>

enum { FIELDS_MAX = 5 };

struct mlflow_line {
    double timestamp, value, step;
};

static size_t split(const struct lines *lines, const char *fields[FIELDS_MAX],
                    size_t lengths[FIELDS_MAX])
{
    const char *p = lines->text, *end = p + lines->length;
    size_t n = 0;
    for (;;) {
        while (p < end && *p == ' ')
            p++;
        if (p == end)
            return n;
        if (n == FIELDS_MAX)
            return n + 1;
        fields[n] = p;
        while (p < end && *p != ' ')
            p++;
        lengths[n] = (size_t)(p - fields[n]);
        n++;
    }
}

static bool read_point(const struct lines *lines, struct mlflow_line *point)
{
    const char *fields[FIELDS_MAX];
    size_t lengths[FIELDS_MAX], n = split(lines, fields, lengths);
    unsigned long long timestamp;
    point->step = NAN;
    if ((n != 2 && n != 3 && n != 5) ||
        !num_read_count(fields[0], lengths[0], 1ull << 62, &timestamp) ||
        num_read(fields[1], lengths[1], &point->value) == NUM_TEXT)
        return false;
    point->timestamp = (double)timestamp;
    return n == 2 || num_read(fields[2], lengths[2], &point->step) == NUM_FINITE;
}

/* Not the last dot: it may be part of the metric's name. */
static const char *metric_name(const char *name)
{
    static const char folder[] = "metrics/";
    const char *at = strstr(name, folder), *slash = strrchr(name, '/');
    if (at && (at == name || at[-1] == '/'))
        return at + sizeof folder - 1;
    return slash ? slash + 1 : name;
}

bool mlflow_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags)
{
    const char *name = metric_name(input->name);
    size_t metric = log_metric(builder, name, strlen(name));
    struct lines lines;
    struct mlflow_line point;
    (void)diags;
    lines_init(&lines, input->bytes, input->n_bytes);
    while (lines_next(&lines)) {
        if (!lines.length)
            continue;
        if (read_point(&lines, &point)) {
            log_row(builder, point.step, NAN, lines.number);
            log_value(builder, metric, point.value);
        } else if (lines.truncated) {
            log_skip_truncated(builder, lines.number);
        } else {
            log_skip_line(builder, lines.number, 0, "not \"timestamp value step\"");
        }
    }
    return true;
}

/* Timestamps of this century, in milliseconds. */
int mlflow_recognise(const struct reader_input *input)
{
    enum { LOOK_LINES = 5 };
    struct lines lines;
    struct mlflow_line point;
    int n = 0;
    lines_init(&lines, input->bytes, input->n_bytes);
    while (n < LOOK_LINES && lines_next(&lines)) {
        if (!lines.length)
            continue;
        if (lines.length > 200 || !read_point(&lines, &point) || point.timestamp < 1e12 ||
            point.timestamp > 1e13)
            return 0;
        n++;
    }
    return n ? 80 : 0;
}
