/* Ridge of all folds of a panel: the fast way to what ridge.h does one by one. */
#ifndef LOGVAR_ENGINE_PANEL_RIDGE_H
#define LOGVAR_ENGINE_PANEL_RIDGE_H

#include "engine/panel.h"

struct panel_ridge;
/* NULL where this way is not open. */
struct panel_ridge *panel_ridge_new(const struct design *design, size_t n_runs, size_t n_folds);
void panel_ridge_free(struct panel_ridge *ridge);

/* As panel_load. */
void panel_ridge_find(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                      struct panel_ridge *ridge);
/* Of fold i as found last; ESTIMATE_PENDING where the plain way must be taken. */
enum estimate_status panel_ridge_adjust(const struct panel_ridge *ridge, size_t i,
                                        double *adjusted);

#endif
