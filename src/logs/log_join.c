/* One run's files, joined. */
#include "logs/log.h"

#include "base/mem.h"
#include "logs/name_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct join {
    struct log *log;
    size_t capacity;
    size_t n_rows;             /* of the parts that were added */
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
    double last = -INFINITY;
    for (size_t i = 0; i < series->n_points; i++) {
        double at = log_position(series, i, axis);
        if (!(at >= last))
            return false;
        last = at;
    }
    return true;
}

static double position_or_end(const struct log_series *series, size_t i, enum log_axis axis)
{
    return i < series->n_points ? log_position(series, i, axis) : INFINITY;
}

/* Both stand on the joined rows. */
static void merge_series(struct arena *arena, struct log_series *into,
                         const struct log_series *later)
{
    enum log_axis axis = common_axis(into->axis, later->axis);
    if (!is_ordered(into, axis) || !is_ordered(later, axis))
        axis = LOG_AXIS_INDEX;
    size_t n_both = into->n_points + later->n_points + 1, n = 0, i = 0, j = 0;
    double *values = arena_alloc_unset(arena, n_both, sizeof *values), last = NAN;
    uint32_t *rows = arena_alloc_unset(arena, n_both, sizeof *rows);
    bool from_later_last = true;
    while (i < into->n_points || j < later->n_points) {
        double a = position_or_end(into, i, axis), b = position_or_end(later, j, axis);
        bool from_later = j < later->n_points && (i == into->n_points || b <= a);
        const struct log_series *from = from_later ? later : into;
        size_t k = from_later ? j++ : i++;
        i += from_later && a == b && i < into->n_points;
        n -= n && (from_later ? b : a) == last;
        last = from_later ? b : a;
        from_later_last = from_later;
        values[n] = from->values[k];
        rows[n++] = from->rows[k];
    }
    bool ends_in_nan = from_later_last ? later->ends_in_nan : into->ends_in_nan;
    *into = (struct log_series){into->metric, n, values, rows, into->at, axis, ends_in_nan};
}

/* The part's rows follow those that are there. */
static struct log_series move_to(struct join *join, const struct log_series *series,
                                 const char *name)
{
    struct log_series moved = *series;
    moved.metric = name;
    moved.at = &join->log->rows;
    for (size_t i = 0; i < series->n_points; i++)
        moved.rows[i] += (uint32_t)join->n_rows;
    return moved;
}

static void add_series(struct join *join, const struct log_series *series, const char *prefix)
{
    struct log *log = join->log;
    char *name = arena_printf(&log->arena, "%s%s", prefix, series->metric);
    size_t length = strlen(name), known = name_table_find(&join->numbers, name, length);
    struct log_series moved = move_to(join, series, name);
    if (known != NAME_UNKNOWN) {
        merge_series(&log->arena, &log->series[known], &moved);
        return;
    }
    name_table_add(&join->numbers, name, length, log->n_series);
    log->series = mem_grow(log->series, log->n_series, &join->capacity, sizeof *log->series);
    log->series[log->n_series++] = moved;
}

/* All parts' rows, one part behind the other; each keeps its number within its part. */
static void join_rows(struct log *log, struct log **parts, size_t n_parts)
{
    size_t n = 0, next = 0;
    for (size_t i = 0; i < n_parts; i++)
        n += parts[i]->rows.n;
    double *steps = arena_alloc_unset(&log->arena, n, sizeof *steps);
    double *epochs = arena_alloc_unset(&log->arena, n, sizeof *epochs);
    uint32_t *indexes = arena_alloc_unset(&log->arena, n, sizeof *indexes);
    for (size_t i = 0; i < n_parts; i++) {
        const struct log_rows *from = &parts[i]->rows;
        for (size_t r = 0; r < from->n; r++, next++) {
            steps[next] = from->steps[r];
            epochs[next] = from->epochs[r];
            indexes[next] = from->indexes ? from->indexes[r] : (uint32_t)r;
        }
    }
    log->rows = (struct log_rows){n, steps, epochs, indexes};
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
    for (size_t r = 0; r < log->rows.n; r++)
        log->rows.epochs[r] += 1;
    log->last_epoch += 1;
    log->epochs_shifted = true;
}

void log_align_epochs(struct log **parts, const char *const *prefixes, size_t n_parts)
{
    for (size_t i = 0; i < n_parts; i++)
        for (size_t j = 0; j < n_parts; j++)
            if (parts[j]->epochs_shifted && !parts[i]->epochs_shifted && !parts[i]->epochs_kept &&
                share_a_metric(parts[j], prefixes ? prefixes[j] : "", parts[i],
                               prefixes ? prefixes[i] : ""))
                shift_epochs(parts[i]);
}

void log_cut_from(struct log *log, double step, double epoch)
{
    for (size_t s = 0; s < log->n_series; s++) {
        struct log_series *series = &log->series[s];
        double from = series->axis == LOG_AXIS_STEP    ? step
                      : series->axis == LOG_AXIS_EPOCH ? epoch
                                                       : NAN;
        while (series->n_points && log_position(series, series->n_points - 1, series->axis) >= from)
            series->n_points--;
    }
}

/* Takes the part, whose columns are moved, not copied. */
static void add_part(struct join *join, struct log *part, const char *prefix)
{
    struct log *log = join->log;
    for (size_t i = 0; i < part->n_series; i++)
        add_series(join, &part->series[i], prefix);
    add_unused(log, part, prefix);
    log->last_step = fmax(log->last_step, part->last_step);
    log->last_epoch = fmax(log->last_epoch, part->last_epoch);
    log->n_rows = log->n_rows > part->n_rows ? log->n_rows : part->n_rows;
    if (!log->aborted && part->aborted)
        log->aborted = part->aborted;
    join->n_rows += part->rows.n;
    arena_join(&log->arena, &part->arena);
    log_free(part);
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
    log_align_epochs(parts, prefixes, n_parts);
    join_rows(join.log, parts, n_parts);
    for (size_t i = 0; i < n_parts; i++)
        add_part(&join, parts[i], prefixes ? prefixes[i] : "");
    settle_series(join.log);
    name_table_done(&join.numbers);
    return join.log;
}
