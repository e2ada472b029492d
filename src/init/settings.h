/* What a run was started with, from the small file that tools leave next to its logs: Hydra's
 * overrides, hparams.yaml, params.json, args.yaml, config.yaml (also that of Weights & Biases),
 * config.json and the like. */
#ifndef LOGVAR_INIT_SETTINGS_H
#define LOGVAR_INIT_SETTINGS_H

#include "init/files.h"

struct setting {
    const char *key, *value; /* keys of nested maps are joined with "." */
};

struct settings {
    const char *file; /* the name of the file, NULL = there is none */
    size_t n_items, capacity;
    struct setting *items; /* owned; keys and values are the arena's */
};

/* From the folder of a run, a path as in `files`. */
void settings_read(const struct init_files *files, const char *folder, struct settings *settings);
void settings_done(struct settings *settings);
/* NULL if there is no such key. The last that stands there counts. */
const char *settings_value(const struct settings *settings, const char *key);

#endif
