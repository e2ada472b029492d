/* Arms and groups from the paths in front of the runs.
 *
 * Paths of one layout (the same depth) that hold runs are the arms. The parts in which they differ
 * are factors: whole components, or parts of one name that form all combinations ("mnist_conv",
 * "mnist_mlp", "letter_conv", "letter_mlp"). One factor names the arms; of two, one names the
 * groups: the one whose values are data sets by name, or that decides which metrics are logged, or
 * the outer one. More factors, or combinations that no pattern can find again, become a list. */
#ifndef LOGVAR_INIT_LAYOUT_H
#define LOGVAR_INIT_LAYOUT_H

#include "init/places.h"

enum { FACTORS_MAX = 8, ARMS_MAX = 1000 };

struct init_arm {
    const char *path; /* up to the run, with {run}; for runs that are files, the file */
    const char *name, *group;
    size_t first, n_files; /* in the places */
    size_t n_runs;
    const char *values[FACTORS_MAX];
    const char *signature; /* the metrics that its logs hold, for telling groups from arms */
    /* Where settings made the arm (split.h): its name and group by them, and the runs' folders. */
    const char *setting, *setting_group;
    const char **folders; /* n_runs of them, or NULL */
};

struct init_layout {
    struct arena *arena;
    size_t n_arms;
    struct init_arm *arms; /* in the arena */
    bool folders;          /* a run is a folder */
    size_t n_factors;
    bool loose;            /* factors are words of one name that do not form all combinations */
    size_t group_factor;   /* FACTORS_MAX = none */
    const char *pattern;   /* for discover, NULL = arms must be listed */
    const char *why_group; /* what the choice of the group rests on; NULL without groups */
    size_t n_single;       /* paths with one run only … */
    const char *singles;   /* … and the first of them, by name; NULL = none */
    const char *split_keys, *split_file; /* the settings that made the arms; NULL = the paths did */
};

/* Takes the layout with most runs and at most ARMS_MAX arms; false if none has an arm with two runs. The arms' paths are
 * whole; factors and names come with init_layout_name, once signatures are known. */
bool init_layout_find(struct arena *arena, const struct init_places *places,
                      struct init_layout *layout);
/* Factors, names, groups, pattern of arms[0 .. n_arms). */
void init_layout_name(struct init_layout *layout, const char *fallback_name);

/* Whether a name is a known data set's, or a known model's, optimiser's or algorithm's. */
bool init_is_data_set(const char *name);
bool init_is_method(const char *name);

#endif
