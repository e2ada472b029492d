/* A panel: training folds of a batch, of any of its replicates, decomposed side by side (one a lane).
 * The fast way to components; folds that it cannot do safely are given back for the plain way
 * (components.h). */
#ifndef LOGVAR_ESTIMATE_PANEL_H
#define LOGVAR_ESTIMATE_PANEL_H

#include "estimate/split.h"

enum { PANEL_OCTETS = 8, PANEL_FOLDS = 8 * PANEL_OCTETS };
/* Larger arms, or more components in all, go the plain way. */
enum { PANEL_RUNS_MAX = 128, PANEL_COMPONENTS_MAX = 64 };

struct panel_fold {
    const struct split *split;
    size_t fold;
    size_t tag; /* the caller's */
};

struct panel;
/* NULL where the panel's way is not open: too large. */
struct panel *panel_new(const struct design *design, size_t n_runs, size_t n_folds, unsigned k_max);
void panel_free(struct panel *panel);

/* Folds must have three training runs and one held-out run at least; at most PANEL_FOLDS; folds of one
 * split stand together, ascending. */
void panel_find(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                struct panel *panel);

/* Of fold i as found last: adjusts its held-out runs with the first k components of each family. Returns
 * ESTIMATE_PENDING where the plain way must be taken. */
enum estimate_status panel_adjust(const struct panel *panel, size_t i, unsigned k, bool shrunk,
                                  double *adjusted);

#endif
