/* Inside of split.c: runs, what they were started with, and which settings make arms. */
#ifndef LOGVAR_INIT_SPLIT_KEYS_H
#define LOGVAR_INIT_SPLIT_KEYS_H

#include "init/layout.h"
#include "init/settings.h"

enum { RUNS_MAX = 3000, KEYS_MAX = 400 };

struct split_run {
    const char *folder;
    size_t arm; /* of the layout as it was */
    struct settings settings;
    const char *combination;
    size_t new_arm; /* NAMES_NONE = left out */
};

struct arm_split {
    const struct init_files *files;
    struct arena *arena;
    struct init_places *places;
    struct init_layout *layout;
    size_t n_runs, n_keys, n_arms;
    struct split_run *runs;
    size_t *run_of; /* of each place; NAMES_NONE outside the layout */
    const char *keys[KEYS_MAX];
    bool pooled; /* settings alone make the arms */
};

static inline const char *split_value(const struct split_run *run, const char *key)
{
    const char *value = settings_value(&run->settings, key);
    return value ? value : "";
}

/* Fills keys, n_arms and each run's new_arm; false if no settings make arms. */
bool split_choose_keys(struct arm_split *split);
/* "env" of "train.env" */
const char *split_last_part(const char *key);
bool split_names_group(const char *key);

#endif
