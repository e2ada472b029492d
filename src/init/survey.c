#include "init/survey.h"

#include "base/file.h"
#include "base/mem.h"
#include "logs/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SURVEY_METRICS_MAX = 2000 };

void survey_init(struct survey *survey)
{
    *survey = (struct survey){.last_step_low = INFINITY, .last_step_high = -INFINITY};
}

void survey_done(struct survey *survey)
{
    for (size_t i = 0; i < survey->n_metrics; i++)
        free(survey->metrics[i].ends);
    free(survey->metrics);
    survey_init(survey);
}

const struct survey_metric *survey_find(const struct survey *survey, const char *name)
{
    for (size_t i = 0; i < survey->n_metrics; i++)
        if (!strcmp(survey->metrics[i].name, name))
            return &survey->metrics[i];
    return NULL;
}

/* The name is borrowed. */
static struct survey_metric *metric_of(struct survey *survey, const char *name)
{
    struct survey_metric *found = (struct survey_metric *)survey_find(survey, name);
    if (found || survey->n_metrics == SURVEY_METRICS_MAX)
        return found;
    survey->metrics =
        mem_grow(survey->metrics, survey->n_metrics, &survey->capacity, sizeof *survey->metrics);
    found = &survey->metrics[survey->n_metrics++];
    *found = (struct survey_metric){.name = name, .low = INFINITY, .high = -INFINITY};
    return found;
}

static void add_end(struct survey_metric *metric, struct survey_end end)
{
    metric->ends = mem_grow(metric->ends, metric->n_ends, &metric->capacity, sizeof end);
    metric->ends[metric->n_ends++] = end;
}

static void add_series(struct survey_metric *metric, const struct log_series *series, bool ended)
{
    struct survey_end end = {.earlier_low = INFINITY, .earlier_high = -INFINITY};
    size_t n = series->n_points;
    for (size_t i = 0; i < n; i++) {
        double value = series->values[i];
        metric->low = fmin(metric->low, value);
        metric->high = fmax(metric->high, value);
        if (i + 1 == n)
            break;
        end.earlier_low = fmin(end.earlier_low, value);
        end.earlier_high = fmax(end.earlier_high, value);
    }
    metric->most_points = n > metric->most_points ? n : metric->most_points;
    if (!n || !ended)
        return;
    end.last = series->values[n - 1];
    end.axis = series->axis;
    end.start = log_position(series, 0, series->axis);
    end.length = log_position(series, n - 1, series->axis);
    add_end(metric, end);
}

void survey_add_log(struct survey *survey, const struct log *log, struct arena *arena)
{
    survey->n_read++;
    survey->n_aborted += log->aborted != NULL;
    survey->last_step_low = fmin(survey->last_step_low, log->last_step);
    survey->last_step_high = fmax(survey->last_step_high, log->last_step);
    for (size_t i = 0; i < log->n_series; i++) {
        struct survey_metric *metric =
            (struct survey_metric *)survey_find(survey, log->series[i].metric);
        if (!metric)
            metric = metric_of(survey, arena_strdup(arena, log->series[i].metric));
        if (metric)
            add_series(metric, &log->series[i], !log->aborted);
    }
}

void survey_add_file(struct survey *survey, struct init_files *files, const char *path)
{
    struct diags diags;
    diags_init(&diags);
    char *full = init_file_path(files, path);
    struct file_bytes bytes = {0};
    struct log *log = NULL;
    if (reader_open_file(full, &bytes, &diags)) {
        files->n_bytes_read += bytes.n_bytes;
        struct reader_input input = {full, path, bytes.bytes, bytes.n_bytes,
                                     &(struct reader_options){0}};
        const struct reader *reader = reader_recognise(&input);
        log = reader ? reader_read_bytes(&input, &diags) : NULL;
        if (log && !survey->reader)
            survey->reader = reader->name;
    }
    if (log)
        survey_add_log(survey, log, files->arena);
    else
        survey->n_failed++;
    if (log)
        log_free(log);
    file_bytes_done(&bytes);
    free(full);
    diags_done(&diags);
}

void survey_merge(struct survey *into, const struct survey *from)
{
    into->n_read += from->n_read;
    into->n_failed += from->n_failed;
    into->n_aborted += from->n_aborted;
    into->reader = into->reader ? into->reader : from->reader;
    into->last_step_low = fmin(into->last_step_low, from->last_step_low);
    into->last_step_high = fmax(into->last_step_high, from->last_step_high);
    for (size_t i = 0; i < from->n_metrics; i++) {
        const struct survey_metric *source = &from->metrics[i];
        struct survey_metric *metric = metric_of(into, source->name);
        if (!metric)
            return;
        metric->low = fmin(metric->low, source->low);
        metric->high = fmax(metric->high, source->high);
        if (source->most_points > metric->most_points)
            metric->most_points = source->most_points;
        for (size_t k = 0; k < source->n_ends; k++)
            add_end(metric, source->ends[k]);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *survey_signature(const struct survey *survey, struct arena *arena)
{
    const char **names = mem_array(survey->n_metrics, sizeof *names);
    for (size_t i = 0; i < survey->n_metrics; i++)
        names[i] = survey->metrics[i].name;
    if (survey->n_metrics)
        qsort(names, survey->n_metrics, sizeof *names, by_text);
    struct strbuf all;
    strbuf_init(&all);
    for (size_t i = 0; i < survey->n_metrics; i++)
        strbuf_printf(&all, "%s\n", names[i]);
    const char *kept = arena_strdup(arena, all.text);
    strbuf_done(&all);
    free(names);
    return kept;
}

double survey_likeness(const struct survey *a, const struct survey *b)
{
    size_t both = 0;
    for (size_t i = 0; i < a->n_metrics; i++)
        both += survey_find(b, a->metrics[i].name) != NULL;
    size_t either = a->n_metrics + b->n_metrics - both;
    return either ? (double)both / (double)either : 0;
}
