#include "init/columns.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "logs/axis.h"
#include "logs/reader.h"
#include "logs/table.h"
#include "init/choice.h"
#include "manifest/manifest.h"
#include "study/metric.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LOOK_AT = 12, WIDE_FILES_MAX = 2000, WIDE_COLUMNS_MAX = 20000, TABLES_TRIED = 20 };

/* Names outlive the table; its cells point into the bytes. */
static bool open_table(const struct init_files *files, const char *path, struct data_table *table,
                       struct file_bytes *bytes)
{
    struct diags diags;
    *bytes = (struct file_bytes){0};
    diags_init(&diags);
    char *full = init_file_path(files, path);
    bool ok = reader_open_file(full, bytes, &diags) && bytes->n_bytes &&
              !strchr("[{", bytes->bytes[0]) && !memchr(bytes->bytes, '\0', bytes->n_bytes) &&
              table_parse(full, bytes->bytes, bytes->n_bytes, '\0', table, &diags);
    for (size_t c = 0; ok && c < table->n_columns; c++)
        table->names[c] = arena_strdup(files->arena, table->names[c]);
    if (!ok)
        file_bytes_done(bytes);
    diags_done(&diags);
    free(full);
    return ok;
}

/* ---- wide files ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

struct init_column {
    const char *name, *shape;
    size_t order;
};

static int by_shape(const void *a, const void *b)
{
    const struct init_column *x = a, *y = b;
    int order = strcmp(x->shape, y->shape);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* "rew:seed_" -> "rew"; " - train/loss" -> "train/loss"; "seed_" -> "". */
static const char *bare(struct arena *arena, const char *text, size_t n)
{
    static const char separators[] = " _-.:=/,;|*";
    while (n && strchr(separators, text[n - 1]))
        n--;
    if (init_is_run_word(text, n))
        while (n && isalpha((unsigned char)text[n - 1]))
            n--;
    while (n && strchr(separators, text[n - 1]))
        n--;
    while (n && strchr(separators, *text))
        text++, n--;
    return arena_strndup(arena, text, n);
}

static bool names_metric(const char *name)
{
    return manifest_lower_is_better(name) || init_name_is_score(name);
}

/* "runs/val_loss.csv" -> "val_loss" */
static const char *stem_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void add_wide(const struct init_files *files, const char *path, const char *index,
                     const struct init_column *columns, size_t n, struct init_wides *wides)
{
    const char **names = mem_array(n, sizeof *names);
    for (size_t i = 0; i < n; i++)
        names[i] = columns[i].name;
    const char *runs = init_run_template(files->arena, names, n);
    free(names);
    if (!runs)
        return;
    const char *at = strstr(runs, "{run}");
    const char *before = bare(files->arena, runs, (size_t)(at - runs));
    const char *after = bare(files->arena, at + 5, strlen(at + 5));
    bool wandb = strstr(at, " - ") != NULL;
    const char *metric = wandb && *after ? after : *before ? before : *after ? after : "value";
    /* "adamw_seed0" in val_loss.csv: the file names the metric, and its columns the arms. */
    const char *stem = stem_of(files->arena, path);
    bool by_file = !wandb && *before && !*after && !names_metric(before) && names_metric(stem);
    metric = by_file ? stem : metric;
    wides->items = mem_grow(wides->items, wides->n_items, &wides->capacity, sizeof *wides->items);
    wides->items[wides->n_items++] = (struct init_wide){.file = path,
                                                        .runs = runs,
                                                        .metric = metric,
                                                        .prefix = wandb || by_file ? before : "",
                                                        .index = index,
                                                        .n_runs = n};
}

