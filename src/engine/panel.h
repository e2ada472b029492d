/* A panel: training folds of a batch, of any of its replicates, handled side by side, one per lane of a
 * group. It makes the matrices of products between runs (gram.h) of all of them at once; components
 * and ridge take it from there. Folds that lanes cannot do safely are told, and go the plain way.
 *
 * Splits of nearly all runs of the arm share the pairs of all its runs; of smaller draws each has the
 * pairs of its own runs only (55 in place of 1,275 at 10 of 50). Either way gives the same bits. */
#ifndef LOGVAR_ENGINE_PANEL_H
#define LOGVAR_ENGINE_PANEL_H

#include "engine/split.h"

enum { PANEL_FOLDS = 64 };
/* With more runs than FEW only eight folds at a time, for the memory's sake; with more than MAX the
 * plain way. */
enum { PANEL_RUNS_FEW = 128, PANEL_RUNS_MAX = 1024 };

static inline size_t panel_capacity(size_t n_runs)
{
    return n_runs > PANEL_RUNS_FEW ? KERNELS_COLUMNS : PANEL_FOLDS;
}

struct panel_fold {
    const struct split *split;
    size_t fold;
    size_t tag; /* the caller's */
};

struct panel_lane {
    struct panel_fold of;
    size_t n_train, n_held;
    uint32_t *run;     /* [n] places in order[]: training runs ascending, then those held out */
    double *y;         /* [n_train], centred */
    size_t n_eligible; /* candidates, of the octets multiplied last */
    bool unsafe;       /* take the plain way */
};

/* Lanes of one group, as the kernels want them. */
struct panel_group {
    size_t first, n_lanes; /* in the panel */
    size_t m, n_held;      /* the most of any lane */
    double n_train[KERNELS_WIDTH_MAX] __attribute__((aligned(64)));
    struct kernel_lane views[KERNELS_WIDTH_MAX];
};

struct panel {
    const struct kernels *kernels;
    size_t n_runs, n_lanes, n_groups;
    bool own_pairs;
    struct panel_lane lanes[PANEL_FOLDS];
    double *square; /* [m][m][W] of the group made last, lower triangle */
    double *held;   /* [n_held][m][W] */
    double *work;   /* of any kernel */
    /* its own: */
    uint32_t *runs, *place;
    uint32_t
        *order; /* [the arm's runs], or [lanes][n_runs] where pairs are a split's own: ascending */
    double *outcomes, *weights, *gram, *sums;
    struct kernel_fold *folds;
};

/* n_octets: the most that are multiplied at once; n_work: doubles of work. NULL if too large. */
struct panel *panel_new(const struct design *design, size_t n_runs, size_t n_folds, size_t n_octets,
                        size_t n_work);
void panel_free(struct panel *panel);

/* Folds must have three training runs and one held-out run at least; at most
 * panel_capacity(); folds of one split stand together, ascending. */
void panel_load(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                struct panel *panel);
/* The arm's runs by the places that stand in a lane's run[]. */
uint32_t *panel_order(const struct panel *panel, size_t lane);
/* The last lane of the split whose folds begin with lane `first`. */
size_t panel_last_of_split(const struct panel *panel, size_t first);
/* Products of the candidates of octets [from, to), of all folds. */
void panel_multiply(const struct design *design, size_t from, size_t to, struct panel *panel);
struct panel_group panel_group(const struct panel *panel, size_t g);
/* A group's own products, standardised and centred, to square and held. */
void panel_take(const struct design *design, const struct panel_group *group, struct panel *panel);
/* A group's centred outcomes, [m][W], zeros where a lane has fewer runs. */
void panel_outcomes(const struct panel *panel, const struct panel_group *group, double *y);

#endif
