/* Pieces of text that all drafts share. */
#ifndef LOGVAR_INIT_DRAFT_PARTS_H
#define LOGVAR_INIT_DRAFT_PARTS_H

#include "init/draft.h"

/* A list without repetitions; names borrowed. */
struct name_list {
    size_t n_names, capacity;
    const char **names;
};
void name_list_add(struct name_list *list, const char *name);
void name_list_done(struct name_list *list);

void draft_comment(const struct init_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A comment marked as a guess, and the same as a note. */
void draft_guess(const struct init_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "key: [a, b]", lines broken. */
void draft_name_list(const struct init_draft *draft, const char *key, const struct name_list *list);
void draft_head(const struct init_draft *draft, const char *reader);
/* metric NULL: no primary. */
void draft_primary(const struct init_draft *draft, const char *metric, const char *window);
/* draft.c: the key outcome, with its guesses. */
void draft_outcome(const struct init_draft *draft, const struct init_outcome *outcome);
void draft_tail(const struct init_draft *draft);

/* ---- draft_metrics.c ---- */

/* Full names of metrics, and the same without their prefix. */
struct metric_list {
    size_t n_names;
    const char **names, **bare; /* in the arena */
};

struct metric_list draft_list_metrics(const struct init_draft *draft,
                                      const struct init_kinds *kinds);
void draft_exclude(const struct init_draft *draft, const struct metric_list *metrics);
void draft_families(const struct init_draft *draft, const struct metric_list *metrics);

/* ---- draft_runs.c ---- */

/* What differs from one group to the next, or for an arm that logs something else. */
struct group_choice {
    struct init_scope scope;
    struct init_outcome outcome;
    const char *primary;
};

bool draft_same_outcome(const struct init_outcome *a, const struct init_outcome *b);
/* metric, file and at. */
void draft_outcome_keys(const struct init_draft *draft, const struct init_outcome *outcome,
                        const char *indent);
void draft_comment_arms(const struct init_draft *draft, const struct init_kinds *kinds);
/* Which files of a run's folder are its logs, where not all are. */
void draft_log_files(const struct init_draft *draft, const struct init_kinds *kinds);
bool draft_can_discover(const struct init_kinds *kinds);
void draft_discover(const struct init_draft *draft, const struct init_kinds *kinds);
void draft_overrides(const struct init_draft *draft, const struct group_choice *choices, size_t n,
                     size_t common);
void draft_listed_arms(const struct init_draft *draft, const struct init_kinds *kinds,
                       const struct group_choice *choices, size_t n_choices, size_t common);

#endif
