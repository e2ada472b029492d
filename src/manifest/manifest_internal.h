/* What the files of the manifest share while one is read: node tree (manifest_parse.c) -> keys
 * (manifest_schema.c) and values (manifest_values.c,
 * manifest_outcome.c, manifest_settings.c) -> runs on disk
 * (manifest_discover.c, manifest_runs.c), put together in manifest.c. */
#ifndef LOGVAR_MANIFEST_MANIFEST_INTERNAL_H
#define LOGVAR_MANIFEST_MANIFEST_INTERNAL_H

#include "manifest/manifest.h"
#include "manifest/manifest_node.h"

struct pattern_match;

enum { READING_VISITED_MAX = 500000, LOGS_GLOBS_MAX = 1000 };

/* One `logs:` list, and which of its globs have matched a file of any run that it holds for. */
struct logs_reading {
    const struct node *node;
    struct manifest_names names;
    bool *used;
    bool scanned; /* at least one run's folder was searched with it */
    struct logs_reading *next;
};

/* An entry of `arms`, or the settings at the top. What is a node here is looked at once all keys
 * have been read. */
struct arm_entry {
    struct manifest_arm arm;
    const struct node *runs; /* NULL: settings only, or discovered */
    const struct node *node; /* NULL: discovered */
    struct logs_reading *logs;
    struct manifest_exclusion *own_exclusions;
    size_t n_own_exclusions;
    /* Found on disk; freed with the reading. */
    struct pattern_match *matches;
    size_t n_matches, matches_capacity;
};

struct reading {
    struct arm_entry top; /* first, so that both scopes of a setting share one offset */
    struct manifest *manifest;
    struct arena *arena; /* the manifest's */
    struct diags *diags;
    const char *path;
    const char *title;
    bool has_version;
    const struct node *arms, *discover, *wide, *table, *mlflow;
    struct logs_reading *all_logs;
    bool overlaying; /* an entry is read again, onto a discovered arm */
    /* Entries of `arms`, then the discovered ones. */
    struct arm_entry *entries;
    size_t n_entries, entries_capacity;
    size_t n_listed;  /* entries of `arms`; those after them are discovered */
    size_t n_visited; /* files and folders looked at */
};

/* Targets of the smaller maps. */
struct manifest_family_reading {
    struct manifest_names metrics;
    enum family_statistics statistics;
};
struct discover_reading {
    const struct node *path;
    const char *prefix;
};
struct wide_reading {
    const struct node *file;
    struct manifest_wide wide;
};

void reading_error(struct reading *reading, struct manifest_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *reading_quote(struct reading *reading, const char *text);

/* Reads the keys of a map into `target`; scope is the prefix of their paths in the schema
 * ("outcome."). Faults are reported, the rest of the map is read all the same. */
void schema_read(struct reading *reading, const struct node *map, const char *scope, void *target);

/* Values: `field` is where the schema says; what is wrong is reported and leaves it as it was. */
typedef void value_setter(struct reading *reading, const struct node *value, void *field);
value_setter value_version, value_text, value_line_pattern, value_optional_text, value_node,
    value_names, value_unfinished, value_short_runs;
/* manifest_outcome.c: the outcome and the window. */
value_setter value_outcome, value_metric, value_at, value_better, value_scale, value_window;
/* manifest_settings.c: the other settings. */
value_setter value_families, value_statistics, value_log, value_format, value_delimiter,
    value_length, value_ignore, value_logs, value_exclusions, value_runs_column;
/* manifest_mlflow.c: what names an arm or group, and a run. */
value_setter value_mlflow_arm, value_mlflow_run;
value_setter value_analysis, value_folds, value_replicates, value_budgets, value_probability,
    value_seed;
/* The text of a node that must be a text and not empty, or NULL after a report. */
const char *value_scalar(struct reading *reading, const struct node *value);
/* The same as a finite number. */
bool value_number(struct reading *reading, const struct node *value, double *number);
/* "e12" or "s1500": a position above 0 on the axis that the letter names. */
bool value_position(const char *text, char axis, double *position);

/* manifest_arms.c: reads `arms` and, if find_runs, finds all runs on disk; fills the manifest's
 * arms. */
void reading_arms(struct reading *reading, bool find_runs);
/* manifest_mlflow.c, manifest_tables.c: the same for `mlflow`, `table` and `wide`. */
void reading_mlflow(struct reading *reading, bool find_files);
void reading_table(struct reading *reading, bool find_files);
void reading_wide(struct reading *reading, bool find_files);
/* The openable path of `file: name` in this map; reported if it must exist and does not. */
const char *reading_file(struct reading *reading, const struct node *map, const char *name,
                         bool must_exist);
/* Whether the arms are known only when a file is read: a table, wide files or a database. */
static inline bool reading_is_tabular(const struct reading *reading)
{
    return reading->table || reading->wide || reading->mlflow;
}

/* manifest_load on bytes; with find_runs false nothing but the text itself is looked at. */
struct manifest *manifest_load_bytes(const char *path, const char *bytes, size_t n_bytes,
                                     bool find_runs, struct diags *diags);

#endif
