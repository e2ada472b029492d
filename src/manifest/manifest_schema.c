/* Every key of a manifest: where it may stand, what it takes, what it means. Parsing, the nearest
 * known key, and the test of logvar-manifest(5) all go by this table. */
#include "manifest/manifest_internal.h"

#include "base/text.h"

#include <stddef.h>
#include <string.h>

struct schema_row {
    struct manifest_key key;
    value_setter *set;
    size_t offset; /* of the field in the scope's target */
    bool required;
};

#define ENTRY(field) offsetof(struct arm_entry, field)
#define READING(field) offsetof(struct reading, field)
#define OUTCOME(field) offsetof(struct manifest_outcome, field)
#define LOG(field) offsetof(struct manifest_log, field)
#define TABLE(field) offsetof(struct manifest_table, field)
#define WIDE(field) offsetof(struct manifest_wide, field)
#define MLFLOW(field) offsetof(struct manifest_mlflow, field)
#define ANALYSIS(field) offsetof(struct analysis_settings, field)

/* Settings that may stand at the top and in an arm. */
/* clang-format off */
#define SETTINGS(scope, where)                                                                     \
    {{scope "outcome", "map", "the one number that a run ends with" where},                        \
     value_outcome, ENTRY(arm.outcome), false},                                                    \
    {{scope "primary", "text or list of text", "the statistic declared in advance" where},         \
     value_names, ENTRY(arm.primary), false},                                                      \
    {{scope "window", "fraction, eN or sN", "the early part that candidates may come from" where}, \
     value_window, ENTRY(arm.window), false},                                                      \
    {{scope "exclude", "glob or list of globs", "metrics that are never candidates" where},        \
     value_names, ENTRY(arm.exclude), false},                                                      \
    {{scope "families", "map", "named sets of metrics, in order" where},                           \
     value_families, ENTRY(arm), false},                                                           \
    {{scope "log", "map", "how the logs are read" where}, value_log, ENTRY(arm.log), false},       \
    {{scope "logs", "glob or list of globs", "the files of a run's folder that are logs" where},   \
     value_logs, 0, false},                                                         \
    {{scope "unfinished", "random or ignore",                                                      \
      "what runs without an outcome that reached the window's end are" where},                     \
     value_unfinished, ENTRY(arm), false},                                                         \
    {{scope "short_runs", "use or leave-out",                                                      \
      "runs that stop short of the length that most runs have" where},                             \
     value_short_runs, ENTRY(arm.use_short_runs), false},                                          \
    {{scope "exclude_runs", "list of text or maps", "runs that are left out" where},               \
     value_exclusions, 0, false}
/* clang-format on */

