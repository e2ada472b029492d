/* Which number in a path counts the runs.
 *
 * Paths that differ in their numbers only (and in random ids) are of one shape. In each shape one
 * number is taken for the run's: the one that a word like seed or run goes before, else the one with
 * most values, else the outermost. What else varies is either part of the arm's name (few values),
 * or noise such as a time stamp (a value of its own in every path), for which a * stands. */
#ifndef LOGVAR_INIT_PLACES_H
#define LOGVAR_INIT_PLACES_H

#include "init/files.h"

/* One file and what its path says. */
struct init_place {
    const char *path;
    const char *run;  /* its id */
    const char *home; /* the path with {run} and *, up to the component with the run */
    const char
        *rest;    /* what follows in the run's folder, numbers as *; "" when the run is a file */
    size_t depth; /* components of home */
};

struct init_places {
    size_t n_places;
    struct init_place *items; /* owned; ordered by depth, folder or file, home, rest, run */
    bool by_word;             /* every run was found by a word before its number */
};

void init_places_find(const struct init_files *files, struct init_places *places);
void init_places_done(struct init_places *places);
/* The same order, of what stands before the runs. */
bool init_place_same_layout(const struct init_place *a, const struct init_place *b);

/* The same for names of columns: the shape of each name, and of those of one shape the template with
 * {run} and *. NULL when no number in them counts runs. names[0 .. n) are of one shape. */
const char *init_shape(struct arena *arena, const char *name);
const char *init_run_template(struct arena *arena, const char *const *names, size_t n);

/* Whether the word that ends at s[n) says that a run's number follows ("seed", "run_", "s"). */
bool init_is_run_word(const char *s, size_t n);

#endif
