/* One run's files, joined. */
#include "ingest/log.h"

#include "base/mem.h"
#include "ingest/name_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct join {
    struct log *log;
    size_t capacity;
    struct name_table numbers; /* of the series */
};

/* A finer axis may be missing in one of the files: the coarser one orders both. */
static enum log_axis common_axis(enum log_axis a, enum log_axis b)
{
    return a > b ? a : b;
}

/* Both are ordered along their own axis; along the common one they may not be. */
static bool is_ordered(const struct log_series *series, enum log_axis axis)
{
    for (size_t i = 0; i < series->n_points; i++)
        if (isnan(log_position(&series->points[i], axis)) ||
            (i && !(log_position(&series->points[i - 1], axis) <=
                    log_position(&series->points[i], axis))))
            return false;
    return true;
}

static void merge_series(struct arena *arena, struct log_series *into,
                         const struct log_series *later)
{
    enum log_axis axis = common_axis(into->axis, later->axis);
    if (!is_ordered(into, axis) || !is_ordered(later, axis))
        axis = LOG_AXIS_INDEX;
    struct log_point *points =
        arena_alloc(arena, into->n_points + later->n_points + 1, sizeof *points);
    size_t n = 0, i = 0, j = 0;
    while (i < into->n_points || j < later->n_points) {
        double a = i < into->n_points ? log_position(&into->points[i], axis) : INFINITY;
        double b = j < later->n_points ? log_position(&later->points[j], axis) : INFINITY;
        bool from_later = j < later->n_points && (i == into->n_points || b <= a);
        const struct log_point *point = from_later ? &later->points[j++] : &into->points[i++];
        i += from_later && a == b && i < into->n_points;
        if (n && log_position(&points[n - 1], axis) == log_position(point, axis))
            n--;
        points[n++] = *point;
    }
    *into = (struct log_series){into->metric, n, points, axis};
}

static void add_series(struct join *join, const struct log_series *series, const char *prefix)
{
    struct log *log = join->log;
    char *name = arena_printf(&log->arena, "%s%s", prefix, series->metric);
    size_t length = strlen(name), known = name_table_find(&join->numbers, name, length);
    if (known != NAME_UNKNOWN) {
        merge_series(&log->arena, &log->series[known], series);
        return;
    }
    name_table_add(&join->numbers, name, length, log->n_series);
    struct log_point *points = arena_alloc(&log->arena, series->n_points + 1, sizeof *points);
    memcpy(points, series->points, series->n_points * sizeof *points);
    log->series = mem_grow(log->series, log->n_series, &join->capacity, sizeof *log->series);
    log->series[log->n_series++] =
        (struct log_series){name, series->n_points, points, series->axis};
}

static void add_unused(struct log *log, const struct log *part, const char *prefix)
{
    struct log_unused *unused =
        arena_alloc(&log->arena, log->n_unused + part->n_unused + 1, sizeof *unused);
    if (log->n_unused)
        memcpy(unused, log->unused, log->n_unused * sizeof *unused);
    for (size_t i = 0; i < part->n_unused; i++)
        unused[log->n_unused + i] =
            (struct log_unused){arena_printf(&log->arena, "%s%s", prefix, part->unused[i].name),
                                part->unused[i].reason};
    log->unused = unused;
    log->n_unused += part->n_unused;
}

static bool share_a_metric(const struct log *a, const char *prefix_a, const struct log *b,
                           const char *prefix_b)
{
    if (strcmp(prefix_a, prefix_b) != 0)
        return false;
    /* Resumed runs write the same metrics in much the same order. */
    for (size_t i = 0; i < a->n_series && i < 100; i++)
        if (log_find(b, a->series[i].metric))
            return true;
    return false;
}

static void shift_epochs(struct log *log)
{
    for (size_t i = 0; i < log->n_series; i++) {
        struct log_point *points = (struct log_point *)log->series[i].points;
        for (size_t j = 0; j < log->series[i].n_points; j++)
            points[j].epoch += 1;
    }
    log->last_epoch += 1;
    log->epochs_shifted = true;
}

static void shift_with_others(struct log **parts, const char *const *prefixes, size_t n_parts)
{
    for (size_t i = 0; i < n_parts; i++)
        for (size_t j = 0; j < n_parts; j++)
            if (parts[j]->epochs_shifted && !parts[i]->epochs_shifted && !parts[i]->epochs_kept &&
                share_a_metric(parts[j], prefixes ? prefixes[j] : "", parts[i],
                               prefixes ? prefixes[i] : ""))
                shift_epochs(parts[i]);
}

static void add_part(struct join *join, const struct log *part, const char *prefix)
{
    struct log *log = join->log;
    for (size_t i = 0; i < part->n_series; i++)
        add_series(join, &part->series[i], prefix);
    add_unused(log, part, prefix);
    log->last_step = fmax(log->last_step, part->last_step);
    log->last_epoch = fmax(log->last_epoch, part->last_epoch);
    log->n_rows = log->n_rows > part->n_rows ? log->n_rows : part->n_rows;
    if (!log->aborted && part->aborted)
        log->aborted = arena_strdup(&log->arena, part->aborted);
}

/* The series grow on the heap while joining; the log owns arena memory only. */
static void settle_series(struct log *log)
{
    struct log_series *grown = log->series;
    log->series = arena_alloc(&log->arena, log->n_series + 1, sizeof *log->series);
    if (log->n_series)
        memcpy(log->series, grown, log->n_series * sizeof *grown);
    free(grown);
}

struct log *log_join(struct log **parts, const char *const *prefixes, size_t n_parts)
{
    if (n_parts == 1 && (!prefixes || !prefixes[0][0]))
        return parts[0];
    struct join join = {.log = mem_zeroed(1, sizeof *join.log)};
    arena_init(&join.log->arena);
    name_table_init(&join.numbers);
    join.log->last_step = join.log->last_epoch = NAN;
    shift_with_others(parts, prefixes, n_parts);
    for (size_t i = 0; i < n_parts; i++) {
        add_part(&join, parts[i], prefixes ? prefixes[i] : "");
        log_free(parts[i]);
    }
    settle_series(join.log);
    name_table_done(&join.numbers);
    return join.log;
}
