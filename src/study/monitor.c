#include "study/monitor.h"

#include "base/mem.h"
#include "logs/cell.h"
#include "logs/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_LINES = 3, REWARD = 0, LENGTH = 1, TIME = 2, N_OWN_COLUMNS = 3 };

struct episode {
    double ended; /* by the wall clock */
    size_t order, line, first_value, n_values;
    const size_t *metrics; /* by column of its file */
};

struct monitor {
    struct log_builder *builder;
    struct diags *diags;
    struct arena arena;
    struct episode *episodes;
    size_t n_episodes, episodes_capacity;
    double *values;
    size_t n_values, values_capacity;
};

/* One file while it is read. */
struct source {
    const struct reader_input *input;
    double start, last; /* t_start; when the episode before ended */
    bool has_start;
    const char *comment; /* the last that start was looked for in */
    struct table_row header;
    size_t *metrics;
    size_t n_columns, n_skipped;
};

static bool is_cell(const struct table_row *row, size_t i, const char *text)
{
    return i < row->n_cells && row->cells[i].length == strlen(text) &&
           !memcmp(row->cells[i].text, text, row->cells[i].length);
}

static bool is_header(const struct table_row *row)
{
    return is_cell(row, REWARD, "r") && is_cell(row, LENGTH, "l") && is_cell(row, TIME, "t");
}

bool monitor_is(const char *bytes, size_t n_bytes)
{
    enum { LOOK_BYTES = 1 << 16 }; /* t_start stands next to arguments of the environment */
    struct table_scanner *scanner =
        table_scanner_new(bytes, n_bytes < LOOK_BYTES ? n_bytes : LOOK_BYTES, ',');
    struct table_row row;
    bool truncated, is = table_next_row(scanner, &row, &truncated) && is_header(&row);
    table_scanner_free(scanner);
    return is;
}

/* {"t_start": 1745342090.75, "env_id": "None"} */
static double read_start(struct table_cell comment)
{
    static const char key[] = "\"t_start\"";
    double start = NAN;
    /* Where there was no comment there is no text either. */
    const char *at =
        comment.length ? memmem(comment.text, comment.length, key, sizeof key - 1) : NULL;
    if (!at)
        return start;
    const char *end = comment.text + comment.length;
    for (at += sizeof key - 1; at < end && (*at == ' ' || *at == ':');)
        at++;
    num_prefix(at, (size_t)(end - at), &start);
    return start;
}

/* A file that was written on to has such a line, and the header, once more. */
static void take_start(struct source *source, struct table_scanner *scanner)
{
    struct table_cell comment = table_comment(scanner);
    if (!comment.length || comment.text == source->comment)
        return;
    source->comment = comment.text;
    double start = read_start(comment);
    if (!isfinite(start))
        return;
    source->start = start;
    source->has_start = true;
}

static void take_header(struct monitor *monitor, struct source *source, const struct table_row *row)
{
    const char **names = table_header(&monitor->arena, row);
    source->n_columns = row->n_cells;
    source->metrics = arena_alloc(&monitor->arena, row->n_cells, sizeof *source->metrics);
    for (size_t i = 0; i < row->n_cells; i++)
        source->metrics[i] =
            i == TIME ? LOG_NO_METRIC : log_metric(monitor->builder, names[i], strlen(names[i]));
}

static struct diag_place at_line(const struct source *source, size_t line)
{
    return (struct diag_place){.file = source->input->path, .line = line};
}

static void skip(struct monitor *monitor, struct source *source, size_t line, const char *reason)
{
    if (source->n_skipped++ < NAMED_LINES)
        diags_add(monitor->diags, DIAG_WARNING, at_line(source, line), "line skipped: %s", reason);
}

static double cell_at(const struct table_row *row, size_t i)
{
    double value = NAN;
    if (i < row->n_cells)
        cell_number(row->cells[i].text, row->cells[i].length, &value);
    return value;
}

/* Where t falls back, the run was taken up again without a line that says when: not before the
 * episode that stands above. */
static double when_ended(struct source *source, double time)
{
    double ended = source->start + (isfinite(time) ? time : 0);
    if (ended < source->last) {
        source->start += source->last - ended;
        ended = source->last;
    }
    return source->last = ended;
}

