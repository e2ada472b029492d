/* The views there are, one file each (view_NAME.c); view.c lists them in the order of the keys. */
#ifndef LOGVAR_VIEWS_VIEWS_H
#define LOGVAR_VIEWS_VIEWS_H

#include "views/view.h"

extern const struct view view_reduction, view_pairs, view_budget, view_calibration, view_candidates,
    view_scatter, view_families, view_lesson, view_curves;

/* The budget curves of the arm in focus as one panel, for the foot of the Reduction view. Draws a
 * frame with title and legend into the rectangle. */
void view_budget_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect);
/* The same of a pair of arms (indices into the study), for the foot of the Pairs view. */
void view_pair_budget_panel(const struct view_context *context, struct surface *surface,
                            struct rect rect, size_t a, size_t b);

#endif
