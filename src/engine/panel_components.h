/* Components of all folds of a panel: the fast way to what components.h does one by one. */
#ifndef LOGVAR_ENGINE_PANEL_COMPONENTS_H
#define LOGVAR_ENGINE_PANEL_COMPONENTS_H

#include "engine/panel.h"

#include "engine/panel_average.h"

/* More components in all go the plain way. */
enum { PANEL_COMPONENTS_MAX = 64 };

struct panel_components;
/* k_max: 1 at least; average: also that adjuster, which shares all that goes before least squares. NULL
 * where this way is not open. */
struct panel_components *panel_components_new(const struct design *design, size_t n_runs,
                                              size_t n_folds, unsigned k_max, bool average);
void panel_components_free(struct panel_components *components);

/* As panel_load. explained: also what the models of average weigh. */
void panel_components_find(const struct design *design, const struct panel_fold *folds,
                           size_t n_folds, bool explained, struct panel_components *components);
/* As panel_average_adjust. */
enum estimate_status panel_components_average(const struct panel_components *components, size_t i,
                                              double *adjusted, float *weights, uint32_t *leaders);

/* Of fold i as found last: adjusts its held-out runs with the first k components of each family. Returns
 * ESTIMATE_PENDING where the plain way must be taken. */
enum estimate_status panel_components_adjust(const struct panel_components *components, size_t i,
                                             unsigned k, bool shrunk, double *adjusted);

#endif
