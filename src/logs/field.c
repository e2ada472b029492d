#include "logs/field.h"

#include "base/arena.h"
#include "base/mem.h"
#include "logs/axis.h"
#include "logs/cell.h"
#include "logs/name_table.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct log_field {
    const char *name;
    size_t length;
    struct axis_name axis;
    size_t metrics[N_PHASES]; /* known if has_metric */
    bool has_metric[N_PHASES];
    bool is_phase, is_metric, was_axis, is_text; /* the last three: so far */
    struct log_field *next;                      /* the one that followed it in the last row */
};

struct row_value {
    struct log_field *field;
    double value;
};

/* The axis of the open row: of several candidates the smallest rank wins. */
struct row_axis {
    double value;
    unsigned rank;
    struct log_field *field;
};

struct field_set {
    struct log_builder *builder;
    const struct reader_options *options;
    struct arena arena;
    struct name_table numbers;
    struct log_field **fields;
    size_t n_fields, fields_capacity;
    struct log_field first, *last; /* keys come in the same order row after row */
    struct row_value *values;
    size_t n_values, capacity;
    struct row_axis step, epoch;
    enum phase phase;
};

enum { FIELDS_MAX = 2 * LOG_METRICS_MAX };

struct field_set *field_set_new(struct log_builder *builder, const struct reader_options *options)
{
    struct field_set *set = mem_zeroed(1, sizeof *set);
    arena_init(&set->arena);
    set->builder = builder;
    set->options = options;
    name_table_init(&set->numbers);
    field_begin(set);
    return set;
}

static const char *unused_reason(const struct log_field *field)
{
    if (field->is_metric || field->was_axis)
        return NULL;
    if (field->axis.role == AXIS_CLOCK)
        return "a clock";
    if (field->axis.role != AXIS_METRIC)
        return "a counter; another one is the step or epoch";
    return field->is_text && !field->is_phase ? "text" : NULL;
}

void field_set_free(struct field_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->n_fields; i++)
        if (unused_reason(set->fields[i]))
            log_add_unused(set->builder, set->fields[i]->name, unused_reason(set->fields[i]));
    free(set->fields);
    name_table_done(&set->numbers);
    free(set->values);
    arena_done(&set->arena);
    free(set);
}

static bool has_name(const struct log_field *field, const char *name, size_t length)
{
    return field->length == length && !memcmp(field->name, name, length);
}

static struct log_field *add_field(struct field_set *set, const char *name, size_t length)
{
    struct log_field *field = arena_alloc(&set->arena, 1, sizeof *field);
    field->name = arena_strndup(&set->arena, name, length);
    field->length = length;
    field->axis = axis_of(set->options, field->name);
    field->is_phase = phase_is_column(field->name);
    name_table_add(&set->numbers, field->name, length, set->n_fields);
    set->fields = mem_grow(set->fields, set->n_fields, &set->fields_capacity, sizeof *set->fields);
    set->fields[set->n_fields++] = field;
    return field;
}

/* NULL past FIELDS_MAX different keys. */
static struct log_field *get(struct field_set *set, const char *name, size_t length)
{
    struct log_field *field = set->last->next;
    if (!field || !has_name(field, name, length)) {
        size_t number = name_table_find(&set->numbers, name, length);
        if (number == NAME_UNKNOWN && set->n_fields == FIELDS_MAX)
            return NULL;
        field = number == NAME_UNKNOWN ? add_field(set, name, length) : set->fields[number];
        set->last->next = field;
    }
    set->last = field;
    return field;
}

void field_begin(struct field_set *set)
{
    set->n_values = 0;
    set->last = &set->first;
    set->step = set->epoch = (struct row_axis){NAN, UINT_MAX, NULL};
    set->phase = PHASE_NONE;
}

static void offer(struct row_axis *axis, struct log_field *field, double value)
{
    if (field->axis.rank < axis->rank && isfinite(value))
        *axis = (struct row_axis){value, field->axis.rank, field};
}

static void add_number(struct field_set *set, struct log_field *field, double value)
{
    switch (field->axis.role) {
    case AXIS_STEP:
        offer(&set->step, field, value);
        return;
    case AXIS_EPOCH:
        offer(&set->epoch, field, value);
        return;
    case AXIS_CLOCK:
        return;
    case AXIS_METRIC:
        break;
    }
    field->is_metric = true;
    set->values = mem_grow(set->values, set->n_values, &set->capacity, sizeof *set->values);
    set->values[set->n_values++] = (struct row_value){field, value};
}

void field_number(struct field_set *set, const char *name, size_t length, double value)
{
    struct log_field *field = get(set, name, length);
    if (field)
        add_number(set, field, value);
}

void field_text(struct field_set *set, const char *name, size_t length, const char *text, size_t n)
{
    struct log_field *field = get(set, name, length);
    if (!field)
        return;
    double value;
    if (field->is_phase && phase_of(text, n) != PHASE_NONE)
        set->phase = phase_of(text, n);
    if (cell_number(text, n, &value) == NUM_TEXT)
        field->is_text = true;
    else
        add_number(set, field, value);
}

static size_t metric_of(struct field_set *set, struct log_field *field)
{
    enum phase phase = set->phase;
    if (!field->has_metric[phase]) {
        const char *name = phase_name(&set->arena, phase, field->name);
        field->metrics[phase] = log_metric(set->builder, name, strlen(name));
        field->has_metric[phase] = true;
    }
    return field->metrics[phase];
}

void field_end(struct field_set *set, size_t line)
{
    if (set->step.field)
        set->step.field->was_axis = true;
    if (set->epoch.field)
        set->epoch.field->was_axis = true;
    if (!set->n_values && isnan(set->step.value) && isnan(set->epoch.value))
        return;
    log_row(set->builder, set->step.value, set->epoch.value, line);
    for (size_t i = 0; i < set->n_values; i++)
        log_value(set->builder, metric_of(set, set->values[i].field), set->values[i].value);
    field_begin(set);
}

double field_step(const struct field_set *set)
{
    return set->step.value;
}

double field_epoch(const struct field_set *set)
{
    return set->epoch.value;
}

void field_set_axes(struct field_set *set, double step, double epoch)
{
    set->step.value = step;
    set->epoch.value = epoch;
}

size_t field_n_values(const struct field_set *set)
{
    return set->n_values;
}

enum phase field_phase(const struct field_set *set)
{
    return set->phase;
}

void field_set_phase(struct field_set *set, enum phase phase)
{
    set->phase = phase;
}

bool field_row_has(const struct field_set *set, const char *word)
{
    for (size_t i = 0; i < set->n_values; i++)
        if (strstr(set->values[i].field->name, word))
            return true;
    return false;
}