/* clang-format off */
static const struct schema_row rows[] = {
    {{"logvar", "1", "the version of the format"}, value_version, 0, true},
    {{"title", "text", "the study's name"}, value_text, READING(title), false},
    SETTINGS("", ", for all arms"),
    {{"discover", "pattern, or list of patterns or maps", "arms and runs found by their path"},
     value_node,
     READING(discover),
     false},
    {{"arms", "list of maps", "the arms, or settings of discovered ones"},
     value_node,
     READING(arms),
     false},
    {{"table", "map", "one table with one row per run, in place of logs"},
     value_node,
     READING(table),
     false},
    {{"wide", "map or list of maps", "files with one column per run, in place of logs"},
     value_node,
     READING(wide),
     false},
    {{"mlflow", "map", "the runs of MLflow's SQLite database, in place of logs"},
     value_node,
     READING(mlflow),
     false},
    {{"analysis", "map", "defaults of the analysis"}, value_analysis, 0, false},

    {{"outcome.metric", "text", "a metric of the log, or a column of the table"},
     value_metric,
     0,
     false},
    {{"outcome.file", "text", "the file of the run's folder that holds it, if it is not a log"},
     value_text,
     OUTCOME(file),
     false},
    {{"outcome.at", "last, first, max, min, best(METRIC), eN, sN or reach(VALUE)",
      "which of the metric's values is the outcome"},
     value_at,
     0,
     false},
    {{"outcome.better", "higher or lower", "the direction that is better"}, value_better, 0, false},
    {{"outcome.scale", "number above 0", "what the outcome is multiplied by when it is shown"},
     value_scale,
     OUTCOME(scale),
     false},
    {{"outcome.unit", "text", "the unit that is shown"}, value_optional_text, OUTCOME(unit), false},

    {{"families.*.metrics", "glob or list of globs", "the metrics of the family"},
     value_names,
     offsetof(struct manifest_family_reading, metrics),
     true},
    {{"families.*.statistics", "snapshots, summaries or all", "which candidates a metric gives"},
     value_statistics,
     offsetof(struct manifest_family_reading, statistics),
     false},

    {{"log.format", "text", "the name of a reader, or auto"},
     value_format,
     LOG(reader.format),
     false},
    {{"log.step", "text", "the metric that is the step"}, value_text, LOG(reader.step), false},
    {{"log.epoch", "text", "the metric that is the epoch"}, value_text, LOG(reader.epoch), false},
    {{"log.delimiter", "one character, or tab", "what stands between the columns"},
     value_delimiter,
     LOG(reader.delimiter),
     false},
    {{"log.pattern", "regular expression", "how a line of text gives its values"},
     value_line_pattern,
     LOG(reader.pattern),
     false},
    {{"log.length", "eN, sN or a list of both", "the full length of a run"},
     value_length,
     0,
     false},
    {{"log.ignore", "glob or list of globs", "metrics that are not read"}, value_ignore, 0, false},

    {{"discover[].path", "pattern", "the path, with {arm}, {group} and {run}"},
     value_node,
     offsetof(struct discover_reading, path),
     true},
    {{"discover[].prefix", "text", "what is put before the names of the metrics"},
     value_optional_text,
     offsetof(struct discover_reading, prefix),
     false},

    {{"arms[].name", "text", "the arm's name"}, value_text, ENTRY(arm.name), false},
    {{"arms[].group", "text", "the data set it belongs to"}, value_text, ENTRY(arm.group), false},
    {{"arms[].runs", "glob or list of globs", "its files or folders"},
     value_node,
     ENTRY(runs),
     false},
    SETTINGS("arms[].", ", for this arm"),

    {{"exclude_runs[].run", "text", "the run's id"},
     value_text,
     offsetof(struct manifest_exclusion, run),
     true},
    {{"exclude_runs[].why", "text", "the reason, shown in reports"},
     value_text,
     offsetof(struct manifest_exclusion, why),
     false},

    {{"table.file", "path", "the table"}, value_text, TABLE(file), true},
    {{"table.arm", "text", "the column with the arm"}, value_text, TABLE(arm), false},
    {{"table.group", "text", "the column with the group"}, value_text, TABLE(group), false},
    {{"table.run", "text", "the column with the run"}, value_text, TABLE(run), false},
    {{"table.fold", "text", "the column with the fold"}, value_text, TABLE(fold), false},
    {{"table.step", "text", "the column with the step, if a row is a point and not a run"},
     value_text,
     TABLE(step),
     false},
    {{"table.epoch", "text", "the column with the epoch, likewise"},
     value_text,
     TABLE(epoch),
     false},

    {{"wide[].file", "path or pattern", "the file; {arm} and {group} may stand in it"},
     value_node,
     offsetof(struct wide_reading, file),
     true},
    {{"wide[].index", "text", "the column with the step"},
     value_text,
     offsetof(struct wide_reading, wide.index),
     false},
    {{"wide[].runs", "glob with {run}", "the columns that are runs"},
     value_runs_column,
     offsetof(struct wide_reading, wide.runs),
     true},
    {{"wide[].metric", "text", "the name of what the columns hold"},
     value_text,
     offsetof(struct wide_reading, wide.metric),
     false},
    {{"wide[].arm", "text", "the arm of the file"},
     value_text,
     offsetof(struct wide_reading, wide.arm),
     false},
    {{"wide[].group", "text", "the group of the file"},
     value_text,
     offsetof(struct wide_reading, wide.group),
     false},

    {{"mlflow.file", "path", "the database"}, value_text, MLFLOW(file), true},
    {{"mlflow.arm", "experiment, param NAME or tag NAME", "what names a run's arm"},
     value_mlflow_arm,
     MLFLOW(arm),
     false},
    {{"mlflow.group", "experiment, param NAME or tag NAME", "what names its group"},
     value_mlflow_arm,
     MLFLOW(group),
     false},
    {{"mlflow.run", "name, param NAME or tag NAME", "what names the run"},
     value_mlflow_run,
     MLFLOW(run),
     false},

    {{"analysis.folds", "number from 2, or loo", "folds of the cross-fitting"},
     value_folds,
     0,
     false},
    {{"analysis.splits", "number from 1", "random partitions into folds"},
     value_replicates,
     ANALYSIS(splits),
     false},
    {{"analysis.draws", "number from 1", "draws of a budget"},
     value_replicates,
     ANALYSIS(draws),
     false},
    {{"analysis.budgets", "list of numbers from 2", "numbers of runs for the budget curve"},
     value_budgets,
     0,
     false},
    {{"analysis.level", "number between 0 and 1", "the level of the intervals"},
     value_probability,
     ANALYSIS(level),
     false},
    {{"analysis.power", "number between 0 and 1", "the power for the detectable effect"},
     value_probability,
     ANALYSIS(power),
     false},
    {{"analysis.seed", "number", "the seed of the random streams"},
     value_seed,
     ANALYSIS(seed),
     false},
};
/* clang-format on */
enum { N_ROWS = sizeof rows / sizeof *rows };

