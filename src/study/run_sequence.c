#include "study/run_sequence.h"

#include "base/mem.h"
#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts that contradict one another, directly or by way of others, and where each lies. */
struct attempt {
    struct run_part *part;
    size_t number; /* among the run's files */
    double start, end;
    double start_step, start_epoch; /* NaN where it has none */
};

struct attempts {
    struct attempt *items;
    size_t n;
    enum log_axis axis; /* of start and end: the finest that all have */
};

static double least(const struct log *log, enum log_axis axis)
{
    double start = NAN;
    for (size_t s = 0; s < log->n_series; s++)
        if (log->series[s].n_points && log->series[s].axis == axis)
            start = fmin(start, log_position(&log->series[s], 0, axis));
    return start;
}

static void measure(struct attempts *attempts)
{
    bool steps = true, epochs = true;
    for (size_t i = 0; i < attempts->n; i++) {
        struct attempt *attempt = &attempts->items[i];
        attempt->start_step = least(attempt->part->log, LOG_AXIS_STEP);
        attempt->start_epoch = least(attempt->part->log, LOG_AXIS_EPOCH);
        steps = steps && !isnan(attempt->start_step);
        epochs = epochs && !isnan(attempt->start_epoch);
    }
    attempts->axis = steps ? LOG_AXIS_STEP : epochs ? LOG_AXIS_EPOCH : LOG_AXIS_INDEX;
    for (size_t i = 0; i < attempts->n; i++) {
        struct attempt *attempt = &attempts->items[i];
        const struct log *log = attempt->part->log;
        attempt->start = steps ? attempt->start_step : epochs ? attempt->start_epoch : 0;
        attempt->end = steps ? log->last_step : epochs ? log->last_epoch : (double)log->n_rows;
    }
}