static void take_episode(struct monitor *monitor, struct source *source,
                         const struct table_row *row)
{
    if (row->n_cells > source->n_columns) {
        skip(monitor, source, row->line, "more cells than the header has columns");
        return;
    }
    if (!(cell_at(row, LENGTH) > 0)) {
        skip(monitor, source, row->line, "no length of an episode");
        return;
    }
    monitor->episodes = mem_grow(monitor->episodes, monitor->n_episodes,
                                 &monitor->episodes_capacity, sizeof *monitor->episodes);
    monitor->episodes[monitor->n_episodes] =
        (struct episode){when_ended(source, cell_at(row, TIME)),
                         monitor->n_episodes,
                         row->line,
                         monitor->n_values,
                         row->n_cells,
                         source->metrics};
    monitor->n_episodes++;
    for (size_t i = 0; i < row->n_cells; i++) {
        monitor->values = mem_grow(monitor->values, monitor->n_values, &monitor->values_capacity,
                                   sizeof *monitor->values);
        monitor->values[monitor->n_values++] = cell_at(row, i);
    }
}

static void read_rows(struct monitor *monitor, struct source *source, struct table_scanner *scanner)
{
    struct table_row row;
    bool truncated;
    while (table_next_row(scanner, &row, &truncated)) {
        take_start(source, scanner);
        if (is_header(&row))
            take_header(monitor, source, &row);
        else if (truncated && row.n_cells < source->n_columns)
            diags_add(monitor->diags, DIAG_NOTE, at_line(source, row.line),
                      "the last line is incomplete; skipped");
        else
            take_episode(monitor, source, &row);
    }
}

/* `earliest` stands in for a start that the file does not give. */
static void read_file(struct monitor *monitor, const struct reader_input *input, double earliest)
{
    struct source source = {.input = input, .start = earliest, .last = -INFINITY};
    struct table_scanner *scanner = table_scanner_new(input->bytes, input->n_bytes, ',');
    read_rows(monitor, &source, scanner);
    if (source.n_skipped > NAMED_LINES)
        diags_add(monitor->diags, DIAG_WARNING, at_line(&source, 0), "%zu lines skipped in all",
                  source.n_skipped);
    if (!source.has_start)
        diags_add(
            monitor->diags, DIAG_WARNING, at_line(&source, 1),
            "no t_start in a line above the header; taken to have begun with the first of the "
            "run's monitor files");
    table_scanner_free(scanner);
}

static double first_start(const struct reader_input *input)
{
    struct table_scanner *scanner = table_scanner_new(input->bytes, input->n_bytes, ',');
    struct table_row row;
    bool truncated;
    double start = table_next_row(scanner, &row, &truncated) ? read_start(table_comment(scanner))
                                                             : (double)NAN;
    table_scanner_free(scanner);
    return start;
}

static int by_time(const void *a, const void *b)
{
    const struct episode *x = a, *y = b;
    return x->ended != y->ended ? (x->ended > y->ended) - (x->ended < y->ended)
                                : (x->order > y->order) - (x->order < y->order);
}

static void count_steps(struct monitor *monitor)
{
    double step = 0;
    if (monitor->n_episodes)
        qsort(monitor->episodes, monitor->n_episodes, sizeof *monitor->episodes, by_time);
    for (size_t i = 0; i < monitor->n_episodes; i++) {
        const struct episode *episode = &monitor->episodes[i];
        step += monitor->values[episode->first_value + LENGTH];
        log_row(monitor->builder, step, NAN, episode->line);
        log_values(monitor->builder, episode->n_values, episode->metrics,
                   monitor->values + episode->first_value);
    }
}

struct log *monitor_read(const struct reader_input *inputs, size_t n_inputs, struct diags *diags)
{
    struct monitor monitor = {.builder = log_builder_new(inputs[0].path, diags), .diags = diags};
    const struct reader_options *options = inputs[0].options;
    double earliest = NAN;
    arena_init(&monitor.arena);
    if (options)
        log_set_ignored(monitor.builder, options->n_ignore, options->ignore);
    for (size_t i = 0; i < n_inputs; i++)
        earliest = fmin(earliest, first_start(&inputs[i]));
    for (size_t i = 0; i < n_inputs; i++)
        read_file(&monitor, &inputs[i], isfinite(earliest) ? earliest : 0);
    log_add_unused(monitor.builder, "t", "a clock");
    count_steps(&monitor);
    struct log *log = log_build(monitor.builder);
    log_builder_free(monitor.builder);
    arena_done(&monitor.arena);
    free(monitor.episodes);
    free(monitor.values);
    return log;
}
