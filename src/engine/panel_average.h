/* Average of all folds of a panel: the fast way to what average.h does one by one. It shares products and
 * decompositions with components (panel_components.h), which calls it: begin, then family by family and
 * group by group, then find. */
#ifndef LOGVAR_ENGINE_PANEL_AVERAGE_H
#define LOGVAR_ENGINE_PANEL_AVERAGE_H

#include "engine/panel.h"

struct panel_average;
struct panel_average *panel_average_new(const struct design *design, size_t n_runs, size_t n_folds);
void panel_average_free(struct panel_average *average);

/* Doubles of work that a panel must have. */
size_t panel_average_work(size_t n_runs);

void panel_average_begin(const struct panel *panel, struct panel_average *average);
/* With the products of a family of a group in panel->square: as the kernel `leading` for its first k
 * components, and the family's models. values: k and two more. */
void panel_average_family(struct panel *panel, size_t g, size_t family, size_t k, double *values,
                          double *vectors, size_t stride, struct panel_average *average);
/* When all families are done: weights and predictions. explained: also what models weigh. */
void panel_average_find(const struct design *design, struct panel *panel, bool explained,
                        struct panel_average *average);

/* Of fold i as found last: ESTIMATE_PENDING where the plain way must be taken. weights and leaders, as
 * average_explain, may be NULL. */
enum estimate_status panel_average_adjust(const struct panel *panel,
                                          const struct panel_average *average, size_t i,
                                          double *adjusted, float *weights, uint32_t *leaders);

#endif