static int by_start(const void *a, const void *b)
{
    const struct attempt *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static size_t furthest(const struct attempts *attempts)
{
    size_t best = 0;
    for (size_t i = 1; i < attempts->n; i++)
        if (attempts->items[i].end >= attempts->items[best].end)
            best = i;
    return best;
}

static const char *axis_word(enum log_axis axis)
{
    return axis == LOG_AXIS_STEP ? "step" : axis == LOG_AXIS_EPOCH ? "epoch" : "row";
}

static void say(struct diags *diags, const struct attempts *attempts, const struct attempt *left,
                const struct attempt *kept)
{
    char end[NUM_TEXT_MAX], full[NUM_TEXT_MAX];
    num_write(end, left->end);
    num_write(full, kept->end);
    const char *word = axis_word(attempts->axis);
    if (left->end < kept->end)
        diags_add(diags, DIAG_WARNING, (struct diag_place){.file = left->part->path},
                  "not read: this attempt at the run ends at %s %s, and %s goes on to %s", word,
                  end, kept->part->name, full);
    else
        diags_add(diags, DIAG_WARNING, (struct diag_place){.file = left->part->path},
                  "not read: %s is a later attempt at the same run, which goes as far (%s %s)",
                  kept->part->name, word, full);
}

/* The winner, and of those before it what lies before the place where the next one took up. */
static void keep_one(struct attempts *attempts, struct diags *diags)
{
    qsort(attempts->items, attempts->n, sizeof *attempts->items, by_start);
    size_t best = furthest(attempts);
    const struct attempt *winner = &attempts->items[best];
    double start = winner->start, step = winner->start_step, epoch = winner->start_epoch;
    for (size_t i = attempts->n; i-- > 0;) {
        struct attempt *attempt = &attempts->items[i];
        bool resumed = i < best && attempts->axis != LOG_AXIS_INDEX && attempt->start < start;
        if (resumed) {
            log_cut_from(attempt->part->log, step, epoch);
            diags_add(diags, DIAG_NOTE, (struct diag_place){.file = attempt->part->path},
                      "resumed by %s, which counts from where it begins", winner->part->name);
            start = attempt->start, step = attempt->start_step, epoch = attempt->start_epoch;
        } else if (i != best) {
            say(diags, attempts, attempt, winner);
            log_free(attempt->part->log);
            attempt->part->log = NULL;
        }
    }
}

/* "lr1/seed_4.csv and lr2/seed_4.csv both give test_acc at epoch 3 (0.5 and 0.7)". */
static const char *describe(const struct run_part *a, const struct run_part *b,
                            const struct run_clash *clash, struct arena *arena)
{
    char position[NUM_TEXT_MAX], values[2][NUM_TEXT_MAX];
    num_write(position, clash->position + (clash->axis == LOG_AXIS_INDEX));
    for (size_t i = 0; i < 2; i++)
        num_write(values[i], clash->values[i]);
    return arena_printf(arena, "%s and %s both give %s at %s %s (%s and %s)", a->path, b->path,
                        clash->metric, axis_word(clash->axis), position, values[0], values[1]);
}

/* Whether two parts that contradict each other can be two attempts: by their names, since rows without
 * any axis are counted from the start in every file, or since one took up where the other was, or, in
 * one folder, since one stopped short. */
static bool may_be_attempts(struct run_part *a, struct run_part *b, const struct run_clash *clash)
{
    struct attempt pair[2] = {{.part = a}, {.part = b}};
    struct attempts two = {pair, 2, LOG_AXIS_INDEX};
    if (run_attempts_by_name(a, b) || clash->axis == LOG_AXIS_INDEX)
        return true;
    measure(&two);
    bool follows = (pair[1].start > pair[0].start && pair[1].end > pair[0].end) ||
                   (pair[0].start > pair[1].start && pair[0].end > pair[1].end);
    return follows || (a->match == b->match && pair[0].end != pair[1].end);
}

struct clashes {
    size_t *group; /* of each part: the first part of its component */
    struct run_fault fault;
};

static void join_groups(struct clashes *clashes, size_t n, size_t i, size_t j)
{
    size_t a = clashes->group[i], b = clashes->group[j];
    size_t from = a > b ? a : b, to = a > b ? b : a;
    for (size_t k = 0; k < n; k++)
        if (clashes->group[k] == from)
            clashes->group[k] = to;
}

static void find_clashes(struct run_part *parts, size_t n, struct arena *arena,
                         struct clashes *clashes)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && !clashes->fault.text; j++) {
            struct run_clash clash = run_attempts_clash(&parts[i], &parts[j]);
            if (!clash.metric)
                continue;
            if (!may_be_attempts(&parts[i], &parts[j], &clash))
                clashes->fault = (struct run_fault){describe(&parts[i], &parts[j], &clash, arena),
                                                    parts[i].match != parts[j].match};
            join_groups(clashes, n, i, j);
        }
}

static void settle_group(struct run_part *parts, size_t n, const size_t *group, size_t first,
                         struct diags *diags)
{
    struct attempts attempts = {.items = mem_zeroed(n, sizeof *attempts.items)};
    for (size_t i = first; i < n; i++)
        if (group[i] == first)
            attempts.items[attempts.n++] = (struct attempt){.part = &parts[i], .number = i};
    if (attempts.n > 1) {
        measure(&attempts);
        keep_one(&attempts, diags);
    }
    free(attempts.items);
}

struct run_fault run_sequence_choose(struct run_part *parts, size_t n_parts, struct arena *arena,
                                     struct diags *diags)
{
    struct clashes clashes = {.group = mem_array(n_parts + 1, sizeof *clashes.group)};
    for (size_t i = 0; i < n_parts; i++)
        clashes.group[i] = i;
    find_clashes(parts, n_parts, arena, &clashes);
    for (size_t i = 0; i < n_parts && !clashes.fault.text; i++)
        if (clashes.group[i] == i)
            settle_group(parts, n_parts, clashes.group, i, diags);
    free(clashes.group);
    return clashes.fault;
}
