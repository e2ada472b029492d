/* Runs from matched paths (manifest_runs.c), for manifest_arms.c and manifest_tables.c. */
#ifndef LOGVAR_MANIFEST_MANIFEST_RUNS_H
#define LOGVAR_MANIFEST_MANIFEST_RUNS_H

#include "manifest/manifest_discover.h"
#include "manifest/manifest_internal.h"

struct runs_context {
    struct reading *reading;
    /* Paths of files that patterns of `discover` match themselves: a discovered folder around them
     * does not count them once more. */
    const char **claimed;
    size_t n_claimed;
    bool in_discovered; /* the arm that is being filled was discovered */
};

/* A search that counts against the manifest's limit. */
struct pattern_search runs_search(struct reading *reading);
/* By its ending: a checkpoint, an archive, a picture, a program, configuration. */
bool runs_is_no_log(const char *name);
/* Gives a run id to matches that captured none: the shortest kind of name that tells them all
 * apart (without extension, name, matched components, path). */
void runs_name(struct arena *arena, struct pattern_match *matches, size_t n);
void runs_claim(struct runs_context *context);
bool runs_claimed(const struct runs_context *context, const char *path);
/* Faults in the globs of `logs`, before they are used; those that matched nothing, after. */
void runs_check_logs(struct reading *reading);
void runs_report_unused_logs(struct reading *reading);
/* Sorts the entry's matches and makes the arm's runs of them. */
void runs_fill(struct runs_context *context, struct arm_entry *entry);
/* Reports files that are in two runs (manifest_owners.c). */
void runs_check_owners(struct reading *reading);

/* manifest_match.c: compiles the pattern of a node and finds what it matches; faults, captures
 * that are not allowed or that are wanted and missing, and a pattern without a match are
 * reported. Appends to search->matches. */
void match_node(struct reading *reading, const struct node *node, unsigned wanted, unsigned allowed,
                struct pattern_search *search);

#endif
