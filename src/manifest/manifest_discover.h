/* Paths by pattern: which files and folders there are, and what a path says about arm, group and
 * run.
 *
 * A pattern is a path. Within one component * ? and [set] match as in the shell (a hidden name only
 * where the pattern begins with a dot), and {arm}, {group} and {run} match at least one character
 * and capture it: as few as possible, but where another wildcard follows never ending inside a
 * word. A pattern that ends in / matches folders only. Links to folders are followed, but never
 * back into a folder that the path has come through; devices and pipes are not matched. */
#ifndef LOGVAR_MANIFEST_MANIFEST_DISCOVER_H
#define LOGVAR_MANIFEST_MANIFEST_DISCOVER_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum capture { CAPTURE_ARM, CAPTURE_GROUP, CAPTURE_RUN, N_CAPTURES };
#define CAPTURE_BIT(capture) (1u << (capture))

enum { PATTERN_TEXT_MAX = 4096, PATTERN_COMPONENTS_MAX = 64 };

struct pattern_component {
    const char *text; /* in the pattern's */
    size_t length;
    bool literal; /* the name itself: no folder needs to be listed */
    /* NULL for a literal one; `characters` also where the pattern is not UTF-8. */
    struct pcre2_real_code_8 *bytes, *characters;
};

struct pattern {
    const char *text;
    size_t n_components;
    struct pattern_component components[PATTERN_COMPONENTS_MAX];
    bool absolute, folders_only;
    unsigned captures; /* CAPTURE_BITs that stand in it */
    size_t n_literal;  /* literal characters: of two patterns, the one with more is the nearer */
};

/* A path that a pattern matches. All strings in the arena given to pattern_find. */
struct pattern_match {
    const char *path;     /* openable */
    const char *relative; /* below the folder that was searched */
    const char *wild;     /* the components that are not literal, joined by / */
    bool is_folder;
    const char *captures[N_CAPTURES]; /* NULL where the pattern has none */
    size_t n_literal;
    size_t order;       /* for the caller: number of its pattern */
    const char *prefix; /* for the caller */
};

struct pattern_search {
    struct arena *arena;
    struct diags *diags; /* warnings of what lies there and cannot be looked at */
    size_t *n_visited;   /* counts every name looked at, over all searches of a manifest */
    size_t n_visited_max;
    /* Results, grown with mem_grow: the caller frees `matches`. */
    struct pattern_match *matches;
    size_t n_matches, capacity;
    const char *missing; /* first folder or file of the literal kind that is not there, or NULL */
    bool exhausted;      /* n_visited_max was reached */
};

/* NULL if it is a pattern; else what is wrong with it, in the arena. */
const char *pattern_compile(struct arena *arena, const char *text, struct pattern *pattern);
/* Whether one name matches one component; with an arena, what stands in it is captured. */
bool component_match(const struct pattern_component *component, struct arena *arena,
                     const char *name, const char *captures[N_CAPTURES]);
/* Adds all matches below `folder`, in natural order. A folder that cannot be listed and a name that cannot be
 * looked at or is a device or pipe are left out with a warning each. */
void pattern_find(const struct pattern *pattern, const char *folder, struct pattern_search *search);

#endif
