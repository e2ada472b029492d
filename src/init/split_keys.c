/* Of all settings in which runs differ, those that make arms. */
#include "init/split_keys.h"

#include "base/mem.h"
#include "study/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t n_values(const struct arm_split *split, const char *key)
{
    struct names values;
    size_t n = 0;
    names_init(&values);
    for (size_t r = 0; r < split->n_runs; r++)
        n += names_add(&values, split_value(&split->runs[r], key), n) == n;
    names_done(&values);
    return n;
}

const char *split_last_part(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

static bool is_one_of(const char *key, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == length && !strncasecmp(key, *words, length))
            return true;
    return false;
}

bool split_names_group(const char *key)
{
    static const char *const names[] = {"dataset",  "data",      "task",         "env",
                                        "env_id",   "benchmark", "dataset_name", "task_name",
                                        "env_name", NULL};
    return is_one_of(split_last_part(key), strlen(split_last_part(key)), names);
}

/* Names of what differs from run to run and makes no arm. "model.name" does. */
static bool is_about_the_run(const char *key)
{
    static const char *const keys[] = {"name", "version", "random_state", NULL};
    static const char *const words[] = {
        "seed",      "rng",     "run",        "runs",   "id",    "uuid",     "trial",      "rep",
        "replicate", "exp",     "experiment", "dir",    "path",  "folder",   "output",     "out",
        "log",       "logdir",  "logs",       "logger", "save",  "ckpt",     "checkpoint", "resume",
        "time",      "date",    "timestamp",  "start",  "host",  "hostname", "pid",        "port",
        "device",    "devices", "gpu",        "gpus",   "cuda",  "rank",     "node",       "wandb",
        "project",   "entity",  "tags",       "notes",  "debug", "verbose",  "workers",    "cpus",
        "job",       "slurm",   "commit",     NULL};
    bool about = *key == '_' || is_one_of(key, strlen(key), keys);
    for (const char *at = key; *at && !about;) {
        size_t n = 0;
        while (isalpha((unsigned char)at[n]))
            n++;
        about = n && is_one_of(at, n, words);
        at += n ? n : 1;
    }
    return about && !split_names_group(key);
}

static void list_keys(struct arm_split *split)
{
    struct names known;
    names_init(&known);
    for (size_t r = 0; r < split->n_runs; r++)
        for (size_t i = 0; i < split->runs[r].settings.n_items; i++) {
            const char *key = split->runs[r].settings.items[i].key;
            if (names_find(&known, key) != NAMES_NONE || split->n_keys == KEYS_MAX)
                continue;
            names_add(&known, key, 0);
            size_t n = is_about_the_run(key) ? 0 : n_values(split, key);
            if (n >= 2 && n < split->n_runs)
                split->keys[split->n_keys++] = key;
        }
    names_done(&known);
}

static const char *combination_of(const struct arm_split *split, const struct split_run *run)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t k = 0; k < split->n_keys; k++)
        strbuf_printf(&text, "%s\037", split_value(run, split->keys[k]));
    if (!split->pooled)
        strbuf_printf(&text, "%zu", run->arm);
    const char *kept = arena_strdup(split->arena, text.text);
    strbuf_done(&text);
    return kept;
}

/* Numbers the combinations that two runs or more have; whether there are several of them, and few
 * runs outside (these are left out). */
static bool number_combinations(struct arm_split *split)
{
    struct names known;
    size_t *counts = mem_zeroed(split->n_runs + 1, sizeof *counts);
    size_t *numbers = mem_array(split->n_runs + 1, sizeof *numbers);
    size_t n = 0, n_inside = 0;
    names_init(&known);
    for (size_t r = 0; r < split->n_runs; r++) {
        struct split_run *run = &split->runs[r];
        run->combination = combination_of(split, run);
        run->new_arm = names_add(&known, run->combination, n);
        n += run->new_arm == n;
        counts[run->new_arm]++;
    }
    split->n_arms = 0;
    for (size_t c = 0; c < n; c++) {
        numbers[c] = counts[c] >= 2 ? split->n_arms++ : NAMES_NONE;
        n_inside += counts[c] >= 2 ? counts[c] : 0;
    }
    for (size_t r = 0; r < split->n_runs; r++)
        split->runs[r].new_arm = numbers[split->runs[r].new_arm];
    names_done(&known);
    free(counts);
    free(numbers);
    return split->n_arms >= 2 && split->n_arms <= ARMS_MAX && n_inside * 5 >= split->n_runs * 4;
}

static void drop_key_with_most_values(struct arm_split *split)
{
    size_t most = 0, at = 0;
    for (size_t k = 0; k < split->n_keys; k++) {
        size_t n = n_values(split, split->keys[k]);
        at = n > most ? k : at;
        most = n > most ? n : most;
    }
    memmove(&split->keys[at], &split->keys[at + 1], (split->n_keys - at - 1) * sizeof *split->keys);
    split->n_keys--;
}

/* Keys that say the same as an earlier one ("model", "model_name") are left out of names. */
static bool says_the_same(const struct arm_split *split, size_t key, size_t earlier)
{
    struct names pairs;
    size_t n = 0;
    names_init(&pairs);
    for (size_t r = 0; r < split->n_runs; r++)
        n += names_add(&pairs,
                       arena_printf(split->arena, "%s\037%s",
                                    split_value(&split->runs[r], split->keys[key]),
                                    split_value(&split->runs[r], split->keys[earlier])),
                       n) == n;
    names_done(&pairs);
    return n == n_values(split, split->keys[earlier]);
}

static void drop_echoes(struct arm_split *split)
{
    for (size_t k = 1; k < split->n_keys; k++)
        for (size_t i = 0; i < k; i++)
            if (says_the_same(split, k, i)) {
                memmove(&split->keys[k], &split->keys[k + 1],
                        (split->n_keys - k - 1) * sizeof *split->keys);
                split->n_keys--;
                k--;
                break;
            }
}

bool split_choose_keys(struct arm_split *split)
{
    list_keys(split);
    while (split->n_keys && !number_combinations(split))
        drop_key_with_most_values(split);
    drop_echoes(split);
    return split->n_keys > 0;
}
