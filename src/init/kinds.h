/* The kinds of files that a run has: its log, a second log of single steps, a file with the test
 * result. A kind is known by the rest of its path in the run's folder, or, where runs are files, by
 * the part of the names that it adds. */
#ifndef LOGVAR_INIT_KINDS_H
#define LOGVAR_INIT_KINDS_H

#include "init/layout.h"
#include "init/survey.h"

enum kind_role {
    KIND_LOG,
    KIND_RESULT,  /* holds results of the test set or of the end only: no candidates */
    KIND_UNKNOWN, /* no reader knows it */
    KIND_RARE,    /* most runs do not have it */
    KIND_COPY     /* says once more what the main log says (Ray's result.json and progress.csv) */
};

struct init_kind {
    const char
        *name; /* rest of the path with * for numbers; the file's name where runs are files */
    struct init_layout layout; /* the arms as this kind of file has them */
    struct survey *by_arm;     /* owned; one per arm of its layout */
    struct survey all;
    size_t n_files;
    enum kind_role role;
    const char *prefix; /* put before its metrics; "" */
};

struct init_kinds {
    size_t n_kinds, capacity;
    struct init_kind *items; /* owned; the main log first */
    bool cut_off;            /* there were more kinds than were looked at */
};

/* Surveys samples of all files of the layout and sorts them into kinds. Names the arms of each. */
void init_kinds_find(struct init_files *files, const struct init_places *places,
                     const struct init_layout *layout, const char *fallback_name,
                     struct init_kinds *kinds);
void init_kinds_done(struct init_kinds *kinds);
/* What this kind's logs of an arm hold; NULL if it has none. */
const struct survey *init_kind_survey(const struct init_kind *kind, const char *name,
                                      const char *group);

#endif
