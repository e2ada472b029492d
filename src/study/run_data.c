#include "study/run_data.h"

#include "base/mem.h"
#include "study/run_files.h"
#include "study/leakage.h"
#include "study/outcome.h"
#include "study/short_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void begin(struct run_data *data)
{
    *data = (struct run_data){.y = NAN, .keeps_traces = data->keeps_traces};
    arena_init(&data->arena);
    diags_init(&data->diags);
}

void run_data_done(struct run_data *data)
{
    arena_done(&data->arena);
    diags_done(&data->diags);
}

const struct manifest_exclusion *run_exclusion(const struct manifest_arm *settings, const char *run)
{
    for (size_t i = 0; i < settings->n_exclusions; i++)
        if (!strcmp(settings->exclusions[i].run, run))
            return &settings->exclusions[i];
    return NULL;
}

void run_data_exclude(const struct manifest_exclusion *exclusion, struct run_data *data)
{
    begin(data);
    data->state = RUN_EXCLUDED;
    data->reason = exclusion->why ? arena_printf(&data->arena, "excluded: %s", exclusion->why)
                                  : "excluded by the manifest";
}

static bool has_axis(const struct log_series *series, enum log_axis axis)
{
    for (size_t i = 0; i < series->n_points; i++)
        if (isnan(log_position(series, i, axis)))
            return false;
    return true;
}

/* What is logged once an epoch is a series by epochs, whatever the steps it was logged at. */
enum log_axis run_data_axis(const struct log_series *series)
{
    if (series->axis != LOG_AXIS_STEP)
        return series->axis;
    double before = -INFINITY;
    for (size_t i = 0; i < series->n_points; i++) {
        double epoch = log_position(series, i, LOG_AXIS_EPOCH);
        if (!(epoch > before) || epoch != floor(epoch))
            return LOG_AXIS_STEP;
        before = epoch;
    }
    return LOG_AXIS_EPOCH;
}

/* Positions that were written down already. A run's metrics mostly come at the same rows, and then
 * share them: half of the memory of long logs. */
struct positions {
    const struct log_series *from;
    enum log_axis axis;
    size_t n;
    double *positions;
};
enum { POSITIONS_KEPT = 8 };
struct position_cache {
    struct positions kept[POSITIONS_KEPT]; /* round and round */
    size_t n;
};

static double *known_positions(const struct position_cache *cache, const struct log_series *from,
                               size_t n, enum log_axis axis)
{
    for (size_t i = 0; i < cache->n && i < POSITIONS_KEPT; i++) {
        const struct positions *kept = &cache->kept[i];
        if (kept->axis == axis && kept->n == n && log_same_rows(kept->from, from, n))
            return kept->positions;
    }
    return NULL;
}

static double *numbers(struct run_data *data, size_t n)
{
    data->n_numbers += n;
    return arena_alloc_unset(&data->arena, n, sizeof(double));
}

static double *positions_of(struct run_data *data, struct position_cache *cache,
                            const struct log_series *from, size_t n, enum log_axis axis)
{
    double *positions = known_positions(cache, from, n, axis);
    if (positions)
        return positions;
    positions = numbers(data, n);
    for (size_t i = 0; i < n; i++)
        positions[i] = point_position(from, i, axis);
    cache->kept[cache->n++ % POSITIONS_KEPT] = (struct positions){from, axis, n, positions};
    return positions;
}

static void cut(struct run_data *data, const struct log_series *from,
                const struct manifest_window *window, struct position_cache *cache,
                struct window_series *to)
{
    double end = data->whole_series ? INFINITY : window_end(window, to->axis, &data->length);
    size_t n = 0;
    while (n < from->n_points && point_position(from, n, to->axis) <= end)
        n++;
    to->n_points = n;
    if (!n)
        return;
    to->positions = positions_of(data, cache, from, n, to->axis);
    to->values = numbers(data, n);
    memcpy(to->values, from->values, n * sizeof *to->values);
    to->other_axis = to->axis == LOG_AXIS_STEP ? LOG_AXIS_EPOCH : LOG_AXIS_STEP;
    if (to->axis != LOG_AXIS_INDEX && has_axis(from, to->other_axis))
        to->other_positions = positions_of(data, cache, from, n, to->other_axis);
}

static void take_series(const struct manifest_arm *settings, const struct log *log,
                        struct run_data *data)
{
    struct position_cache cache = {.n = 0};
    data->length = run_length_of(log, &settings->log);
    data->logged = (struct run_length){{[LOG_AXIS_STEP] = log->last_step,
                                        [LOG_AXIS_EPOCH] = log->last_epoch,
                                        [LOG_AXIS_INDEX] = (double)log->n_rows}};
    data->n_series = log->n_series;
    data->series = arena_alloc(&data->arena, log->n_series + 1, sizeof *data->series);
    for (size_t i = 0; i < log->n_series; i++) {
        const struct log_series *from = &log->series[i];
        struct window_series *to = &data->series[i];
        to->metric = arena_strdup(&data->arena, from->metric);
        to->axis = run_data_axis(from);
        struct family_match match = family_of(settings, from->metric, false);
        enum drop_kind kind;
        bool wanted = data->state == RUN_USABLE || data->outcome_ahead;
        if (wanted && !leakage_bars(settings, from->metric, &match, &kind))
            cut(data, from, &settings->window, &cache, to);
    }
}

