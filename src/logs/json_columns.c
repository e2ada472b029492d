#include "logs/json_columns.h"

#include "base/mem.h"
#include "logs/axis.h"
#include "logs/cell.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct json_column {
    char *name;
    double *values;
    size_t n_values, capacity;
    size_t metric;
};

struct json_columns {
    struct json_column *items;
    size_t n_items, capacity;
};

struct json_columns *json_columns_new(void)
{
    return mem_zeroed(1, sizeof(struct json_columns));
}

void json_columns_free(struct json_columns *columns)
{
    for (size_t i = 0; i < columns->n_items; i++) {
        free(columns->items[i].name);
        free(columns->items[i].values);
    }
    free(columns->items);
    free(columns);
}

size_t json_columns_count(const struct json_columns *columns)
{
    return columns->n_items;
}

static void add_value(struct json_column *column, double value)
{
    column->values =
        mem_grow(column->values, column->n_values, &column->capacity, sizeof *column->values);
    column->values[column->n_values++] = value;
}

/* Reads to the array's end. *n_numbers counts elements that are numbers. */
static bool read_elements(struct json_column *column, struct json *json, size_t *n_numbers)
{
    for (;;) {
        double value = NAN;
        enum json_event event = json_next(json);
        if (event == JSON_ARRAY_END)
            return true;
        if (event == JSON_NUMBER || event == JSON_TRUE || event == JSON_FALSE) {
            value = json->number;
            ++*n_numbers;
        } else if (event == JSON_STRING) {
            *n_numbers += cell_number(json->text, json->length, &value) != NUM_TEXT;
        } else if (event == JSON_OBJECT || event == JSON_ARRAY) {
            if (!json_skip(json))
                return false;
        } else if (event != JSON_NULL) {
            return false;
        }
        add_value(column, value);
    }
}

bool json_columns_read(struct json_columns *columns, struct json *json, const char *name,
                       size_t length)
{
    struct json_column column = {.name = mem_strndup(name, length)};
    size_t n_numbers = 0;
    bool ok = read_elements(&column, json, &n_numbers);
    if (!ok || !n_numbers) {
        free(column.name);
        free(column.values);
        return ok;
    }
    columns->items =
        mem_grow(columns->items, columns->n_items, &columns->capacity, sizeof *columns->items);
    columns->items[columns->n_items++] = column;
    return true;
}

static int by_length(const void *a, const void *b)
{
    const struct json_column *x = *(const struct json_column *const *)a,
                             *y = *(const struct json_column *const *)b;
    if (x->n_values != y->n_values)
        return x->n_values < y->n_values ? -1 : 1;
    return (x > y) - (x < y); /* as in the file */
}

/* Of some columns of one length, the one whose name says that it is the axis, or NULL. */
static const struct json_column *find_axis(struct json_column *const *group, size_t n,
                                           const struct reader_options *options,
                                           enum axis_role role)
{
    const struct json_column *best = NULL;
    unsigned rank = UINT_MAX;
    for (size_t i = 0; i < n; i++) {
        struct axis_name axis = axis_of(options, group[i]->name);
        if (axis.role == role && axis.rank < rank) {
            rank = axis.rank;
            best = group[i];
        }
    }
    return best;
}

/* All columns of one length, a row for each position. */
static void build_rows(struct json_column **group, size_t n, const struct reader_options *options,
                       struct log_builder *builder, bool counts_epochs)
{
    const struct json_column *step = find_axis(group, n, options, AXIS_STEP);
    const struct json_column *epoch = find_axis(group, n, options, AXIS_EPOCH);
    bool has_axis = step || epoch;
    size_t length = group[0]->n_values;
    for (size_t row = 0; row < length; row++) {
        double at = (double)row + 1;
        log_row(builder,
                step                        ? step->values[row]
                : has_axis || counts_epochs ? (double)NAN
                                            : at,
                epoch                        ? epoch->values[row]
                : has_axis || !counts_epochs ? (double)NAN
                                             : at,
                0);
        for (size_t i = 0; i < n; i++)
            log_value(builder, group[i]->metric, group[i]->values[row]);
    }
}

static void name_metrics(const struct json_columns *columns, const struct reader_options *options,
                         struct log_builder *builder)
{
    for (size_t i = 0; i < columns->n_items; i++) {
        struct json_column *column = &columns->items[i];
        column->metric = axis_of(options, column->name).role == AXIS_METRIC
                             ? log_metric(builder, column->name, strlen(column->name))
                             : LOG_NO_METRIC;
    }
}

void json_columns_build(const struct json_columns *columns, const struct reader_options *options,
                        struct log_builder *builder)
{
    size_t n = columns->n_items, least = 0;
    struct json_column **sorted = mem_array(n + 1, sizeof *sorted);
    name_metrics(columns, options, builder);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &columns->items[i];
    qsort(sorted, n, sizeof *sorted, by_length);
    for (size_t i = 0, end; i < n; i = end) {
        size_t length = sorted[i]->n_values;
        for (end = i; end < n && sorted[end]->n_values == length;)
            end++;
        least = least ? least : length > 1 ? length : 0;
        build_rows(&sorted[i], end - i, options, builder, length <= least || !least);
    }
    free(sorted);
}
