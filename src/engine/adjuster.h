/* Adjusters: procedures that turn candidates into adjusted outcomes (METHOD.md,
 * "Cross-fitted adjustment"). This header names them; how each one is fitted is estimate's own business.
 *
 * A name as typed and shown: raw, fixed, best, pca1 .. pca9, posthoc, best-shrunk,
 * pca1-shrunk .. pca9-shrunk, ridge, average. */
#ifndef LOGVAR_ENGINE_ADJUSTER_H
#define LOGVAR_ENGINE_ADJUSTER_H

#include <stdbool.h>
#include <stddef.h>

enum adjuster_kind {
    ADJUSTER_RAW,
    ADJUSTER_FIXED,
    ADJUSTER_BEST,
    ADJUSTER_PCA,
    ADJUSTER_POSTHOC,
    ADJUSTER_BEST_SHRUNK,
    ADJUSTER_PCA_SHRUNK,
    ADJUSTER_RIDGE,
    ADJUSTER_AVERAGE,
    N_ADJUSTER_KINDS
};

struct adjuster {
    enum adjuster_kind kind;
    unsigned k; /* components for the pca kinds (1 .. ADJUSTER_K_MAX), else 0 */
};

enum { ADJUSTER_K_MAX = 9, ADJUSTER_NAME_MAX = 16 };

/* What the rest of the program may know of a kind. */
struct adjuster_traits {
    const char *stem;    /* "best-shrunk", "pca%u-shrunk" */
    const char *summary; /* one line for help */
    bool selects;        /* by outcome: results are exploratory */
    bool uses_families;  /* depends on the chosen families */
    bool uses_statistic; /* depends on the declared or chosen statistic */
    bool picks;          /* picks one candidate a training fold (or one in all: post hoc) */
    bool takes_k;
    bool weighs; /* many models, each with a weight, in every training fold */
};

const struct adjuster_traits *adjuster_traits(enum adjuster_kind kind);
void adjuster_name(struct adjuster adjuster, char name[ADJUSTER_NAME_MAX]);
/* false if there is none such. */
bool adjuster_parse(const char *name, struct adjuster *adjuster);
bool adjuster_equal(struct adjuster a, struct adjuster b);

#endif