static void take_unused(const struct log *log, struct run_data *data)
{
    data->n_unused = log->n_unused;
    data->unused = arena_alloc(&data->arena, log->n_unused + 1, sizeof *data->unused);
    for (size_t i = 0; i < log->n_unused; i++)
        data->unused[i] = (struct log_unused){arena_strdup(&data->arena, log->unused[i].name),
                                              log->unused[i].reason};
}

static void take_outcome(const struct manifest_arm *settings, const struct log *log,
                         const struct log *file, struct run_data *data)
{
    static const enum run_state states[] = {[OUTCOME_FOUND] = RUN_USABLE,
                                            [OUTCOME_NO_METRIC] = RUN_NO_METRIC,
                                            [OUTCOME_NO_VALUE] = RUN_NO_VALUE,
                                            [OUTCOME_DIVERGED] = RUN_DIVERGED};
    struct outcome outcome = outcome_take(&settings->outcome, log, file, &data->arena);
    data->state = states[outcome.status];
    data->reason = outcome.reason;
    data->outcome_ahead = outcome.status != OUTCOME_FOUND && outcome.ahead;
    data->y = outcome.y;
    struct run_length length = run_length_of(log, &settings->log);
    data->reached_at_first = outcome.at_first && settings->outcome.at == OUTCOME_REACH;
    data->outcome_in_window =
        outcome.position <= window_end(&settings->window, outcome.axis, &length);
    data->outcome_axis = outcome.axis;
    data->outcome_position = outcome.position;
    if (outcome.status == OUTCOME_FOUND && !file)
        data->early_end = short_runs_early(&settings->outcome, log, &outcome, &data->arena);
    data->whole_series = data->outcome_ahead || settings->unfinished == UNFINISHED_RANDOM;
}

void run_data_take(const struct manifest_arm *settings, const struct log *log,
                   const struct log *file, struct run_data *data)
{
    begin(data);
    if (log->aborted) {
        data->state = RUN_UNREADABLE;
        data->reason =
            arena_printf(&data->arena, "the log says that the run failed: %s", log->aborted);
        return;
    }
    take_outcome(settings, log, file, data);
    take_series(settings, log, data);
    take_unused(log, data);
    if (data->keeps_traces)
        data->traces = trace_take(log, &data->arena);
}

/* What the first error says: the reason why the run is left out. NULL if there is none. */
static const char *first_error(const struct diags *diags, struct arena *arena)
{
    for (size_t i = 0; i < diags->n_items; i++) {
        const struct diag *item = &diags->items[i];
        if (item->severity != DIAG_ERROR)
            continue;
        const char *slash = item->file ? strrchr(item->file, '/') : NULL;
        return item->file
                   ? arena_printf(arena, "%s: %s", slash ? slash + 1 : item->file, item->message)
                   : arena_strdup(arena, item->message);
    }
    return NULL;
}

void run_data_fail(struct run_data *data, const char *reason)
{
    begin(data);
    data->state = RUN_UNREADABLE;
    data->reason = arena_strdup(&data->arena, reason);
}

void run_data_fail_for(struct run_data *data, const struct diags *diags)
{
    begin(data);
    data->state = RUN_UNREADABLE;
    data->reason = first_error(diags, &data->arena);
    if (!data->reason)
        data->reason = "holds nothing that could be read";
}

void run_data_add_diags(struct run_data *data, struct diags *diags)
{
    for (size_t i = 0; i < diags->n_items; i++)
        if (diags->items[i].severity == DIAG_ERROR)
            diags->items[i].severity = DIAG_WARNING;
    diags->n_errors = 0;
    diags_append(&data->diags, diags);
}

/* The outcome's own file is not there (yet): a run without an outcome, whose log is as good as any. */
static void take_without_outcome(const struct manifest_arm *settings, const struct log *log,
                                 const struct diags *diags, struct run_data *data)
{
    begin(data);
    data->state = RUN_NO_METRIC;
    data->reason = first_error(diags, &data->arena);
    data->outcome_ahead = settings->outcome.at != OUTCOME_REACH && !log->aborted;
    take_series(settings, log, data);
    take_unused(log, data);
}

void run_data_read(const struct manifest_arm *settings, const struct manifest_run *run,
                   struct run_data *data)
{
    struct diags diags;
    diags_init(&diags);
    struct arena texts;
    struct run_fault fault;
    arena_init(&texts);
    struct log *log = run_files_read(run, &settings->log.reader, &diags, &texts, &fault);
    struct log *file = NULL;
    bool ok = log != NULL, absent = false;
    if (ok && run->outcome_path) {
        file = reader_read_file(run->outcome_path, settings->outcome.file, &settings->log.reader,
                                &diags);
        ok = file != NULL;
        absent = !ok && access(run->outcome_path, F_OK) != 0;
    }
    if (ok) {
        run_data_take(settings, log, file, data);
    } else if (absent) {
        take_without_outcome(settings, log, &diags, data);
    } else if (fault.text) {
        run_data_fail(data, fault.text);
        data->contradicted = fault.of_manifest;
    } else {
        run_data_fail_for(data, &diags);
    }
    arena_done(&texts);
    run_data_add_diags(data, &diags);
    log_free(log);
    log_free(file);
}