/* A wide file has a row per step, and says so. */
static bool is_axis(const char *name)
{
    static const char *const words[] = {"step",   "epoch", "iter",  "frame",  "time",    "index",
                                        "sample", "token", "round", "update", "column 1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(name, words[i]))
            return true;
    return false;
}

static void find_in_file(const struct init_files *files, const char *path, struct init_wides *wides)
{
    struct data_table table;
    struct file_bytes bytes;
    size_t before = wides->n_items;
    if (!open_table(files, path, &table, &bytes))
        return;
    size_t n = table.n_columns < WIDE_COLUMNS_MAX ? table.n_columns : WIDE_COLUMNS_MAX;
    struct init_column *columns = mem_array(n, sizeof *columns);
    size_t n_kept = 0;
    for (size_t c = 1; is_axis(table.names[0]) && c < n; c++)
        if (!ends_with(table.names[c], "__MIN") && !ends_with(table.names[c], "__MAX") &&
            !ends_with(table.names[c], "_step"))
            columns[n_kept++] =
                (struct init_column){table.names[c], init_shape(files->arena, table.names[c]), c};
    if (n_kept)
        qsort(columns, n_kept, sizeof *columns, by_shape);
    for (size_t first = 0, end; first < n_kept; first = end) {
        for (end = first + 1; end < n_kept; end++)
            if (strcmp(columns[first].shape, columns[end].shape) != 0)
                break;
        if (end - first >= 3 && strchr(columns[first].shape, '\1'))
            add_wide(files, path, table.names[0], columns + first, end - first, wides);
    }
    wides->n_files += wides->n_items > before;
    free(columns);
    table_done(&table);
    file_bytes_done(&bytes);
}

bool init_wides_find(const struct init_files *files, struct init_wides *wides)
{
    *wides = (struct init_wides){0};
    size_t n = files->n_paths < LOOK_AT ? files->n_paths : LOOK_AT;
    for (size_t i = 0; i < n; i++)
        find_in_file(files, files->paths[i * files->n_paths / n], wides);
    bool most = wides->n_files * 2 > n;
    init_wides_done(wides);
    for (size_t i = 0; most && i < files->n_paths && i < WIDE_FILES_MAX; i++)
        find_in_file(files, files->paths[i], wides);
    return most;
}

void init_wides_done(struct init_wides *wides)
{
    free(wides->items);
    *wides = (struct init_wides){0};
}

/* ---- one table ---- */

static const char *column_called(const struct data_table *table, const char *const *words)
{
    for (; *words; words++)
        for (size_t c = 0; c < table->n_columns; c++)
            if (!strcasecmp(table->names[c], *words))
                return table->names[c];
    return NULL;
}

static void name_columns(const struct data_table *table, struct init_table *found)
{
    static const char *const arms[] = {"arm",       "model",     "method", "algorithm",
                                       "algo",      "optimizer", "config", "recipe",
                                       "condition", "variant",   NULL};
    static const char *const groups[] = {"group", "dataset",     "data_set",  "data", "task",
                                         "env",   "environment", "benchmark", NULL};
    static const char *const runs[] = {"seed", "run", "run_id", "trial", "replicate", "rep", NULL};
    static const char *const folds[] = {"fold", "cv_fold", NULL};
    static const char *const trials[] = {"params_seed", "params_random_seed", "number", NULL};
    found->arm = column_called(table, arms);
    found->group = column_called(table, groups);
    found->run = column_called(table, runs);
    found->optuna = table_column(table, "value") != (size_t)-1 &&
                    table_column(table, "state") != (size_t)-1 &&
                    table_column(table, "number") != (size_t)-1;
    if (found->optuna && !found->run)
        found->run = column_called(table, trials);
    found->fold = column_called(table, folds);
}

/* By the names that logs use, too. */
static const char *axis_column(const struct data_table *table, enum axis_role role)
{
    const char *best = NULL;
    unsigned rank = UINT_MAX;
    for (size_t c = 0; c < table->n_columns; c++) {
        struct axis_name axis = axis_of(NULL, table->names[c]);
        if (axis.role == role && axis.rank < rank) {
            best = table->names[c];
            rank = axis.rank;
        }
    }
    return best;
}

static bool is_numeric(const struct data_table *table, size_t column)
{
    size_t n = 0, n_numbers = 0;
    for (size_t r = 0; r < table->n_rows; r++) {
        double value;
        if (column >= table->rows[r].n_cells)
            continue;
        const struct table_cell *cell = &table->rows[r].cells[column];
        enum num_kind kind = num_read(cell->text, cell->length, &value);
        n += kind != NUM_MISSING;
        n_numbers += kind == NUM_FINITE;
    }
    return n && n_numbers == n;
}

static void choose_column(const struct data_table *table, struct init_table *found)
{
    double best = 0;
    for (size_t c = 0; c < table->n_columns; c++) {
        const char *name = table->names[c];
        if (name == found->arm || name == found->group || name == found->run ||
            name == found->fold || name == found->step || name == found->epoch ||
            !is_numeric(table, c) ||
            (found->optuna && (!strcmp(name, "number") || !strncmp(name, "params_", 7))))
            continue;
        found->n_numeric++;
        double score = init_outcome_score(name);
        score += !strcasecmp(name, "y") || !strcasecmp(name, "outcome") ||
                         (found->optuna && !strcmp(name, "value"))
                     ? 200
                     : 0;
        if (score <= best)
            continue;
        best = score;
        found->second = found->outcome;
        found->outcome = name;
    }
}

static struct table_cell cell_at(const struct data_table *table, size_t row, const char *name)
{
    size_t column = name ? table_column(table, name) : (size_t)-1;
    if (column >= table->rows[row].n_cells)
        return (struct table_cell){"", 0, false};
    return table->rows[row].cells[column];
}

static bool same_cells(const struct data_table *table, size_t a, size_t b, const char *name)
{
    struct table_cell x = cell_at(table, a, name), y = cell_at(table, b, name);
    return x.length == y.length && !memcmp(x.text, y.text, x.length);
}

/* A second row of the same run makes it a table of steps, not of runs. */
static bool repeats_runs(const struct data_table *table, const struct init_table *found)
{
    size_t n = table->n_rows < 2000 ? table->n_rows : 2000;
    for (size_t a = 0; found->run && a < n; a++)
        for (size_t b = 0; b < a; b++)
            if (same_cells(table, a, b, found->run) && same_cells(table, a, b, found->arm) &&
                same_cells(table, a, b, found->group))
                return true;
    return false;
}

/* Whether all values lie between -1 and 1: accuracies of 91 are percent already. */
static bool is_fraction(const struct data_table *table, const char *name)
{
    for (size_t r = 0; r < table->n_rows; r++) {
        struct table_cell cell = cell_at(table, r, name);
        double value;
        if (num_read(cell.text, cell.length, &value) == NUM_FINITE && !(fabs(value) <= 1))
            return false;
    }
    return true;
}

static bool try_table(const struct init_files *files, const char *path, struct init_table *found,
                      bool *is_long)
{
    struct file_bytes bytes;
    struct data_table table;
    *found = (struct init_table){.file = path};
    if (!open_table(files, path, &table, &bytes))
        return false;
    found->n_rows = table.n_rows;
    name_columns(&table, found);
    bool repeats = repeats_runs(&table, found);
    if (repeats) {
        found->step = axis_column(&table, AXIS_STEP);
        found->epoch = axis_column(&table, AXIS_EPOCH);
    }
    choose_column(&table, found);
    bool ok = repeats ? (found->step || found->epoch) && found->outcome
                      : (found->run || found->arm) && found->outcome && found->n_numeric > 1 &&
                            table.n_rows >= 4;
    found->fraction =
        ok && metric_has(found->outcome, METRIC_ACCURACY) && is_fraction(&table, found->outcome);
    *is_long = *is_long || repeats;
    table_done(&table);
    file_bytes_done(&bytes);
    return ok;
}

/* A study has one table; what lies next to it is named. */
static void find_others(const struct init_files *files, size_t from, struct init_table *found)
{
    enum { NAMED = 5 };
    struct strbuf names;
    strbuf_init(&names);
    for (size_t i = from; i < files->n_paths && i < from + TABLES_TRIED; i++) {
        struct init_table other;
        bool is_long = false;
        if (!try_table(files, files->paths[i], &other, &is_long) ||
            strcmp(other.outcome, found->outcome) != 0)
            continue;
        if (found->n_others++ < NAMED)
            strbuf_printf(&names, "%s%s", names.length ? ", " : "", files->paths[i]);
    }
    if (found->n_others)
        found->others = arena_strdup(files->arena, names.text);
    strbuf_done(&names);
}

bool init_table_find(const struct init_files *files, struct init_table *found, struct diags *diags)
{
    bool is_long = false;
    for (size_t i = 0; i < files->n_paths && i < TABLES_TRIED; i++)
        if (try_table(files, files->paths[i], found, &is_long)) {
            find_others(files, i + 1, found);
            return true;
        }
    if (is_long)
        diags_add(
            diags, DIAG_NOTE, (struct diag_place){.file = files->root},
            "there is a table with many rows per run, but no column that could be the step or "
            "epoch, such as step or epoch, or none that could be the outcome");
    return false;
}