const struct manifest_key *manifest_key_at(size_t i)
{
    return i < N_ROWS ? &rows[i].key : NULL;
}

/* The row's own name if it stands in this scope, else NULL. */
static const char *name_in(const struct schema_row *row, const char *scope)
{
    size_t n = strlen(scope);
    if (strncmp(row->key.path, scope, n) != 0 || strchr(row->key.path + n, '.'))
        return NULL;
    return row->key.path + n;
}

static const struct schema_row *find_row(const char *scope, const char *key)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        const char *name = name_in(&rows[i], scope);
        if (name && !strcmp(name, key))
            return &rows[i];
    }
    return NULL;
}

/* The nearest key of the same map; if there is none, the map in which the key would be right. */
static void report_unknown(struct reading *reading, const struct node *entry, const char *scope)
{
    const char *names[N_ROWS], *elsewhere = NULL;
    size_t n_names = 0;
    for (size_t i = 0; i < N_ROWS; i++) {
        const char *name = name_in(&rows[i], scope);
        const char *dot = strrchr(rows[i].key.path, '.');
        if (name)
            names[n_names++] = name;
        else if (!elsewhere && !strcmp(dot ? dot + 1 : rows[i].key.path, entry->key))
            elsewhere = rows[i].key.path;
    }
    const char *shown = reading_quote(reading, entry->key);
    const char *nearest = text_nearest(entry->key, names, n_names);
    if (nearest)
        reading_error(reading, entry->key_place, "unknown key %s; did you mean \"%s\"?", shown,
                      nearest);
    else if (elsewhere)
        reading_error(reading, entry->key_place, "the key %s does not belong here; it stands %s%s",
                      shown, strchr(elsewhere, '.') ? "as " : "at the top",
                      strchr(elsewhere, '.') ? elsewhere : "");
    else
        reading_error(reading, entry->key_place, "unknown key %s", shown);
}

static void check_required(struct reading *reading, const struct node *map, const char *scope)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        const char *name = rows[i].required ? name_in(&rows[i], scope) : NULL;
        if (name && !node_find(map, name))
            reading_error(reading, map->place, "the key \"%s\" is missing here (%s)", name,
                          rows[i].key.summary);
    }
}

void schema_read(struct reading *reading, const struct node *map, const char *scope, void *target)
{
    if (map->kind != NODE_MAP) {
        reading_error(reading, map->place, "a map of keys and values is wanted here");
        return;
    }
    for (const struct node *entry = map->first; entry; entry = entry->next) {
        const struct schema_row *row = find_row(scope, entry->key);
        if (row)
            row->set(reading, entry, (char *)target + row->offset);
        else if (reading->diags->n_errors < DIAGS_KEPT_MAX)
            report_unknown(reading, entry, scope);
        else
            reading_error(reading, entry->key_place, "unknown key");
    }
    check_required(reading, map, scope);
}
